//! Bounds of expectations where play can cycle.
//!
//! Let T make of the bounds of all positions those that follow from them in one step. T is monotone: narrower bounds give
//! narrower ones. If each choice of all players reaches an end with a positive probability, then T is a contraction in a
//! weighted norm and has one fixed point, the values (Bertsekas and Tsitsiklis 1991 for one player, Patek and Bertsekas 1999 for
//! two). So bounds within which their own T(bounds) lie enclose the values: T(bounds) does as well, and so on, and these
//! converge. That is all that `verify` has to see, and it holds for bounds that were rounded outwards.
//!
//! Bounds are whole numbers of a unit. Stages are solved from the last one back, each from bounds that enclose what follows
//! from them, by taking the step again and again for each position until nothing changes. It ends, since bounds only become
//! narrower. The result does not depend on the order of the steps: it is the widest fixed point of the rounded step within the
//! first bounds.
//!
//! Where only ends have points the first bounds are the largest number of points that can be reached, and its opposite. Where
//! moves have points, no such number is known: the first bounds are an estimate e by doubles, and e ∓ 2 · δ · w, where w is an
//! estimate of the number of steps until the end if the players do all to make it large. For w = 1 + max w' the step leads δ
//! inwards, so that the estimates need not be good; whether it does is looked at.

use std::sync::atomic::AtomicI64;

use super::graph::{Counted, Edge, Graph, Node};
use crate::solve::indexed::Positions;
use crate::solve::prelude::*;

/// How many positions a thread takes at a time; a stage of fewer is done on one.
const PART: usize = 1 << 12;
/// How many estimates are made before those that they are made of change.
const TOGETHER: usize = 1 << 14;
/// How often estimates and bounds are made anew at most.
const MOST_PASSES: usize = 1 << 20;
/// What estimates may change by in the last pass, as a part of the largest one.
const CLOSE: f64 = 1e-15;
const CLOSE_STEPS: f64 = 1e-3;
/// The least δ, in units, and by how many powers of 4 it may grow.
const LEAST_DELTA: f64 = 64.0;
const DELTAS: i32 = 12;
/// The farthest first bounds, in units, so that no sum of one and points is too large.
const FARTHEST: f64 = (1_i64 << 60) as f64;

/// The bounds of all positions by place, in units of 2⁻ᵘⁿⁱᵗ.
pub(super) struct Bounds {
    lower: Vec<AtomicI64>,
    upper: Vec<AtomicI64>,
    pub(super) unit: u32,
}

impl Bounds {
    pub(super) fn solve(
        game: &dyn Described,
        positions: &Positions,
        &Counted { at_end, along, .. }: &Counted,
        memory: &Memory,
        control: Control<'_>,
    ) -> Result<Self, SolveError> {
        let (states, (places, ends)) = (positions.states(), positions.by_stage(game, memory)?);
        let new = || memory.filled(states, AtomicI64::default);
        let mut own = Self { lower: new()?, upper: new()?, unit: 0 };
        let (mut graph, mut ending) = (Graph::default(), memory.filled(states, || false)?);
        let mut stages = Vec::new();
        ends.iter().fold(0, |begin, &end| {
            stages.push(&places[begin..end]);
            end
        });
        let filled = |wanted: bool| memory.filled(if wanted { states } else { 0 }, f64::default);
        let (mut estimates, mut steps) = (filled(along)?, filled(along)?);
        for stage in &stages {
            graph.fill(game, positions, stage, memory)?;
            check_end(game, positions, &graph, &mut ending)?;
            if along {
                estimate(&graph, &mut estimates, CLOSE, control, worth)?;
            }
        }
        let least = f64::from(at_end.max(1));
        let largest = estimates.iter().fold(least, |most, value| most.max(2.0 * value.abs()));
        own.unit = IndexedEntries::FINEST.saturating_sub(largest.log2().ceil() as u32);
        for stage in &stages {
            graph.fill(game, positions, stage, memory)?;
            if graph.has_points() {
                estimate(&graph, &mut steps, CLOSE_STEPS, control, more_steps)?;
                own.begin_near(&graph, &estimates, &steps).ok_or_else(|| {
                    mistake(game, positions.word(stage[0] as usize), Mistake::TooLong)
                })?;
            } else {
                own.begin_wide(&graph);
            }
            let is_done = own.narrow(&graph, control)?;
            if let Some(&wide) = stage.iter().find(|&&place| {
                let [lower, upper] = own.get(place);
                !is_done || upper - lower > IndexedEntries::WIDEST
            }) {
                return Err(mistake(game, positions.word(wide as usize), Mistake::TooLong));
            }
            control.advance(stage.len() as u64)?;
        }
        Ok(own)
    }

    #[inline]
    fn get(&self, place: u32) -> [i64; 2] {
        [&self.lower, &self.upper].map(|bounds| bounds[place as usize].load(Relaxed))
    }

    fn set(&self, place: u32, [lower, upper]: [i64; 2]) {
        self.lower[place as usize].store(lower, Relaxed);
        self.upper[place as usize].store(upper, Relaxed);
    }

    const fn points(&self, points: i16) -> i64 {
        (points as i64) << self.unit
    }

    /// What a move is worth.
    #[inline]
    fn worth(&self, edge: &Edge) -> [i64; 2] {
        let ([lower, upper], gain) = (self.get(edge.child), self.points(edge.gain));
        if edge.same_player { [gain + lower, gain + upper] } else { [gain - upper, gain - lower] }
    }

    /// What follows for a position from the bounds of others.
    #[inline]
    fn step(&self, node: Node<'_>) -> [i64; 2] {
        match node {
            Node::Ended(points) => [self.points(points); 2],
            Node::Choice(edges) => {
                let worth = edges.iter().map(|edge| self.worth(edge));
                worth.fold([i64::MIN; 2], |[a, b], [c, d]| [a.max(c), b.max(d)])
            }
            Node::Roll(edges, points, all) => {
                let first = i128::from(points) << self.unit;
                let sums = edges.iter().fold([first; 2], |[lower, upper], edge| {
                    let bounds = self.get(edge.child).map(i128::from);
                    let weight = i128::from(edge.weight);
                    [lower + weight * bounds[0], upper + weight * bounds[1]]
                });
                [divided(sums[0], all), -divided(-sums[1], all)]
            }
        }
    }

    /// The first bounds where only ends have points.
    fn begin_wide(&self, graph: &Graph) {
        // Those behind the stage are known, all others 0.
        let largest = (0..graph.places.len()).map(|number| match graph.node(number) {
            Node::Ended(points) => self.points(points).abs(),
            Node::Choice(edges) | Node::Roll(edges, ..) => {
                let largest = |edge: &Edge| self.get(edge.child).map(i64::abs);
                edges.iter().flat_map(largest).max().unwrap_or_default()
            }
        });
        let largest = largest.max().unwrap_or_default();
        graph.places.iter().for_each(|&place| self.set(place, [-largest, largest]));
    }

    /// The first bounds near estimates; `None` if no δ is found with which they enclose what follows from them.
    fn begin_near(&self, graph: &Graph, estimates: &[f64], steps: &[f64]) -> Option<()> {
        let units = (1_u64 << self.unit) as f64;
        (0..DELTAS).find_map(|power| {
            let delta = LEAST_DELTA * 4_f64.powi(power);
            for &place in &graph.places {
                let (value, steps) = (estimates[place as usize] * units, steps[place as usize]);
                let off = 2.0 * delta * (steps + 1.0);
                let bounds = [(value - off).floor(), (value + off).ceil()];
                self.set(place, bounds.map(|it| it.clamp(-FARTHEST, FARTHEST) as i64));
            }
            let encloses = |number| {
                let [lower, upper] = self.get(graph.places[number]);
                let [least, most] = self.step(graph.node(number));
                lower <= least && most <= upper
            };
            (0..graph.places.len()).into_par_iter().all(encloses).then_some(())
        })
    }

    /// Takes steps until nothing changes; false if it still does after [`MOST_PASSES`].
    fn narrow(&self, graph: &Graph, control: Control<'_>) -> Result<bool, SolveError> {
        let narrowed = |number: usize| {
            let (place, bounds) = (graph.places[number], self.step(graph.node(number)));
            let has_changed = self.get(place) != bounds;
            if has_changed {
                self.set(place, bounds);
            }
            has_changed
        };
        let all = graph.places.len();
        for _ in 0..MOST_PASSES {
            control.check()?;
            let has_changed = if all <= PART {
                (0..all).fold(false, |changed, number| changed | narrowed(number))
            } else {
                let narrowed = |part: usize| {
                    part_of(part, PART, all)
                        .fold(false, |changed, number| changed | narrowed(number))
                };
                (0..all.div_ceil(PART)).into_par_iter().map(narrowed).reduce(|| false, |a, b| a | b)
            };
            if !has_changed {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The entries of a table.
    pub(super) fn entries(&self) -> Result<Vec<u64>, SolveError> {
        let entry = |place| IndexedEntries::entry_of_bounds(self.get(place as u32));
        (0..self.lower.len()).map(entry).collect::<Option<_>>().ok_or(SolveError::TooLarge)
    }
}

fn part_of(part: usize, size: usize, all: usize) -> std::ops::Range<usize> {
    part * size..all.min((part + 1) * size)
}

/// A sum of weighted bounds by the sum of the weights, rounded down.
#[inline]
fn divided(sum: i128, all: u64) -> i64 {
    // Most sums are small, and a division of 128 bits is slow.
    match (i64::try_from(sum), i64::try_from(all)) {
        (Ok(sum), Ok(all)) => sum.div_euclid(all),
        _ => sum.div_euclid(all.into()) as i64,
    }
}

/// Checks that from each position every choice of all players reaches an end with a positive probability.
fn check_end(
    game: &dyn Described,
    positions: &Positions,
    graph: &Graph,
    ending: &mut [bool],
) -> Result<(), SolveError> {
    let mut open: Vec<usize> = (0..graph.places.len()).collect();
    loop {
        let before = open.len();
        open.retain(|&number| {
            let is_ending = |edge: &Edge| ending[edge.child as usize];
            let ends = match graph.node(number) {
                Node::Ended(_) => true,
                Node::Choice(edges) => edges.iter().all(is_ending),
                Node::Roll(edges, ..) => edges.iter().any(is_ending),
            };
            ending[graph.places[number] as usize] = ends;
            !ends
        });
        match open.first() {
            None => return Ok(()),
            Some(&number) if open.len() == before => {
                let word = positions.word(graph.places[number] as usize);
                return Err(mistake(game, word, Mistake::Endless));
            }
            Some(_) => {}
        }
    }
}

/// Makes estimates again and again, until none changes by more than this part of the largest one, or of 1.
fn estimate(
    graph: &Graph,
    values: &mut [f64],
    close: f64,
    control: Control<'_>,
    step: impl Fn(Node<'_>, &[f64]) -> f64 + Sync,
) -> Result<(), SolveError> {
    let all = graph.places.len();
    for _ in 0..MOST_PASSES {
        control.check()?;
        let (mut change, mut largest) = (0.0_f64, 1.0_f64);
        for part in 0..all.div_ceil(TOGETHER) {
            let part = part_of(part, TOGETHER, all);
            let new = |number| step(graph.node(number), values);
            let new: Vec<f64> = match part.len() > PART {
                true => part.clone().into_par_iter().map(new).collect(),
                false => part.clone().map(new).collect(),
            };
            for (number, new) in part.zip(new) {
                let value = &mut values[graph.places[number] as usize];
                change = change.max((new - *value).abs());
                largest = largest.max(new.abs());
                *value = new;
            }
        }
        if change <= close * largest {
            break;
        }
    }
    Ok(())
}

/// What a position is worth by estimates of others.
fn worth(node: Node<'_>, values: &[f64]) -> f64 {
    match node {
        Node::Ended(points) => points.into(),
        Node::Choice(edges) => {
            let worth = edges.iter().map(|edge| {
                let value = values[edge.child as usize];
                f64::from(edge.gain) + if edge.same_player { value } else { -value }
            });
            worth.fold(f64::NEG_INFINITY, f64::max)
        }
        Node::Roll(edges, points, all) => (points as f64 + weighted(edges, values)) / all as f64,
    }
}

/// How many steps it takes to an end if all want it to take long.
fn more_steps(node: Node<'_>, values: &[f64]) -> f64 {
    match node {
        Node::Ended(_) => 0.0,
        Node::Choice(edges) => {
            1.0 + edges.iter().map(|edge| values[edge.child as usize]).fold(0.0, f64::max)
        }
        Node::Roll(edges, _, all) => 1.0 + weighted(edges, values) / all as f64,
    }
}

fn weighted(edges: &[Edge], values: &[f64]) -> f64 {
    edges.iter().map(|edge| f64::from(edge.weight) * values[edge.child as usize]).sum()
}
