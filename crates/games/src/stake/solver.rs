//! The solver: fills a layer from the layer before, in tasks that may run at the same time.
//!
//! The entry of a state is its *lead*, one byte: 64 + the first player's largest region − the second player's,
//! where the first player is the one to move on the board. [`Solver::score`] turns it into a score.

use std::ops::Range;

use super::kernel::{Distances, LayerFiller, MAX_TAIL, Node, Tails};
use super::{Answer, Index, Position, answer, regions};
use perfectplay_core::control::Control;
use perfectplay_core::layers::{LastLayers, LayeredGame, SolveError, solve_last};

/// Solves the boards with some number of empty cells. Its tables take some tens of kilobytes and are made in less
/// than a millisecond.
#[derive(Clone, Debug)]
pub struct Solver {
    index: Index,
    tails: Tails,
}

/// All states of one board, for solving [layer by layer](perfectplay_core::layers).
#[derive(Clone, Copy, Debug)]
pub struct BoardLayers<'a> {
    solver: &'a Solver,
    board: &'a Position,
}

/// Consecutive states of a layer: a unit of work.
#[derive(Clone, Debug)]
pub struct Task {
    layer: usize,
    node: Node,
    distances: Distances,
}

impl Solver {
    /// A solver of the boards that the index is for.
    pub fn new(index: &Index) -> Self {
        // Long tails make fewer rows, short tails fewer single look-ups. Chosen by measurement.
        let cells = if index.cells() > 12 { MAX_TAIL - 1 } else { MAX_TAIL };
        Self { index: index.clone(), tails: Tails::new(cells.min(index.cells())) }
    }

    /// A layer as one task.
    pub(super) fn whole(&self, layer: usize) -> Task {
        let (first, second) = self.index.counts(layer);
        let node = Node { cells: self.index.cells(), first, second, at: 0, to: 0 };
        Task { layer, node, distances: Distances::NONE }
    }

    fn split(&self, task: Task, states: u64, tasks: &mut Vec<Task>) {
        if task.node.len() <= states || task.node.cells == self.tails.cells() {
            tasks.push(task);
            return;
        }
        let (nodes, distance) = task.node.below(self.index.first_moves(task.layer));
        for (letter, node) in nodes.into_iter().enumerate() {
            let Some(node) = node else { continue };
            let mut below = Task { node, ..task.clone() };
            if letter == 0 {
                below.distances.push(distance);
            }
            self.split(below, states, tasks);
        }
    }

    /// Fills a task of any layer but layer 0. `lower` holds the whole layer before.
    ///
    /// # Panics
    /// If `lower` is too short or `out` has another length.
    fn fill_by_moves(&self, task: &Task, lower: &[u8], out: &mut [u8]) {
        assert_eq!(out.len() as u64, task.node.len(), "as many entries as the task has");
        let mut distances = task.distances;
        if self.index.first_moves(task.layer) {
            LayerFiller::<true> { tails: &self.tails, lower }.fill(task.node, &mut distances, out);
        } else {
            LayerFiller::<false> { tails: &self.tails, lower }.fill(task.node, &mut distances, out);
        }
    }

    /// All states of a board.
    ///
    /// # Panics
    /// If the number of the board's empty cells is not that of the index.
    pub fn on<'a>(&'a self, board: &'a Position) -> BoardLayers<'a> {
        self.index.assert_is_of(board);
        BoardLayers { solver: self, board }
    }

    /// The answer for a board, keeping two layers at a time: [`Index::two_layers`] bytes.
    ///
    /// # Panics
    /// If the number of the board's empty cells is not that of the index.
    pub fn answer(&self, board: &Position, control: Control<'_>) -> Result<Answer, SolveError> {
        let LastLayers { before, last } = solve_last(&self.on(board), control)?;
        let leads = if before.is_empty() { last } else { before };
        Ok(answer_from(&self.index, board, |rank| leads[rank]))
    }
}

impl LayeredGame for BoardLayers<'_> {
    type Entry = u8;
    type Task = Task;
    const TASK: usize = 1 << 15;

    fn layers(&self) -> usize {
        self.solver.index.layers()
    }

    fn layer(&self, layer: usize) -> Range<u64> {
        self.solver.index.layer(layer)
    }

    fn reads(&self, layer: usize) -> Range<u64> {
        layer.checked_sub(1).map_or(0..0, |before| self.layer(before))
    }

    fn tasks(&self, layer: usize, states: usize) -> impl Iterator<Item = Task> {
        let (whole, mut tasks) = (self.solver.whole(layer), Vec::new());
        match layer {
            // The regions of all full boards are measured by one recursion.
            0 => tasks.push(whole),
            _ => self.solver.split(whole, states as u64, &mut tasks),
        }
        tasks.into_iter()
    }

    fn task_len(&self, task: &Task) -> usize {
        task.node.len() as usize
    }

    fn fill(&self, task: &Task, lower: &[u8], out: &mut [u8]) {
        if task.layer > 0 {
            return self.solver.fill_by_moves(task, lower, out);
        }
        assert_eq!(out.len(), self.task_len(task), "as many entries as the task has");
        for (out, lead) in out.iter_mut().zip(regions::final_leads(self.board)) {
            *out = lead;
        }
    }
}

/// The score of a state with `layer` empty cells, seen by the player to move, from its lead.
pub const fn lead_to_score(index: &Index, layer: usize, lead: u8) -> i8 {
    let score = lead.wrapping_sub(64) as i8;
    if index.first_moves(layer) { score } else { score.wrapping_neg() }
}

/// The answer for a board from the leads of its last layer but one, or of layer 0 if it is full.
pub(super) fn answer_from(index: &Index, board: &Position, lead: impl Fn(usize) -> u8) -> Answer {
    // With a single filled cell, ranks are in the order of the cells, because the last cell is the
    // first letter of a word and *empty* sorts before *first*.
    let mut rank = 0..;
    let layer = index.cells().saturating_sub(1);
    answer(board, |_| Some(lead_to_score(index, layer, lead(rank.next()?))))
        .expect("all moves of the board are in the layer")
}
