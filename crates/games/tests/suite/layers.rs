//! The drivers that solve layer by layer, with a game of sums.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use perfectplay_core::control::{Control, Interrupted, Progress};
use perfectplay_core::layers::{
    LastLayers, LayeredGame, OutOfMemory, SolveError, pieces, solve_all, solve_last,
};
use perfectplay_core::testing::{reserve, reserve_exact};
use perfectplay_games::tower;

/// Pascal's triangle: an entry is the sum of two entries of the layer before.
struct Pascal {
    layers: usize,
}

impl LayeredGame for Pascal {
    type Entry = u64;
    type Task = Range<usize>;
    const TASK: usize = 3;

    fn layers(&self) -> usize {
        self.layers
    }

    fn layer(&self, layer: usize) -> Range<u64> {
        let start = (layer as u64) * (layer as u64 + 1) / 2;
        start..start + layer as u64 + 1
    }

    fn reads(&self, layer: usize) -> Range<u64> {
        layer.checked_sub(1).map_or(0..0, |before| self.layer(before))
    }

    fn tasks(&self, layer: usize, states: usize) -> impl Iterator<Item = Range<usize>> {
        (0..=layer).step_by(states).map(move |from| from..(from + states).min(layer + 1))
    }

    fn task_len(&self, task: &Range<usize>) -> usize {
        task.len()
    }

    fn fill(&self, task: &Range<usize>, lower: &[u64], out: &mut [u64]) {
        for (place, out) in task.clone().zip(out) {
            let left = place.checked_sub(1).map_or(0, |left| lower.get(left).copied().unwrap_or(0));
            let right = lower.get(place).copied().unwrap_or(0);
            *out = if lower.is_empty() { 1 } else { left + right };
        }
    }
}

/// Stops after this many states.
pub(crate) struct Limit {
    states: u64,
    done: AtomicU64,
}

impl Limit {
    pub(crate) fn new(states: u64) -> Self {
        Self { states, done: AtomicU64::new(0) }
    }
}

impl Progress for Limit {
    fn advance(&self, states: u64) {
        self.done.fetch_add(states, Ordering::Relaxed);
    }

    fn interrupted(&self) -> bool {
        self.done.load(Ordering::Relaxed) >= self.states
    }
}

/// The entries of a game in tasks of about this many states, of which the last of each layer is filled first, in memory
/// that holds `other` before: neither may make a difference.
pub(crate) fn by_tasks<G: LayeredGame>(game: &G, states: usize, other: G::Entry) -> Vec<G::Entry> {
    let mut entries = vec![other; game.layer(game.layers() - 1).end as usize];
    for layer in 0..game.layers() {
        let Range { start, end } = game.layer(layer);
        let (lower, mut rest) = entries[..end as usize].split_at_mut(start as usize);
        let reads = game.reads(layer);
        let lower = &lower[reads.start as usize..reads.end as usize];
        let mut tasks = Vec::new();
        for task in game.tasks(layer, states) {
            let (out, after) = rest.split_at_mut(game.task_len(&task));
            tasks.push((task, out));
            rest = after;
        }
        assert!(rest.is_empty(), "they cover the layer");
        tasks.into_iter().rev().for_each(|(task, out)| game.fill(&task, lower, out));
    }
    entries
}

#[test]
fn both_drivers_return_the_same_last_layers() {
    for layers in 1..=12 {
        let game = Pascal { layers };
        let all = solve_all(&game, Control::SILENT).expect("few entries");
        let LastLayers { before, last } = solve_last(&game, Control::SILENT).expect("few");
        let kept = [before.as_slice(), &last].concat();
        assert!(all.ends_with(&kept));
        assert_eq!(last.len(), layers);
        assert_eq!(before.len(), layers - 1);
        assert_eq!(last.iter().sum::<u64>(), 1 << (layers - 1));
    }
}

#[test]
fn pieces_of_any_states_have_their_entries() {
    let game = Pascal { layers: 12 };
    let all = solve_all(&game, Control::SILENT).expect("few entries");
    let states = game.layer(11);
    let reads = game.reads(11);
    let lower = &all[reads.start as usize..reads.end as usize];
    let mut space = Vec::new();
    for start in states.clone() {
        for end in start..=states.end {
            let mut found = Vec::<u64>::new();
            for piece in pieces(&game, 11, start..end, 5) {
                assert_eq!(piece.states().start, start + found.len() as u64);
                found.extend(&*piece.fill(&game, lower, &mut space).expect("few entries"));
            }
            assert_eq!(found, all[start as usize..end as usize]);
        }
    }
}

#[test]
fn all_states_are_counted_once() {
    let limit = Limit::new(u64::MAX);
    let all = solve_all(&Pascal { layers: 20 }, Control::new(&limit)).expect("few entries");
    assert_eq!(limit.done.into_inner(), all.len() as u64);
}

#[test]
fn a_stopped_solver_returns_no_entries() {
    let limit = Limit::new(30);
    let game = Pascal { layers: 1000 };
    assert_eq!(solve_all(&game, Control::new(&limit)), Err(SolveError::Interrupted(Interrupted)));
    assert!(limit.done.into_inner() < 100);
}

#[test]
fn memory_that_cannot_be_had_is_an_error() {
    // More than any address space holds, but with layers that are numbered in 64 bits.
    let game = Pascal { layers: 4_000_000_000 };
    let Err(SolveError::OutOfMemory(OutOfMemory { bytes })) = solve_all(&game, Control::SILENT)
    else {
        panic!("so much memory cannot be had");
    };
    assert_eq!(bytes, u64::MAX);
    let bytes = usize::MAX as u64;
    assert_eq!(reserve(&mut vec![1_u64], usize::MAX / 8), Err(OutOfMemory { bytes }));
    assert_eq!(reserve_exact(&mut vec![1_u8], usize::MAX), Err(OutOfMemory { bytes }));
}

#[test]
#[should_panic(expected = "not kept")]
fn two_layers_are_not_enough_for_a_game_that_reads_more() {
    let index = tower::Index::new(2).expect("few levels");
    let _ = solve_last(&tower::Solver::new(&index), Control::SILENT);
}
