//! A maximum matching (Hopcroft and Karp 1973), and the positions that some maximum matching misses.

use super::links::Links;
use crate::solve::prelude::*;

/// No place.
pub(super) const NONE: u32 = u32::MAX;

/// The mate of each position in a maximum matching, or [`NONE`].
pub(super) fn maximum(
    links: &Links,
    is_left: &[bool],
    memory: &Memory,
    control: Control<'_>,
) -> Result<Vec<u32>, SolveError> {
    let states = links.states();
    let filled = |value: u32| memory.filled(states, || value);
    let (mut mates, mut levels, mut next) = (filled(NONE)?, filled(NONE)?, filled(0)?);
    loop {
        control.check()?;
        levels.fill(NONE);
        next.fill(0);
        let roots: Vec<u32> = (0..states)
            .filter(|&it| is_left[it] && mates[it] == NONE)
            .map(|it| it as u32)
            .collect();
        roots.iter().for_each(|&root| levels[root as usize] = 0);
        let (mut front, mut found, mut level) = (roots.clone(), false, 0);
        while !found && !front.is_empty() {
            let mut following = Vec::new();
            level += 1;
            for &other in front.iter().flat_map(|&place| links.of(place as usize)) {
                match mates[other as usize] {
                    NONE => found = true,
                    mate if levels[mate as usize] == NONE => {
                        levels[mate as usize] = level;
                        following.push(mate);
                    }
                    _ => {}
                }
            }
            front = following;
        }
        if !found {
            return Ok(mates);
        }
        roots.into_iter().for_each(|root| augment(links, root, &mut mates, &levels, &mut next));
    }
}

/// Searches for an augmenting path from a root by levels, and exchanges its edges. `next` is which neighbour of each position is
/// tried next: none twice.
fn augment(links: &Links, root: u32, mates: &mut [u32], levels: &[u32], next: &mut [u32]) {
    let mut path = vec![root as usize];
    while let Some(&place) = path.last() {
        let Some(&other) = links.of(place).get(next[place] as usize) else {
            path.pop();
            if let Some(&before) = path.last() {
                next[before] += 1;
            }
            continue;
        };
        match mates[other as usize] {
            NONE => {
                for place in path {
                    let other = links.of(place)[next[place] as usize];
                    (mates[place], mates[other as usize]) = (other, place as u32);
                }
                return;
            }
            mate if levels[mate as usize] == levels[place] + 1 => path.push(mate as usize),
            _ => next[place] += 1,
        }
    }
}

/// Whether some maximum matching misses each position: from one that this matching misses an even number of edges leads
/// there, every second one of the matching.
pub(super) fn lost(links: &Links, mates: &[u32], memory: &Memory) -> Result<Vec<bool>, SolveError> {
    let mut lost = memory.filled(mates.len(), || false)?;
    let is_missed = |&place: &usize| links.decided[place].is_none() && mates[place] == NONE;
    let mut open: Vec<usize> = (0..mates.len()).filter(is_missed).collect();
    open.iter().for_each(|&place| lost[place] = true);
    while let Some(place) = open.pop() {
        for &other in links.of(place) {
            let mate = mates[other as usize] as usize;
            if !std::mem::replace(&mut lost[mate], true) {
                open.push(mate);
            }
        }
    }
    Ok(lost)
}
