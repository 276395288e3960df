//! The perfect index of all states that play from one board can reach.
//!
//! ```text
//! layer (number of empty cells, full boards first) › rank
//! ```
//!
//! A state says of each empty cell of the board whether it is still empty, was filled by the
//! *first* player (who is to move on the board) or by the *second*. In a layer the counts a, b of
//! the two are fixed, and the states are ranked as words over the cells, the last cell first,
//! *empty* before
//! *first* before *second*. The number of words of i cells with counts a, b is a trinomial
//! coefficient, so a rank is a sum of at most two of them for each cell.

use std::ops::Range;

use thiserror::Error;

use super::Position;

/// Which of a board's empty cells each player has filled: bit i is the i-th of them, row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// Cells that the first player filled.
    pub first: u32,
    /// Cells that the second player filled.
    pub second: u32,
}

const CELLS: usize = Index::MAX_CELLS + 1;
/// More than half of the cells by two: a count, and the count after a further move.
const COUNTS: usize = Index::MAX_CELLS / 2 + 2;

constants! {
    /// `WORDS[i][a][b]`: the number of words of i cells with a *first*, b *second*, and the rest
    /// *empty*.
    static WORDS: [[[u64; COUNTS]; COUNTS]; CELLS] = {
        let mut table = [[[0; COUNTS]; COUNTS]; CELLS];
        table[0][0][0] = 1;
        for_range! { cells in 1..CELLS =>
            for_range! { a in 0..COUNTS =>
                for_range! { b in 0..COUNTS =>
                    let mut words = table[cells - 1][a][b];
                    if a > 0 {
                        words += table[cells - 1][a - 1][b];
                    }
                    if b > 0 {
                        words += table[cells - 1][a][b - 1];
                    }
                    table[cells][a][b] = words;
                }
            }
        }
        table
    };
}

/// The number of words of `cells` cells with counts a, b; 0 if there are fewer than a + b cells.
#[inline]
pub(super) fn words(cells: usize, a: usize, b: usize) -> u64 {
    WORDS[cells][a][b]
}

/// The number of words that begin with *empty*, with *first* and with *second*.
#[inline]
pub(super) fn blocks(cells: usize, a: usize, b: usize) -> [u64; 3] {
    let table = &WORDS[cells - 1];
    [table[a][b], if a > 0 { table[a - 1][b] } else { 0 }, if b > 0 { table[a][b - 1] } else { 0 }]
}

/// The rank of a word among the words with the same counts.
pub(super) fn rank(cells: usize, state: State) -> u64 {
    let (mut a, mut b) = (state.first.count_ones() as usize, state.second.count_ones() as usize);
    let mut rank = 0;
    for cell in (0..cells).rev() {
        let [empty, first, _] = blocks(cell + 1, a, b);
        if state.first >> cell & 1 == 1 {
            rank += empty;
            a -= 1;
        } else if state.second >> cell & 1 == 1 {
            rank += empty + first;
            b -= 1;
        }
    }
    rank
}

/// The word with a rank below `words(cells, a, b)`.
pub(super) fn unrank(cells: usize, (mut a, mut b): (usize, usize), mut rank: u64) -> State {
    let mut state = State::default();
    for cell in (0..cells).rev() {
        let [empty, first, _] = blocks(cell + 1, a, b);
        if rank >= empty + first {
            rank -= empty + first;
            state.second |= 1 << cell;
            b -= 1;
        } else if rank >= empty {
            rank -= empty;
            state.first |= 1 << cell;
            a -= 1;
        }
    }
    state
}

/// The index of the states of any board with some number of empty cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    cells: usize,
    /// `starts[t]`: the first state with t empty cells; the last element is the number of states.
    starts: Vec<u64>,
}

impl Index {
    /// The most empty cells: 55,062,586,341 states.
    pub const MAX_CELLS: usize = 24;

    /// The index for boards with `cells` empty cells.
    ///
    /// # Errors
    /// [`CellsError`] above [`Self::MAX_CELLS`].
    pub fn new(cells: usize) -> Result<Self, CellsError> {
        if cells > Self::MAX_CELLS {
            return Err(CellsError { cells });
        }
        let mut starts = vec![0];
        for layer in 0..=cells {
            let (a, b) = counts(cells - layer);
            starts.push(starts[layer] + words(cells, a, b));
        }
        Ok(Self { cells, starts })
    }

    /// The number of empty cells of the boards.
    pub const fn cells(&self) -> usize {
        self.cells
    }

    /// Makes sure that the boards of the index have as many empty cells as this one.
    pub(super) fn assert_is_of(&self, board: &Position) {
        let cells = board.empty_cells().count_ones() as usize;
        assert_eq!(cells, self.cells, "the board has as many empty cells as the solver is for");
    }

    /// The number of states, which is also the bytes that all their entries take.
    #[expect(clippy::len_without_is_empty, reason = "the board itself is a state")]
    pub fn len(&self) -> u64 {
        self.starts[self.cells + 1]
    }

    /// The number of layers: one more than there are empty cells.
    pub const fn layers(&self) -> usize {
        self.cells + 1
    }

    /// The indexes of the states with `layer` empty cells. They depend on those of the layer before
    /// alone. Layer 0 is the full boards, the last layer is the board itself.
    ///
    /// # Panics
    /// If there is no such layer.
    pub fn layer(&self, layer: usize) -> Range<u64> {
        self.starts[layer]..self.starts[layer + 1]
    }

    /// How many cells the first and the second player have filled in a layer.
    pub const fn counts(&self, layer: usize) -> (usize, usize) {
        counts(self.cells - layer)
    }

    /// Whether the first player is to move in a layer, that is, whether the number of filled cells
    /// is even.
    pub const fn first_moves(&self, layer: usize) -> bool {
        (self.cells - layer).is_multiple_of(2)
    }

    /// The bytes needed to score a board if only two layers are kept at a time: the most that two
    /// neighbouring layers take.
    pub fn two_layers(&self) -> u64 {
        let pairs = self.starts.windows(3).map(|starts| starts[2] - starts[0]);
        pairs.max().unwrap_or(self.len())
    }

    /// The index of a state. `None` if it has cells that the boards do not have or that both
    /// players filled, or counts that do not occur.
    pub fn index_of(&self, state: State) -> Option<u64> {
        let filled = state.first | state.second;
        if state.first & state.second != 0 || u64::from(filled) >> self.cells != 0 {
            return None;
        }
        let number = filled.count_ones() as usize;
        if state.first.count_ones() as usize != counts(number).0 {
            return None;
        }
        Some(self.starts[self.cells - number] + rank(self.cells, state))
    }

    /// The layer of the state with this index, which is its number of empty cells. `None` if
    /// `index` is not below [`len`](Self::len).
    pub fn layer_of(&self, index: u64) -> Option<usize> {
        let layer = self.starts.partition_point(|&start| start <= index).checked_sub(1)?;
        (layer <= self.cells).then_some(layer)
    }

    /// The state with this index; `None` if `index` is not below [`len`](Self::len).
    pub fn state(&self, index: u64) -> Option<State> {
        let layer = self.layer_of(index)?;
        Some(unrank(self.cells, self.counts(layer), index - self.starts[layer]))
    }
}

/// How many of `filled` cells the first and the second player have filled, since they alternate.
const fn counts(filled: usize) -> (usize, usize) {
    (filled.div_ceil(2), filled / 2)
}

/// A board has too many empty cells for an [`Index`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the board has {cells} empty cells; at most {} can be solved", Index::MAX_CELLS)]
pub struct CellsError {
    /// The number of its empty cells.
    pub cells: usize,
}
