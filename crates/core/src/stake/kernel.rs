//! The kernel: the leads of a layer from those of the layer before, row by row.
//!
//! The last cells of a word are its *head*, the first few its *tail*. A row is all tails with given
//! counts under one head; it lies in one piece, and rows follow each other as heads do. A move in a
//! cell of the head leads from a row to a whole row, entry by entry: a loop that vectorises. How
//! far away that row is depends on the head's cells from the moved one on only (what follows them
//! adds the same to both ranks), so a walk over all heads carries a stack of distances. Moves in
//! the tail lead to one row; which of its entries they lead to is the same under every head and
//! stands in a small table.
//!
//! An entry is `[u8; LANES]`: the leads in as many boards, which share everything but their values.

use super::index::{self, Index, State, blocks, words};

/// The most cells of a tail: at most 210 entries a row, so that a rank fits a byte.
pub(super) const MAX_TAIL: usize = 7;

/// More than the entries of any row.
const WINDOW: usize = 256;

/// Where a walk over the heads is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The cells that are still to be decided, the tail included, and how many of them are filled.
    pub cells: usize,
    pub first: usize,
    pub second: usize,
    /// The rank of the first word below.
    pub at: u64,
    /// The rank in the layer before of the first word with the same head and a move in the rest.
    pub to: u64,
}

impl Node {
    /// The nodes below for *empty*, *first* and *second* in the next cell, and the distance that a
    /// move in that cell leads to if it is empty.
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

    /// The number of words below.
    pub(super) fn len(self) -> u64 {
        words(self.cells, self.first, self.second)
    }
}

/// How far away the rows are to which moves in the head lead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    len: usize,
    distances: [u64; Index::MAX_CELLS],
}

impl Ways {
    pub(super) const NONE: Self = Self { len: 0, distances: [0; Index::MAX_CELLS] };

    #[inline]
    pub(super) fn push(&mut self, distance: u64) {
        self.distances[self.len] = distance;
        self.len += 1;
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.len -= 1;
    }

    #[inline]
    fn get(&self) -> &[u64] {
        &self.distances[..self.len]
    }
}

/// The tables of moves in the tail.
#[derive(Clone, Debug)]
pub(super) struct Tails {
    cells: usize,
    /// `moves[first moves][first][second]`: for each word with these counts the ranks of those that
    /// the moves lead to, as many for each as there are empty cells.
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

/// A layer being filled.
pub(super) struct Layer<'a, const LANES: usize, const FIRST: bool> {
    pub tails: &'a Tails,
    /// The layer before, which has one empty cell less.
    pub lower: &'a [[u8; LANES]],
}

impl<const LANES: usize, const FIRST: bool> Layer<'_, LANES, FIRST> {
    /// Fills what is below a node; `out` begins with its first word.
    pub(super) fn fill(&self, node: Node, ways: &mut Ways, out: &mut [[u8; LANES]]) {
        self.walk(node, ways, node.at, out);
    }

    fn walk(&self, node: Node, ways: &mut Ways, base: u64, out: &mut [[u8; LANES]]) {
        if node.cells == self.tails.cells {
            let start = (node.at - base) as usize;
            self.fill_row(node, ways.get(), &mut out[start..start + node.len() as usize]);
            return;
        }
        let ([empty, first, second], distance) = node.below(FIRST);
        if let Some(node) = empty {
            ways.push(distance);
            self.walk(node, ways, base, out);
            ways.pop();
        }
        if let Some(node) = first {
            self.walk(node, ways, base, out);
        }
        if let Some(node) = second {
            self.walk(node, ways, base, out);
        }
    }

    #[inline]
    fn fill_row(&self, node: Node, mut ways: &[u64], out: &mut [[u8; LANES]]) {
        if node.first + node.second == node.cells {
            // No empty cell in the tail, so one in the head: only full boards have none.
            let Some((&distance, rest)) = ways.split_first() else { return };
            out.copy_from_slice(self.row(node.at.wrapping_add(distance), out.len()));
            ways = rest;
        } else {
            self.fill_tails(node, out);
        }
        for &distance in ways {
            let row = self.row(node.at.wrapping_add(distance), out.len());
            for (out, &to) in out.iter_mut().zip(row) {
                *out = better::<LANES, FIRST>(*out, to);
            }
        }
    }

    #[inline]
    fn row(&self, start: u64, len: usize) -> &[[u8; LANES]] {
        &self.lower[start as usize..start as usize + len]
    }

    /// The moves in the tail.
    #[inline]
    fn fill_tails(&self, node: Node, out: &mut [[u8; LANES]]) {
        let moves = &self.tails.moves[usize::from(FIRST)][node.first][node.second][..];
        let row = &self.lower[node.to as usize..];
        // A window of constant size needs no check of the ranks looked up in it.
        let mut copy;
        let window = if let Some(window) = row.first_chunk() {
            window
        } else {
            copy = [[0; LANES]; WINDOW];
            copy[..row.len()].copy_from_slice(row);
            &copy
        };
        match node.cells - node.first - node.second {
            1 => best_of::<LANES, FIRST, 1>(moves, window, out),
            2 => best_of::<LANES, FIRST, 2>(moves, window, out),
            3 => best_of::<LANES, FIRST, 3>(moves, window, out),
            4 => best_of::<LANES, FIRST, 4>(moves, window, out),
            5 => best_of::<LANES, FIRST, 5>(moves, window, out),
            6 => best_of::<LANES, FIRST, 6>(moves, window, out),
            _ => best_of::<LANES, FIRST, MAX_TAIL>(moves, window, out),
        }
    }
}

#[inline]
fn best_of<const LANES: usize, const FIRST: bool, const MOVES: usize>(
    moves: &[u8],
    window: &[[u8; LANES]; WINDOW],
    out: &mut [[u8; LANES]],
) {
    for (out, ranks) in out.iter_mut().zip(moves.as_chunks::<MOVES>().0) {
        let mut best = window[usize::from(ranks[0]) % WINDOW];
        for &rank in &ranks[1..] {
            best = better::<LANES, FIRST>(best, window[usize::from(rank) % WINDOW]);
        }
        *out = best;
    }
}

/// The first player wants a large lead, the second a small one. (Bytes without a sign, as every
/// x86-64 has their vector maximum.)
#[inline]
fn better<const LANES: usize, const FIRST: bool>(
    mut one: [u8; LANES],
    other: [u8; LANES],
) -> [u8; LANES] {
    for (one, other) in one.iter_mut().zip(other) {
        *one = if FIRST { (*one).max(other) } else { (*one).min(other) };
    }
    one
}
