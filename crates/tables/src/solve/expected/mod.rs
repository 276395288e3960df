//! Games whose values are expectations, in memory.
//!
//! Positions are solved from the last level back; one that has to wait for another is looked at again once that is known
//! ([`exact`]). Where play can cycle some wait for ever. Then all positions get bounds instead ([`bounds`], and [`graph`]).

mod bounds;
mod exact;
mod graph;

use crate::solve::indexed::{Positions, Written};
use crate::solve::levels::Store;
use crate::solve::prelude::*;

use bounds::Bounds;
use exact::Exact;

/// Finds and solves all positions, and writes the sections of their table.
pub(crate) fn solve(
    game: &dyn Described,
    store: &Store<'_>,
    control: Control<'_>,
) -> Result<(Written, Summary), SolveError> {
    let positions = Positions::find(game, store, control)?;
    control.event(Event::Phase { name: "solving", states: Some(positions.states() as u64) });
    control.set_position(0);
    let memory: &Memory = store.memory;
    let mut solved = Exact::solve(game, &positions, memory, control)?;
    let (entries, kind) = match solved.take_entries() {
        Some(entries) => (entries, IndexedEntries::Exact),
        None => {
            control
                .event(Event::Phase { name: "bounding", states: Some(positions.states() as u64) });
            control.set_position(0);
            let bounds = Bounds::solve(game, &positions, &solved.counted, memory, control)?;
            (bounds.entries()?, IndexedEntries::Bounds { unit: bounds.unit })
        }
    };
    Written::new(positions, &entries, kind, solved.counted.summary, memory, control)
}
