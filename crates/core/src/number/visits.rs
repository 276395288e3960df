//! What all parts of a search share: the known outcomes, the limits, and the progress.

use super::Position;
use crate::Outcome;
use crate::control::Interrupted;

/// After how many visited positions progress is reported again.
const PULSE: u64 = 1 << 10;

/// Why a search ended without an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stopped {
    /// The limit of visited positions was reached.
    Limit,
    /// The caller stopped it.
    Interrupted,
}

/// Counts the positions that are visited, within a limit.
#[derive(Debug)]
pub(super) struct Visits<O, P> {
    known: O,
    progress: P,
    pub(super) limit: u64,
    /// How many bytes the memory of positions may take.
    pub(super) memory: usize,
    pub(super) count: u64,
}

impl<O, P> Visits<O, P>
where
    O: Fn(Position) -> Option<Outcome>,
    P: FnMut(u64) -> bool,
{
    pub(super) const fn new(limit: u64, memory: usize, known: O, progress: P) -> Self {
        Self { known, progress, limit, memory, count: 0 }
    }

    /// Counts a position.
    pub(super) fn visit(&mut self) -> Result<(), Stopped> {
        if self.count >= self.limit {
            return Err(Stopped::Limit);
        }
        self.count += 1;
        if self.count.is_multiple_of(PULSE) && (self.progress)(self.count) {
            return Err(Stopped::Interrupted);
        }
        Ok(())
    }

    /// Who wins a position, if the caller knows.
    pub(super) fn ask(&self, position: Position) -> Option<Outcome> {
        (self.known)(position)
    }
}

impl Stopped {
    /// No outcome at the limit, and an error if the caller stopped the search.
    pub(super) const fn or_open<T>(self) -> Result<Option<T>, Interrupted> {
        match self {
            Self::Limit => Ok(None),
            Self::Interrupted => Err(Interrupted),
        }
    }
}
