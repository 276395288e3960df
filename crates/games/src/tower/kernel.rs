//! The kernel: the entries of one row from the rows that its moves lead to.
//!
//! The least value after a move of a colour is a minimum over the blocks to take *and* the places
//! to put them. Taking a block changes the levels below the top, putting it changes the top only.
//! So for a top of one or two blocks the kernel first takes the minimum over all blocks to take,
//! elementwise over the contiguous top kinds that hold the colour, and then looks up the one or two
//! places. For a complete top the two places are neighbours in the row that the move leads to.

use super::index::Slab;
use super::multiset::{TRIPLES, Triple};
use super::state::{COMPLETE_KINDS, EXCHANGED_TOP, HOLDS_BLUE_FROM, TOP_KINDS};
use super::takes::{COMPLETE_OF_TOP, Places, TAKES, Take};

/// A colour, or the side of a two-block level, with green and blue exchanged.
const EXCHANGED: [usize; 4] = [0, 2, 1, Triple::SAME];

/// The place of a slab's rows, in entries from the first one that the layer reads.
#[derive(Clone, Copy, Default)]
pub(super) struct Target {
    start: usize,
    row_len: usize,
}

impl Target {
    pub(super) fn new(slab: &Slab, base: u64) -> Self {
        Self { start: (slab.start - base) as usize, row_len: slab.row_len }
    }

    fn row(self, row: u32) -> usize {
        self.start + row as usize * self.row_len
    }
}

/// The slabs that the moves of a shape lead to; the default where there is no such move.
#[derive(Clone, Copy, Default)]
pub(super) struct Targets {
    /// After taking a side of a complete level: a two-block level stays.
    pub stays: Target,
    /// After taking the middle of a complete level: the level is dead.
    pub dies: Target,
    /// After taking the side of a two-block level: the level is dead.
    pub fewer: Target,
}

impl Targets {
    fn of(&self, take: Take) -> Target {
        if take.leaves == Triple::SAME { self.dies } else { self.stays }
    }
}

/// The most sources of one colour: two for each of up to eleven complete levels.
const CAPACITY: usize = 24;

/// Rows that moves of one colour lead to, each with the two-block level that the move adds.
struct Sources {
    len: usize,
    items: [Source; CAPACITY],
}

#[derive(Clone, Copy)]
struct Source {
    /// The first entry of the row.
    start: usize,
    leaves: usize,
}

impl Sources {
    const EMPTY: Self = Self { len: 0, items: [Source { start: 0, leaves: 0 }; CAPACITY] };

    fn push(&mut self, start: usize, leaves: usize) {
        self.items[self.len] = Source { start, leaves };
        self.len += 1;
    }

    fn get(&self) -> &[Source] {
        &self.items[..self.len]
    }
}

/// The moves from one row of states whose top has one or two blocks.
pub(super) struct OpenTop {
    two: usize,
    targets: Targets,
    /// By colour of the block taken: rows that hold the states after the move as they are.
    plain: [Sources; 3],
    /// By exchanged colour of the block taken: rows that hold the states after the move with green
    /// and blue exchanged.
    exchanged: [Sources; 3],
    /// The first entry of the row after taking the side of a two-block level.
    fewer: usize,
}

impl OpenTop {
    pub(super) fn new(two: usize, targets: Targets) -> Self {
        let (plain, exchanged) = ([Sources::EMPTY; 3], [Sources::EMPTY; 3]);
        Self { two, targets, plain, exchanged, fewer: 0 }
    }

    /// Starts a row.
    pub(super) fn start(&mut self, row: u32) {
        self.plain.iter_mut().chain(&mut self.exchanged).for_each(|sources| sources.len = 0);
        self.fewer = self.targets.fewer.row(row);
    }

    /// Adds the moves that take a block of a complete level of a kind. `row` is that of the other
    /// complete levels; `exchanged` says whether it holds them with green and blue exchanged.
    pub(super) fn push(&mut self, kind: usize, row: u32, exchanged: bool) {
        for &take in TAKES[kind].iter().flatten() {
            let start = self.targets.of(take).row(row);
            if exchanged {
                self.exchanged[EXCHANGED[take.color]].push(start, EXCHANGED[take.leaves]);
            } else {
                self.plain[take.color].push(start, take.leaves);
            }
        }
    }

    /// Fills the row. There are `TOPS` top kinds before a move and `TO` after it, of which `HOLD`
    /// hold green.
    pub(super) fn fill_row<const TO: usize, const HOLD: usize, const TOPS: usize>(
        &self,
        places: &Places<TOPS>,
        lower: &[f64],
        out: &mut [f64],
    ) {
        for (rank, out) in out.chunks_exact_mut(TOPS).enumerate() {
            let red: Option<[f64; TO]> = self.least::<TO, TO>(0, rank, lower);
            let green: Option<[f64; HOLD]> = self.least::<HOLD, TO>(1, rank, lower);
            let blue: Option<[f64; HOLD]> = self.least::<HOLD, TO>(2, rank, lower);
            let sixths = sixths([red.is_some(), green.is_some(), blue.is_some()]);
            let red = red.unwrap_or([0.0; TO]);
            let green = green.unwrap_or([0.0; HOLD]);
            let blue = blue.unwrap_or([0.0; HOLD]);
            for (out, [r, g, b]) in out.iter_mut().zip(places) {
                let r = lesser(red[r[0]], red[r[1]]);
                let g = lesser(green[g[0]], green[g[1]]);
                let b = lesser(blue[b[0]], blue[b[1]]);
                *out = (6.0 + r + 2.0 * (g + b)) / sixths;
            }
        }
    }

    /// The least values after a move of the colour, by top kind (of those that the kernel reads for
    /// the colour). `None` if there is no such move.
    #[inline(always)]
    fn least<const N: usize, const TO: usize>(
        &self,
        color: usize,
        rank: usize,
        lower: &[f64],
    ) -> Option<[f64; N]> {
        let triple = &TRIPLES[rank];
        let first = if color == 2 { HOLDS_BLUE_FROM } else { 0 };
        let mut least = [f64::INFINITY; N];
        for source in self.plain[color].get() {
            lower_to(&mut least, lower, source.start + triple.more[source.leaves] * TO + first);
        }
        let fewer = triple.fewer(rank, self.two)[color];
        if let Some(fewer) = fewer {
            lower_to(&mut least, lower, self.fewer + fewer * TO + first);
        }
        let exchanged = self.exchanged[EXCHANGED[color]].get();
        if !exchanged.is_empty() {
            let first_there = if color == 1 { HOLDS_BLUE_FROM } else { 0 };
            let triple = &TRIPLES[triple.exchanged];
            let mut there = [f64::INFINITY; N];
            for source in exchanged {
                lower_to(
                    &mut there,
                    lower,
                    source.start + triple.more[source.leaves] * TO + first_there,
                );
            }
            let blocks = if TO == TOP_KINDS[2] { 2 } else { 3 };
            for (kind, value) in least.iter_mut().enumerate() {
                let kind = usize::from(EXCHANGED_TOP[blocks][first + kind]) - first_there;
                *value = lesser(there[kind], *value);
            }
        }
        let any = !exchanged.is_empty() || fewer.is_some() || self.plain[color].len > 0;
        any.then_some(least)
    }
}

#[inline(always)]
fn lower_to<const N: usize>(least: &mut [f64; N], lower: &[f64], at: usize) {
    let values: &[f64; N] = lower[at..at + N].try_into().expect("N values");
    for (least, &value) in least.iter_mut().zip(values) {
        *least = lesser(value, *least);
    }
}

/// The lesser of two values that are not NaN: one instruction, unlike [`f64::min`].
#[inline(always)]
fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

fn sixths(any: [bool; 3]) -> f64 {
    let [r, g, b] = any.map(u8::from);
    f64::from(r + 2 * g + 2 * b)
}

/// A row that a move leads to, and whether it holds the states after the move with green and blue
/// exchanged.
#[derive(Clone, Copy, Default)]
pub(super) struct MovedRow(u32);

impl MovedRow {
    pub(super) fn new(row: u32, exchanged: bool) -> Self {
        Self(row << 1 | u32::from(exchanged))
    }

    fn row(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn exchanged(self) -> usize {
        (self.0 & 1) as usize
    }
}

/// The rows that a move leads to, by the complete kind of the top.
#[derive(Clone, Copy, Default)]
pub(super) struct MovedRows {
    rows: [MovedRow; COMPLETE_KINDS],
    /// Whether any of them is exchanged, which is rare.
    exchanged: bool,
}

impl MovedRows {
    pub(super) fn new(rows: [MovedRow; COMPLETE_KINDS]) -> Self {
        let exchanged = rows.iter().fold(0, |any, row| any | row.exchanged()) != 0;
        Self { rows, exchanged }
    }
}

#[inline(always)]
fn lower_pair(least: &mut [f64; 2], values: &[f64; 2]) {
    *least = [lesser(values[0], least[0]), lesser(values[1], least[1])];
}

/// The moves from one row of states whose top is complete. The top becomes a complete level below a
/// new top, so each source is a list of rows, one for each complete kind of the top; `start` is the
/// number of the list.
pub(super) struct CompleteTop {
    two: usize,
    targets: Targets,
    len: usize,
    rows: [MovedRows; CAPACITY / 2],
    /// By colour of the block taken.
    sources: [Sources; 3],
}

impl CompleteTop {
    pub(super) fn new(two: usize, targets: Targets) -> Self {
        let rows = [MovedRows::default(); CAPACITY / 2];
        Self { two, targets, len: 0, rows, sources: [Sources::EMPTY; 3] }
    }

    /// Starts a row. `rows` are those of its complete levels and the top.
    pub(super) fn start(&mut self, rows: MovedRows) {
        self.sources.iter_mut().for_each(|sources| sources.len = 0);
        self.rows[0] = rows;
        self.len = 1;
    }

    /// Adds the moves that take a block of a complete level of a kind. `rows` are those of the
    /// other complete levels and the top.
    pub(super) fn push(&mut self, kind: usize, rows: MovedRows) {
        for take in TAKES[kind].iter().flatten() {
            self.sources[take.color].push(self.len, take.leaves);
        }
        self.rows[self.len] = rows;
        self.len += 1;
    }

    pub(super) fn fill_row(&self, lower: &[f64], out: &mut [f64]) {
        for (rank, out) in out.chunks_exact_mut(COMPLETE_KINDS).enumerate() {
            let [red, green, blue] = [0, 1, 2].map(|color| self.least(color, rank, lower));
            let sixths = sixths([red.is_some(), green.is_some(), blue.is_some()]);
            let [red, green, blue] = [red, green, blue].map(|least| least.unwrap_or([0.0; 18]));
            for (out, kind) in out.iter_mut().zip(COMPLETE_OF_TOP) {
                *out = (6.0 + red[kind] + 2.0 * (green[kind] + blue[kind])) / sixths;
            }
        }
    }

    /// The least values after a move of the colour, by the complete kind of the top. `None` if
    /// there is no such move.
    #[inline(always)]
    fn least(&self, color: usize, rank: usize, lower: &[f64]) -> Option<[f64; COMPLETE_KINDS]> {
        let triple = &TRIPLES[rank];
        let fewer = triple.fewer(rank, self.two)[color];
        let sources = self.sources[color].get();
        if sources.is_empty() && fewer.is_none() {
            return None;
        }
        let mut least = [[f64::INFINITY; 2]; COMPLETE_KINDS];
        let mut lower_all = |target: Target, rows: &MovedRows, rank: usize| {
            let (pairs, _) = lower[target.start..].as_chunks::<2>();
            let step = target.row_len / 2;
            let plain = rank * 3 + color;
            if rows.exchanged {
                let starts = [plain, TRIPLES[rank].exchanged * 3 + EXCHANGED[color]];
                for (least, row) in least.iter_mut().zip(&rows.rows) {
                    lower_pair(least, &pairs[starts[row.exchanged()] + row.row() * step]);
                }
            } else {
                for (least, row) in least.iter_mut().zip(&rows.rows) {
                    lower_pair(least, &pairs[plain + row.row() * step]);
                }
            }
        };
        for &Source { start, leaves } in sources {
            let target = self.targets.of(Take { color, leaves });
            lower_all(target, &self.rows[start], triple.more[leaves]);
        }
        if let Some(fewer) = fewer {
            lower_all(self.targets.fewer, &self.rows[0], fewer);
        }
        Some(least.map(|[side, middle]| lesser(side, middle)))
    }
}
