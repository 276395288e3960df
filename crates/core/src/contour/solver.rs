//! All contours of one board.

use super::board::Board;
use super::compiled::{rows_at_once, solve_rows};
use super::kernel::{BlockJob, Pull, Seed, solve_block_plain};
use super::plain::fill_plain;
use super::plan::{LOW, MAX_MID, Plan, movable};
use super::weights::{Score, Weights, fits_i32, weight_index};
use crate::combinatorics::bits;
use crate::combinatorics::choose;
use crate::control::{Control, Interrupted};
use crate::layers::{SolveError, for_each, zeros};
use crate::simd::Isa;

/// Bits of a block of a large board: more than these are cut into blocks.
const BLOCK: usize = LOW + MAX_MID;

/// g of every contour of a board, the index being the rank of its path (see the tour for what g is;
/// [`super::Reader`] turns it into scores).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// 2 · Σ max(a, b) ≤ 2³¹ − 1: every contest board.
    Narrow(Vec<i32>),
    /// Any other board.
    Wide(Vec<i64>),
}

impl Values {
    /// g of the contour with this rank. Panics when there is none.
    pub fn get(&self, rank: usize) -> i64 {
        match self {
            Values::Narrow(values) => i64::from(values[rank]),
            Values::Wide(values) => values[rank],
        }
    }

    /// The number of contours.
    pub fn len(&self) -> usize {
        match self {
            Values::Narrow(values) => values.len(),
            Values::Wide(values) => values.len(),
        }
    }

    /// Never: a board has at least two contours.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Numbers that a [`Solver`] can fill in: `i32` and `i64`.
pub trait Width: Score {
    #[doc(hidden)]
    fn solve_block(isa: Isa, values: &mut [Self], job: &BlockJob<'_, Self>);
}

impl Width for i32 {
    fn solve_block(isa: Isa, values: &mut [i32], job: &BlockJob<'_, i32>) {
        solve_rows(isa, values, job);
    }
}

impl Width for i64 {
    /// Scores beyond some millions are rare, and the unrolled kernel is slow to compile: the plain
    /// twin does.
    fn solve_block(_: Isa, values: &mut [i64], job: &BlockJob<'_, i64>) {
        solve_block_plain(values, job);
    }
}

/// Solves boards of one shape; making one costs about as much as solving a board, so keep it.
#[derive(Clone, Debug)]
pub struct Solver {
    rows: usize,
    columns: usize,
    isa: Isa,
    /// The schedules of blocks, by their number of ones. Empty for tiny boards.
    plans: Vec<Option<Plan>>,
    /// The blocks in order of rank: their upper bits. One for all but large boards.
    blocks: Vec<u32>,
}

/// A block that can be solved now, independently of the others it was given with.
#[derive(Debug)]
pub struct Piece<'v, T> {
    number: usize,
    values: &'v mut [T],
}

impl<T> Piece<'_, T> {
    /// How many contours it has.
    pub fn contours(&self) -> usize {
        self.values.len()
    }
}

impl Solver {
    /// For boards of `rows` × `columns`, with the fastest instructions that this processor has.
    ///
    /// Panics unless both are 1 to 16.
    pub fn new(rows: usize, columns: usize) -> Solver {
        Solver::with_isa(rows, columns, Isa::best())
    }

    /// The same with chosen instructions; the values are the same for all.
    pub fn with_isa(rows: usize, columns: usize, isa: Isa) -> Solver {
        assert!(
            (1..=16).contains(&rows) && (1..=16).contains(&columns),
            "no board is {rows} x {columns}"
        );
        let steps = rows + columns;
        let upper = steps.saturating_sub(BLOCK);
        let below = |block: u32| {
            rows.checked_sub(block.count_ones() as usize).filter(|&ones| ones <= steps - upper)
        };
        let blocks: Vec<u32> = (0..1u32 << upper).filter(|&block| below(block).is_some()).collect();
        let mut plans = vec![None; rows + 1];
        if steps > LOW {
            for ones in blocks.iter().filter_map(|&block| below(block)) {
                plans[ones].get_or_insert_with(|| {
                    Plan::new(steps.min(BLOCK) - LOW, ones, rows_at_once(isa))
                });
            }
        }
        Solver { rows, columns, isa, plans, blocks }
    }

    /// The number of contours: how long `values` must be.
    pub fn contours(&self) -> usize {
        choose(self.rows + self.columns, self.rows)
    }

    /// Whether a board has the shape of this solver.
    pub fn is_for(&self, board: &Board) -> bool {
        (self.rows, self.columns) == (board.rows(), board.columns())
    }

    /// Solves a board on this thread.
    ///
    /// Panics when the board has another shape.
    pub fn solve(&self, board: &Board) -> Values {
        let mut values = self.unsolved(board);
        match &mut values {
            Values::Narrow(values) => {
                self.solve_into(board, values, |pieces, work| pieces.iter_mut().for_each(work));
            }
            Values::Wide(values) => {
                self.solve_into(board, values, |pieces, work| pieces.iter_mut().for_each(work));
            }
        }
        values
    }

    /// Solves a board, on the threads of the current pool where the feature `rayon` is on. Counts
    /// contours on `control`.
    ///
    /// # Errors
    /// If it is stopped, or the memory cannot be had: 4 or 8 bytes a contour, for 16 × 16 2.4 or
    /// 4.8 GB.
    ///
    /// # Panics
    /// If the board has another shape.
    pub fn solve_all(&self, board: &Board, control: Control<'_>) -> Result<Values, SolveError> {
        let contours = self.contours() as u64;
        if fits_i32(board) {
            let mut values = zeros(contours)?;
            self.solve_shared(board, &mut values, control)?;
            Ok(Values::Narrow(values))
        } else {
            let mut values = zeros(contours)?;
            self.solve_shared(board, &mut values, control)?;
            Ok(Values::Wide(values))
        }
    }

    fn solve_shared<T: Width>(
        &self,
        board: &Board,
        values: &mut [T],
        control: Control<'_>,
    ) -> Result<(), Interrupted> {
        let mut result = Ok(());
        self.solve_into(board, values, |pieces, work| {
            // Once stopped the rest is left as it is, to be thrown away.
            if result.is_ok() {
                result = for_each(pieces.iter_mut().collect(), |piece| {
                    work(piece);
                    control.advance(piece.contours() as u64)
                });
            }
        });
        result
    }

    /// Zeros of the right width and number for [`Solver::solve_into`]: 4 or 8 bytes a contour, for
    /// 16 × 16 2.4 or 4.8 GB.
    pub fn unsolved(&self, board: &Board) -> Values {
        match fits_i32(board) {
            true => Values::Narrow(vec![0; self.contours()]),
            false => Values::Wide(vec![0; self.contours()]),
        }
    }

    /// Solves a board into given memory, whatever that holds, on threads of the caller's choice.
    ///
    /// `run` is called with a list of pieces and the work to do on each of them, in any order and
    /// at the same time; it returns when all are done. With rayon: `|pieces, work|
    /// pieces.par_iter_mut().for_each(work)`. Boards of up to 20 rows and columns together come in
    /// one piece; 16 × 16 comes in 79 lists of 4,096 pieces in all.
    ///
    /// Panics when the board has another shape, `values` another length, or `T` is `i32` and does
    /// not fit.
    pub fn solve_into<T: Width>(
        &self,
        board: &Board,
        values: &mut [T],
        mut run: impl for<'v> FnMut(&mut [Piece<'v, T>], &(dyn Fn(&mut Piece<'v, T>) + Sync)),
    ) {
        assert!(self.is_for(board), "the solver is for another shape");
        assert_eq!(values.len(), self.contours(), "one value a contour");
        assert!(size_of::<T>() == 8 || fits_i32(board), "the scores need 64 bits");
        let weights = Weights::<T>::new(board);
        let steps = self.rows + self.columns;
        if steps <= LOW {
            return fill_plain(values, steps, self.rows, &weights.by_move, weights.terminal);
        }
        let mut parts = self.split(values);
        for level in self.levels() {
            let mut pieces: Vec<Piece<'_, T>> = level
                .iter()
                .map(|&number| Piece { number, values: std::mem::take(&mut parts[number]) })
                .collect();
            let finished = &parts;
            run(&mut pieces, &|piece| self.solve_piece(piece, finished, &weights));
            for piece in pieces {
                parts[piece.number] = piece.values;
            }
        }
    }

    /// Cuts the memory into blocks.
    fn split<'v, T>(&self, mut values: &'v mut [T]) -> Vec<&'v mut [T]> {
        let steps = self.rows + self.columns;
        let mut parts = Vec::with_capacity(self.blocks.len());
        for &block in &self.blocks {
            let (part, rest) =
                values.split_at_mut(choose(steps.min(BLOCK), self.ones_below(block)));
            parts.push(part);
            values = rest;
        }
        parts
    }

    /// The numbers of the blocks, those first that no other waits for. Every move of bits above a
    /// block leads one level further, so the blocks of one level are independent: the level is the
    /// sum, over the ones above, of their height.
    fn levels(&self) -> Vec<Vec<usize>> {
        let mut levels: Vec<Vec<usize>> = Vec::new();
        for (number, &block) in self.blocks.iter().enumerate() {
            let level: usize = bits(block).map(|bit| bit as usize + 1).sum();
            if levels.len() <= level {
                levels.resize(level + 1, Vec::new());
            }
            levels[level].push(number);
        }
        levels.retain(|level| !level.is_empty());
        levels.reverse();
        levels
    }

    fn ones_below(&self, block: u32) -> usize {
        self.rows - block.count_ones() as usize
    }

    fn solve_piece<T: Width>(
        &self,
        piece: &mut Piece<'_, T>,
        finished: &[&mut [T]],
        weights: &Weights<T>,
    ) {
        let block = self.blocks[piece.number];
        let ones = self.ones_below(block);
        let terminal = (piece.number + 1 == self.blocks.len()).then_some(weights.terminal);
        let seed = match (self.blocks.len(), terminal) {
            (1, Some(terminal)) => Seed::Whole(terminal),
            _ => Seed::Part(self.pulls(block, ones, finished, weights), terminal),
        };
        let Some(plan) = &self.plans[ones] else { unreachable!("every block has a plan") };
        T::solve_block(
            self.isa,
            piece.values,
            &BlockJob {
                steps: (self.rows + self.columns).min(BLOCK),
                ones,
                plan,
                weights: &weights.by_move,
                seed,
            },
        );
    }

    /// The moves of the bits above a block, and the one from its highest bit to the bit above.
    fn pulls<'a, T: Width>(
        &self,
        block: u32,
        ones: usize,
        finished: &'a [&mut [T]],
        weights: &Weights<T>,
    ) -> Vec<Pull<'a, T>> {
        let find = |block: u32| {
            &*finished[self.blocks.binary_search(&block).expect("moves lead to blocks")]
        };
        let mut pulls = Vec::new();
        let upper = self.rows + self.columns - BLOCK;
        for bit in bits(movable(block, upper)) {
            let one = 1 << bit;
            let j = ones + (block & (2 * one - 1)).count_ones() as usize;
            let weight = weights.by_move[weight_index(BLOCK + bit as usize, j)];
            pulls.push(Pull { weight, at: 0, from: find(block ^ one ^ (one << 1)) });
        }
        if block & 1 == 0 && ones > 0 {
            let weight = weights.by_move[weight_index(BLOCK - 1, ones)];
            let len = choose(BLOCK - 1, ones - 1);
            pulls.push(Pull { weight, at: choose(BLOCK - 1, ones), from: &find(block | 1)[..len] });
        }
        pulls
    }
}
