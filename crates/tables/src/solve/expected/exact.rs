//! Expectations that follow from one another, as doubles.
//!
//! Each is made of others by the formula of [`rule`](crate::solve::rule), so that it is the same to the last bit whatever the
//! order is in which they are found. A position that needs one which is not known waits for it, and is looked at again in the
//! wave behind that one.

use super::graph::{Counted, Edge, Graph, Node};
use crate::solve::indexed::Positions;
use crate::solve::prelude::*;

/// How many positions a thread takes at a time, and how many are taken before what they wait for is noted.
const PART: usize = 1 << 9;
const TOGETHER: usize = 1 << 14;
/// No place.
const NONE: u32 = u32::MAX;

/// Positions of which some, or all, are solved.
pub(super) struct Exact {
    /// By place; not a number for those that are not solved.
    values: Vec<f64>,
    solved: usize,
    pub(super) counted: Counted,
}

impl Exact {
    pub(super) fn solve(
        game: &dyn Described,
        positions: &Positions,
        memory: &Memory,
        control: Control<'_>,
    ) -> Result<Self, SolveError> {
        let values = memory.filled(positions.states(), || f64::NAN)?;
        let mut own = Self { values, solved: 0, counted: Counted::default() };
        // By place: the first of those that wait for it, and the next one that waits for the same.
        let (mut first, mut next) = (Vec::new(), Vec::new());
        let (mut wave, mut ready, mut is_first) = (&*positions.order, Vec::new(), true);
        let mut listed;
        loop {
            for places in wave.chunks(TOGETHER) {
                let parts: Vec<&[u32]> = places.chunks(PART).collect();
                let look = |part: &&[u32]| {
                    let is_known = |place: usize| !own.values[place].is_nan();
                    let graph = Graph::part(game, positions, part, is_known)?;
                    let values = (0..part.len()).map(|number| own.value_of(graph.node(number)));
                    Ok((values.collect(), graph.counted))
                };
                let parts = parts.par_iter().map(look);
                let parts = parts.collect::<Result<Vec<(Vec<_>, Counted)>, SolveError>>()?;
                let looked = parts.into_iter().flat_map(|(values, counted)| {
                    if is_first {
                        own.counted.merge(&counted);
                    }
                    values
                });
                let before = own.solved;
                for (&place, looked) in places.iter().zip(looked) {
                    match looked {
                        Ok(value) => {
                            own.values[place as usize] = value;
                            own.solved += 1;
                            let mut waiting = first.get(place as usize).copied().unwrap_or(NONE);
                            while waiting != NONE {
                                ready.push(waiting);
                                waiting = next[waiting as usize];
                            }
                        }
                        Err(other) if !own.values[other as usize].is_nan() => {
                            ready.push(place);
                        }
                        Err(other) => {
                            if first.is_empty() {
                                first = memory.filled(positions.states(), || NONE)?;
                                next = memory.filled(positions.states(), || NONE)?;
                            }
                            next[place as usize] = first[other as usize];
                            first[other as usize] = place;
                        }
                    }
                }
                control.advance((own.solved - before) as u64)?;
            }
            if ready.is_empty() {
                break;
            }
            listed = std::mem::take(&mut ready);
            (wave, is_first) = (&*listed, false);
        }
        memory.give(((first.len() + next.len()) * size_of::<u32>()) as u64);
        Ok(own)
    }

    /// The entries of all positions, if all are solved.
    pub(super) fn take_entries(&mut self) -> Option<Vec<u64>> {
        let is_all = self.solved == self.values.len();
        let values = std::mem::take(&mut self.values);
        is_all.then(|| values.into_iter().map(f64::to_bits).collect())
    }

    /// The expectation of a position, or the place of one that it needs.
    fn value_of(&self, node: Node<'_>) -> Result<f64, u32> {
        match node {
            Node::Ended(points) => Ok(points.into()),
            Node::Choice(edges) => edges.iter().try_fold(f64::NEG_INFINITY, |best, edge| {
                let value = self.behind(edge)?;
                let own = if edge.same_player { value } else { -value };
                Ok(best.max(f64::from(edge.gain) + own))
            }),
            Node::Roll(edges, points, all) => {
                let others = edges.iter().map(|edge| Ok((edge.weight, self.behind(edge)?)));
                let mut others = others.collect::<Result<Vec<_>, u32>>()?;
                others.sort_unstable_by(|one, other| {
                    one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
                });
                let mut sum = points as f64;
                for group in others.chunk_by(|one, other| one.0 == other.0) {
                    let (weight, first) = group[0];
                    let values = group[1..].iter().fold(first, |sum, &(_, value)| sum + value);
                    sum += f64::from(weight) * values;
                }
                Ok(sum / all as f64 + 0.0)
            }
        }
    }

    /// What is known behind a move or an outcome, or where it is not known.
    fn behind(&self, edge: &Edge) -> Result<f64, u32> {
        let value = self.values[edge.child as usize];
        if value.is_nan() { Err(edge.child) } else { Ok(value) }
    }
}
