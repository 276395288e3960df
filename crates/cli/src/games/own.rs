//! Games that are not built in: those that this program was made with, and what it shows of them.

use std::sync::OnceLock;

use perfectplay_core::contour::Board;
use perfectplay_core::{Outcome, Random};
use perfectplay_oracle::{Answer, GameRef, Move, Position, Value, built_in};

use crate::failure::Failure;
use crate::terminal::drawing::{
    for_the_mover, numbered, print_head, print_moves, print_text, styled_outcome,
};
use crate::terminal::output::Output;

static GAMES: OnceLock<(Vec<GameRef>, Vec<String>)> = OnceLock::new();

/// From here on the program has these games as well, and knows what is wrong with others that it was made with.
pub(crate) fn set(games: Vec<GameRef>, mistakes: Vec<String>) {
    GAMES.get_or_init(|| (games, mistakes));
}

fn all() -> &'static [GameRef] {
    GAMES.get().map_or(&[], |(games, _)| games)
}

/// What is wrong with the descriptions of games that cannot be asked.
pub(crate) fn mistakes() -> &'static [String] {
    GAMES.get().map_or(&[], |(_, mistakes)| mistakes)
}

/// The games that it was made with.
pub(crate) fn asked() -> Vec<GameRef> {
    all().to_vec()
}

/// The game with a name, in upper or lower case. Of a game that is built in, words of its title name it as well:
/// `sylver`, `jenga`.
pub(crate) fn named(name: &str) -> Option<GameRef> {
    let entitled = || {
        let words = words_of(name);
        let is_in_title = |game: &GameRef| {
            let title = game.about().facts.map_or_else(Vec::new, |facts| words_of(facts.name));
            words.iter().any(|word| word.len() > 3) && words.iter().all(|word| title.contains(word))
        };
        let mut entitled = and_built_in().filter(is_in_title);
        entitled.next().filter(|_| entitled.next().is_none())
    };
    let called = |game: &GameRef| game.name().eq_ignore_ascii_case(name);
    and_built_in()
        .find(|game| game.name() == name)
        .or_else(|| and_built_in().find(called))
        .or_else(entitled)
}

fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// All games of this program, its own first, as a list.
pub(crate) fn every() -> Vec<GameRef> {
    and_built_in().collect()
}

/// All games of this program, its own first.
pub(crate) fn and_built_in() -> impl Iterator<Item = GameRef> {
    all().iter().cloned().chain(built_in())
}

pub(super) struct Shown;

impl crate::games::face::Shown for Shown {
    fn draw(&self, answer: &Answer, output: &mut Output) -> Result<(), Failure> {
        print_head(output, answer, &value(answer.value))?;
        let board = board(&answer.position.to_string());
        if !board.is_empty() {
            print_text(output, &board)?;
            output.line("")?;
        }
        print_moves(output, answer.moves.iter())
    }

    fn rows(&self, position: &Position, _: &Position) -> Vec<String> {
        let (mut lines, rest) = lines(&position.to_string());
        lines.extend(rest);
        lines
    }

    fn board(
        &self,
        position: &Position,
        _: usize,
        _: &dyn Fn(&Move) -> Option<char>,
    ) -> Vec<String> {
        match position.to_string() {
            text if text.contains('/') => board(&text),
            _ => self.rows(position, position),
        }
    }

    fn random(&self, _: &mut Random) -> Option<(String, Option<Board>)> {
        None
    }

    fn why_illegal(&self, _: &Position, _: &str) -> Option<String> {
        None
    }
}

/// What the value of a position is to the player to move.
fn value(value: Option<Value>) -> String {
    match value {
        Some(Value::Grundy(number)) => {
            let outcome = if number == 0 { Outcome::Loss } else { Outcome::Win };
            format!(
                "{number}, which is a {} for the player to move",
                styled_outcome(outcome, outcome)
            )
        }
        Some(Value::Draw) => Value::Draw.to_string(),
        value => for_the_mover(value),
    }
}

/// The rows with their numbers, and what follows them; nothing if there are none.
fn board(text: &str) -> Vec<String> {
    if !text.contains('/') {
        return Vec::new();
    }
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
