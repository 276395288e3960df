//! What tables say of entries, beside what was published.

mod page;
mod records;

use std::fmt::Display;

use perfectplay_core::Outcome;
use perfectplay_tables::solve::{Control, Game, SolvedTable, TableFolder, Value, Values};
use serde::{Deserialize, Serialize};

use crate::plain::Plain;
use crate::texts::{Claim, Counted, Published, Texts, text_of};
use crate::{AnyGame, Entry, all};

pub use page::{FACTS, files};

/// What was found out about an entry, with what is written of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Facts {
    /// Its name.
    pub name: String,
    /// The file of its texts.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub game: String,
    /// What people call the game.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The text of the position with which it begins.
    pub start: String,
    /// Positions of the table: those that symmetries of the description make the same are one.
    pub positions: u64,
    /// The value of the start.
    pub value: String,
    /// Whether that is a `win`, a `loss` or a `draw` of whoever begins; `None` of games with dice.
    pub outcome: Option<String>,
    /// The first moves that keep it; none if the start is lost.
    pub first_moves: Vec<String>,
    /// The longest win in plies, where games are won or lost.
    pub longest_win: Option<u16>,
    /// Positions that the plain solver found, without symmetries, and whose values are the same; `None` if it was not
    /// asked.
    pub plain: Option<u64>,
    /// What was published of the entry.
    #[serde(default, skip_deserializing, skip_serializing_if = "Vec::is_empty")]
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
    /// Whether that is right; `None` if it was not counted in the same way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub are_positions_confirmed: Option<bool>,
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
    let facts = Facts {
        game: String::new(),
        title: String::new(),
        start: game.show(game.start()),
        positions: table.header().states,
        value: value.to_string(),
        outcome: (game.values() != Values::Expected).then(|| outcome(value).to_owned()),
        first_moves,
        longest_win: longest_win(&table).map_err(|error| failed(&error))?,
        plain: plain.map(|plain| plain.positions.len() as u64),
        published: Vec::new(),
        name,
    };
    facts.with_texts(texts)
}

/// What was found out about all entries: now, and before, of those that are not among the former. `before` is the file
/// [`FACTS`] of that time.
///
/// # Errors
/// If that is not such a file.
pub fn with_earlier(
    now: Vec<Facts>,
    before: &str,
    texts: &[(&'static str, Texts)],
) -> Result<Vec<Facts>, String> {
    let wrong = |error| format!("it is not what `--write` has written: {error}");
    let before: Vec<Facts> = serde_json::from_str(before).map_err(wrong)?;
    let of = |entry: &Entry| {
        let name = entry.game.name();
        let found = now.iter().chain(&before).find(|facts| facts.name == name).cloned();
        Some(found?.with_texts(texts))
    };
    all().iter().filter_map(of).collect()
}

impl Facts {
    /// With what is written of the entry now.
    fn with_texts(self, texts: &[(&'static str, Texts)]) -> Result<Self, String> {
        let (file, texts) = text_of(&self.name, texts)
            .ok_or_else(|| format!("{}: there is no text of it", self.name))?;
        let published = texts.published.iter().filter(|it| it.name == self.name);
        let published = published.map(|published| self.compared(published)).collect();
        Ok(Self { game: (*file).to_owned(), title: texts.title.en.clone(), published, ..self })
    }

    /// Without it.
    fn without_texts(&self) -> Self {
        let (game, title, published) = Default::default();
        Self { game, title, published, ..self.clone() }
    }

    /// The value for people: with dice the probability to win, as others publish it.
    #[must_use]
    pub fn told_value(&self) -> String {
        match (&self.outcome, self.chance()) {
            (None, Some(chance)) => format!("{chance:.4} to win"),
            _ => self.value.clone(),
        }
    }

    /// The probability to win, of a value that is that less the one to lose.
    fn chance(&self) -> Option<f64> {
        let value: f64 = self.value.split(' ').next()?.parse().ok()?;
        Some((value + 1.0) / 2.0)
    }

    /// Whether solving it takes minutes.
    #[must_use]
    pub fn is_large(&self) -> bool {
        all().iter().any(|entry| entry.is_large && entry.game.name() == self.name)
    }

    fn compared(&self, published: &Published) -> Compared {
        let (claimed, is_confirmed) = match &published.value {
            Claim::Text(text) => {
                // Some publish an outcome alone.
                (text.clone(), *text == self.value || Some(text) == self.outcome.as_ref())
            }
            // To as many digits.
            Claim::Chance(chance) => {
                let chance = chance.to_string();
                let digits = chance.split_once('.').map_or(0, |(_, digits)| digits.len());
                let found = self.chance().map(|found| format!("{found:.digits$}"));
                let is_confirmed = found.as_ref() == Some(&chance);
                (chance, is_confirmed)
            }
        };
        let counted = match published.counted {
            Some(Counted::Alike) => Some(self.positions),
            Some(Counted::All) => self.plain,
            None => None,
        };
        let positions = published.positions;
        Compared {
            by: published.by.clone(),
            place: published.place.clone(),
            value: claimed,
            is_confirmed,
            positions,
            are_positions_confirmed: positions.zip(counted).map(|(one, other)| one == other),
        }
    }
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
