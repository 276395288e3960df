//! What tables say of entries, beside what was published.

mod page;
mod records;

use std::fmt::Display;

use perfectplay_core::Outcome;
use perfectplay_tables::solve::{Control, Game, SolvedTable, TableFolder, Value, Values};
use serde::Serialize;

use crate::plain::Plain;
use crate::texts::{Claim, Published, Texts, text_of};
use crate::{AnyGame, Entry};

pub use page::files;

/// What was found out about an entry.
#[derive(Clone, Debug, Serialize)]
pub struct Facts {
    /// Its name.
    pub name: String,
    /// The file of its texts.
    pub game: String,
    /// What people call the game.
    pub title: String,
    /// The text of the position with which it begins.
    pub start: String,
    /// Positions of the table: those that symmetries of the description make the same are one.
    pub positions: u64,
    /// The value of the start.
    pub value: String,
    /// Whether that is a `win`, a `loss` or a `draw` of whoever begins; `None` of games with dice.
    pub outcome: Option<&'static str>,
    /// The first moves that keep it; none if the start is lost.
    pub first_moves: Vec<String>,
    /// The longest win in plies, where games are won or lost.
    pub longest_win: Option<u16>,
    /// Positions that the plain solver found, without symmetries, and whose values are the same; `None` if it was not
    /// asked.
    pub plain: Option<u64>,
    /// What was published of the entry.
    pub published: Vec<Compared>,
}

/// What somebody says, beside what was found.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    /// Who says so.
    pub by: String,
    /// Where.
    pub place: String,
    /// The value that was published.
    pub value: String,
    /// Whether it is right.
    pub is_confirmed: bool,
    /// The number of positions that was published.
    pub positions: Option<u64>,
}

/// The plain solver is asked for games with at most so many positions.
const MOST_PLAIN: u64 = 2_000_000;

/// What its table in the folder says of an entry, compared with the plain solver and with what was published.
///
/// # Errors
/// What is wrong, in words.
pub fn facts(
    entry: &Entry,
    texts: &[(&'static str, Texts)],
    folder: &TableFolder,
) -> Result<Facts, String> {
    let (game, name) = (entry.game, entry.game.name());
    let failed = |error: &dyn Display| format!("{name}: {error}");
    let table = SolvedTable::open(game, folder.clone()).map_err(|error| failed(&error))?;
    let plain = (Plain::solves(game.values()) && table.header().states <= MOST_PLAIN)
        .then(|| Plain::solve(game));
    if let Some(plain) = &plain {
        plain.compare(&table).map_err(|error| failed(&error))?;
    }
    let start = table.answer(game.start()).map_err(|error| failed(&error))?;
    let value = start.value;
    let keeps = |result: Value| match (value, value.outcome()) {
        (Value::Grundy(0), _) | (_, Some(Outcome::Loss)) => false,
        (Value::Grundy(_), _) | (_, Some(Outcome::Win)) => result.wins() == Some(true),
        _ => result == value,
    };
    let kept = start.moves.iter().filter(|it| keeps(it.result));
    let first_moves = kept.map(|it| it.step.to_string()).collect();
    let (file, texts) = text_of(&name, texts).ok_or_else(|| failed(&"there is no text of it"))?;
    let published = texts.published.iter().filter(|it| it.name == name);
    Ok(Facts {
        game: (*file).to_owned(),
        title: texts.title.en.clone(),
        start: game.show(game.start()),
        positions: table.header().states,
        value: value.to_string(),
        outcome: (game.values() != Values::Expected).then(|| outcome(value)),
        first_moves,
        longest_win: longest_win(&table).map_err(|error| failed(&error))?,
        plain: plain.map(|plain| plain.positions.len() as u64),
        published: published.map(|published| compared(published, value)).collect(),
        name,
    })
}

/// The longest win in plies, where games are won or lost.
fn longest_win(table: &SolvedTable<AnyGame>) -> Result<Option<u16>, String> {
    if !matches!(table.game().values(), Values::Outcome | Values::Misere) {
        return Ok(None);
    }
    let mut longest = None;
    let words = table.words(u64::MAX, Control::SILENT).map_err(|error| error.to_string())?;
    for word in words {
        let value = table.unchecked_value(word).map_err(|error| error.to_string())?;
        longest = longest.max(value.plies().filter(|_| value.wins() == Some(true)));
    }
    Ok(longest)
}

/// Who wins, of a value of any kind.
fn outcome(value: Value) -> &'static str {
    match value {
        Value::Grundy(0) => "loss",
        value if value.number() > 0.0 => "win",
        value if value.number() < 0.0 => "loss",
        _ => "draw",
    }
}

fn compared(published: &Published, value: Value) -> Compared {
    let found = value.to_string();
    let (claimed, is_confirmed) = match &published.value {
        Claim::Text(text) => {
            // Some publish an outcome alone.
            (text.clone(), *text == found || text == outcome(value))
        }
        // A probability to win, of a value that is that less the one to lose, to as many digits.
        Claim::Chance(chance) => {
            let digits = chance.to_string().split_once('.').map_or(0, |(_, digits)| digits.len());
            let found = value.expected().map(|it| (it + 1.0) / 2.0);
            let found = found.map(|it| format!("{it:.digits$}"));
            (chance.to_string(), found.as_deref() == Some(&*chance.to_string()))
        }
    };
    Compared {
        by: published.by.clone(),
        place: published.place.clone(),
        value: claimed,
        is_confirmed,
        positions: published.positions,
    }
}
