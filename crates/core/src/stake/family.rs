//! The index of `stake-N`: the legal states of the boards 1 × 1 to N × N, symmetric ones stored
//! once.
//!
//! ```text
//! layer (empty cells, full boards first) › board size › canonical pattern › assignment
//! ```
//!
//! A *pattern* says which cells are filled, an *assignment* which of those hold a 0: half of them,
//! rounded up. Of the up to eight images of a pattern under the symmetries of the square the least,
//! as a binary number, is *canonical*. For every pattern the index holds the first entry of the
//! canonical image and the symmetry that leads to it. Assignments are ranked as the binary numbers
//! of the zeros among the filled cells. So finding an entry takes two look-ups for the pattern, two
//! for the image of the zeros, and one for their rank: no hashing, no search.
//!
//! Patterns that a symmetry maps to themselves have symmetric assignments, which are stored more
//! than once (with equal scores): the boards up to 4 × 4 have 10,171,862 states, 1,274,631 if
//! symmetric ones are counted once, and 1,378,946 entries.

use std::ops::Range;

use thiserror::Error;

use super::patterns::{self, Board, Pattern, Ranks, choices, packed, unpacked};
use super::position::Position;
use super::regions;
use crate::combinatorics::bits;
use crate::layers::Layered;

/// The entries of one canonical pattern.
#[derive(Clone, Copy, Debug)]
struct Block {
    start: u32,
    size: u8,
    pattern: u16,
}

/// The index of all boards up to some size, and the solver of their entries
/// ([`Layered`]): about a megabyte of look-up tables, made in milliseconds.
#[derive(Clone, Debug)]
pub struct FamilyIndex {
    /// `boards[n - 1]`
    boards: Vec<Board>,
    /// In order of their first entries.
    blocks: Vec<Block>,
    /// `layers[e]`: the blocks of the boards with e empty cells.
    layers: Vec<Range<usize>>,
    len: u32,
    ranks: Ranks,
}

/// Some canonical patterns of a layer: a unit of work.
#[derive(Clone, Debug)]
pub struct FamilyTask {
    blocks: Range<usize>,
    entries: Range<u32>,
}

impl FamilyIndex {
    /// The largest n.
    pub const MAX_SIZE: usize = patterns::MAX_SIZE;

    /// The index of all boards 1 × 1 to `size` × `size`.
    ///
    /// # Errors
    /// [`SizeError`] if `size` is not 1 to 4.
    pub fn new(size: usize) -> Result<Self, SizeError> {
        if !(1..=Self::MAX_SIZE).contains(&size) {
            return Err(SizeError { size });
        }
        let mut boards: Vec<Board> = (1..=size).map(Board::new).collect();
        let (mut blocks, mut layers, mut len) = (Vec::new(), Vec::new(), 0);
        let masks: Vec<Vec<Vec<u16>>> = boards.iter().map(Board::masks_by_bits).collect();
        for empty in 0..=size * size {
            let first = blocks.len();
            for (board, masks) in boards.iter_mut().zip(&masks) {
                if let Some(filled) = (board.size * board.size).checked_sub(empty) {
                    place(board, &masks[filled], choices(filled as u32), &mut len, &mut blocks);
                }
            }
            layers.push(first..blocks.len());
        }
        Ok(Self { boards, blocks, layers, len, ranks: Ranks::new() })
    }

    /// The size of the largest boards.
    #[must_use]
    pub fn size(&self) -> usize {
        self.boards.len()
    }

    /// The number of entries, which take a byte each.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a family is never empty")]
    pub const fn len(&self) -> u64 {
        self.len as u64
    }

    /// The number of states if symmetric ones are counted separately.
    #[must_use]
    pub fn raw_len(&self) -> u64 {
        let of_board = |board: &Board| {
            let filled = (0..1u32 << (board.size * board.size)).map(u32::count_ones);
            filled.map(|filled| u64::from(choices(filled))).sum::<u64>()
        };
        self.boards.iter().map(of_board).sum()
    }

    /// The index of a board's entry; `None` if the board is larger than those of the family.
    #[inline]
    #[must_use]
    pub fn index_of(&self, board: &Position) -> Option<u64> {
        let size = board.size();
        let [zeros, ones] = board.filled().map(|mask| packed(size, mask));
        let boards = self.boards.get(size - 1)?;
        Some(self.entry(boards, zeros | ones, zeros).into())
    }

    #[inline]
    fn entry(&self, board: &Board, filled: u16, zeros: u16) -> u32 {
        let Pattern { start, canonical, symmetry } = board.patterns[usize::from(filled)];
        let zeros = board.moved[usize::from(symmetry)].of(zeros.to_le_bytes());
        start + self.ranks.rank(canonical, zeros)
    }

    /// A board of the entry with this index; `None` if `index` is not below [`len`](Self::len).
    #[must_use]
    pub fn state(&self, index: u64) -> Option<Position> {
        let index = u32::try_from(index).ok().filter(|&index| index < self.len)?;
        let block = self.blocks.partition_point(|block| block.start <= index).checked_sub(1)?;
        let Block { start, size, pattern } = self.blocks[block];
        let zeros = self.ranks.zeros(pattern, (index - start) as usize)?;
        Some(unpacked(size.into(), zeros, pattern & !zeros))
    }

    fn entries(&self, blocks: Range<usize>) -> Range<u32> {
        let start = |block: usize| self.blocks.get(block).map_or(self.len, |block| block.start);
        start(blocks.start)..start(blocks.end)
    }

    fn fill_block(&self, block: &Block, lower: &[i8], out: &mut [i8]) {
        let board = &self.boards[usize::from(block.size) - 1];
        let filled = block.pattern;
        let empty = (board.patterns.len() - 1) as u16 & !filled;
        let zero_moves = filled.count_ones().is_multiple_of(2);
        for (rank, out) in out.iter_mut().enumerate() {
            let zeros = self.ranks.zeros(filled, rank).expect("as many ranks as assignments");
            if empty == 0 {
                *out = regions::score(&unpacked(board.size, zeros, filled & !zeros));
                continue;
            }
            let worst = bits(empty).map(|bit| {
                let cell = 1 << bit;
                let zeros = if zero_moves { zeros | cell } else { zeros };
                lower[self.entry(board, filled | cell, zeros) as usize]
            });
            *out = -worst.min().expect("a cell is empty");
        }
    }
}

/// A layer is the boards with equally many empty cells.
impl Layered for FamilyIndex {
    /// The score, seen by the player to move.
    type Entry = i8;
    type Task = FamilyTask;
    const TASK: usize = 1 << 12;

    fn layers(&self) -> usize {
        self.layers.len()
    }

    fn layer(&self, layer: usize) -> Range<u64> {
        let entries = self.entries(self.layers[layer].clone());
        entries.start.into()..entries.end.into()
    }

    fn tasks(&self, layer: usize, states: usize) -> impl Iterator<Item = FamilyTask> {
        let Range { mut start, end } = self.layers[layer].clone();
        let cut = u32::try_from(states).unwrap_or(u32::MAX);
        std::iter::from_fn(move || {
            if start == end {
                return None;
            }
            let limit = self.blocks[start].start.saturating_add(cut);
            let more = self.blocks[start..end].partition_point(|block| block.start < limit);
            let blocks = start..start + more.max(1);
            start = blocks.end;
            Some(FamilyTask { entries: self.entries(blocks.clone()), blocks })
        })
    }

    fn task_len(&self, task: &FamilyTask) -> usize {
        task.entries.len()
    }

    fn fill(&self, task: &FamilyTask, lower: &[i8], out: &mut [i8]) {
        assert_eq!(out.len(), task.entries.len(), "as many entries as the task has");
        for block in &self.blocks[task.blocks.clone()] {
            let start = (block.start - task.entries.start) as usize;
            let len = choices(block.pattern.count_ones()) as usize;
            self.fill_block(block, lower, &mut out[start..start + len]);
        }
    }
}

/// Assigns entries from `start` on to the canonical ones among `patterns`, which have equally many
/// filled cells and so `choices` assignments each.
fn place(
    board: &mut Board,
    patterns: &[u16],
    choices: u32,
    start: &mut u32,
    blocks: &mut Vec<Block>,
) {
    for mask in patterns.iter().map(|&mask| usize::from(mask)) {
        // The canonical image is the least, so it already has its entries.
        let canonical = usize::from(board.patterns[mask].canonical);
        if canonical == mask {
            board.patterns[mask].start = *start;
            blocks.push(Block { start: *start, size: board.size as u8, pattern: mask as u16 });
            *start += choices;
        } else {
            board.patterns[mask].start = board.patterns[canonical].start;
        }
    }
}

/// There is no family of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the families hold boards up to 1×1, 2×2, 3×3 or 4×4, not {size}×{size}")]
pub struct SizeError {
    /// The size asked for.
    pub size: usize,
}
