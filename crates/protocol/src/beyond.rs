//! Questions beyond tables and limits.

use bytesize::ByteSize;
use thiserror::Error;

use crate::{GameRef, Hint, TableRef, Work};

/// A question that is beyond tables and limits.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub struct Beyond {
    /// The game.
    pub game: GameRef,
    /// Which limit solving the position would break.
    pub limit: BrokenLimit,
    /// Whether plies were asked for: then a table may still have the position's outcome.
    pub plies: bool,
    /// The table that would have the answer, if one can be built.
    pub table: Option<TableRef>,
}

/// Which limit solving a position would break.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum BrokenLimit {
    /// Solving takes more states than allowed.
    States { work: Work, allowed: u64 },
    /// More states than are allowed; how many more is not known beforehand.
    Searched { allowed: u64 },
    /// Solving takes more bytes of memory than allowed.
    Memory { work: Work, allowed: u64 },
    /// No solver can go that far, whatever the limits; the text says how far they go.
    Solver(String),
}

impl Beyond {
    pub(crate) fn hints(&self) -> Vec<Hint> {
        let limit = match self.limit {
            BrokenLimit::States { .. } | BrokenLimit::Searched { .. } => Some(Hint::MoreStates),
            BrokenLimit::Memory { .. } => Some(Hint::MoreMemory),
            BrokenLimit::Solver(_) => None,
        };
        limit.into_iter().chain(self.table.clone().map(Hint::Build)).collect()
    }

    fn text(&self) -> String {
        let known = if self.plies {
            "no table knows how many plies this position takes"
        } else {
            "no table has this position"
        };
        match &self.limit {
            BrokenLimit::States { work, allowed } => {
                format!("{known}, and solving it takes {work}, where {allowed} states are allowed")
            }
            BrokenLimit::Searched { allowed } => format!(
                "{known}, and solving it takes more than the {allowed} states that are allowed"
            ),
            BrokenLimit::Memory { work, allowed } => format!(
                "{known}, and solving it takes {work}, where {} of memory may be used",
                ByteSize(*allowed)
            ),
            BrokenLimit::Solver(text) => text.clone(),
        }
    }
}
