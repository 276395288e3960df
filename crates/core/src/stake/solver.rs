//! The solver: fills a layer from the layer before, in tasks that may run at once.
//!
//! What is stored of a state is a *lead*, one byte: 64 + what the first player (who is to move on
//! the board) gets more than the second. [`Solver::score`] makes a score of it.

use std::ops::Range;

use super::answer::Answer;
use super::index::Index;
use super::instance::Instance;
use super::kernel::{Layer, MAX_TAIL, Node, Tails, Ways};
use super::position::Position;
use super::regions;
use crate::control::Control;
use crate::layers::{LastLayers, Layered, SolveError, solve_last};

/// An index with the tables that filling needs: some ten kilobytes, made in less than a
/// millisecond. It serves all boards with equally many empty cells.
#[derive(Clone, Debug)]
pub struct Solver {
    index: Index,
    tails: Tails,
}

/// All states of one board, to be solved [layer by layer](crate::layers).
#[derive(Clone, Copy, Debug)]
pub struct Leads<'a> {
    solver: &'a Solver,
    board: &'a Position,
}

/// Some consecutive states of a layer: a unit of work.
#[derive(Clone, Debug)]
pub struct Task {
    layer: usize,
    node: Node,
    ways: Ways,
}

impl Solver {
    /// The solver of all boards that the index is for.
    #[must_use]
    pub fn new(index: &Index) -> Self {
        // Long tails have few rows, short ones few look-ups one by one; found by timing.
        Self::with_tail(index, if index.cells() > 12 { MAX_TAIL - 1 } else { MAX_TAIL })
    }

    /// With tails of another length: only time depends on it.
    pub(super) fn with_tail(index: &Index, cells: usize) -> Self {
        Self { index: index.clone(), tails: Tails::new(cells.min(index.cells())) }
    }

    /// The index.
    #[must_use]
    pub const fn index(&self) -> &Index {
        &self.index
    }

    /// A layer as one task.
    pub(super) fn whole(&self, layer: usize) -> Task {
        let (first, second) = self.index.counts(layer);
        let node = Node { cells: self.index.cells(), first, second, at: 0, to: 0 };
        Task { layer, node, ways: Ways::NONE }
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
                below.ways.push(distance);
            }
            self.split(below, states, tasks);
        }
    }

    /// Fills a task of another layer than the first for several boards at once. `lower` holds the
    /// whole layer before.
    ///
    /// # Panics
    /// If `lower` is too short or `out` has another length.
    pub(super) fn fill_lanes<const LANES: usize>(
        &self,
        task: &Task,
        lower: &[[u8; LANES]],
        out: &mut [[u8; LANES]],
    ) {
        assert_eq!(out.len() as u64, task.node.len(), "as many entries as the task has");
        let mut ways = task.ways;
        if self.index.first_moves(task.layer) {
            Layer::<LANES, true> { tails: &self.tails, lower }.fill(task.node, &mut ways, out);
        } else {
            Layer::<LANES, false> { tails: &self.tails, lower }.fill(task.node, &mut ways, out);
        }
    }

    /// All states of a board.
    ///
    /// # Panics
    /// If the board has not as many empty cells as the index.
    #[must_use]
    pub fn on<'a>(&'a self, board: &'a Position) -> Leads<'a> {
        let cells = board.empty_cells().count_ones() as usize;
        assert_eq!(cells, self.index.cells(), "the solver is for boards with so many empty cells");
        Leads { solver: self, board }
    }

    /// The number of states of a layer.
    pub(super) fn layer_len(&self, layer: usize) -> usize {
        let range = self.index.layer(layer);
        (range.end - range.start) as usize
    }

    /// The answer for a board, keeping two layers at a time: [`Index::two_layers`] bytes.
    ///
    /// # Errors
    /// If it is stopped, or the memory cannot be had.
    ///
    /// # Panics
    /// If it has not as many empty cells as the index.
    pub fn answer(&self, board: &Position, control: Control<'_>) -> Result<Answer, SolveError> {
        let LastLayers { before, last } = solve_last(&self.on(board), control)?;
        let leads = if before.is_empty() { last } else { before };
        Ok(answer_from(&self.index, board, |rank| leads[rank]))
    }

    /// The score of a state, as seen by the player to move, from its lead.
    #[must_use]
    pub const fn score(&self, layer: usize, lead: u8) -> i8 {
        lead_to_score(&self.index, layer, lead)
    }

    /// The score of a position from all `entries` of an instance; `None` if play from its board
    /// does not lead there, or there are too few entries.
    #[must_use]
    pub fn score_in(&self, entries: &[u8], instance: &Instance, position: &Position) -> Option<i8> {
        let index = instance.index_of(position)?;
        let lead = *entries.get(usize::try_from(index).ok()?)?;
        Some(self.score(position.empty_cells().count_ones() as usize, lead))
    }
}

impl Layered for Leads<'_> {
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
            // The regions of full boards are measured by one walk over all.
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
            let (lower, out) = (lower.as_chunks::<1>().0, out.as_chunks_mut::<1>().0);
            return self.solver.fill_lanes(task, lower, out);
        }
        assert_eq!(out.len(), self.task_len(task), "as many entries as the task has");
        for (out, [lead]) in out.iter_mut().zip(regions::final_leads(&[*self.board])) {
            *out = lead;
        }
    }
}

/// The score of a state with `layer` empty cells, as seen by the player to move, from its lead.
#[must_use]
pub const fn lead_to_score(index: &Index, layer: usize, lead: u8) -> i8 {
    let score = lead.wrapping_sub(64) as i8;
    if index.first_moves(layer) { score } else { score.wrapping_neg() }
}

/// The answer for a board whose last layer but one has the leads `lead`, or layer 0 if it is the
/// only one.
pub(super) fn answer_from(index: &Index, board: &Position, lead: impl Fn(usize) -> u8) -> Answer {
    // With one cell filled, by the first player, the ranks are those of the cells: *empty* comes
    // before *first*, the last cell decides first.
    let mut rank = 0..;
    let layer = index.cells().saturating_sub(1);
    Answer::new(board, |_| Some(lead_to_score(index, layer, lead(rank.next()?))))
        .expect("all moves of the board are in the layer")
}
