//! Boards with up to twelve empty cells, one at a time: whole loops over one player's cells.
//!
//! The general [`kernel`](super::kernel) looks up most moves one by one when a board is that small.
//! Here a layer is an array of *rows*, the ways to place the mover's cells among those that the
//! opponent has left, times *lanes*, the opponent's cells. A move keeps the lane, and which row it
//! leads to is the same in all lanes: loops over lanes without any look-up. Then the other player
//! is to move, rows and lanes change places, and each state's entry has to be fetched once, through
//! a table. That is a look-up for each state instead of one for each move.

use super::answer::Answer;
use super::index::{self, Index, State};
use super::position::Position;
use super::regions;
use super::solver;
use crate::combinatorics::{gathered, spread};

/// At most 34,650 states a layer, so that a place fits 16 bits.
const PLACES: usize = 1 << 16;

/// Solves boards with up to [`Small::MAX_CELLS`] empty cells, one at a time.
#[derive(Clone, Debug)]
pub struct Small {
    index: Index,
    /// Of the layers from 1 to the last but one.
    steps: Vec<Step>,
    /// The layer before, as it was made, and as the mover needs it.
    made: Box<[u8; PLACES]>,
    needed: Box<[u8; PLACES]>,
}

/// What makes a layer from the one before.
#[derive(Clone, Debug)]
struct Step {
    first_moves: bool,
    /// Where each entry of the layer before is, in the order in which the mover needs them.
    fetch: Vec<u16>,
    /// The rows to which the mover's moves lead, `degree` for each row.
    moves: Vec<u16>,
    degree: usize,
    lanes: usize,
}

impl Small {
    /// The most empty cells.
    pub const MAX_CELLS: usize = 12;

    /// For boards with `cells` empty cells; `None` above [`Self::MAX_CELLS`]. Takes a millisecond
    /// for 10 and a quarter of a megabyte.
    #[must_use]
    pub fn new(cells: usize) -> Option<Self> {
        let index = (cells <= Self::MAX_CELLS).then(|| Index::new(cells).ok())??;
        let steps = (1..cells).map(|layer| Step::new(&index, layer)).collect();
        let places = || vec![0; PLACES].try_into().expect("as many as there are");
        Some(Self { index, steps, made: places(), needed: places() })
    }

    /// The answer for a board.
    ///
    /// # Panics
    /// If it has not as many empty cells as this is for.
    #[must_use]
    pub fn answer(&mut self, board: &Position) -> Answer {
        let cells = board.empty_cells().count_ones() as usize;
        assert_eq!(cells, self.index.cells(), "this is for boards with so many empty cells");
        for (entry, [lead]) in self.made.iter_mut().zip(regions::final_leads(&[*board])) {
            *entry = lead;
        }
        for step in &self.steps {
            for (entry, &place) in self.needed.iter_mut().zip(&step.fetch) {
                *entry = self.made[usize::from(place)];
            }
            step.fill(&self.needed[..step.fetch.len()], &mut self.made[..]);
        }
        solver::answer_from(&self.index, board, |rank| self.made[rank])
    }
}

impl Step {
    fn new(index: &Index, layer: usize) -> Self {
        let cells = index.cells();
        let first_moves = index.first_moves(layer);
        let (first, second) = index.counts(layer);
        let (mine, theirs) = if first_moves { (first, second) } else { (second, first) };
        let free = cells - theirs;
        let mut moves = Vec::new();
        let after = masks(free, mine + 1);
        for row in masks(free, mine) {
            let targets = (0..free).map(|cell| row | 1 << cell).filter(|&target| target != row);
            moves.extend(targets.map(|target| place(&after, target)));
        }
        let lanes = masks(cells, theirs);
        let before = Made::new(cells, mine + 1, theirs);
        let mut fetch = Vec::with_capacity(after.len() * lanes.len());
        for &row in &after {
            fetch.extend(lanes.iter().map(|&theirs| {
                let mine = spread(row, !theirs);
                let (first, second) = if first_moves { (mine, theirs) } else { (theirs, mine) };
                before.place(State { first, second }, mine, theirs)
            }));
        }
        Self { first_moves, fetch, moves, degree: free - mine, lanes: lanes.len() }
    }

    fn fill(&self, lower: &[u8], out: &mut [u8]) {
        let rows = out.chunks_exact_mut(self.lanes).zip(self.moves.chunks_exact(self.degree));
        for (out, moves) in rows {
            let row = |row: u16| &lower[usize::from(row) * self.lanes..][..self.lanes];
            out.copy_from_slice(row(moves[0]));
            for &target in &moves[1..] {
                for (out, &lead) in out.iter_mut().zip(row(target)) {
                    *out = if self.first_moves { lead.max(*out) } else { lead.min(*out) };
                }
            }
        }
    }
}

/// Where the layer before has its states: its mover was the other player, whose cells were rows.
struct Made {
    cells: usize,
    rows: Vec<u32>,
    lanes: Vec<u32>,
}

impl Made {
    /// The layer in which the player who moves now has `mine` cells, the other one `theirs`.
    fn new(cells: usize, mine: usize, theirs: usize) -> Self {
        Self { cells, rows: masks(cells - mine, theirs), lanes: masks(cells, mine) }
    }

    fn place(&self, state: State, mine: u32, theirs: u32) -> u16 {
        if (mine | theirs).count_ones() as usize == self.cells {
            // Full boards come in the order of the index.
            return index::rank(self.cells, state) as u16;
        }
        let row = place(&self.rows, gathered(theirs, !mine));
        row * self.lanes.len() as u16 + place(&self.lanes, mine)
    }
}

/// The masks of `cells` cells with `ones` bits, ascending.
fn masks(cells: usize, ones: usize) -> Vec<u32> {
    (0..1u32 << cells).filter(|mask| mask.count_ones() as usize == ones).collect()
}

fn place(masks: &[u32], mask: u32) -> u16 {
    masks.partition_point(|&other| other < mask) as u16
}
