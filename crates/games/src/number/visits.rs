//! What all parts of a search share: the known outcomes, the limits, and the progress.

use super::Position;
use perfectplay_core::Outcome;
use perfectplay_core::control::{Control, Stopped};

/// After how many visited positions progress is reported again.
const PULSE: u64 = 1 << 10;

/// Counts the visited positions, within a limit, and spends the steps that they take.
#[derive(Debug)]
pub(super) struct Visits<'a, O, P> {
    pub(super) control: Control<'a>,
    known: O,
    progress: P,
    pub(super) limit: u64,
    /// How many bytes the memory of positions may take.
    pub(super) memory: usize,
    pub(super) count: u64,
}

impl<'a, O, P> Visits<'a, O, P>
where
    O: Fn(Position) -> Option<Outcome>,
    P: FnMut(u64) -> bool,
{
    pub(super) const fn new(
        limit: u64,
        memory: usize,
        control: Control<'a>,
        known: O,
        progress: P,
    ) -> Self {
        Self { control, known, progress, limit, memory, count: 0 }
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
