//! Outcomes, read from the bytes of a table.

use std::borrow::Borrow;

use super::super::Position;
use super::classes::{ALL_WIN, CLASSES_BEFORE, MOST_BITS, class};
use perfectplay_core::Outcome;
use perfectplay_core::coded::Line;
use perfectplay_core::coded::line::{bit, holds, passes, rehashed};
use perfectplay_core::retrieval::{mix, scale};
use perfectplay_core::simd::{BitInstructions, prefetch};

/// The number of the first level of bumped keys among the spans of a layer: those of the function have even numbers, and
/// those of the filters odd ones.
const LEVELS: u8 = 1 + MOST_BITS;

/// How many spans a layer has.
pub(super) const SPANS: usize = 24;

/// Consecutive lines of a layer, by a number: 0 is the function of the positions that pass, 1 to 7 the filter of
/// as many bits, and then come by turns the levels of keys that are bumped from the function, and those of keys that
/// are bumped from any filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span(u8);

impl Span {
    /// The filter of `bits` bits, 1 to 7, or with 0 bits the function.
    ///
    /// # Panics
    /// If there are more bits.
    pub const fn new(bits: u8) -> Self {
        assert!(bits <= MOST_BITS, "filters have up to 7 bits");
        Self(bits)
    }

    /// How often its keys were bumped before.
    pub const fn level(self) -> u8 {
        if self.0 < LEVELS { 0 } else { 1 + (self.0 - LEVELS) / 2 }
    }

    /// Whether it is of filters, and not of the function.
    pub const fn is_of_filters(self) -> bool {
        if self.0 < LEVELS { self.0 > 0 } else { self.0 % 2 == 1 }
    }

    /// That of the keys that this one does not hold, if there can be one.
    pub fn next(self) -> Option<Self> {
        let next = if self.0 < LEVELS { LEVELS + u8::from(self.0 > 0) } else { self.0 + 2 };
        (usize::from(next) < SPANS).then_some(Self(next))
    }

    /// Its number among those of all layers.
    #[inline]
    pub(super) fn number(self, largest: u8) -> usize {
        (usize::from(largest) - 2) * SPANS + usize::from(self.0)
    }
}

/// The outcomes over the bytes of a table. The bytes are checked as they are read, so that damaged
/// ones give wrong outcomes or none, and never a panic.
#[derive(Clone, Copy, Debug)]
pub struct Outcomes<'a> {
    bound: u8,
    /// By layer and class: the bits of the filter.
    classes: &'a [u8],
    /// By layer, [`SPANS`] each: the number of the first line (low half), and how many lines there are (high half).
    spans: &'a [[u8; 8]],
    lines: &'a [Line],
    cpu: BitInstructions,
}

impl<'a> Outcomes<'a> {
    /// The outcomes of the positions up to `bound` over three sections; `None` if their lengths are impossible.
    pub fn over(bound: u8, sections: [&'a [u8]; 3]) -> Option<Self> {
        let layers = usize::from(bound).checked_sub(1)?;
        let [classes, spans, lines] = sections.map(<[u8]>::len);
        let fits = bound <= Position::MAX_NUMBER
            && classes == CLASSES_BEFORE[usize::from(bound) + 1] as usize
            && spans == layers * SPANS * 8
            && lines.is_multiple_of(size_of::<Line>());
        fits.then(|| Self::over_accepted(bound, sections))
    }

    /// The outcomes over sections that [`over`](Self::over) accepted before. Other sections give wrong outcomes or
    /// none.
    #[inline(always)]
    pub fn over_accepted(bound: u8, [classes, spans, lines]: [&'a [u8]; 3]) -> Self {
        let (spans, lines) = (spans.as_chunks().0, lines.as_chunks().0);
        Self { bound, classes, spans, lines, cpu: BitInstructions::here() }
    }

    /// The sections.
    pub(super) const fn sections(&self) -> [&'a [u8]; 3] {
        [self.classes, self.spans.as_flattened(), self.lines.as_flattened()]
    }

    /// The largest number of the positions that have an outcome.
    pub const fn bound(self) -> u8 {
        self.bound
    }

    /// Who wins a position, seen by the player to move. `None` if the position has a number above
    /// the bound, or if the sections are damaged.
    #[inline(always)]
    pub fn outcome(&self, position: Position) -> Option<Outcome> {
        self.outcome_by(position, self.read())
    }

    /// A position's outcome where the section of lines is not in memory: `read` returns the line with a number.
    #[inline(always)]
    pub fn outcome_by<L: Borrow<Line>>(
        &self,
        position: Position,
        read: impl Fn(usize) -> Option<L>,
    ) -> Option<Outcome> {
        let largest = position.largest();
        if largest > self.bound {
            return None;
        }
        if largest == 0 {
            return Some(Outcome::Loss);
        }
        let Some(bits) = self.filter_bits(position)? else { return Some(Outcome::Win) };
        let hash = mix(position.mask());
        let line = |bits| read(self.number(largest, Span(bits), hash)?);
        let passes = bits == 0 || self.passes(largest, bits, hash, line(bits)?, &read)?;
        let is_lost = passes && self.is_one(largest, hash, line(0)?, &read)?;
        Some(if is_lost { Outcome::Loss } else { Outcome::Win })
    }

    /// The bits of the filter of a position's class, `Some(None)` if no position of the class is lost.
    #[inline(always)]
    pub(super) fn filter_bits(&self, position: Position) -> Option<Option<u8>> {
        let before = CLASSES_BEFORE[usize::from(position.largest())] as usize;
        match *self.classes.get(before + class(position, self.cpu))? {
            ALL_WIN => Some(None),
            bits if bits <= MOST_BITS => Some(Some(bits)),
            _ => None,
        }
    }

    /// The line of a hash in a filter of `bits` bits, or with 0 bits in the function, which the processor is made to
    /// fetch.
    #[inline(always)]
    pub(super) fn line(&self, largest: u8, bits: u8, hash: u64) -> Option<&'a Line> {
        let line = self.lines.get(self.number(largest, Span(bits), hash)?)?;
        prefetch(line);
        Some(line)
    }

    /// Whether a hash passes the filter of `bits` bits, whose line is known.
    #[inline(always)]
    pub(super) fn passes<L: Borrow<Line>>(
        &self,
        largest: u8,
        bits: u8,
        hash: u64,
        line: L,
        read: impl Fn(usize) -> Option<L>,
    ) -> Option<bool> {
        let (line, hash) = self.held(largest, Span(bits), hash, line, read)?;
        Some(passes(line.borrow(), hash, bits, self.cpu))
    }

    /// Whether a layer's function, whose line is known, is 1 for a hash.
    #[inline(always)]
    pub(super) fn is_one<L: Borrow<Line>>(
        &self,
        largest: u8,
        hash: u64,
        line: L,
        read: impl Fn(usize) -> Option<L>,
    ) -> Option<bool> {
        let (line, hash) = self.held(largest, Span(0), hash, line, read)?;
        Some(bit(line.borrow(), hash, 0, self.cpu) == 1)
    }

    /// Reads lines from memory.
    #[inline(always)]
    pub(super) fn read(self) -> impl Fn(usize) -> Option<&'a Line> + Copy {
        move |number| self.lines.get(number)
    }

    /// The line that holds a hash, and the hash there, if `line` is that of a span.
    #[inline(always)]
    fn held<L: Borrow<Line>>(
        &self,
        largest: u8,
        span: Span,
        hash: u64,
        line: L,
        read: impl Fn(usize) -> Option<L>,
    ) -> Option<(L, u64)> {
        if holds(line.borrow(), hash) {
            return Some((line, hash));
        }
        self.bumped(largest, span, hash, read)
    }

    /// The line that holds a hash which is bumped from a span, and the hash there.
    #[cold]
    fn bumped<L: Borrow<Line>>(
        &self,
        largest: u8,
        mut span: Span,
        mut hash: u64,
        read: impl Fn(usize) -> Option<L>,
    ) -> Option<(L, u64)> {
        loop {
            (span, hash) = (span.next()?, rehashed(hash));
            let line = read(self.number(largest, span, hash)?)?;
            if holds(line.borrow(), hash) {
                return Some((line, hash));
            }
        }
    }

    /// The number of the line of a hash in a span; `None` if that has none.
    #[inline(always)]
    fn number(&self, largest: u8, span: Span, hash: u64) -> Option<usize> {
        let span = u64::from_le_bytes(*self.spans.get(span.number(largest))?);
        let (first, count) = (span & 0xffff_ffff, span >> 32);
        if count == 0 { None } else { usize::try_from(first + scale(hash, count)).ok() }
    }
}
