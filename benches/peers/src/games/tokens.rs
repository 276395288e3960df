//! Two Tokens: the key is the set of free cells and the pair of pieces. Images of a start have keys of
//! their own: to look for the least of eight takes longer than it saves.

use std::marker::PhantomData;

use fastrand::Rng;
use perfectplay_core::Outcome;
use perfectplay_games::TokensTable;
use perfectplay_games::tokens::{Board, Cell, Pair, Position};
use perfectplay_published::tokens;

use super::{Game, Key};

/// The starts of all boards of a size; `K` is as wide as their keys need.
#[derive(Debug)]
pub(crate) struct Tokens<K> {
    rows: u8,
    columns: u8,
    key: PhantomData<K>,
}

/// The bits of a cell's number.
const CELL_BITS: u32 = 5;

/// Whether a key has at most 32 bits.
pub(crate) fn is_narrow(rows: u8, columns: u8) -> bool {
    u32::from(rows * columns) + 2 * CELL_BITS <= u32::BITS
}

impl<K> Tokens<K> {
    pub(crate) fn new(rows: u8, columns: u8) -> Self {
        Self { rows, columns, key: PhantomData }
    }

    fn cell(&self, number: u32) -> Cell {
        Cell::new(number as u8 / self.columns, number as u8 % self.columns)
    }

    fn number(&self, cell: Cell) -> u64 {
        u64::from(cell.row) * u64::from(self.columns) + u64::from(cell.column)
    }

    fn position(&self, free: u32, low: u32, high: u32) -> Position {
        let (rows, columns) = (self.rows.into(), self.columns.into());
        let mut board = Board::new(rows, columns).expect("a size of boards");
        for number in 0..u32::from(self.rows * self.columns) {
            board.set_free(self.cell(number), free >> number & 1 == 1);
        }
        let pair = Pair::new(self.cell(low), self.cell(high)).expect("two cells");
        Position::new(board, pair).expect("free cells")
    }
}

impl<K: Key> Game for Tokens<K> {
    type Table = TokensTable;
    type Key = K;
    type Value = u8;

    fn packed(outcome: Outcome) -> u8 {
        outcome as u8
    }

    #[inline(always)]
    fn key(&self, position: &Position) -> K {
        let columns = u32::from(self.columns);
        let board = position.board();
        let free =
            (0..usize::from(self.rows)).rev().fold(0, |free, row| free << columns | board.row(row));
        let pair = position.pieces();
        let pair = self.number(pair.first()) << CELL_BITS | self.number(pair.second());
        K::from_bits(free << (2 * CELL_BITS) | pair)
    }

    const KEY: &'static str = "the free cells as bits and the cells of the pieces; images of a start \
        have keys of their own";

    fn positions(&self, _: &TokensTable) -> impl Iterator<Item = Position> {
        let cells = u32::from(self.rows * self.columns);
        (0..1u32 << cells).flat_map(move |free| {
            let is_free = move |cell: &u32| free >> cell & 1 == 1;
            (0..cells).filter(is_free).flat_map(move |low| {
                let pairs = (low + 1..cells).filter(is_free);
                pairs.map(move |high| self.position(free, low, high))
            })
        })
    }

    fn random(&self, _: &TokensTable, entries: &[(K, u8)], random: &mut Rng) -> Position {
        let key = entries[random.usize(..entries.len())].0.to_bits();
        let cell = |shift: u32| (key >> shift) as u32 & ((1 << CELL_BITS) - 1);
        self.position((key >> (2 * CELL_BITS)) as u32, cell(CELL_BITS), cell(0))
    }

    const METHOD: &'static str = "one maximum matching, and a search for one augmenting path";
    const BEYOND: &'static str = "with more than 8 rows or columns";

    fn solve(start: &Position) -> Option<u8> {
        let board = start.board();
        let is_small = board.rows().max(board.columns()) <= 8;
        is_small.then(|| tokens::outcome(board, start.pieces()) as u8)
    }
}
