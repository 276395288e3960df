//! An order in which every position comes after those that its moves lead to.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::children::{Graph, Part};
use crate::error::{Mistake, SolveError};
use crate::find::Run;
use crate::game::Game;
use crate::positions::{ByNumber, Number};

/// Positions in an order in which moves lead from each part to later ones alone.
#[derive(Debug)]
pub(crate) enum Order {
    /// By the number of moves from the start, which is the same on all ways to a position.
    Levels(Vec<Vec<Run>>),
    /// By the largest number of moves from the start.
    Waves(Vec<Vec<Number>>),
}

impl Order {
    /// The parts, the last one first.
    pub(crate) fn last_first(&self) -> impl Iterator<Item = Part<'_>> {
        let (levels, waves): (&[Vec<Run>], &[Vec<Number>]) = match self {
            Self::Levels(levels) => (levels, &[]),
            Self::Waves(waves) => (&[], waves),
        };
        let waves = waves.iter().rev().map(|wave| Part::Numbers(wave));
        levels.iter().rev().map(|level| Part::Runs(level)).chain(waves)
    }
}

/// The order, or the positions that have none: play can repeat one of them.
pub(crate) enum Ordered {
    Order(Order),
    Repeating,
}

/// Finds the order of positions whose moves do not all lead to the next level. Positions that all moves to them come
/// from the parts before are a part; so the parts are by the largest number of moves from the start.
///
/// `parents` has how many moves lead to each position; there are `states`. It is the same in the end if play can
/// repeat a position.
pub(crate) fn waves<G: Game>(
    graph: &Graph<'_, G>,
    parents: &ByNumber<AtomicU32>,
    start: Number,
    states: u64,
) -> Result<Ordered, SolveError> {
    if parents.at(start).load(Relaxed) > 0 {
        return Ok(Ordered::Repeating);
    }
    let (mut waves, mut wave, mut ordered) = (Vec::new(), vec![start], 0);
    while !wave.is_empty() {
        ordered += wave.len() as u64;
        let next = graph.visit(
            Part::Numbers(&wave),
            |_| {},
            Vec::new,
            |next, visited| {
                for child in visited.children {
                    if parents.at(child.number).fetch_sub(1, Relaxed) == 1 {
                        next.push(child.number);
                    }
                }
                Ok(())
            },
        )?;
        waves.push(std::mem::replace(&mut wave, next.concat()));
    }
    if ordered == states {
        return Ok(Ordered::Order(Order::Waves(waves)));
    }
    for wave in &waves {
        graph.visit(
            Part::Numbers(wave),
            |_| {},
            || (),
            |(), visited| {
                for child in visited.children {
                    parents.at(child.number).fetch_add(1, Relaxed);
                }
                Ok(())
            },
        )?;
    }
    Ok(Ordered::Repeating)
}

/// The error that play can come back to a position: the first to which it does, with the first moves tried first.
pub(crate) fn repeated<G: Game>(
    graph: &Graph<'_, G>,
    start: Number,
) -> Result<SolveError, SolveError> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        OnPath,
        Done,
    }
    let children = |number: Number| {
        let found = graph.visit(
            Part::Numbers(&[number]),
            |_| {},
            Vec::new,
            |numbers, visited| {
                numbers.extend(visited.children.iter().rev().map(|child| child.number));
                Ok(())
            },
        );
        found.map(|numbers| numbers.concat())
    };
    let mut marks: Vec<Vec<Mark>> =
        graph.shards.iter().map(|shard| vec![Mark::New; shard.words.len()]).collect();
    let mut path = vec![(start, children(start)?)];
    marks[start.shard()][start.place()] = Mark::OnPath;
    while let Some((number, left)) = path.last_mut() {
        let number = *number;
        let Some(child) = left.pop() else {
            marks[number.shard()][number.place()] = Mark::Done;
            path.pop();
            continue;
        };
        let mark = &mut marks[child.shard()][child.place()];
        match *mark {
            Mark::OnPath => return Ok(graph.mistake(child, Mistake::Repeats)),
            Mark::Done => {}
            Mark::New => {
                *mark = Mark::OnPath;
                path.push((child, children(child)?));
            }
        }
    }
    unreachable!("positions without an order have a cycle, and all are reached from the start")
}
