//! Solves boards with up to twelve empty cells, one at a time, by loops over whole lanes.
//!
//! For boards that small the general [`kernel`](super::kernel) would look up most moves one by one.
//! Here a layer is an array of *rows*, the ways to place the mover's cells among those that the
//! opponent has left, by *lanes*, the opponent's cells. A move keeps the lane, and the row that it
//! leads to is the same in all lanes: loops over lanes without any look-up. Then the other player
//! is to move, rows and lanes are exchanged, and each entry is fetched once through a table. That
//! is one look-up for each state instead of one for each move.

use super::{Answer, Index, Position, State, index, regions, solver};
use crate::combinatorics::{gathered, spread};

/// More than the states of any layer, which are at most 34,650: a place fits 16 bits.
const PLACES: usize = 1 << 16;

/// Solves boards with up to [`SmallSolver::MAX_CELLS`] empty cells, one at a time. Its answers are
/// those of a [`Solver`](super::Solver).
#[derive(Clone, Debug)]
pub struct SmallSolver {
    index: Index,
    /// By layer, from 1 to the last but one.
    transitions: Vec<Transition>,
    /// The layer before, in the order in which it was computed.
    computed: Box<[u8; PLACES]>,
    /// The layer before, in the order in which the mover reads it.
    fetched: Box<[u8; PLACES]>,
}

/// How a layer follows from the one before.
#[derive(Clone, Debug)]
struct Transition {
    first_moves: bool,
    /// The places of the entries of the layer before, in the order in which the mover reads them.
    fetch: Vec<u16>,
    /// The rows that the mover's moves lead to, `degree` for each row.
    moves: Vec<u16>,
    degree: usize,
    lanes: usize,
}

impl SmallSolver {
    /// The most empty cells.
    pub const MAX_CELLS: usize = 12;

    /// A solver of boards with `cells` empty cells; `None` above [`Self::MAX_CELLS`]. For 10 cells
    /// it is made in a millisecond and takes a quarter of a megabyte.
    pub fn new(cells: usize) -> Option<Self> {
        let index = (cells <= Self::MAX_CELLS).then(|| Index::new(cells).ok())??;
        let transitions = (1..cells).map(|layer| Transition::new(&index, layer)).collect();
        let places = || vec![0; PLACES].try_into().expect("the length is right");
        Some(Self { index, transitions, computed: places(), fetched: places() })
    }

    /// How many empty cells its boards have.
    pub const fn cells(&self) -> usize {
        self.index.cells()
    }

    /// About how many bytes of memory it takes.
    pub fn bytes(&self) -> u64 {
        let lists = self.transitions.iter().map(|of| of.fetch.len() + of.moves.len());
        2 * (lists.sum::<usize>() + 2 * PLACES) as u64
    }

    /// The answer for a board.
    ///
    /// # Panics
    /// If the number of its empty cells is not the one that the solver was made for.
    pub fn answer(&mut self, board: &Position) -> Answer {
        self.index.assert_is_of(board);
        for (entry, lead) in self.computed.iter_mut().zip(regions::final_leads(board)) {
            *entry = lead;
        }
        for transition in &self.transitions {
            for (entry, &place) in self.fetched.iter_mut().zip(&transition.fetch) {
                *entry = self.computed[usize::from(place)];
            }
            transition.fill(&self.fetched[..transition.fetch.len()], &mut self.computed[..]);
        }
        solver::answer_from(&self.index, board, |rank| self.computed[rank])
    }
}

impl Transition {
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
        let before = Places::new(cells, mine + 1, theirs);
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

/// The places of the states of the layer before. There the other player was to move, so that
/// player's cells were the rows.
struct Places {
    cells: usize,
    rows: Vec<u32>,
    lanes: Vec<u32>,
}

impl Places {
    /// Those of the layer in which the player to move now has `mine` cells and the other `theirs`.
    fn new(cells: usize, mine: usize, theirs: usize) -> Self {
        Self { cells, rows: masks(cells - mine, theirs), lanes: masks(cells, mine) }
    }

    fn place(&self, state: State, mine: u32, theirs: u32) -> u16 {
        if (mine | theirs).count_ones() as usize == self.cells {
            // Full boards are in the order of the index.
            return index::rank(self.cells, state) as u16;
        }
        let row = place(&self.rows, gathered(theirs, !mine));
        row * self.lanes.len() as u16 + place(&self.lanes, mine)
    }
}

/// The masks of `cells` cells with `ones` bits set, ascending.
fn masks(cells: usize, ones: usize) -> Vec<u32> {
    (0..1u32 << cells).filter(|mask| mask.count_ones() as usize == ones).collect()
}

fn place(masks: &[u32], mask: u32) -> u16 {
    masks.partition_point(|&other| other < mask) as u16
}
