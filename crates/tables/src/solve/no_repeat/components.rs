//! Strongly connected components of pairs of a matching (Tarjan 1972).

use super::links::Links;
use super::matching::NONE;
use crate::solve::prelude::*;

/// The component of each pair by the place of its left position, if neither it nor any neighbour of the two is lost. An edge leads
/// from a pair to those whose right position is a neighbour of its left one, and never to a component of a higher number.
pub(super) fn components(
    links: &Links,
    is_left: &[bool],
    mates: &[u32],
    lost: &[bool],
    memory: &Memory,
) -> Result<Vec<u32>, SolveError> {
    let filled = |value: u32| memory.filled(mates.len(), || value);
    // When each was visited, from 1 on, and the first one that is known to be reached from it.
    let (mut visited, mut lowest, mut components) = (filled(0)?, filled(0)?, filled(NONE)?);
    let (mut visits, mut complete) = (0, 0);
    let (mut path, mut open) = (Vec::<(usize, usize)>::new(), Vec::new());
    // Of such a pair neither position has a lost neighbour: that one's mate would be lost, too.
    let is_pair = |left: usize| {
        is_left[left] && mates[left] != NONE && !lost[left] && !lost[mates[left] as usize]
    };
    for root in 0..mates.len() {
        if visited[root] > 0 || !is_pair(root) {
            continue;
        }
        path.push((root, 0));
        while let Some((left, tried)) = path.last_mut() {
            let left = *left;
            if visited[left] == 0 {
                visits += 1;
                (visited[left], lowest[left]) = (visits, visits);
                open.push(left);
            }
            if let Some(&right) = links.of(left).get(*tried) {
                let next = mates[right as usize] as usize;
                *tried += 1;
                if !is_pair(next) {
                    continue;
                }
                if visited[next] == 0 {
                    path.push((next, 0));
                } else if components[next] == NONE {
                    lowest[left] = lowest[left].min(visited[next]);
                }
                continue;
            }
            path.pop();
            if let Some(&(before, _)) = path.last() {
                lowest[before] = lowest[before].min(lowest[left]);
            }
            if lowest[left] == visited[left] {
                while let Some(member) = open.pop() {
                    components[member] = complete;
                    if member == left {
                        break;
                    }
                }
                complete += 1;
            }
        }
    }
    Ok(components)
}
