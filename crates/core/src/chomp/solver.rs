//! The outcomes of all positions of a family.

use std::ops::Range;

use super::index::{Index, SizeError};
use super::segment::{self, KINDS, SegmentMoves};
use super::{Answer, Position};
use crate::control::Control;
use crate::layers::{Layered, SolveError, solve_all};
use crate::staircase::{MAX_SIDE, rank_path};
use crate::{Outcome, Value};

/// The number of steps that differ between the segments of a block: 2,048 segments, 32 KB.
const BLOCK: usize = 11;

/// Solves a family: finds the outcomes of all positions of a bar.
#[derive(Clone, Debug)]
pub struct Solver {
    index: Index,
    /// The number of upper steps: those above the segments.
    upper: usize,
    /// How many of these, the lowest, differ between the segments of a block.
    middle: usize,
    moves: SegmentMoves,
    /// The patterns of the steps above each block, layer by layer.
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
    /// A solver of the family of a bar. A bar with more rows than columns is transposed.
    ///
    /// # Errors
    /// [`SizeError`] unless rows and columns are 1 to 16.
    pub fn new(rows: usize, columns: usize) -> Result<Self, SizeError> {
        let index = Index::new(rows, columns)?;
        let upper = index.steps().saturating_sub(segment::STEPS);
        let middle = upper.min(BLOCK);
        let above = upper - middle;
        let mut blocks: Vec<u32> = (0..1 << above).collect();
        // The first block has no ones above it: its steps hold up to 20.
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
        Ok(Self { index, upper, middle, moves: SegmentMoves::new(), blocks, places, layers })
    }

    /// The index of the family.
    #[must_use]
    pub const fn index(&self) -> &Index {
        &self.index
    }

    /// The number of segments to solve. A segment takes 16 bytes, and about as long as
    /// [`Subpositions`](super::Subpositions) takes for one position with plies.
    #[must_use]
    pub fn segments(&self) -> u64 {
        (self.blocks.len() as u64) << self.middle
    }

    /// The outcomes of all positions. Reports solved [segments](Self::segments) to `control`.
    ///
    /// # Errors
    /// If it is interrupted, or the memory cannot be allocated: 16 bytes per segment, which is 134
    /// MB for 16 × 16.
    pub fn solve(self, control: Control<'_>) -> Result<Outcomes, SolveError> {
        let segments = solve_all(&self, control)?;
        Ok(self.outcomes(segments))
    }

    /// The outcomes of all positions from the solved segments of all layers.
    ///
    /// # Panics
    /// If the number of segments is not [`segments`](Self::segments).
    #[must_use]
    pub fn outcomes(self, segments: Vec<[u64; 2]>) -> Outcomes {
        assert_eq!(segments.len() as u64, self.segments(), "all segments");
        Outcomes { solver: self, segments }
    }

    /// The place of the segment with a pattern of upper steps.
    #[inline]
    fn place(&self, pattern: u32) -> usize {
        let block = self.places[(pattern >> self.middle) as usize] as usize;
        block << self.middle | pattern as usize & ((1 << self.middle) - 1)
    }

    /// The number of ones in the lowest steps of the paths with this pattern of upper steps; `None`
    /// if there is no such path.
    #[inline]
    fn ones_below(&self, pattern: u32) -> Option<usize> {
        let ones = self.index.rows().checked_sub(pattern.count_ones() as usize)?;
        (ones < KINDS).then_some(ones)
    }
}

/// A layer is the blocks of one `level`.
impl Layered for Solver {
    /// The losing positions of a segment: the lower and the upper half of the word.
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
        assert_eq!(out.len(), self.task_len(task), "as many segments as the task has");
        let blocks = &self.blocks[task.blocks.clone()];
        for (&block, out) in blocks.iter().zip(out.chunks_exact_mut(1 << self.middle)) {
            Block::new(self, block, lower).solve(out);
        }
    }
}

/// The sum of the heights of the ones above a block, which every move of one of them lowers.
fn level(block: u32) -> u32 {
    (0..32).filter(|bit| block >> bit & 1 == 1).map(|bit| bit + 1).sum()
}

/// A block being solved.
struct Block<'a> {
    solver: &'a Solver,
    /// The upper steps of its first segment: the pattern above the block, then zeros.
    base: u32,
    lower: &'a [[u64; 2]],
    /// `cuts[r][k]`: the marks of a segment with k ones by cuts of the first r + 1 ones.
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
                // Only if a segment of the block has `kind` ones in its lowest steps.
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

    fn solve(&mut self, segments: &mut [[u64; 2]]) {
        let solver = self.solver;
        segments.fill([0; 2]);
        self.mark_by_moves_above(segments);
        let first = (1u32 << solver.index.rows().saturating_sub(segment::STEPS)) - 1;
        for middle in 0..segments.len() {
            self.mark_by_moves(middle, segments);
            let pattern = self.base | middle as u32;
            let Some(kind) = solver.ones_below(pattern) else { continue };
            let mut marks = word(segments[middle]);
            if pattern == first {
                // No cell is left: the player to move has won.
                marks |= 1;
            }
            let ones = pattern.count_ones() as usize;
            for free in (1..=pattern.trailing_ones() as usize).rev() {
                self.add_cuts(pattern >> free << free, ones - free, free, kind, segments);
            }
            if ones > 0 {
                marks |= self.cuts[ones - 1][kind];
            }
            segments[middle] = halves(solver.moves.solve(kind, marks));
        }
    }

    /// Marks by the moves whose one and zero are above the block: they lead from whole blocks to
    /// whole blocks.
    fn mark_by_moves_above(&self, segments: &mut [[u64; 2]]) {
        let solver = self.solver;
        let base = self.base;
        for zero in (solver.middle..solver.upper).filter(|zero| base >> zero & 1 == 0) {
            for one in (zero..solver.upper).filter(|one| base >> one & 1 == 1) {
                mark(segments, &self.lower[solver.place(segment::sorted(base, zero, one))..]);
            }
        }
    }

    /// Marks by the moves whose zero is a step of the block, for all segments that share this zero
    /// and the steps above it, when the first of them is reached. (Some of these segments have more
    /// or fewer ones than a path of the bar can have. The segments that they lead to have so, too,
    /// and are never read as results.)
    #[inline]
    fn mark_by_moves(&self, middle: usize, segments: &mut [[u64; 2]]) {
        let solver = self.solver;
        let inside = segments.len() as u32 - 1;
        let pattern = self.base | middle as u32;
        let (done, segments) = segments.split_at_mut(middle);
        for zero in 0..solver.middle.min(middle.trailing_zeros() as usize) {
            let segments = &mut segments[..1 << zero];
            let (mut above, mut moved) = (pattern, 0);
            while above & inside != 0 {
                above &= above - 1;
                moved = moved << 1 | 1 << zero;
                mark(segments, &done[((above | moved) & inside) as usize..]);
            }
            while above != 0 {
                above &= above - 1;
                moved = moved << 1 | 1 << zero;
                mark(segments, &self.lower[solver.place(above | moved)..]);
            }
        }
    }

    /// Adds to `cuts` the marks of segments with `kind` ones by moves that cut a one and all ones
    /// below it to fewer cells than the segment has columns. These marks depend on the ones above
    /// it (`head`, `ones` of them) and on how many ones there are from it down to the segment
    /// (`free`), but not on their places.
    fn add_cuts(
        &mut self,
        head: u32,
        ones: usize,
        free: usize,
        kind: usize,
        segments: &[[u64; 2]],
    ) {
        let mut marks = if ones == 0 { 0 } else { self.cuts[ones - 1][kind] };
        let columns = segment::STEPS - kind;
        for length in 0..columns {
            // After the cut `longer` of the free ones are steps of the segment, the others directly
            // above it.
            let longer = free.min(columns - length);
            let child = head | ((1 << (free - longer)) - 1);
            let losing = self.read(child, segments);
            if losing != 0 {
                marks |= self.solver.moves.cut(kind, length, longer, losing);
            }
        }
        self.cuts[ones][kind] = marks;
    }

    #[inline]
    fn read(&self, pattern: u32, segments: &[[u64; 2]]) -> u128 {
        if pattern >> self.solver.middle == self.base >> self.solver.middle {
            word(segments[(pattern ^ self.base) as usize])
        } else {
            word(self.lower[self.solver.place(pattern)])
        }
    }
}

/// Marks the positions of segments that have a move to the losing positions of as many others.
#[inline]
fn mark(segments: &mut [[u64; 2]], losing: &[[u64; 2]]) {
    for (marks, losing) in segments.iter_mut().zip(losing) {
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

/// The outcomes of all positions of a family.
#[derive(Clone, Debug)]
pub struct Outcomes {
    solver: Solver,
    segments: Vec<[u64; 2]>,
}

impl Outcomes {
    /// The index of the family.
    #[must_use]
    pub const fn index(&self) -> &Index {
        &self.solver.index
    }

    /// The outcome of a position; `None` if it does not fit into the bar.
    #[must_use]
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        let path = self.solver.index.path_of(position)?;
        let rank = rank_path(path & ((1 << segment::STEPS) - 1));
        let losing =
            word(self.segments[self.solver.place(path >> segment::STEPS)]) >> rank & 1 == 1;
        Some(if losing { Outcome::Loss } else { Outcome::Win })
    }

    /// The answer for a position, without plies; `None` if it does not fit into the bar.
    #[must_use]
    pub fn answer(&self, position: &Position) -> Option<Answer> {
        self.outcome(position)?;
        Answer::new(*position, |child| self.outcome(child).map(Value::from))
    }

    /// Calls `visit` with the words of a table: a bit for every index, set where the position is
    /// losing. Index i is bit i mod 64 of word i / 64; the bits after the last index are 0.
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
            let [low, high] = self.segments[solver.place(pattern)];
            // The positions of a bar of fewer than nine steps are the first ones of a segment.
            match segment::len(ones).min(solver.index.len() as usize) {
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
