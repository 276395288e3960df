//! Solves all contours of one board.

use super::board::Board;
use super::compiled::{segments_at_once, solve_segments};
use super::kernel::{BlockJob, Pull, Seed, solve_block_plain};
use super::plain::fill_plain;
use super::schedule::{LOW, MAX_MID, Schedule, movable};
use super::weights::{Scalar, Weights, fits_i32, weight_index};
use crate::combinatorics::{bits, choose};
use perfectplay_core::control::Control;
use perfectplay_core::layers::{SolveError, for_each, zeros};
use perfectplay_core::simd::Isa;
use zerocopy::FromZeros;

/// The steps of the paths in one block: boards with more rows and columns together are cut into
/// several blocks.
const BLOCK: usize = LOW + MAX_MID;

/// g of every contour of a board, indexed by the rank of its path. The [module](super) defines g;
/// a [`Reader`](super::Reader) turns it into scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// 32 bits, if 2 · Σ max(a, b) ≤ 2³¹ − 1. So it is for every contest board.
    Narrow(Vec<i32>),
    /// 64 bits, for all other boards.
    Wide(Vec<i64>),
}

impl Values {
    /// g of the contour with this rank.
    ///
    /// # Panics
    /// If the board has no such contour.
    pub fn get(&self, rank: usize) -> i64 {
        match self {
            Values::Narrow(values) => i64::from(values[rank]),
            Values::Wide(values) => values[rank],
        }
    }

    /// The number of contours.
    #[expect(clippy::len_without_is_empty, reason = "a board has two contours at least")]
    pub fn len(&self) -> usize {
        match self {
            Values::Narrow(values) => values.len(),
            Values::Wide(values) => values.len(),
        }
    }
}

/// The types in which a [`Solver`] stores g: `i32` and `i64`.
pub trait Width: Scalar {
    #[doc(hidden)]
    fn solve_block(isa: Isa, values: &mut [Self], job: &BlockJob<'_, Self>);
}

impl Width for i32 {
    fn solve_block(isa: Isa, values: &mut [i32], job: &BlockJob<'_, i32>) {
        solve_segments(isa, values, job);
    }
}

impl Width for i64 {
    /// By the plain recursion: boards that need 64 bits are rare, and the unrolled kernel takes
    /// long to compile for a second type.
    fn solve_block(_: Isa, values: &mut [i64], job: &BlockJob<'_, i64>) {
        solve_block_plain(values, job);
    }
}

/// Solves boards of one shape. Creating a solver takes about as long as solving a board, so use it
/// for many.
#[derive(Clone, Debug)]
pub struct Solver {
    rows: usize,
    columns: usize,
    isa: Isa,
    /// The schedules of blocks by their number of ones; none for boards of at most [`LOW`] steps.
    schedules: Vec<Option<Schedule>>,
    /// The bits above each block, in order of rank: a single 0 for boards of at most [`BLOCK`]
    /// steps.
    patterns: Vec<u32>,
}

/// The memory of a block that can be solved independently of the others in the same list.
#[derive(Debug)]
pub struct ContourBlock<'v, T> {
    number: usize,
    values: &'v mut [T],
}

impl<T> ContourBlock<'_, T> {
    /// The number of its contours.
    pub fn contours(&self) -> usize {
        self.values.len()
    }
}

impl Solver {
    /// A solver of boards of `rows` × `columns`, with the fastest instruction set of this
    /// processor.
    ///
    /// # Panics
    /// Unless both are 1 to 16.
    pub fn new(rows: usize, columns: usize) -> Solver {
        Solver::with_isa(rows, columns, Isa::best())
    }

    /// A solver with a chosen instruction set; the values are the same for all.
    ///
    /// # Panics
    /// Unless rows and columns are 1 to 16.
    pub fn with_isa(rows: usize, columns: usize, isa: Isa) -> Solver {
        assert!(
            (1..=16).contains(&rows) && (1..=16).contains(&columns),
            "no board is {rows} x {columns}"
        );
        let steps = rows + columns;
        let upper = steps.saturating_sub(BLOCK);
        let below = |pattern: u32| {
            rows.checked_sub(pattern.count_ones() as usize).filter(|&ones| ones <= steps - upper)
        };
        let patterns: Vec<u32> =
            (0..1u32 << upper).filter(|&pattern| below(pattern).is_some()).collect();
        let mut schedules = vec![None; rows + 1];
        if steps > LOW {
            for ones in patterns.iter().filter_map(|&pattern| below(pattern)) {
                schedules[ones].get_or_insert_with(|| {
                    Schedule::new(steps.min(BLOCK) - LOW, ones, segments_at_once(isa))
                });
            }
        }
        Solver { rows, columns, isa, schedules, patterns }
    }

    /// The number of contours of a board of this shape.
    pub fn contours(&self) -> usize {
        choose(self.rows + self.columns, self.rows)
    }

    /// Whether a board has the shape of this solver.
    pub fn is_for(&self, board: &Board) -> bool {
        (self.rows, self.columns) == (board.rows(), board.columns())
    }

    /// Solves a board on the calling thread.
    ///
    /// # Panics
    /// If the board has another shape.
    pub fn solve(&self, board: &Board) -> Values {
        let mut values = self.unsolved(board);
        match &mut values {
            Values::Narrow(values) => {
                self.solve_into(board, values, |blocks, work| blocks.iter_mut().for_each(work));
            }
            Values::Wide(values) => {
                self.solve_into(board, values, |blocks, work| blocks.iter_mut().for_each(work));
            }
        }
        values
    }

    /// Solves a board, with the feature `rayon` on the threads of the current pool. Reports solved
    /// contours to `control`.
    ///
    /// # Errors
    /// If it is interrupted, or the memory cannot be allocated: 4 or 8 bytes per contour, which is
    /// 2.4 or 4.8 GB for 16 × 16.
    ///
    /// # Panics
    /// If the board has another shape.
    pub fn solve_all(&self, board: &Board, control: Control<'_>) -> Result<Values, SolveError> {
        match fits_i32(board) {
            true => self.solve_shared(board, control).map(Values::Narrow),
            false => self.solve_shared(board, control).map(Values::Wide),
        }
    }

    fn solve_shared<T: Width + FromZeros>(
        &self,
        board: &Board,
        control: Control<'_>,
    ) -> Result<Vec<T>, SolveError> {
        let (mut values, mut result) = (zeros(self.contours() as u64)?, Ok(()));
        self.solve_into(board, &mut values, |blocks, work| {
            // After an interruption the values are dropped, so the other blocks need not be solved.
            if result.is_ok() {
                result = for_each(blocks.iter_mut().collect(), |block| {
                    work(block);
                    control.advance(block.contours() as u64)
                });
            }
        });
        result?;
        Ok(values)
    }

    /// Zeros of the right width and number for [`Solver::solve_into`]: 4 or 8 bytes per contour,
    /// which is 2.4 or 4.8 GB for 16 × 16.
    pub fn unsolved(&self, board: &Board) -> Values {
        match fits_i32(board) {
            true => Values::Narrow(vec![0; self.contours()]),
            false => Values::Wide(vec![0; self.contours()]),
        }
    }

    /// Solves a board into memory of the caller's, whatever it holds, on threads of the caller's
    /// choice.
    ///
    /// `run` is called with one list of blocks after the other, and the work to do on each block.
    /// The blocks of a list may be worked on in any order and at the same time; `run` returns when
    /// all are done. With rayon: `|blocks, work| blocks.par_iter_mut().for_each(work)`. Boards of
    /// up to 20 rows and columns together are one block; 16 × 16 is 79 lists of 4,096 blocks in
    /// all.
    ///
    /// # Panics
    /// If the board has another shape, `values` has another length, or `T` is `i32` and the board
    /// needs 64 bits ([`fits_i32`]).
    pub fn solve_into<T: Width>(
        &self,
        board: &Board,
        values: &mut [T],
        mut run: impl for<'v> FnMut(
            &mut [ContourBlock<'v, T>],
            &(dyn Fn(&mut ContourBlock<'v, T>) + Sync),
        ),
    ) {
        assert!(self.is_for(board), "the board has the shape of the solver");
        assert_eq!(values.len(), self.contours(), "one value for each contour");
        assert!(size_of::<T>() == 8 || fits_i32(board), "the values of the board fit the type");
        let weights = Weights::<T>::new(board);
        let steps = self.rows + self.columns;
        if steps <= LOW {
            return fill_plain(values, steps, self.rows, &weights.by_move, weights.terminal);
        }
        let mut parts = self.split(values);
        for level in self.levels() {
            let mut blocks: Vec<ContourBlock<'_, T>> = level
                .iter()
                .map(|&number| ContourBlock { number, values: std::mem::take(&mut parts[number]) })
                .collect();
            let finished = &parts;
            run(&mut blocks, &|block| self.solve_one(block, finished, &weights));
            for block in blocks {
                parts[block.number] = block.values;
            }
        }
    }

    /// The memory of each block.
    fn split<'v, T>(&self, mut values: &'v mut [T]) -> Vec<&'v mut [T]> {
        let steps = self.rows + self.columns;
        let mut parts = Vec::with_capacity(self.patterns.len());
        for &pattern in &self.patterns {
            let (part, rest) =
                values.split_at_mut(choose(steps.min(BLOCK), self.ones_below(pattern)));
            parts.push(part);
            values = rest;
        }
        parts
    }

    /// The blocks by level, each level before those that read it. The level of a block is the sum
    /// of the heights of the ones above it: every move of such a one leads one level further, so
    /// the blocks of one level do not depend on each other.
    fn levels(&self) -> Vec<Vec<usize>> {
        let mut levels: Vec<Vec<usize>> = Vec::new();
        for (number, &pattern) in self.patterns.iter().enumerate() {
            let level: usize = bits(pattern).map(|bit| bit as usize + 1).sum();
            if levels.len() <= level {
                levels.resize(level + 1, Vec::new());
            }
            levels[level].push(number);
        }
        levels.retain(|level| !level.is_empty());
        levels.reverse();
        levels
    }

    fn ones_below(&self, pattern: u32) -> usize {
        self.rows - pattern.count_ones() as usize
    }

    fn solve_one<T: Width>(
        &self,
        block: &mut ContourBlock<'_, T>,
        finished: &[&mut [T]],
        weights: &Weights<T>,
    ) {
        let pattern = self.patterns[block.number];
        let ones = self.ones_below(pattern);
        let terminal = (block.number + 1 == self.patterns.len()).then_some(weights.terminal);
        let seed = match (self.patterns.len(), terminal) {
            (1, Some(terminal)) => Seed::Whole(terminal),
            _ => Seed::Part(self.pulls(pattern, ones, finished, weights), terminal),
        };
        let Some(schedule) = &self.schedules[ones] else {
            unreachable!("every block has a schedule")
        };
        T::solve_block(
            self.isa,
            block.values,
            &BlockJob {
                steps: (self.rows + self.columns).min(BLOCK),
                ones,
                schedule,
                weights: &weights.by_move,
                seed,
            },
        );
    }

    /// The moves of the bits above a block, and the move from its highest bit to the bit above.
    fn pulls<'a, T: Width>(
        &self,
        pattern: u32,
        ones: usize,
        finished: &'a [&mut [T]],
        weights: &Weights<T>,
    ) -> Vec<Pull<'a, T>> {
        let find = |pattern: u32| {
            &*finished[self.patterns.binary_search(&pattern).expect("moves lead to blocks")]
        };
        let mut pulls = Vec::new();
        let upper = self.rows + self.columns - BLOCK;
        for bit in bits(movable(pattern, upper)) {
            let one = 1 << bit;
            let j = ones + (pattern & (2 * one - 1)).count_ones() as usize;
            let weight = weights.by_move[weight_index(BLOCK + bit as usize, j)];
            pulls.push(Pull { weight, at: 0, from: find(pattern ^ one ^ (one << 1)) });
        }
        if pattern & 1 == 0 && ones > 0 {
            let weight = weights.by_move[weight_index(BLOCK - 1, ones)];
            let len = choose(BLOCK - 1, ones - 1);
            let from = &find(pattern | 1)[..len];
            pulls.push(Pull { weight, at: choose(BLOCK - 1, ones), from });
        }
        pulls
    }
}
