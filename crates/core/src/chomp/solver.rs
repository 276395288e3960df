//! Who wins every position of a family.

use std::ops::Range;

use super::index::{Index, SizeError};
use super::row::{self, KINDS, Rows};
use super::{Answer, Position};
use crate::control::Control;
use crate::layers::{Layered, SolveError, solve_all};
use crate::staircase::{MAX_SIDE, rank_path};
use crate::{Outcome, Value};

/// Steps of a block's rows: 2,048 rows, 32 KB.
const BLOCK: usize = 11;

/// Solves a family.
#[derive(Clone, Debug)]
pub struct Solver {
    index: Index,
    /// Steps above the rows.
    upper: usize,
    /// Of these, steps that tell the rows of a block.
    middle: usize,
    inside: Rows,
    /// The patterns of the steps above the blocks, those first that no other waits for.
    blocks: Vec<u32>,
    /// By pattern: its place in `blocks`.
    places: Vec<u32>,
    /// The blocks of each layer.
    layers: Vec<Range<usize>>,
}

/// Some blocks of one layer.
#[derive(Clone, Debug)]
pub struct Task {
    blocks: Range<usize>,
}

impl Solver {
    /// For the family of a bar; one with more rows than columns is transposed.
    ///
    /// # Errors
    /// [`SizeError`] unless rows and columns are 1 to 16.
    pub fn new(rows: usize, columns: usize) -> Result<Self, SizeError> {
        let index = Index::new(rows, columns)?;
        let upper = index.steps().saturating_sub(row::STEPS);
        let middle = upper.min(BLOCK);
        let above = upper - middle;
        let mut blocks: Vec<u32> = (0..1 << above).collect();
        // The first has no ones above: up to 20 fit below.
        blocks.retain(|block| block.count_ones() as usize <= index.rows());
        blocks.sort_by_key(|&block| level(block));
        let mut places = vec![0; 1 << above];
        for (place, &block) in blocks.iter().enumerate() {
            places[block as usize] = place as u32;
        }
        let mut layers = Vec::new();
        for layer in blocks.chunk_by(|&one, &other| level(one) == level(other)) {
            let start = layers.last().map_or(0, |before: &Range<usize>| before.end);
            layers.push(start..start + layer.len());
        }
        Ok(Self { index, upper, middle, inside: Rows::new(), blocks, places, layers })
    }

    /// The index of the family.
    #[must_use]
    pub const fn index(&self) -> &Index {
        &self.index
    }

    /// How many rows are solved. One takes about as long as a position takes [`Below`] another
    /// with plies, and 16 bytes.
    ///
    /// [`Below`]: super::Below
    #[must_use]
    pub fn rows(&self) -> u64 {
        (self.blocks.len() as u64) << self.middle
    }

    /// Who wins every position. Counts [rows](Self::rows) on `control`.
    ///
    /// # Errors
    /// If it is stopped, or the memory cannot be had: 16 bytes a row, for 16 × 16 134 MB.
    pub fn solve(self, control: Control<'_>) -> Result<Outcomes, SolveError> {
        let rows = solve_all(&self, control)?;
        Ok(self.outcomes(rows))
    }

    /// Who wins every position, when all rows of all layers are solved.
    ///
    /// # Panics
    /// If they are not as many.
    #[must_use]
    pub fn outcomes(self, rows: Vec<[u64; 2]>) -> Outcomes {
        assert_eq!(rows.len() as u64, self.rows(), "all rows");
        Outcomes { solver: self, rows }
    }

    /// Where the row of a pattern of upper steps is.
    #[inline]
    fn place(&self, pattern: u32) -> usize {
        let block = self.places[(pattern >> self.middle) as usize] as usize;
        block << self.middle | pattern as usize & ((1 << self.middle) - 1)
    }

    /// The ones in the lowest steps of the paths with this pattern of upper steps; `None` if there
    /// are none such.
    #[inline]
    fn ones_below(&self, pattern: u32) -> Option<usize> {
        let ones = self.index.rows().checked_sub(pattern.count_ones() as usize)?;
        (ones < KINDS).then_some(ones)
    }
}

/// A layer is the blocks of one `level`.
impl Layered for Solver {
    /// The losing positions of a row: the word's lower and upper half.
    type Entry = [u64; 2];
    type Task = Task;
    const TASK: usize = 1 << BLOCK;

    fn layers(&self) -> usize {
        self.layers.len()
    }

    fn layer(&self, layer: usize) -> Range<u64> {
        let Range { start, end } = self.layers[layer];
        (start << self.middle) as u64..(end << self.middle) as u64
    }

    fn tasks(&self, layer: usize, states: usize) -> impl Iterator<Item = Task> {
        let Range { start, end } = self.layers[layer];
        let step = (states >> self.middle).max(1);
        (start..end).step_by(step).map(move |from| Task { blocks: from..(from + step).min(end) })
    }

    fn task_len(&self, task: &Task) -> usize {
        task.blocks.len() << self.middle
    }

    fn fill(&self, task: &Task, lower: &[[u64; 2]], out: &mut [[u64; 2]]) {
        assert_eq!(out.len(), self.task_len(task), "as many rows as the task has");
        let blocks = &self.blocks[task.blocks.clone()];
        for (&block, out) in blocks.iter().zip(out.chunks_exact_mut(1 << self.middle)) {
            Block::new(self, block, lower).solve(out);
        }
    }
}

/// Every move of the steps above a block lowers the sum of the heights of its ones.
fn level(block: u32) -> u32 {
    (0..32).filter(|bit| block >> bit & 1 == 1).map(|bit| bit + 1).sum()
}

/// One block at work.
struct Block<'a> {
    solver: &'a Solver,
    /// The pattern above, as upper steps.
    base: u32,
    lower: &'a [[u64; 2]],
    /// `cuts[r][k]`: what cuts into rows with k ones mark, by moves of the first r + 1 ones.
    cuts: [[u128; KINDS]; MAX_SIDE],
}

impl<'a> Block<'a> {
    fn new(solver: &'a Solver, block: u32, lower: &'a [[u64; 2]]) -> Self {
        let base = block << solver.middle;
        let mut block = Self { solver, base, lower, cuts: [[0; KINDS]; MAX_SIDE] };
        let ones = base.count_ones() as usize;
        let (most, rows) = (solver.middle, solver.index.rows());
        let (mut head, mut rest) = (0, base);
        for row in 0..ones {
            for kind in 0..KINDS {
                // Some row of the block must have so many ones.
                if (kind + ones..=kind + ones + most).contains(&rows) {
                    block.add_cuts(head, row, rows - kind - row, kind, &[]);
                }
            }
            let one = 1 << rest.ilog2();
            head |= one;
            rest ^= one;
        }
        block
    }

    fn solve(&mut self, rows: &mut [[u64; 2]]) {
        let solver = self.solver;
        rows.fill([0; 2]);
        self.mark_by_moves_above(rows);
        let first = (1u32 << solver.index.rows().saturating_sub(row::STEPS)) - 1;
        for middle in 0..rows.len() {
            self.mark_by_moves(middle, rows);
            let pattern = self.base | middle as u32;
            let Some(kind) = solver.ones_below(pattern) else { continue };
            let mut marks = word(rows[middle]);
            if pattern == first {
                // Nothing left: won without a move.
                marks |= 1;
            }
            let ones = pattern.count_ones() as usize;
            for free in (1..=pattern.trailing_ones() as usize).rev() {
                self.add_cuts(pattern >> free << free, ones - free, free, kind, rows);
            }
            if ones > 0 {
                marks |= self.cuts[ones - 1][kind];
            }
            rows[middle] = halves(solver.inside.solve(kind, marks));
        }
    }

    /// Marks by moves from a one above the block past a zero above it: they take whole blocks to
    /// whole blocks.
    fn mark_by_moves_above(&self, rows: &mut [[u64; 2]]) {
        let solver = self.solver;
        let base = self.base;
        for zero in (solver.middle..solver.upper).filter(|zero| base >> zero & 1 == 0) {
            for one in (zero..solver.upper).filter(|one| base >> one & 1 == 1) {
                mark(rows, &self.lower[solver.place(row::sorted(base, zero, one))..]);
            }
        }
    }

    /// Marks by moves past a zero of the block's steps, for all rows that share this zero and the
    /// steps above it, when the first of them is reached. (Some of them have more ones than there
    /// are, or fewer. So do their children, and nobody reads what is there.)
    #[inline]
    fn mark_by_moves(&self, middle: usize, rows: &mut [[u64; 2]]) {
        let solver = self.solver;
        let inside = rows.len() as u32 - 1;
        let pattern = self.base | middle as u32;
        let (done, rows) = rows.split_at_mut(middle);
        for zero in 0..solver.middle.min(middle.trailing_zeros() as usize) {
            let rows = &mut rows[..1 << zero];
            let (mut above, mut moved) = (pattern, 0);
            while above & inside != 0 {
                above &= above - 1;
                moved = moved << 1 | 1 << zero;
                mark(rows, &done[((above | moved) & inside) as usize..]);
            }
            while above != 0 {
                above &= above - 1;
                moved = moved << 1 | 1 << zero;
                mark(rows, &self.lower[solver.place(above | moved)..]);
            }
        }
    }

    /// Notes what is marked by cutting from a one on, and all that are below it, to fewer cells than
    /// a row of `kind` ones has columns: that depends on the ones above (`head`, so many of them)
    /// and on how many are `free` between them and the row, not on where.
    fn add_cuts(&mut self, head: u32, ones: usize, free: usize, kind: usize, rows: &[[u64; 2]]) {
        let mut marks = if ones == 0 { 0 } else { self.cuts[ones - 1][kind] };
        let columns = row::STEPS - kind;
        for length in 0..columns {
            // So many of those that are cut to `length` end in the row, the others just above.
            let longer = free.min(columns - length);
            let child = head | ((1 << (free - longer)) - 1);
            let losing = self.read(child, rows);
            if losing != 0 {
                marks |= self.solver.inside.cut(kind, length, longer, losing);
            }
        }
        self.cuts[ones][kind] = marks;
    }

    #[inline]
    fn read(&self, pattern: u32, rows: &[[u64; 2]]) -> u128 {
        if pattern >> self.solver.middle == self.base >> self.solver.middle {
            word(rows[(pattern ^ self.base) as usize])
        } else {
            word(self.lower[self.solver.place(pattern)])
        }
    }
}

/// Marks what can move to the losing positions of as many rows.
#[inline]
fn mark(rows: &mut [[u64; 2]], losing: &[[u64; 2]]) {
    for (marks, losing) in rows.iter_mut().zip(losing) {
        marks[0] |= losing[0];
        marks[1] |= losing[1];
    }
}

#[inline]
const fn word([low, high]: [u64; 2]) -> u128 {
    (high as u128) << 64 | low as u128
}

#[inline]
const fn halves(word: u128) -> [u64; 2] {
    [word as u64, (word >> 64) as u64]
}

/// Who wins every position of a family.
#[derive(Clone, Debug)]
pub struct Outcomes {
    solver: Solver,
    rows: Vec<[u64; 2]>,
}

impl Outcomes {
    /// The index of the family.
    #[must_use]
    pub const fn index(&self) -> &Index {
        &self.solver.index
    }

    /// Who wins a position; `None` if it does not fit into the bar.
    #[must_use]
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        let path = self.solver.index.path_of(position)?;
        let rank = rank_path(path & ((1 << row::STEPS) - 1));
        let losing = word(self.rows[self.solver.place(path >> row::STEPS)]) >> rank & 1 == 1;
        Some(if losing { Outcome::Loss } else { Outcome::Win })
    }

    /// Who wins a position and by which moves, without plies; `None` if it does not fit into the
    /// bar.
    #[must_use]
    pub fn answer(&self, position: &Position) -> Option<Answer> {
        self.outcome(position)?;
        Answer::new(*position, |child| self.outcome(child).map(Value::from))
    }

    /// Calls `visit` with the words of a table: a bit for every index, set where the position is
    /// losing for the player to move. Index i is bit i mod 64 of word i / 64; the bits after the last
    /// are clear.
    pub fn for_each_word(&self, mut visit: impl FnMut(u64)) {
        let solver = &self.solver;
        let (mut word, mut count) = (0u128, 0);
        let mut push = |bits: u64, len: usize| {
            word |= u128::from(bits) << count;
            count += len;
            if count >= 64 {
                visit(word as u64);
                word >>= 64;
                count -= 64;
            }
        };
        for pattern in 0..1u32 << solver.upper {
            let Some(ones) = solver.ones_below(pattern) else { continue };
            let [low, high] = self.rows[solver.place(pattern)];
            // A bar of fewer than nine steps is the beginning of a row.
            match row::len(ones).min(solver.index.len() as usize) {
                len @ ..64 => push(low & ((1 << len) - 1), len),
                len => {
                    push(low, 64);
                    push(high & ((1 << (len - 64)) - 1), len - 64);
                }
            }
        }
        if count > 0 {
            visit(word as u64);
        }
    }
}
