//! Games in which no position may occur twice, and each move can be undone: undirected vertex geography.
//!
//! The *graph* has the positions that are not decided: not ended, and without a move to a lost end. Whoever moves to any other
//! one has lost, or won at once. Moves are its edges. **The player to move loses exactly if some maximum matching misses the
//! position** (Fraenkel, Scheinerman, Ullman 1993): else that player moves along one, and always finds the next edge of it.
//! A move v → w wins exactly if v is won and some maximum matching contains the edge vw.
//!
//! Here the graph is bipartite, and positions are of three kinds (Dulmage and Mendelsohn): *lost* ones; their neighbours, which are
//! won by each move to a lost one, and by no other; and the rest, whose edges in some maximum matching are those within a strongly
//! connected component, if pairs of a maximum matching are taken as vertices and the other edges lead from the pair of their left end
//! to that of their right one. So an entry is a *group*, which tells who wins and which moves do, and the mate in a maximum
//! matching, by which both can be proven ([`proof`]), and answers found in the middle of a game ([`history`]).

mod components;
mod history;
mod links;
mod matching;
mod proof;

use perfectplay_query::{LOST, WON};

use crate::solve::indexed::{Positions, Written};
use crate::solve::levels::Store;
use crate::solve::prelude::*;

use components::components;
pub(crate) use history::Later;
use links::Links;
use matching::{NONE, lost, maximum};
pub(crate) use proof::unproven;

/// Finds and solves all positions, and writes the sections of their table.
pub(crate) fn solve(
    game: &dyn Described,
    store: &Store<'_>,
    control: Control<'_>,
) -> Result<(Written, Summary), SolveError> {
    let positions = Positions::find(game, store, control)?;
    let (states, memory) = (positions.states(), store.memory);
    control.event(Event::Phase { name: "matching", states: Some(states as u64) });
    control.set_position(0);
    let words = |block| Some(positions.block(block));
    let links = Links::new(game, states, words, |word| positions.place(word), memory, control)?;
    let sides = links.sides(game, |place| positions.word(place), memory)?;
    let mates = maximum(&links, &sides, memory, control)?;
    let lost = lost(&links, &mates, memory)?;
    let components = components(&links, &sides, &mates, &lost, memory)?;
    let group = |place: usize| match links.decided[place] {
        Some(is_won) => u64::from(is_won),
        None if lost[place] => LOST,
        None if links.of(place).iter().any(|&other| lost[other as usize]) => WON,
        None if sides[place] => 2 + 2 * u64::from(components[place]),
        None => 3 + 2 * u64::from(components[mates[place] as usize]),
    };
    let mate = |place: usize| match mates[place] {
        NONE => 0,
        mate => 1 + links.of(place).partition_point(|&other| other < mate) as u64,
    };
    let most = (0..states).map(mate).max().unwrap_or_default();
    let bits = u64::BITS - most.leading_zeros();
    let mut entries = Vec::new();
    memory.grow(&mut entries, states)?;
    entries.extend((0..states).map(|place| group(place) << bits | mate(place)));
    control.set_position(states as u64);
    Written::new(
        positions,
        &entries,
        IndexedEntries::NoRepeat { mates: bits },
        links.summary,
        memory,
        control,
    )
}
