//! Builds the filters and the static function of a layer from its positions.

use super::super::Position;
use super::classes::{CLASSES_BEFORE, Census, MOST_BITS, choose_bits};
use super::keys::{Key, Shard, Size};
use super::reader::{Outcomes, SPANS, Span};
use perfectplay_core::coded::Line;
use perfectplay_core::coded::line::{LineKey, lines_for};
use perfectplay_core::layers::reserve_exact;
use perfectplay_core::retrieval::{RetrievalError, mix};

/// The outcomes of finished layers, and the layer that is being built.
///
/// A layer is [begun](Self::begin) with its census. Then the lines of its filters are [added](Self::add), and
/// last those of its function, whose keys are the positions that [pass](Filters::pass) the filters.
#[derive(Clone, Debug)]
pub struct OutcomesBuilder {
    bound: u8,
    classes: Vec<u8>,
    /// See [`Outcomes`].
    spans: Vec<[u8; 8]>,
    lines: Vec<Line>,
}

impl Default for OutcomesBuilder {
    fn default() -> Self {
        Self { bound: 1, classes: Vec::new(), spans: Vec::new(), lines: Vec::new() }
    }
}

impl OutcomesBuilder {
    /// The most bits of a filter.
    pub const MOST_BITS: u8 = MOST_BITS;

    /// A builder that continues the outcomes of a table.
    pub fn restored(outcomes: Outcomes<'_>) -> Self {
        let [classes, spans, lines] = outcomes.sections();
        Self {
            bound: outcomes.bound(),
            classes: classes.to_vec(),
            spans: spans.as_chunks().0.to_vec(),
            lines: lines.as_chunks().0.to_vec(),
        }
    }

    /// The largest number of the last layer, finished or not; 1 before the first.
    pub const fn bound(&self) -> u8 {
        self.bound
    }

    /// The sections of a table: classes, spans and lines.
    pub fn sections(&self) -> [&[u8]; 3] {
        [&self.classes, self.spans.as_flattened(), self.lines.as_flattened()]
    }

    /// The outcomes of the finished layers.
    pub fn outcomes(&self) -> Outcomes<'_> {
        Outcomes::over_accepted(self.bound, self.sections())
    }

    /// Begins the next layer.
    ///
    /// # Panics
    /// If the census is of another layer.
    pub fn begin(&mut self, census: &Census) {
        self.bound += 1;
        assert_eq!(census.largest, self.bound, "layers come in order");
        self.classes.extend(choose_bits(census));
        self.spans.resize(self.spans.len() + SPANS, [0; 8]);
    }

    /// How many keys the filters of 1, 2, … bits of the layer just begun have, and before them how
    /// many losing positions belong to no filter. `census` is the layer's.
    pub fn filter_keys(&self, census: &Census) -> [u64; 1 + MOST_BITS as usize] {
        let before = CLASSES_BEFORE[usize::from(self.bound)] as usize;
        census.keys_by_bits(&self.classes[before..])
    }

    /// The filters of the layer just begun, those that were added.
    pub fn filters(&self) -> Filters<'_> {
        Filters(self.outcomes())
    }

    /// The equations of a key of the layer, with its hash, in a span.
    pub fn equations(&self, span: Span, key: Key, hash: u64) -> LineKey {
        let one = LineKey { hash, ..LineKey::default() };
        if span.is_of_filters() {
            LineKey { members: self.filters().bits(key.position()).unwrap_or_default(), ..one }
        } else {
            LineKey { bits: key.is_lost().into(), length: 1, ..one }
        }
    }

    /// The size of a span of this many keys, which have this many equations.
    pub const fn size(span: Span, keys: u64, equations: u64) -> Size {
        Size { keys, lines: lines_for(equations as usize), level: span.level() }
    }

    /// Adds some shards, in order, of a span of the last layer. Its other shards follow before any of another span.
    ///
    /// # Errors
    /// [`RetrievalError::Full`], or [`RetrievalError::OutOfMemory`]. In that case nothing has changed.
    ///
    /// # Panics
    /// If the span has lines already, and those of another one came after them.
    pub fn add(&mut self, span: Span, shards: &[Shard]) -> Result<(), RetrievalError> {
        let half = |number: usize| u32::try_from(number).map_err(|_| RetrievalError::Full);
        let place = span.number(self.bound);
        let known = u64::from_le_bytes(self.spans[place]);
        let (first, count) = match (known as u32 as usize, (known >> 32) as usize) {
            (_, 0) => (self.lines.len(), 0),
            known => known,
        };
        assert_eq!(first + count, self.lines.len(), "the lines of the span are the last ones");
        let lines: usize = shards.iter().map(|shard| shard.lines.len()).sum();
        let known = u64::from(half(first)?) | u64::from(half(count + lines)?) << 32;
        reserve_exact(&mut self.lines, lines)?;
        self.spans[place] = known.to_le_bytes();
        self.lines.extend(shards.iter().flat_map(|shard| &shard.lines));
        Ok(())
    }
}

/// For how many positions the filters are read side by side.
const AT_ONCE: usize = 16;

/// The filters of the last layer of a builder.
#[derive(Clone, Copy, Debug)]
pub struct Filters<'a>(Outcomes<'a>);

impl Filters<'_> {
    /// The bits of the filter, 0 to 7, that a position of the layer belongs to (with 0 bits there is
    /// no filter, and it passes); `None` if no position of its class is lost.
    #[inline]
    pub fn bits(&self, position: Position) -> Option<u8> {
        self.0.filter_bits(position).flatten()
    }

    /// Whether a position of the layer passes its filter.
    ///
    /// # Panics
    /// If the filter was not added.
    #[inline]
    pub fn pass(&self, position: Position) -> bool {
        self.open(position).is_some_and(|open| self.passes(open))
    }

    /// Calls `passing` with the positions of the layer, of these, that [pass](Self::pass) their
    /// filters, in order. It reads many filters side by side, so it takes less time.
    ///
    /// # Panics
    /// If a filter was not added.
    pub fn for_each_passing(
        &self,
        positions: impl Iterator<Item = Position>,
        mut passing: impl FnMut(Position),
    ) {
        // The positions whose lines have been asked for.
        let mut asked: [Option<(Position, Open<'_>)>; AT_ONCE] = [None; AT_ONCE];
        for (place, position) in
            (0..AT_ONCE).cycle().zip(positions.map(Some).chain([None; AT_ONCE]))
        {
            if let Some((position, open)) = asked[place].take()
                && self.passes(open)
            {
                passing(position);
            }
            let Some(position) = position else { continue };
            asked[place] = self.open(position).map(|open| (position, open));
        }
    }

    /// Makes the processor fetch what the filter of a position reads.
    #[inline]
    fn open(&self, position: Position) -> Option<Open<'_>> {
        let (bits, hash) = (self.bits(position)?, mix(position.mask()));
        let line = || self.0.line(self.0.bound(), bits, hash).expect(ADDED);
        Some((bits, hash, (bits > 0).then(line)))
    }

    #[inline]
    fn passes(&self, (bits, hash, line): Open<'_>) -> bool {
        let read = self.0.read();
        let passes = |line| self.0.passes(self.0.bound(), bits, hash, line, read).expect(ADDED);
        line.is_none_or(passes)
    }
}

const ADDED: &str = "the filters of the layer were added";

/// The bits and the line of a filter, if there is one, and a position's hash.
type Open<'a> = (u8, u64, Option<&'a Line>);
