//! The solver: fills a layer from the layer before, in tasks that may run at once. No threads and
//! no I/O here.
//!
//! What is stored of a state is a *lead*, one byte: 64 + what the first player (who is to move on
//! the board) gets more than the second. [`Solver::score`] makes a score of it.

use super::answer::Answer;
use super::index::Index;
use super::instance::Instance;
use super::kernel::{Layer, MAX_TAIL, Node, Tails, Ways};
use super::position::Position;
use super::regions;

/// An index with the tables that filling needs: some ten kilobytes, made in less than a
/// millisecond. It serves all boards with equally many empty cells.
#[derive(Clone, Debug)]
pub struct Solver {
    index: Index,
    tails: Tails,
}

/// Some consecutive states of a layer: a unit of work.
#[derive(Clone, Debug)]
pub struct Task {
    first_moves: bool,
    node: Node,
    ways: Ways,
}

impl Task {
    /// How many states these are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a task is never empty")]
    pub fn len(&self) -> usize {
        self.node.len() as usize
    }
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

    /// Cuts a layer into tasks of at most about `entries` states, which may run in any order or at
    /// once. They cover the layer in order, without gaps. Layer 0 has no tasks, see
    /// [`final_leads`](Self::final_leads).
    ///
    /// # Panics
    /// If there is no such layer.
    #[must_use]
    pub fn tasks(&self, layer: usize, entries: usize) -> Vec<Task> {
        let mut tasks = Vec::new();
        if layer > 0 {
            let first_moves = self.index.first_moves(layer);
            let task = Task { first_moves, node: self.root(layer), ways: Ways::NONE };
            self.split(task, entries as u64, &mut tasks);
        }
        tasks
    }

    fn root(&self, layer: usize) -> Node {
        let (first, second) = self.index.counts(layer);
        Node { cells: self.index.cells(), first, second, at: 0, to: 0 }
    }

    fn split(&self, task: Task, entries: u64, tasks: &mut Vec<Task>) {
        if task.node.len() <= entries || task.node.cells == self.tails.cells() {
            tasks.push(task);
            return;
        }
        let (nodes, distance) = task.node.below(task.first_moves);
        for (letter, node) in nodes.into_iter().enumerate() {
            let Some(node) = node else { continue };
            let mut below = Task { node, ..task.clone() };
            if letter == 0 {
                below.ways.push(distance);
            }
            self.split(below, entries, tasks);
        }
    }

    /// Fills the leads of a task's states. `lower` holds the whole layer before (and nothing else);
    /// `out` has [`Task::len`] entries.
    ///
    /// # Panics
    /// If `lower` is too short or `out` has another length.
    pub fn fill(&self, task: &Task, lower: &[u8], out: &mut [u8]) {
        self.fill_lanes(task, lower.as_chunks::<1>().0, out.as_chunks_mut::<1>().0);
    }

    /// The same for several boards at once.
    ///
    /// # Panics
    /// As for [`fill`](Self::fill).
    pub(super) fn fill_lanes<const LANES: usize>(
        &self,
        task: &Task,
        lower: &[[u8; LANES]],
        out: &mut [[u8; LANES]],
    ) {
        assert_eq!(out.len(), task.len(), "as many entries as the task has");
        let mut ways = task.ways;
        if task.first_moves {
            Layer::<LANES, true> { tails: &self.tails, lower }.fill(task.node, &mut ways, out);
        } else {
            Layer::<LANES, false> { tails: &self.tails, lower }.fill(task.node, &mut ways, out);
        }
    }

    /// Layer 0 of a board: the leads of its full boards.
    ///
    /// # Panics
    /// If the board has not as many empty cells as the index.
    #[must_use]
    pub fn final_leads(&self, board: &Position) -> Vec<u8> {
        self.check(board);
        regions::final_leads(&[*board]).map(|[lead]| lead).collect()
    }

    fn check(&self, board: &Position) {
        let cells = board.empty_cells().count_ones() as usize;
        assert_eq!(cells, self.index.cells(), "the solver is for boards with so many empty cells");
    }

    /// The number of states of a layer.
    pub(super) fn layer_len(&self, layer: usize) -> usize {
        let range = self.index.layer(layer);
        (range.end - range.start) as usize
    }

    /// The leads of all states of a board, one layer after the other: as many bytes as the index
    /// has states.
    ///
    /// # Panics
    /// If the board has not as many empty cells as the index.
    #[must_use]
    pub fn solve(&self, board: &Position) -> Vec<u8> {
        let mut entries = self.final_leads(board);
        entries.resize(self.index.len() as usize, 0);
        for layer in 1..self.index.layers() {
            let start = self.index.layer(layer).start as usize;
            let (lower, out) = entries.split_at_mut(start);
            let lower = &lower[start - self.layer_len(layer - 1)..];
            self.fill(&self.whole(layer), lower, &mut out[..self.layer_len(layer)]);
        }
        entries
    }

    /// A layer as one task.
    pub(super) fn whole(&self, layer: usize) -> Task {
        let first_moves = self.index.first_moves(layer);
        Task { first_moves, node: self.root(layer), ways: Ways::NONE }
    }

    /// The answer for a board, keeping two layers at a time: [`Index::two_layers`] bytes.
    ///
    /// # Panics
    /// If it has not as many empty cells as the index.
    #[must_use]
    pub fn answer(&self, board: &Position) -> Answer {
        self.answer_with(board, |layer, lower, out| self.fill(&self.whole(layer), lower, out))
    }

    /// The same with whole layers filled by `fill` from the layer before, as by cutting them into
    /// [`tasks`](Self::tasks).
    ///
    /// # Panics
    /// If the board has not as many empty cells as the index.
    pub fn answer_with(
        &self,
        board: &Position,
        mut fill: impl FnMut(usize, &[u8], &mut [u8]),
    ) -> Answer {
        let mut lower = self.final_leads(board);
        let mut out = Vec::new();
        // The board itself, the last layer, is the best of its moves.
        for layer in 1..self.index.cells() {
            out.clear();
            out.resize(self.layer_len(layer), 0);
            fill(layer, &lower, &mut out);
            std::mem::swap(&mut lower, &mut out);
        }
        answer_from(&self.index, board, |rank| lower[rank])
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
