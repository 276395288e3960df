//! The moves of some positions, by place, so that they can be looked at again and again.

use crate::solve::children::VisitedPosition;
use crate::solve::indexed::Positions;
use crate::solve::prelude::*;

/// How many positions a thread takes at a time.
const PART: usize = 1 << 9;

/// A move, or an outcome of a roll with its weight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) child: u32,
    pub(super) weight: u32,
    pub(super) gain: i16,
    pub(super) same_player: bool,
}

/// What a position is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node<'a> {
    /// The game has ended with so many points.
    Ended(i16),
    Choice(&'a [Edge]),
    /// A roll: its outcomes, but for those that lead back to it; the points of all outcomes times their weights; and the sum of
    /// the weights of those outcomes.
    Roll(&'a [Edge], i64, u64),
}

/// A roll, or an end.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Ended(i16),
    Choice,
    Roll(i64, u64),
}

/// Positions in some order.
#[derive(Default)]
pub(super) struct Graph {
    pub(super) places: Vec<u32>,
    nodes: Vec<(Kind, usize)>,
    edges: Vec<Edge>,
    pub(super) counted: Counted,
}

/// What is counted of positions.
#[derive(Default)]
pub(super) struct Counted {
    pub(super) summary: Summary,
    /// The most points at an end, or −1 times the fewest; and whether moves or rolls have points.
    pub(super) at_end: u16,
    pub(super) along: bool,
}

impl Counted {
    fn add(&mut self, visited: &VisitedPosition<'_>) {
        self.summary.moves += visited.children.len() as u64;
        self.along |= visited.children.iter().any(|child| child.turn.gain != 0);
        if let Some(way) = way(visited) {
            self.summary.ended[way] += 1;
            self.at_end = self.at_end.max(ended(visited.end).unsigned_abs());
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.summary.moves += other.summary.moves;
        let ways = self.summary.ended.iter_mut().zip(other.summary.ended);
        ways.for_each(|(sum, more)| *sum += more);
        self.at_end = self.at_end.max(other.at_end);
        self.along |= other.along;
    }
}

/// What the player to move gets where the game has ended.
const fn ended(end: Option<End>) -> i16 {
    match end {
        Some(End::Score(points)) => points,
        Some(End::Win) => 1,
        Some(End::Draw) => 0,
        Some(End::Loss) | None => -1,
    }
}

impl Graph {
    /// Makes it that of positions at some places.
    pub(super) fn fill(
        &mut self,
        game: &dyn Described,
        positions: &Positions,
        places: &[u32],
        memory: &Memory,
    ) -> Result<(), SolveError> {
        memory.give(self.memory());
        (self.places, self.nodes) = (Vec::new(), Vec::new());
        self.edges.clear();
        memory.take(self.memory())?;
        memory.grow(&mut self.places, places.len())?;
        memory.grow(&mut self.nodes, places.len())?;
        for places in places.chunks(PART * rayon::current_num_threads()) {
            let part = |places: &[u32]| Self::part(game, positions, places, |_| true);
            let parts = places.par_chunks(PART).map(part);
            for part in parts.collect::<Result<Vec<_>, SolveError>>()? {
                let (first, room) = (self.edges.len(), self.edges.len() + part.edges.len());
                if room > self.edges.capacity() {
                    memory.grow(&mut self.edges, room + room / 4)?;
                }
                self.edges.extend(part.edges);
                self.nodes.extend(part.nodes.iter().map(|&(kind, end)| (kind, first + end)));
            }
            self.places.extend(places);
        }
        Ok(())
    }

    fn memory(&self) -> u64 {
        let nodes = self.nodes.capacity() * size_of::<(Kind, usize)>();
        let places = self.places.capacity() * size_of::<u32>();
        (nodes + places + self.edges.capacity() * size_of::<Edge>()) as u64
    }

    /// That of few positions; of each no moves behind one that leads to a place of which `goes_on` is false.
    pub(super) fn part(
        game: &dyn Described,
        positions: &Positions,
        places: &[u32],
        goes_on: impl Fn(usize) -> bool,
    ) -> Result<Self, SolveError> {
        let (mut own, mut batch) = (Self::default(), Batch::default());
        for places in places.chunks(game.together()) {
            let words: Vec<u64> = places.iter().map(|&it| positions.word(it as usize)).collect();
            game.ask(&words, Purpose::Solve, &mut batch)?;
            for visited in batch.visited() {
                own.counted.add(&visited);
                let (mut points, mut all) = (0, 0);
                let mut weights = visited.weights.iter();
                for child in visited.children {
                    let weight = weights.next().copied().unwrap_or_default();
                    let gain = child.turn.gain;
                    points += i64::from(weight) * i64::from(gain);
                    if weight > 0 && child.key.word == visited.word {
                        continue;
                    }
                    all += u64::from(weight);
                    let missing = || mistake(game, child.key.word, Mistake::Changed);
                    let child_place = positions.place(child.key.word).ok_or_else(missing)?;
                    let same_player = child.turn.same_player;
                    own.edges.push(Edge { child: child_place as u32, weight, gain, same_player });
                    if !goes_on(child_place) {
                        break;
                    }
                }
                let kind = match (visited.children, visited.weights) {
                    ([], _) => Kind::Ended(ended(visited.end)),
                    (_, []) => Kind::Choice,
                    _ if all == 0 => return Err(mistake(game, visited.word, Mistake::Endless)),
                    _ => Kind::Roll(points, all),
                };
                own.nodes.push((kind, own.edges.len()));
            }
        }
        Ok(own)
    }

    /// A position by its place in the order.
    #[inline]
    pub(super) fn node(&self, number: usize) -> Node<'_> {
        let begin = number.checked_sub(1).map_or(0, |before| self.nodes[before].1);
        let (kind, end) = self.nodes[number];
        let edges = &self.edges[begin..end];
        match kind {
            Kind::Ended(points) => Node::Ended(points),
            Kind::Choice => Node::Choice(edges),
            Kind::Roll(points, all) => Node::Roll(edges, points, all),
        }
    }

    /// Whether moves or rolls have points.
    pub(super) fn has_points(&self) -> bool {
        let has_points =
            |&(kind, _): &(Kind, usize)| matches!(kind, Kind::Roll(points, _) if points != 0);
        self.edges.iter().any(|edge| edge.gain != 0) || self.nodes.iter().any(has_points)
    }
}
