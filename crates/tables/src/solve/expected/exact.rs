//! Expectations that follow from one another, as doubles.
//!
//! Each is made of others by the formula of [`rule`](crate::solve::rule), so that it is the same to the last bit whatever the
//! order is in which they are found. A position that needs one which is not known waits for it, and is looked at again in the
//! wave behind that one.

use crate::solve::children::VisitedPosition;
use crate::solve::indexed::Positions;
use crate::solve::prelude::*;

/// How many positions a thread takes at a time, and how many are taken before what they wait for is noted.
const PART: usize = 1 << 9;
const TOGETHER: usize = 1 << 14;
/// No place.
const NONE: u32 = u32::MAX;

/// What a position turned out to be.
enum Looked {
    Solved(f64),
    /// It needs the expectation at this place.
    Waits(u32),
}

/// Positions of which some, or all, are solved.
pub(super) struct Exact {
    /// By place; not a number for those that are not solved.
    values: Vec<f64>,
    solved: usize,
    pub(super) summary: Summary,
    /// The most points at an end, or −1 times the fewest; and whether moves or rolls have points.
    pub(super) at_end: u16,
    pub(super) along: bool,
}

/// What the positions of a part turned out to be, with what is counted.
#[derive(Default)]
struct Part {
    looked: Vec<Looked>,
    summary: Summary,
    at_end: u16,
    along: bool,
}

impl Exact {
    pub(super) fn solve(
        game: &dyn Described,
        positions: &Positions,
        memory: &Memory,
        control: Control<'_>,
    ) -> Result<Self, SolveError> {
        let values = memory.filled(positions.states(), || f64::NAN)?;
        let summary = Summary::default();
        let mut own = Self { values, solved: 0, summary, at_end: 0, along: false };
        // By place: the first of those that wait for it, and the next one that waits for the same.
        let (mut first, mut next) = (Vec::new(), Vec::new());
        let (mut wave, mut ready, mut is_first) = (&*positions.order, Vec::new(), true);
        let mut listed;
        loop {
            for places in wave.chunks(TOGETHER) {
                let parts: Vec<&[u32]> = places.chunks(PART).collect();
                let look = |part: &&[u32]| own.look(game, positions, part);
                let parts = parts.par_iter().map(look).collect::<Result<Vec<_>, SolveError>>()?;
                let looked = parts.into_iter().flat_map(|part| {
                    if is_first {
                        own.summary.moves += part.summary.moves;
                        let ways = own.summary.ended.iter_mut().zip(part.summary.ended);
                        ways.for_each(|(sum, more)| *sum += more);
                        own.at_end = own.at_end.max(part.at_end);
                        own.along |= part.along;
                    }
                    part.looked
                });
                let before = own.solved;
                for (&place, looked) in places.iter().zip(looked) {
                    match looked {
                        Looked::Solved(value) => {
                            own.values[place as usize] = value;
                            own.solved += 1;
                            let mut waiting = first.get(place as usize).copied().unwrap_or(NONE);
                            while waiting != NONE {
                                ready.push(waiting);
                                waiting = next[waiting as usize];
                            }
                        }
                        Looked::Waits(other) if !own.values[other as usize].is_nan() => {
                            ready.push(place);
                        }
                        Looked::Waits(other) => {
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

    /// Looks at some positions.
    fn look(
        &self,
        game: &dyn Described,
        positions: &Positions,
        places: &[u32],
    ) -> Result<Part, SolveError> {
        let (mut part, mut batch) = (Part::default(), Batch::default());
        for places in places.chunks(game.together()) {
            let words: Vec<u64> = places.iter().map(|&it| positions.word(it as usize)).collect();
            game.ask(&words, Purpose::Solve, &mut batch)?;
            for visited in batch.visited() {
                part.summary.moves += visited.children.len() as u64;
                if let Some(way) = way(&visited) {
                    part.summary.ended[way] += 1;
                    let points = ended(visited.end);
                    part.at_end = part.at_end.max(points.unsigned_abs());
                    part.looked.push(Looked::Solved(points.into()));
                    continue;
                }
                part.along |= visited.children.iter().any(|child| child.turn.gain != 0);
                part.looked.push(match visited.weights {
                    [] => self.best(game, positions, &visited)?,
                    _ => self.mean(game, positions, &visited)?,
                });
            }
        }
        Ok(part)
    }

    /// What is known behind a move or an outcome, or what it waits for.
    fn value(
        &self,
        game: &dyn Described,
        positions: &Positions,
        word: u64,
    ) -> Result<Result<f64, Looked>, SolveError> {
        let place = positions.place(word).ok_or_else(|| mistake(game, word, Mistake::Changed))?;
        let value = self.values[place];
        Ok(if value.is_nan() { Err(Looked::Waits(place as u32)) } else { Ok(value) })
    }

    fn best(
        &self,
        game: &dyn Described,
        positions: &Positions,
        visited: &VisitedPosition<'_>,
    ) -> Result<Looked, SolveError> {
        let mut best = f64::NEG_INFINITY;
        for child in visited.children {
            match self.value(game, positions, child.key.word)? {
                Ok(value) => {
                    let own = if child.turn.same_player { value } else { -value };
                    best = best.max(f64::from(child.turn.gain) + own);
                }
                Err(waits) => return Ok(waits),
            }
        }
        Ok(Looked::Solved(best))
    }

    fn mean(
        &self,
        game: &dyn Described,
        positions: &Positions,
        visited: &VisitedPosition<'_>,
    ) -> Result<Looked, SolveError> {
        let mut others = Vec::with_capacity(visited.children.len());
        let (mut points, mut all) = (0_i64, 0_u64);
        for (child, &weight) in visited.children.iter().zip(visited.weights) {
            points += i64::from(weight) * i64::from(child.turn.gain);
            if child.key.word == visited.word {
                continue;
            }
            match self.value(game, positions, child.key.word)? {
                Ok(value) => others.push((weight, value)),
                Err(waits) => return Ok(waits),
            }
            all += u64::from(weight);
        }
        if all == 0 {
            return Err(mistake(game, visited.word, Mistake::Endless));
        }
        others.sort_unstable_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
        let (mut sum, mut place) = (points as f64, 0);
        while let Some(&(weight, value)) = others.get(place) {
            let mut group = value;
            place += 1;
            while let Some(&(_, value)) = others.get(place).filter(|&&(other, _)| other == weight) {
                group += value;
                place += 1;
            }
            sum += f64::from(weight) * group;
        }
        Ok(Looked::Solved(sum / all as f64 + 0.0))
    }
}

/// What the player to move gets where the game has ended.
pub(super) const fn ended(end: Option<End>) -> i16 {
    match end {
        Some(End::Score(points)) => points,
        Some(End::Win) => 1,
        Some(End::Draw) => 0,
        Some(End::Loss) | None => -1,
    }
}
