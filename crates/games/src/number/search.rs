//! The outcomes of positions that no table has, by a search that ends in known outcomes, and by
//! theorems.

use super::finite::{self, Finding};
use super::partial::PartialSearch;
use super::visits::Visits;
use super::{NamedNumbers, Position, Verdict};
use perfectplay_core::Outcome;
use perfectplay_core::control::{Control, Interrupted};

/// Searches positions, within one limit for all of them together.
#[derive(Debug)]
pub struct Search<'a, O, P> {
    visits: Visits<'a, O, P>,
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
        Self { visits: Visits::new(limit, memory, control, known, progress) }
    }

    /// How many positions were visited, that is, had their moves tried.
    pub fn visited(&self) -> u64 {
        self.visits.count
    }

    /// Who wins, and by which moves, as far as can be determined within the limits. `verdict` is what theorems say
    /// about the position.
    ///
    /// # Errors
    /// If the caller stops the search.
    pub fn find(
        &mut self,
        named: &NamedNumbers,
        verdict: Option<&Verdict>,
    ) -> Result<Finding, Interrupted> {
        finite::find(&mut self.visits, named)
            .unwrap_or_else(|| PartialSearch::new(&mut self.visits).find(named, verdict))
    }
}
