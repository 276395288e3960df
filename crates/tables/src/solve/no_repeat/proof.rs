//! Proves who wins, and by which moves, from the mates and groups of a table, and the rules.

use std::collections::HashSet;

use perfectplay_query::{LOST, WON, WORDS};

use super::links::Links;
use super::matching::NONE;
use crate::solve::prelude::*;

/// The word of a position whose entry is not proven, if there is one.
///
/// 1. Mates are each other's, so that they are a matching. Those without a mate are lost; all neighbours of lost positions are
///    in the group [`WON`], and the mates of that one are lost. Any matching misses at least as many lost positions as there
///    are more of them than in [`WON`]: so many this one misses. So it is maximum, and each maximum matching covers all others.
/// 2. Each lost position is reached from one without a mate by an even number of edges, every second one of the matching. These
///    exchanged, a maximum matching misses it. In it an edge from a position of [`WON`] can be exchanged for one to it. Edges
///    from there to others are in none.
/// 3. The other groups have mates in their partner, and are even on the left side and odd on the right one: edges join an even one
///    with an odd one. Within a group and its partner pairs are strongly connected: each edge is on a cycle whose edges can be
///    exchanged. Edges between others lead to lower groups alone, and so are on none.
pub(crate) fn unproven(
    game: &dyn Described,
    table: &IndexedTable,
    memory: &Memory,
    control: Control<'_>,
) -> Result<Option<u64>, SolveError> {
    let (states, kind) = (table.header().states as usize, table.entry_kind());
    let words = |block| {
        let mut words = Vec::new();
        table.words(block, &mut words).map(|()| words)
    };
    let place = |word| table.place(word).ok().flatten();
    let links = Links::new(game, states, words, place, memory, control)?;
    let (mut groups, mut mates) =
        (memory.filled(states, || LOST)?, memory.filled(states, || NONE)?);
    let mut most = 0;
    for place in 0..states {
        let [group, mate] = table.entry(place).map_or([u64::MAX; 2], |entry| kind.group(entry));
        groups[place] = group;
        most = most.max(mate);
        if let Some(mate) = mate.checked_sub(1) {
            mates[place] = links.of(place).get(mate as usize).copied().unwrap_or(place as u32);
        }
    }
    let (groups, mates) = (&*groups, &*mates);
    let is_open = |place: usize| links.decided[place].is_none();
    let is_even = |&place: &usize| is_open(place) && groups[place] > WON && groups[place] % 2 == 0;
    let wrong = (0..states).find(|&place| !is_joined(&links, groups, mates, place));
    let word = |place: usize| words(place / WORDS).and_then(|it| it.get(place % WORDS).copied());
    if let Some(wrong) = wrong {
        return Ok(word(wrong));
    }
    let missed: Vec<usize> =
        (0..states).filter(|&place| is_open(place) && mates[place] == NONE).collect();
    let mut seen = HashSet::new();
    let firsts: Vec<usize> =
        (0..states).filter(is_even).filter(|&place| seen.insert(groups[place])).collect();
    let of = |place: usize| links.of(place).iter().map(|&other| other as usize);
    let mate = |place: usize| mates[place] as usize;
    let lost = reached(&missed, states, |place| of(place).map(mate), memory)?;
    let within = move |place: usize| move |&other: &usize| groups[other] == groups[place];
    let forth = |place| of(place).map(mate).filter(within(place));
    let forth = reached(&firsts, states, forth, memory)?;
    let back = reached(&firsts, states, |place| of(mate(place)).filter(within(place)), memory)?;
    let is_proven = |&place: &usize| match groups[place] {
        LOST => !is_open(place) || lost[place],
        _ => !is_even(&place) || (forth[place] && back[place]),
    };
    let is_short = u64::BITS - most.leading_zeros() == kind.unit();
    let wrong = (0..states).find(|place| !is_proven(place) || !is_short);
    Ok(wrong.and_then(word))
}

/// Whether the mate and the group of a position agree with those of its neighbours.
fn is_joined(links: &Links, groups: &[u64], mates: &[u32], place: usize) -> bool {
    let (group, mate) = (groups[place], mates[place] as usize);
    if let Some(is_won) = links.decided[place] {
        return group == u64::from(is_won) && mates[place] == NONE;
    }
    let mut others = links.of(place).iter().map(|&other| groups[other as usize]);
    if mates[place] == NONE {
        return group == LOST && others.all(|other| other == WON);
    }
    let is_pair = mate != place && mates[mate] as usize == place && groups[mate] == group ^ 1;
    is_pair
        && match group {
            LOST => others.all(|other| other == WON),
            WON => true,
            _ => others.all(|other| {
                let is_lower = if group % 2 == 0 { other <= group + 1 } else { other >= group - 1 };
                other == WON || (other > WON && other % 2 != group % 2 && is_lower)
            }),
        }
}

/// Which positions are reached from some by steps.
fn reached<I: Iterator<Item = usize>>(
    from: &[usize],
    states: usize,
    steps: impl Fn(usize) -> I,
    memory: &Memory,
) -> Result<Vec<bool>, SolveError> {
    let (mut reached, mut open) = (memory.filled(states, || false)?, from.to_vec());
    from.iter().for_each(|&place| reached[place] = true);
    while let Some(place) = open.pop() {
        open.extend(steps(place).filter(|&next| !std::mem::replace(&mut reached[next], true)));
    }
    Ok(reached)
}
