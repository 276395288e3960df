#![doc = include_str!("introduction.md")]

mod answer;
mod board;
mod certificate;
pub mod check;
mod components;
mod contest;
#[cfg(feature = "drawings")]
mod drawing;
mod entries;
pub(crate) mod erased;
mod error;
mod family;
mod graph;
mod grid;
mod index;
#[cfg(feature = "build")]
pub(crate) mod making;
mod matching;
mod position;
pub mod rules;
mod solver;
pub mod table;
mod texts;

use perfectplay_core::{Facts, Outcome, Rules};

pub use crate::texts::MoveError;
pub use answer::Answer;
pub use board::{Board, Cell, MAX_SIDE, Pair};
pub use certificate::Certificate;
pub use check::{CertificateError, ProvenMoves, ProvenOutcomes};
pub use contest::ContestReader;
pub use entries::{BoardEntries, Reader};
pub use error::PositionError;
pub use family::{FamilyIndex, SizeError};
pub use index::Index;
pub use position::{Move, Position};
pub use solver::{SolvedBoard, solve, solve_within};

/// What there is to know of the game.
pub const FACTS: Facts = Facts::of(include_str!("facts.txt"));

/// Two Tokens.
///
/// Its tables do not obey the laws of [`Rules`]: they have the outcomes of fresh starts alone, and moves lead to
/// positions with a history. A certificate proves them.
#[derive(Clone, Copy, Debug)]
pub struct Tokens;

impl Rules for Tokens {
    const FACTS: &'static Facts = &FACTS;
    type Position = Position;
    type Move = Move;
    /// The outcome, seen by the player to move.
    type Entry = Outcome;

    /// Without captures, which end the game.
    fn moves(&self, position: &Position) -> Vec<(Move, Position)> {
        let moves = rules::moves(position).into_iter();
        moves.filter_map(|(step, effect)| Some((step, effect.position()?))).collect()
    }

    fn entry(&self, position: &Position, children: &[(Move, Outcome)]) -> Outcome {
        let captures = position.pieces().is_adjacent();
        let wins = captures || children.iter().any(|&(_, outcome)| outcome == Outcome::Loss);
        if wins { Outcome::Win } else { Outcome::Loss }
    }

    /// Asks for no more entries than it takes to know that the position is won: there are too many positions.
    fn entry_by_rules<E>(
        &self,
        position: &Position,
        mut entry: impl FnMut(&Position) -> Result<Outcome, E>,
    ) -> Result<Outcome, E> {
        let mut found = self.entry(position, &[]);
        for (step, child) in self.moves(position) {
            if found == Outcome::Win {
                break;
            }
            found = self.entry(position, &[(step, entry(&child)?)]);
        }
        Ok(found)
    }
}
