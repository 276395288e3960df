//! Who wins positions that no table has: a search that ends in what is known, and theorems.

use super::finite::{self, Finding};
use super::partial::PartialSearch;
use super::visits::Visits;
use super::{Named, Position};
use crate::Outcome;
use crate::control::Interrupted;

/// Searches positions, within a limit for all of them together.
#[derive(Debug)]
pub struct Search<O, P> {
    visits: Visits<O, P>,
}

impl<O, P> Search<O, P>
where
    O: Fn(Position) -> Option<Outcome>,
    P: FnMut(u64) -> bool,
{
    /// A search that visits at most `limit` positions, and remembers what fits `memory` bytes;
    /// less memory costs time only. The `oracle` knows the outcomes
    /// of some positions. `progress` is told now and then how many were visited, and
    /// ends the search by returning `true`.
    pub fn new(limit: u64, memory: usize, oracle: O, progress: P) -> Self {
        Self { visits: Visits::new(limit, memory, oracle, progress) }
    }

    /// How many positions were visited: those whose moves had to be tried.
    pub fn visited(&self) -> u64 {
        self.visits.count
    }

    /// Who wins, and with which moves, as far as that is found out within the limit.
    ///
    /// # Errors
    /// If the caller stops the search.
    pub fn find(&mut self, named: &Named) -> Result<Finding, Interrupted> {
        finite::find(&mut self.visits, named)
            .unwrap_or_else(|| PartialSearch::new(&mut self.visits).find(named))
    }
}
