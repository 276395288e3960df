//! The outcomes of all positions of a family.

use std::ops::Range;

use super::bit_layout::{MAX_FIXED, is_segment};
use super::paths::choose;
use super::segment::{SegmentMoves, low};
use super::{BitLayout, Index, Outcomes, SizeError, paths};
use perfectplay_core::control::Control;
use perfectplay_core::layers::{LayeredGame, SolveError, solve_all};

/// The most rows of a bar, which has no fewer columns.
const MAX_ROWS: usize = paths::MAX_STEPS / 2;

/// Solves a family: finds the outcomes of all positions of a bar.
#[derive(Clone, Debug)]
pub struct Solver {
    layout: BitLayout,
    moves: SegmentMoves,
    /// By rows of a box and length: where the segment is in which all these rows have this length.
    cuts: Vec<Cut>,
    /// By rows of a segment and length.
    parts: Vec<Part>,
    /// By rows and columns: the number of a segment.
    kinds: Vec<u16>,
    /// By segment and row: how a word is [widened](Self::widened) to it.
    shifts: Vec<[Shift; MAX_ROWS]>,
}

/// Where the bits of the staircases whose topmost rows, up to some row, are as long as a box is wide come
/// from and go to when the box gets a column more.
#[derive(Clone, Copy, Debug, Default)]
struct Shift {
    down: u8,
    up: u8,
}

/// A segment, seen from the beginning of a box that has it.
#[derive(Clone, Copy, Debug, Default)]
struct Cut {
    /// Its first byte.
    offset: usize,
    /// How many of its bits are for staircases that are not longer than some length.
    bits: u32,
}

/// The positions of a segment whose rows are not longer than some length.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    /// How many they are.
    bits: u32,
    /// A bit for each.
    mask: u128,
}

/// Some blocks of one layer.
#[derive(Clone, Debug)]
pub struct Task {
    places: Range<usize>,
}

impl Solver {
    /// A solver of the family of a bar. A bar with more rows than columns is transposed.
    ///
    /// # Errors
    /// [`SizeError`] unless rows and columns are 1 or more, and 64 at most together.
    pub fn new(rows: usize, columns: usize) -> Result<Self, SizeError> {
        let layout = BitLayout::new(Index::new(rows, columns)?);
        let (free, columns) = (layout.index().rows() - layout.fixed(), layout.index().columns());
        let (mut cuts, mut parts) = (Vec::new(), Vec::new());
        let (mut kinds, mut shifts) = (Vec::new(), Vec::new());
        let mut next = 0;
        for rows in 0..=free {
            for length in 0..=columns {
                let tall = (0..=rows).rev().find(|&tall| is_segment(tall, length));
                let bits = tall.map_or(0, |tall| choose(tall + length, tall));
                cuts.push(Cut { offset: layout.sum(rows, length) as usize, bits: bits as u32 });
                let is_segment = is_segment(rows, length);
                let bits = if is_segment { choose(rows + length, rows) } else { 0 };
                parts.push(Part { bits: bits as u32, mask: low(bits) });
                kinds.push(next);
                next += u16::from(is_segment);
                if is_segment {
                    shifts.push(shifts_to(rows, length));
                }
            }
        }
        Ok(Self { moves: SegmentMoves::new(free, columns), cuts, parts, kinds, shifts, layout })
    }

    /// The index of the family.
    pub const fn index(&self) -> &Index {
        self.layout.index()
    }

    /// Where the bits are.
    pub const fn layout(&self) -> &BitLayout {
        &self.layout
    }

    /// The outcomes of all positions. Reports solved bytes to `control`, each with up to eight positions.
    ///
    /// # Errors
    /// If it is interrupted, or the memory cannot be allocated: [`BitLayout::len`] bytes.
    pub fn solve(self, control: Control<'_>) -> Result<Outcomes, SolveError> {
        let bytes = solve_all(&self, control)?;
        Ok(Outcomes::new(self.layout, bytes))
    }

    /// The staircases of a segment, as bits by their rank, that become some of those in a box with a
    /// column less by cutting their longest rows. `word` has these; a segment is given by its number.
    ///
    /// What is not as long as the box is wide stays. The others are, below their first row, staircases in
    /// a box with a row less.
    #[inline]
    fn widened(&self, word: u128, rows: usize, kind: usize) -> u128 {
        let mut widened = word;
        for &Shift { down, up } in &self.shifts[kind][..rows] {
            let part = word >> down;
            if part == 0 {
                break;
            }
            widened |= part << up;
        }
        widened
    }

    /// How many rows are below the fixed ones.
    fn free(&self) -> usize {
        self.index().rows() - self.layout.fixed()
    }
}

/// A layer is the blocks whose fixed rows have equally many cells. A move that changes a fixed row leads
/// to a lower layer, and any other stays in its block.
impl LayeredGame for Solver {
    /// Bits of the [layout](BitLayout), set where the position is losing.
    type Entry = u8;
    type Task = Task;
    const TASK: usize = 1 << 15;

    fn layers(&self) -> usize {
        self.layout.layers().len()
    }

    fn layer(&self, layer: usize) -> Range<u64> {
        self.layout.bytes(&self.layout.layers()[layer])
    }

    fn tasks(&self, layer: usize, states: usize) -> impl Iterator<Item = Task> {
        let Range { mut start, end } = self.layout.layers()[layer].clone();
        std::iter::from_fn(move || {
            let first = start;
            while start < end {
                start += 1;
                let bytes = self.layout.bytes(&(first..start));
                if bytes.end - bytes.start >= states as u64 {
                    break;
                }
            }
            (first < start).then_some(Task { places: first..start })
        })
    }

    fn task_len(&self, task: &Task) -> usize {
        let Range { start, end } = self.layout.bytes(&task.places);
        (end - start) as usize
    }

    fn fill(&self, task: &Task, lower: &[u8], mut out: &mut [u8]) {
        assert_eq!(out.len(), self.task_len(task), "as many bytes as the task has");
        let mut block = Block::new(self, lower);
        for place in task.places.clone() {
            let Range { start, end } = self.layout.bytes(&(place..place + 1));
            let (own, after) = out.split_at_mut((end - start) as usize);
            block.solve(self.layout.block(place), own);
            out = after;
        }
    }
}

/// A row above the box that is being solved, which a move may cut.
#[derive(Clone, Copy, Debug, Default)]
struct Head {
    /// Where the box of this row and those below begins, and with it each of the boxes in which this
    /// row is shorter than some length.
    start: usize,
    /// How many rows that box has.
    rows: usize,
    /// Which box that is, of all that have been solved at this row.
    stamp: u32,
}

/// The marks of a segment by cuts of one row above it. They depend on the box of that row and on the
/// rows and columns of the segment, but not on the rows in between, nor on how long the row is.
#[derive(Clone, Copy, Debug, Default)]
struct Cuts {
    stamp: u32,
    columns: usize,
    marks: u128,
}

/// A block being solved, and what is worth keeping from one to the next.
struct Block<'a> {
    solver: &'a Solver,
    lower: &'a [u8],
    /// By fixed row and length: where the block begins in which that row and those below it are so long.
    cut: Vec<usize>,
    /// The rows above the box that is being solved, the fixed ones first, and behind them the first row
    /// of the box.
    heads: [Head; MAX_ROWS + 1],
    /// How many rows are above the box.
    count: usize,
    /// The last stamp that was given.
    stamp: u32,
    /// By rows of a segment and row above it: the marks by cuts of this row, for the widest segment so far.
    cuts: Vec<Cuts>,
    /// By segment, whether it is narrowed, and row above it: its marks by cuts of all rows up to this
    /// one, and the stamp of the row that they were made for.
    marks: Vec<(u128, u32)>,
}

impl<'a> Block<'a> {
    fn new(solver: &'a Solver, lower: &'a [u8]) -> Self {
        let width = solver.index().columns() + 1;
        let kinds = 1 + usize::from(solver.kinds[solver.kinds.len() - 1]);
        Self {
            solver,
            lower,
            cut: vec![0; solver.layout.fixed() * width],
            heads: [Head::default(); MAX_ROWS + 1],
            count: 0,
            stamp: 0,
            cuts: vec![Cuts::default(); (solver.free() + 1) * solver.index().rows()],
            marks: vec![(0, 0); 2 * kinds * solver.index().rows()],
        }
    }

    fn solve(&mut self, rank: u32, out: &mut [u8]) {
        let layout = &self.solver.layout;
        let (fixed, columns) = (layout.fixed(), layout.index().columns());
        let rows = layout.fixed_rows(rank);
        let width = rows[..fixed].last().copied().unwrap_or(columns);
        self.stamp += 1;
        self.heads[..=fixed].fill(Head { start: 0, rows: self.solver.free(), stamp: self.stamp });
        out.fill(0);
        for row in 0..fixed {
            for length in 0..rows[row] {
                let mut cut: [usize; MAX_FIXED] = rows;
                cut[row..fixed].iter_mut().for_each(|cells| *cells = length.min(*cells));
                let start = layout.start(layout.rank(&cut[..fixed])) as usize;
                if length < width {
                    self.cut[row * (columns + 1) + length] = start;
                } else {
                    // The rows below the fixed ones stay as they are: a whole block.
                    mark(out, &[&self.lower[start..]]);
                }
            }
        }
        self.count = fixed;
        self.solve_box(self.solver.free(), width, 0, false, rank == 0, out);
    }

    /// Solves the box of this many rows and columns whose bytes begin at `at`. `is_narrowed`: it is the part
    /// of a wider box in which the first row is shorter. `has_nothing`: it has the position without a cell.
    fn solve_box(
        &mut self,
        rows: usize,
        columns: usize,
        at: usize,
        is_narrowed: bool,
        has_nothing: bool,
        out: &mut [u8],
    ) {
        let layout = &self.solver.layout;
        if layout.has_segment(rows, columns) {
            return self.solve_segment(rows, columns, at, is_narrowed, has_nothing, out);
        }
        let narrower = layout.size(rows, columns - 1) as usize;
        if !layout.has_segment(rows, columns - 1) {
            self.mark_box(rows, columns - 1, at, out);
        }
        self.solve_box(rows, columns - 1, at, true, has_nothing, out);
        let next = at + narrower;
        self.count += 1;
        self.stamp += 1;
        self.heads[self.count] = Head { start: next, rows: rows - 1, stamp: self.stamp };
        self.solve_box(rows - 1, columns, next, false, false, out);
        self.count -= 1;
    }

    /// Marks the positions of a box by the moves that cut a row above it to the box's width: they lead
    /// to a box of the same size.
    fn mark_box(&self, rows: usize, columns: usize, at: usize, out: &mut [u8]) {
        let layout = &self.solver.layout;
        let (before, own) = out.split_at_mut(at);
        let own = &mut own[..layout.size(rows, columns) as usize];
        let sum = layout.sum(rows, columns);
        let fixed = layout.fixed();
        let mut others: [&[u8]; MAX_ROWS] = [&[]; MAX_ROWS];
        let offset = (layout.sum(self.solver.free(), columns) - sum) as usize;
        for (row, other) in others[..fixed].iter_mut().enumerate() {
            *other = &self.lower[self.cut(row, columns) + offset..];
        }
        let heads = &self.heads[fixed..self.count];
        for (head, other) in heads.iter().zip(&mut others[fixed..]) {
            *other = &before[head.start + (layout.sum(head.rows, columns) - sum) as usize..];
        }
        mark(own, &others[..self.count]);
    }

    /// Where the block begins in which this row and the other fixed ones below it have `columns` cells.
    #[inline]
    fn cut(&self, row: usize, columns: usize) -> usize {
        self.cut[row * (self.solver.index().columns() + 1) + columns]
    }

    #[inline]
    fn solve_segment(
        &mut self,
        rows: usize,
        columns: usize,
        at: usize,
        is_narrowed: bool,
        has_nothing: bool,
        out: &mut [u8],
    ) {
        let solver = self.solver;
        let place = rows * (solver.index().columns() + 1) + columns;
        let kind = 2 * usize::from(solver.kinds[place]) + usize::from(is_narrowed);
        let all = solver.index().rows();
        let kind = kind * all..(kind + 1) * all;
        // What is known of the rows above already.
        let known = self.heads[..self.count].iter().zip(&self.marks[kind.clone()]);
        let known = known.rev().position(|(head, marks)| head.stamp == marks.1);
        let known = self.count - known.unwrap_or(self.count);
        let mut cuts = if known > 0 { self.marks[kind.start + known - 1].0 } else { 0 };
        for row in known..self.count {
            cuts |= self.cuts(row, rows, columns, is_narrowed, out);
            self.marks[kind.start + row] = (cuts, self.heads[row].stamp);
        }
        let word = read(out, at);
        let mut marks = word | cuts;
        if has_nothing {
            // No cell is left: the player to move has won.
            marks |= 1;
        }
        let Part { bits, mask } = solver.parts[place];
        let losing = solver.moves.solve(rows, columns, mask & !marks);
        write(out, at, bits, word & !mask | losing);
    }

    /// The marks of a segment by moves that cut a row above it, and all below, to fewer cells than the
    /// segment has columns; to as many, too, if it is narrowed.
    ///
    /// Let M(c) be the marks of a segment of c columns, and X(c) the losing ones of the positions to
    /// which the row and all below are cut to c cells at most, by what is below the segment's top.
    /// Cutting a staircase of c + 1 columns to c cells or fewer is cutting it to c, and then perhaps
    /// once more. So it is marked if M(c) or X(c) has what cutting it to c makes of it.
    #[inline]
    fn cuts(
        &mut self,
        row: usize,
        rows: usize,
        columns: usize,
        is_narrowed: bool,
        out: &[u8],
    ) -> u128 {
        let solver = self.solver;
        let kinds = &solver.kinds[rows * (solver.index().columns() + 1)..];
        let place = rows * solver.index().rows() + row;
        let head = self.heads[row];
        let mut cuts = self.cuts[place];
        if cuts.stamp != head.stamp || cuts.columns > columns {
            cuts = Cuts { stamp: head.stamp, columns: 0, marks: 0 };
        }
        while cuts.columns < columns {
            let losing = self.after_cut(row, rows, cuts.columns, out);
            cuts.columns += 1;
            let kind = kinds[cuts.columns].into();
            cuts.marks = solver.widened(cuts.marks | losing, rows, kind);
        }
        self.cuts[place] = cuts;
        if is_narrowed { cuts.marks | self.after_cut(row, rows, columns, out) } else { cuts.marks }
    }

    /// The losing ones of the positions whose rows from `row` on have `length` cells down to a
    /// box of this many rows: as bits by the rank of what is in that box.
    #[inline]
    fn after_cut(&self, row: usize, rows: usize, length: usize, out: &[u8]) -> u128 {
        let solver = self.solver;
        let width = solver.index().columns() + 1;
        let head = self.heads[row];
        let Cut { offset, bits } = solver.cuts[head.rows * width + length];
        let part = solver.parts[rows * width + length];
        let first = bits - part.bits;
        let word = match row < solver.layout.fixed() {
            true => read_bits(self.lower, self.cut(row, length) + offset, first),
            false => read_bits(out, head.start + offset, first),
        };
        word & part.mask
    }
}

/// By row: see [`Solver::widened`].
fn shifts_to(rows: usize, columns: usize) -> [Shift; MAX_ROWS] {
    let mut shifts = [Shift::default(); MAX_ROWS];
    let (mut from, mut to) = (0, 0);
    if columns > 0 {
        for (shift, below) in shifts.iter_mut().zip((1..=rows).rev()) {
            from += choose(below + columns - 2, below);
            to += choose(below + columns - 1, below);
            *shift = Shift { down: from as u8, up: to as u8 };
        }
    }
    shifts
}

/// Marks the positions of a box that have a move to the losing positions of others, which are as long
/// at least.
#[inline]
fn mark(marks: &mut [u8], others: &[&[u8]]) {
    match marks.len() {
        ..16 => mark_in_steps::<1>(marks, others),
        16..64 => mark_in_steps::<16>(marks, others),
        _ => mark_in_steps::<64>(marks, others),
    }
}

/// In steps of this many bytes, at most as many as there are.
#[inline]
fn mark_in_steps<const N: usize>(marks: &mut [u8], others: &[&[u8]]) {
    let last = marks.len() - N;
    let mut step = |at: usize| {
        let place: &mut [u8; N] = marks[at..].first_chunk_mut().expect("a step's bytes");
        let mut word = *place;
        for losing in others {
            let losing: &[u8; N] = losing[at..].first_chunk().expect("a step's bytes");
            for (marks, losing) in word.iter_mut().zip(losing) {
                *marks |= losing;
            }
        }
        *place = word;
    };
    (0..last).step_by(N).for_each(&mut step);
    // Some of these bytes for the second time.
    step(last);
}

/// Sixteen bytes, or as many as there are.
#[inline]
fn read(bytes: &[u8], at: usize) -> u128 {
    let rest = &bytes[at..];
    rest.first_chunk().map_or_else(|| read_rest(rest), |word| u128::from_le_bytes(*word))
}

#[cold]
fn read_rest(bytes: &[u8]) -> u128 {
    let mut word = [0; 16];
    word[..bytes.len()].copy_from_slice(bytes);
    u128::from_le_bytes(word)
}

/// 120 bits or more from a bit on: 128 if it is that of a byte's beginning.
#[inline]
fn read_bits(bytes: &[u8], at: usize, bit: u32) -> u128 {
    let word = read(bytes, at + (bit / 8) as usize);
    let (low, high, shift) = (word as u64, (word >> 64) as u64, bit % 8);
    let low = low >> shift | high << 1 << (63 - shift);
    u128::from(high >> shift) << 64 | u128::from(low)
}

/// Writes a word of which this many bits are to be changed.
#[inline]
fn write(bytes: &mut [u8], at: usize, bits: u32, word: u128) {
    let word = word.to_le_bytes();
    match bytes[at..].first_chunk_mut() {
        Some(place) => *place = word,
        None => write_rest(&mut bytes[at..], bits, &word),
    }
}

#[cold]
fn write_rest(bytes: &mut [u8], bits: u32, word: &[u8; 16]) {
    let length = bits.div_ceil(8) as usize;
    bytes[..length].copy_from_slice(&word[..length]);
}
