//! The kernel: the leads of a layer from those of the layer before, row by row.
//!
//! The last cells of a word are its *head*, the first few its *tail*. A *row* is all tails with
//! given counts under one head. Its entries are consecutive, and rows are in the order of their
//! heads. A move in a cell of the head leads from a row to a whole row, entry by entry: a loop over
//! memory that is vectorised. The distance to that row depends only on the cells of the head from
//! the filled one on (the cells before it add the same to both ranks), so a recursion over all
//! heads keeps a stack of distances. Moves in the tail lead to one row. To which of its entries
//! they lead is the same under every head, and is looked up in a small table.

use super::index::{self, Index, State, blocks, words};

/// The most cells of a tail: a row then has at most 210 entries, so that a rank fits a byte.
pub(super) const MAX_TAIL: usize = 7;

/// More than the entries of any row, so that look-ups need no bounds check.
const WINDOW: usize = 256;

/// A node of the recursion over the heads: the words with a common beginning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The number of cells that are not yet decided, the tail included.
    pub cells: usize,
    /// How many of these the first player has filled.
    pub first: usize,
    /// How many of these the second player has filled.
    pub second: usize,
    /// The rank of the first word of the node.
    pub at: u64,
    /// The rank in the layer before of the first word with the same decided cells, after a move in
    /// one of the others.
    pub to: u64,
}

impl Node {
    /// The child nodes with *empty*, *first* and *second* in the next cell, and the distance to the
    /// words that a move in that cell leads to if it is empty.
    #[inline]
    pub(super) fn below(self, first_moves: bool) -> ([Option<Self>; 3], u64) {
        let Self { cells, first, second, at, to } = self;
        let (more, more_second) =
            (first + usize::from(first_moves), second + usize::from(!first_moves));
        let [empty, one, two] = blocks(cells, first, second);
        let [to_empty, to_one, _] = blocks(cells, more, more_second);
        let cells = cells - 1;
        let nodes = [
            (empty > 0).then_some(Self { cells, ..self }),
            (one > 0).then(|| Self {
                cells,
                first: first - 1,
                second,
                at: at + empty,
                to: to + to_empty,
            }),
            (two > 0).then(|| Self {
                cells,
                first,
                second: second - 1,
                at: at + empty + one,
                to: to + to_empty + to_one,
            }),
        ];
        let target = if first_moves { to + to_empty } else { to + to_empty + to_one };
        (nodes, target.wrapping_sub(at))
    }

    /// The number of words of the node.
    pub(super) fn len(self) -> u64 {
        words(self.cells, self.first, self.second)
    }
}

/// The distances to the rows that moves in the head lead to: a stack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Distances {
    len: usize,
    values: [u64; Index::MAX_CELLS],
}

impl Distances {
    pub(super) const NONE: Self = Self { len: 0, values: [0; Index::MAX_CELLS] };

    #[inline]
    pub(super) fn push(&mut self, distance: u64) {
        self.values[self.len] = distance;
        self.len += 1;
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.len -= 1;
    }

    #[inline]
    fn get(&self) -> &[u64] {
        &self.values[..self.len]
    }
}

/// The tables of moves in the tail.
#[derive(Clone, Debug)]
pub(super) struct Tails {
    cells: usize,
    /// `moves[first moves][first][second]`: for each word with these counts, the ranks of the words
    /// that the moves lead to, one for each empty cell.
    moves: [[[Vec<u8>; MAX_TAIL + 1]; MAX_TAIL + 1]; 2],
}

impl Tails {
    /// The tables for tails of `cells` cells, at most [`MAX_TAIL`].
    pub(super) fn new(cells: usize) -> Self {
        assert!(cells <= MAX_TAIL, "ranks of tails fit a byte");
        let mut tails = Self { cells, moves: Default::default() };
        for (first, second) in (0..=cells).flat_map(|a| (0..=cells - a).map(move |b| (a, b))) {
            for rank in 0..words(cells, first, second) {
                let word = index::unrank(cells, (first, second), rank);
                tails.push_moves(word, first, second);
            }
        }
        tails
    }

    fn push_moves(&mut self, word: State, first: usize, second: usize) {
        for cell in 0..self.cells {
            let bit = 1 << cell;
            if (word.first | word.second) & bit != 0 {
                continue;
            }
            let by_first = State { first: word.first | bit, ..word };
            let by_second = State { second: word.second | bit, ..word };
            for (first_moves, after) in [by_second, by_first].into_iter().enumerate() {
                let rank = index::rank(self.cells, after) as u8;
                self.moves[first_moves][first][second].push(rank);
            }
        }
    }

    /// The number of cells.
    pub(super) const fn cells(&self) -> usize {
        self.cells
    }
}

/// Fills a layer in which the first player is to move, or the second.
pub(super) struct LayerFiller<'a, const FIRST: bool> {
    pub tails: &'a Tails,
    /// The layer before, which has one empty cell less.
    pub lower: &'a [u8],
}

impl<const FIRST: bool> LayerFiller<'_, FIRST> {
    /// Fills the words of a node; `out` starts with the first of them.
    pub(super) fn fill(&self, node: Node, distances: &mut Distances, out: &mut [u8]) {
        self.walk(node, distances, node.at, out);
    }

    fn walk(&self, node: Node, distances: &mut Distances, base: u64, out: &mut [u8]) {
        if node.cells == self.tails.cells {
            let start = (node.at - base) as usize;
            self.fill_row(node, distances.get(), &mut out[start..start + node.len() as usize]);
            return;
        }
        let ([empty, first, second], distance) = node.below(FIRST);
        if let Some(node) = empty {
            distances.push(distance);
            self.walk(node, distances, base, out);
            distances.pop();
        }
        if let Some(node) = first {
            self.walk(node, distances, base, out);
        }
        if let Some(node) = second {
            self.walk(node, distances, base, out);
        }
    }

    #[inline]
    fn fill_row(&self, node: Node, mut distances: &[u64], out: &mut [u8]) {
        if node.first + node.second == node.cells {
            // The tail has no empty cell, so the head has one: only full boards have none.
            let Some((&distance, rest)) = distances.split_first() else { return };
            out.copy_from_slice(self.row(node.at.wrapping_add(distance), out.len()));
            distances = rest;
        } else {
            self.fill_tails(node, out);
        }
        for &distance in distances {
            let row = self.row(node.at.wrapping_add(distance), out.len());
            for (out, &to) in out.iter_mut().zip(row) {
                *out = better::<FIRST>(*out, to);
            }
        }
    }

    #[inline]
    fn row(&self, start: u64, len: usize) -> &[u8] {
        &self.lower[start as usize..start as usize + len]
    }

    /// Fills a row with the best over the moves in the tail.
    #[inline]
    fn fill_tails(&self, node: Node, out: &mut [u8]) {
        let moves = &self.tails.moves[usize::from(FIRST)][node.first][node.second][..];
        let row = &self.lower[node.to as usize..];
        // In a window of constant size the ranks need no bounds check.
        let mut copy;
        let window = if let Some(window) = row.first_chunk() {
            window
        } else {
            copy = [0; WINDOW];
            copy[..row.len()].copy_from_slice(row);
            &copy
        };
        match node.cells - node.first - node.second {
            1 => best_of::<FIRST, 1>(moves, window, out),
            2 => best_of::<FIRST, 2>(moves, window, out),
            3 => best_of::<FIRST, 3>(moves, window, out),
            4 => best_of::<FIRST, 4>(moves, window, out),
            5 => best_of::<FIRST, 5>(moves, window, out),
            6 => best_of::<FIRST, 6>(moves, window, out),
            _ => best_of::<FIRST, MAX_TAIL>(moves, window, out),
        }
    }
}

#[inline]
fn best_of<const FIRST: bool, const MOVES: usize>(
    moves: &[u8],
    window: &[u8; WINDOW],
    out: &mut [u8],
) {
    for (out, ranks) in out.iter_mut().zip(moves.as_chunks::<MOVES>().0) {
        let mut best = window[usize::from(ranks[0]) % WINDOW];
        for &rank in &ranks[1..] {
            best = better::<FIRST>(best, window[usize::from(rank) % WINDOW]);
        }
        *out = best;
    }
}

/// The better lead of two for the player to move: the first player wants a large one, the second a
/// small one. (Unsigned bytes, because every x86-64 has a vector maximum of those.)
#[inline]
fn better<const FIRST: bool>(one: u8, other: u8) -> u8 {
    if FIRST { one.max(other) } else { one.min(other) }
}
