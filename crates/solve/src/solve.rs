//! The values of all positions.

use std::sync::atomic::{AtomicU16, AtomicU32, Ordering::Relaxed};

use perfectplay_core::control::Control;
use rayon::prelude::*;

use crate::children::{Graph, Part};
use crate::error::{Mistake, SolveError};
use crate::find::{Found, Run};
use crate::game::{Game, Values};
use crate::order::{Order, Ordered, repeated, waves};
use crate::positions::{ByNumber, Number, SHARDS, Shard};
use crate::value::{Best, Counts, Stored, added, listed, no_counts};

/// All positions of a game, solved.
#[derive(Debug)]
pub(crate) struct SolvedPositions {
    pub(crate) shards: Vec<Shard>,
    pub(crate) values: ByNumber<AtomicU16>,
}

impl ByNumber<AtomicU16> {
    #[inline]
    pub(crate) fn value(&self, number: Number) -> Stored {
        Stored(self.at(number).load(Relaxed).cast_signed())
    }
}

impl SolvedPositions {
    /// The values that occur.
    pub(crate) fn counts(&self) -> Counts {
        let count = |mut counts: Vec<u64>, shard| {
            for value in self.values.of_shard(shard) {
                counts[usize::from(value.load(Relaxed))] += 1;
            }
            counts
        };
        let shards = (0..SHARDS).into_par_iter().with_min_len(SHARDS / 8);
        listed(shards.fold(no_counts, count).reduce(no_counts, added))
    }
}

/// Solves all positions that were found.
pub(crate) fn solve<G: Game>(
    game: &G,
    found: Found,
    memory: u64,
    control: Control<'_>,
) -> Result<SolvedPositions, SolveError> {
    let Found { shards, parents, levels, is_layered, states, moves } = found;
    let allowed = |more: u64| {
        let need = shards.iter().map(Shard::bytes).sum::<u64>() + more;
        if need <= memory { Ok(()) } else { Err(SolveError::Memory { need, limit: memory }) }
    };
    // Values, an order and how many moves lead to a position; or values, moves that are left and edges back.
    allowed((2 + if is_layered { 0 } else { 8 }) * states)?;
    let graph = Graph { game, shards: &shards, control };
    let start = levels[0][0].first;
    let order = match is_layered {
        true => Ordered::Order(Order::Levels(levels)),
        false => waves(&graph, &parents, start, states)?,
    };
    let values = match (order, game.values()) {
        (Ordered::Order(order), _) => {
            drop(parents);
            in_order(&graph, &order)?
        }
        (Ordered::Repeating, Values::Outcome | Values::Misere) => {
            allowed(8 * states + 4 * moves)?;
            backwards(&graph, parents)?
        }
        (Ordered::Repeating, _) => return Err(repeated(&graph, start)?),
    };
    Ok(SolvedPositions { shards, values })
}

/// The value of a position that has ended, or that has no move.
fn ended<G: Game>(
    graph: &Graph<'_, G>,
    number: Number,
    end: Option<crate::game::End>,
) -> Result<Stored, SolveError> {
    let values = graph.game.values();
    let mistake = || match end {
        Some(end) => Mistake::End { end: format!("{end:?}") },
        None => Mistake::NoScore,
    };
    let value = match end {
        Some(end) => Stored::of_end(end, values),
        None => Stored::without_moves(values),
    };
    value.ok_or_else(|| graph.mistake(number, mistake()))
}

/// The values of positions that have an order, from the last ones to the start.
fn in_order<G: Game>(
    graph: &Graph<'_, G>,
    order: &Order,
) -> Result<ByNumber<AtomicU16>, SolveError> {
    let values = ByNumber::new(graph.shards, AtomicU16::default);
    let kind = graph.game.values();
    let is_outcome = matches!(kind, Values::Outcome | Values::Misere);
    for part in order.last_first() {
        graph.visit(
            part,
            |number| values.prefetch(number),
            || Best::new(kind),
            |best, visited| {
                for child in visited.children {
                    let value = values.value(child.number);
                    if is_outcome && value.is_furthest() {
                        return Err(graph.mistake(visited.number, Mistake::Plies));
                    }
                    best.add(value, child.same_player);
                }
                let value = match best.take() {
                    Some(value) => value,
                    None => ended(graph, visited.number, visited.end)?,
                };
                values.at(visited.number).store(value.0.cast_unsigned(), Relaxed);
                Ok(())
            },
        )?;
    }
    Ok(values)
}

/// A position that is not won or lost, as far as is known.
const OPEN: u16 = Stored::DRAW.0.cast_unsigned();

/// The outcomes of positions that play can repeat: those that are won or lost in p + 1 plies from those in p plies,
/// by the moves that lead there. What remains is drawn, as each such position has a move to another one of them, and
/// none to one that is lost for the opponent.
fn backwards<G: Game>(
    graph: &Graph<'_, G>,
    parents: ByNumber<AtomicU32>,
) -> Result<ByNumber<AtomicU16>, SolveError> {
    let values = ByNumber::new(graph.shards, || AtomicU16::new(OPEN));
    // How many moves a position has that are not known to be bad.
    let left = ByNumber::new(graph.shards, AtomicU16::default);
    let parents = Parents::new(parents)?;
    let all = all(graph.shards);
    let mut decided: Vec<Number> = graph
        .visit(
            Part::Runs(&all),
            |_| {},
            Vec::new,
            |decided, visited| {
                let number = visited.number;
                left.at(number).store(visited.children.len() as u16, Relaxed);
                for child in visited.children {
                    parents.add(child.number, number);
                }
                if visited.children.is_empty() {
                    let value = ended(graph, number, visited.end)?;
                    values.at(number).store(value.0.cast_unsigned(), Relaxed);
                    if value != Stored::DRAW {
                        decided.push(number);
                    }
                }
                Ok(())
            },
        )?
        .concat();
    while !decided.is_empty() {
        let next = |&number: &Number| -> Result<Vec<Number>, SolveError> {
            graph.control.check()?;
            let (position, value) = (graph.position(number), values.value(number));
            let mut next = Vec::new();
            for parent in parents.of(number) {
                let parent = Number::from_word(parent.load(Relaxed));
                let same = graph.game.same_player(graph.position(parent), position);
                let result = value.one_ply_before(same);
                if result == Stored::DRAW {
                    return Err(graph.mistake(parent, Mistake::Plies));
                }
                // A move that loses decides its position when it is the last one.
                let decides = result > Stored::DRAW || left.at(parent).fetch_sub(1, Relaxed) == 1;
                let stored = result.0.cast_unsigned();
                if decides
                    && values.at(parent).compare_exchange(OPEN, stored, Relaxed, Relaxed).is_ok()
                {
                    next.push(parent);
                }
            }
            Ok(next)
        };
        let next: Result<Vec<_>, _> = match decided.len() {
            ..64 => decided.iter().map(next).collect(),
            _ => decided.par_iter().with_min_len(64).map(next).collect(),
        };
        decided = next?.concat();
    }
    Ok(values)
}

/// All positions, in runs.
fn all(shards: &[Shard]) -> Vec<Run> {
    let run = |shard: usize| {
        let len = shards[shard].words.len() as u32;
        (len > 0).then(|| Run { first: Number::new(shard, 0), len })
    };
    (0..SHARDS).filter_map(run).collect()
}

/// The positions from which moves lead to each, once for each move.
struct Parents {
    /// By place in a shard: where the next one goes; in the end, where those of the next position begin.
    ends: ByNumber<AtomicU32>,
    parents: Vec<Vec<AtomicU32>>,
}

impl Parents {
    /// Room for as many as `counts` says.
    fn new(mut counts: ByNumber<AtomicU32>) -> Result<Self, SolveError> {
        let room = |counts: &mut Vec<AtomicU32>| {
            let mut sum = 0u32;
            for count in counts {
                let count = std::mem::replace(count.get_mut(), sum);
                sum = sum.checked_add(count).ok_or(SolveError::TooLarge)?;
            }
            Ok(std::iter::repeat_with(AtomicU32::default).take(sum as usize).collect())
        };
        let parents: Result<_, SolveError> = counts.0.par_iter_mut().map(room).collect();
        Ok(Self { parents: parents?, ends: counts })
    }

    fn add(&self, child: Number, parent: Number) {
        let place = self.ends.at(child).fetch_add(1, Relaxed);
        self.parents[child.shard()][place as usize].store(parent.word(), Relaxed);
    }

    fn of(&self, number: Number) -> &[AtomicU32] {
        let ends = self.ends.of_shard(number.shard());
        let start = number.place().checked_sub(1).map_or(0, |before| ends[before].load(Relaxed));
        let end = ends[number.place()].load(Relaxed);
        &self.parents[number.shard()][start as usize..end as usize]
    }
}
