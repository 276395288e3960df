//! Drawings of any game, made of the texts of its positions.

use perfectplay_core::Outcome;
use perfectplay_query::Value;

use super::parts::{for_the_mover, head, moves, numbered, of_outcome};
use super::{Drawings, Owner, Wording};
use crate::answer::Answer;
use crate::position::Position;

/// The drawings of a game that has none of its own.
#[derive(Debug)]
pub(crate) struct Any;

impl Drawings for Any {
    fn answer(&self, answer: &Answer, _: &dyn Wording) -> Vec<String> {
        let board = match answer.position.to_string() {
            text if text.contains('/') => [board(&text), vec![String::new()]].concat(),
            _ => Vec::new(),
        };
        [head(answer, &value(answer.value)), board, moves(answer)].concat()
    }

    fn rows(&self, position: &Position, _: &Position) -> Vec<String> {
        let (mut lines, rest) = lines(&position.to_string());
        lines.extend(rest);
        lines
    }

    fn board(&self, position: &Position, _: usize, _: &Owner<'_>) -> Vec<String> {
        match position.to_string() {
            text if text.contains('/') => board(&text),
            _ => self.rows(position, position),
        }
    }

    fn joins(&self, _: &[&str]) -> bool {
        true
    }
}

/// What the value of a position is to the player to move.
fn value(value: Option<Value>) -> String {
    match value {
        Some(Value::Grundy(number)) => {
            let outcome = if number == 0 { Outcome::Loss } else { Outcome::Win };
            format!("{number}, which is a {} for the player to move", of_outcome(outcome, outcome))
        }
        Some(Value::Draw) => Value::Draw.to_string(),
        value => for_the_mover(value),
    }
}

/// The rows with their numbers, and what follows them.
fn board(text: &str) -> Vec<String> {
    let (rows, rest) = lines(text);
    let rest = rest.map(|rest| format!("{:10}{rest}", ""));
    numbered(rows).into_iter().chain(rest).collect()
}

/// The rows of a position's text, with blanks between their letters, and what follows them behind a blank: the player to
/// move, for instance. The text alone if it has no rows.
fn lines(text: &str) -> (Vec<String>, Option<String>) {
    let (board, rest) = match text {
        text if !text.contains('/') => return (vec![text.to_owned()], None),
        text => text.split_once(' ').map_or((text, None), |(board, rest)| (board, Some(rest))),
    };
    let spaced = |row: &str| row.chars().flat_map(|letter| [letter, ' ']).collect::<String>();
    let rows = board.split('/').map(|row| spaced(row).trim_end().to_owned());
    (rows.collect(), rest.map(str::to_owned))
}
