//! Drawings of any game, made of the texts of its positions.

use perfectplay_core::Outcome;
use perfectplay_query::Value;

use super::parts::{chance, coloured, head, lettered, listed, moves, numbered, of_outcome, plain};
use super::{Drawings, Owner, Wording};
use crate::{Answer, Moves, Position, RollAnswer};

/// The drawings of a game that has none of its own.
#[derive(Debug)]
pub(crate) struct Any;

impl Drawings for Any {
    fn answer(&self, answer: &Answer, _: &dyn Wording) -> Vec<String> {
        let board = match answer.position.to_string() {
            text if text.contains('/') => [board(&answer.position), vec![String::new()]].concat(),
            _ => Vec::new(),
        };
        let is_chance = answer.game().shared().has_chances();
        let told = |value: Option<Value>| match (value, value.and_then(Value::expected)) {
            (_, Some(expected)) if is_chance => format!("{} to win", chance(expected)),
            (Some(value), Some(_)) => format!("{value} points"),
            _ => coloured(value),
        };
        let listed = match &answer.moves {
            Moves::Rolls(rolls) => outcomes(rolls, told),
            _ => moves(answer, told),
        };
        [head(answer, &value(answer.value, told)), board, listed].concat()
    }

    fn rows(&self, position: &Position, _: &Position) -> Vec<String> {
        let (mut lines, rest) = lines(&position.to_string());
        lines.extend(rest);
        lines
    }

    fn board(&self, position: &Position, _: usize, _: &Owner<'_>) -> Vec<String> {
        match position.to_string() {
            text if text.contains('/') => board(position),
            _ => self.rows(position, position),
        }
    }

    fn joins(&self, _: &[&str]) -> bool {
        true
    }
}

/// The outcomes of a roll, with the positions that they lead to.
fn outcomes(rolls: &[RollAnswer], told: impl Fn(Option<Value>) -> String) -> Vec<String> {
    let row = |of: &RollAnswer| {
        let outcome = of.follows()?;
        let position = outcome.position.as_ref().map(ToString::to_string);
        let chance = of.probability.clone().into_owned();
        Some([of.roll.clone().into_owned(), chance, position?, told(outcome.result)])
    };
    let rows: Vec<[String; 4]> = rolls.iter().filter_map(row).collect();
    let heading = ["roll", "chance", "leads to"];
    let widths = [0, 1, 2].map(|column| {
        let widths = rows.iter().map(|row| row[column].len());
        widths.max().unwrap_or(0).max(heading[column].len())
    });
    let line = |[roll, chance, position, result]: [&str; 4]| {
        let [a, b, c] = widths;
        format!("{roll:>a$}  {chance:<b$}  {position:<c$}  {result}")
    };
    let [roll, chance, position] = heading;
    let rows = rows.iter().map(|row| line(row.each_ref().map(String::as_str)));
    listed(&line([roll, chance, position, "result"]), rows)
}

/// What the value of a position is to the player to move.
fn value(value: Option<Value>, told: impl Fn(Option<Value>) -> String) -> String {
    match value {
        Some(Value::Grundy(number)) => {
            let outcome = if number == 0 { Outcome::Loss } else { Outcome::Win };
            format!("{number}, which is a {} for the player to move", of_outcome(outcome, outcome))
        }
        Some(Value::Draw) => Value::Draw.to_string(),
        None => plain(None),
        value => format!("{} for the player to move", told(value)),
    }
}

/// The rows with labels as moves name them, and what follows them.
fn board(position: &Position) -> Vec<String> {
    let (rows, rest) = lines(&position.to_string());
    let rest = rest.map(|rest| format!("{:10}{rest}", ""));
    let is_numbered = position.game().shared().names_numbers();
    let rows = if is_numbered { numbered(rows) } else { lettered(rows) };
    rows.into_iter().chain(rest).collect()
}

/// The rows of a position's text, with blanks between their letters, and what follows them behind a blank; a letter there is the
/// player to move. The text alone if it has no rows.
fn lines(text: &str) -> (Vec<String>, Option<String>) {
    let (board, rest) = match text {
        text if !text.contains('/') => return (vec![text.to_owned()], None),
        text => text.split_once(' ').map_or((text, None), |(board, rest)| (board, Some(rest))),
    };
    let spaced = |row: &str| row.chars().flat_map(|letter| [letter, ' ']).collect::<String>();
    let rows = board.split('/').map(|row| spaced(row).trim_end().to_owned());
    let told = |rest: &str| {
        let is_letter = rest.rsplit(' ').next().is_some_and(|last| last.chars().count() == 1);
        if is_letter { format!("{rest} to move") } else { rest.to_owned() }
    };
    (rows.collect(), rest.map(told))
}
