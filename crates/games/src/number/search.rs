//! The outcomes of positions that no table has, by a search that ends in known outcomes, and by
//! theorems.

use super::Position;
use perfectplay_core::Outcome;
use perfectplay_core::control::{Control, Stopped};

/// After how many visited positions progress is reported again.
const PULSE: u64 = 1 << 10;

/// Searches positions, within one limit for all of them together: counts those that are visited, and spends the
/// steps that they take.
#[derive(Debug)]
pub struct Search<'a, O, P> {
    pub(super) control: Control<'a>,
    known: O,
    progress: P,
    pub(super) limit: u64,
    /// How many bytes the memory of positions may take.
    pub(super) memory: usize,
    pub(super) count: u64,
}

impl<'a, O, P> Search<'a, O, P>
where
    O: Fn(Position) -> Option<Outcome>,
    P: FnMut(u64) -> bool,
{
    /// A search that visits at most `limit` positions, spends steps of `control`, and remembers as many
    /// positions as fit into `memory` bytes (with less memory it takes longer). `known` returns the
    /// outcomes that are known beforehand. `progress` is called after every 1024 visited positions with
    /// their number so far, and stops the search by returning `true`.
    pub fn new(limit: u64, memory: usize, control: Control<'a>, known: O, progress: P) -> Self {
        Self { control, known, progress, limit, memory, count: 0 }
    }

    /// How many positions were visited, that is, had their moves tried.
    pub fn visited(&self) -> u64 {
        self.count
    }

    /// Counts a position that takes this many steps.
    pub(super) fn visit(&mut self, steps: u64) -> Result<(), Stopped> {
        if self.count >= self.limit {
            return Err(Stopped::Spent);
        }
        self.control.spend(steps)?;
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
