//! The games of this program, and what it shows of those that are not built in.

use perfectplay_core::contour::Board;
use perfectplay_core::{Outcome, Random};
use perfectplay_oracle::{Answer, GameRef, Move, Position, Value, built_in};
use perfectplay_solve::{AnyGame, Described, describe};
use perfectplay_tables::MadeGame;

use crate::failure::Failure;
use crate::terminal::drawing::{
    for_the_mover, numbered, print_head, print_moves, print_text, styled_outcome,
};
use crate::terminal::output::Output;

/// The games of this program: those that are built in, and its own.
#[derive(Debug, Default)]
pub(crate) struct Games {
    own: Vec<Described>,
    /// What is wrong with the descriptions of games that cannot be asked.
    pub(crate) mistakes: Vec<String>,
}

impl Games {
    /// The games that are built in, and these.
    pub(crate) fn with(games: Vec<Box<dyn AnyGame>>) -> Self {
        let (own, mistakes) = describe(games);
        Self { own, mistakes: mistakes.iter().map(ToString::to_string).collect() }
    }

    /// The program's own games as the oracle asks them.
    pub(crate) fn asked(&self) -> Vec<GameRef> {
        self.own.iter().map(|game| game.asked.clone()).collect()
    }

    /// The program's own games as their tables are made.
    pub(crate) fn made(&self) -> impl Iterator<Item = &dyn MadeGame> {
        self.own.iter().map(|game| &*game.made)
    }

    /// The program's own game with a name, as its table is made.
    pub(crate) fn made_as(&self, name: &str) -> Option<&dyn MadeGame> {
        self.made().find(|game| game.name() == name)
    }

    /// All games, the program's own first.
    pub(crate) fn all(&self) -> impl Iterator<Item = GameRef> {
        self.asked().into_iter().chain(built_in())
    }

    /// The game with a name, in upper or lower case. Words of its title name a built-in game as well: `sylver`,
    /// `jenga`.
    pub(crate) fn named(&self, name: &str) -> Option<GameRef> {
        let entitled = || {
            let words = words_of(name);
            let is_in_title = |game: &GameRef| {
                let title = game.about().facts.map_or_else(Vec::new, |facts| words_of(facts.name));
                words.iter().any(|word| word.len() > 3)
                    && words.iter().all(|word| title.contains(word))
            };
            let mut entitled = self.all().filter(is_in_title);
            entitled.next().filter(|_| entitled.next().is_none())
        };
        let called = |game: &GameRef| game.name().eq_ignore_ascii_case(name);
        self.all()
            .find(|game| game.name() == name)
            .or_else(|| self.all().find(called))
            .or_else(entitled)
    }

    /// The tables that are built by default.
    pub(crate) fn default_tables(&self) -> Vec<String> {
        match self.asked() {
            // Its own games are all described badly.
            own if own.is_empty() && !self.mistakes.is_empty() => Vec::new(),
            own => perfectplay_oracle::default_tables(&own),
        }
    }
}

fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
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
