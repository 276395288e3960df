//! Static functions in three arrays of words, as tables store them, and their builder.

use super::RetrievalError;
use super::ribbon::{self, MOST_COLUMNS, Place, Shard, Window, Word, scale};
use crate::layers::{reserve, reserve_exact};
use crate::simd::BitInstructions;

/// Static functions over the bytes of a table. The bytes are checked as they are read, so that
/// damaged ones give wrong values or none, and never a panic.
#[derive(Clone, Copy, Debug)]
pub struct Functions<'a> {
    /// By function: the number of its first shard (low half) and how many shards it has (high half);
    /// none if it has no keys.
    spans: &'a [Word],
    /// See [`Place`].
    shards: &'a [Word],
    bits: &'a [Word],
    cpu: BitInstructions,
}

impl<'a> Functions<'a> {
    /// The functions in three sections: spans, shards and bits. Bytes that are not a whole word are
    /// left out.
    #[inline(always)]
    pub fn over(sections: [&'a [u8]; 3]) -> Self {
        let [spans, shards, bits] = sections.map(|bytes| bytes.as_chunks().0);
        Self { spans, shards, bits, cpu: BitInstructions::here() }
    }

    /// How bits are counted on this machine.
    #[inline(always)]
    pub const fn cpu(&self) -> BitInstructions {
        self.cpu
    }

    /// How many functions there are.
    pub const fn count(&self) -> usize {
        self.spans.len()
    }

    /// The value of a function of one bit for a hash; `None` if the function has no keys.
    #[inline(always)]
    pub fn bit(&self, function: usize, hash: u64) -> Option<u8> {
        self.first_bit(self.window(function, 1, hash)?)
    }

    /// Whether a hash passes a filter of `bits` bits; `None` if the filter has no keys.
    #[inline(always)]
    pub fn passes(&self, filter: usize, bits: u8, hash: u64) -> Option<bool> {
        Some(self.is_fingerprint(self.window(filter, bits.into(), hash)?, hash))
    }

    /// The value of a function of one bit, read from what its equation reads.
    #[inline(always)]
    pub fn first_bit(&self, window: Window<'_>) -> Option<u8> {
        window.bits(self.cpu).next()
    }

    /// Whether a hash passes a filter, read from what its equation reads.
    #[inline(always)]
    pub fn is_fingerprint(&self, window: Window<'_>, hash: u64) -> bool {
        // The fingerprint is the low bits of the hash. All of them are compared, as that is cheaper than a
        // mispredicted branch. A fold would be a call wherever the compiler does not inline it.
        let mut differences = 0;
        for (column, bit) in window.bits(self.cpu).enumerate() {
            differences |= (hash >> column) as u8 ^ bit;
        }
        differences & 1 == 0
    }

    /// What the equation of a hash reads of a function whose values have this many bits; `None` if the
    /// function has no keys.
    #[inline(always)]
    pub fn window(&self, function: usize, columns: usize, hash: u64) -> Option<Window<'a>> {
        Window::new(self.bits, self.place(function, hash)?, columns, hash)
    }

    /// The place of the shard that a hash belongs to; `None` if the function has no keys.
    #[inline(always)]
    fn place(&self, function: usize, hash: u64) -> Option<Place> {
        let span = u64::from_le_bytes(*self.spans.get(function)?);
        let shard = (span & 0xffff_ffff) + scale(hash, span >> 32);
        let place = self.shards.get(usize::try_from(shard).ok()?)?;
        Some(Place(u64::from_le_bytes(*place)))
    }

    /// The value of a function of `columns` bits for a hash, whose words `read` reads from a number on; `None` if it
    /// does not, or the function has no keys.
    pub fn value_by(
        &self,
        function: usize,
        columns: usize,
        hash: u64,
        read: impl Fn(usize, &mut [Word]) -> Option<()>,
    ) -> Option<u8> {
        let (first, equation) = Window::place(self.place(function, hash)?, columns, hash)?;
        let mut words = [[0; 8]; 3 * MOST_COLUMNS];
        let words = words.get_mut(..3 * columns)?;
        read(first, words)?;
        let bits = Window::of(words, columns, equation)?.bits(self.cpu);
        Some((0..).zip(bits).map(|(column, bit)| bit << column).sum())
    }

    /// Whether a function has keys, and a value for every hash.
    pub fn is_sound(&self, function: usize, columns: usize) -> bool {
        let places = || {
            let span = u64::from_le_bytes(*self.spans.get(function)?);
            let first = usize::try_from(span & 0xffff_ffff).ok()?;
            self.shards.get(first..)?.get(..usize::try_from(span >> 32).ok()?)
        };
        places().is_some_and(|places| {
            let is_readable = |place: &Word| {
                ribbon::is_readable(self.bits.len(), Place(u64::from_le_bytes(*place)), columns)
            };
            !places.is_empty() && places.iter().all(is_readable)
        })
    }
}

/// Builds static functions one after another.
#[derive(Clone, Debug)]
pub struct FunctionsBuilder {
    /// How many words must follow the last shard: a read may reach beyond it.
    padding: usize,
    spans: Vec<Word>,
    shards: Vec<Word>,
    /// The words of all shards, and the padding.
    bits: Vec<Word>,
}

impl FunctionsBuilder {
    /// A builder of functions of at most `columns` bits, without functions.
    pub fn new(columns: usize) -> Self {
        let padding = ribbon::padding(columns);
        Self { padding, spans: Vec::new(), shards: Vec::new(), bits: vec![[0; 8]; padding] }
    }

    /// A builder that continues functions of at most `columns` bits; `None` if they lack the padding.
    pub fn restored(functions: Functions<'_>, columns: usize) -> Option<Self> {
        let Functions { spans, shards, bits, .. } = functions;
        let padding = ribbon::padding(columns);
        (bits.len() >= padding).then(|| Self {
            padding,
            spans: spans.to_vec(),
            shards: shards.to_vec(),
            bits: bits.to_vec(),
        })
    }

    /// The functions.
    pub fn functions(&self) -> Functions<'_> {
        Functions::over(self.sections())
    }

    /// The sections: spans, shards and bits.
    pub fn sections(&self) -> [&[u8]; 3] {
        [&self.spans, &self.shards, &self.bits].map(|words| words.as_flattened())
    }

    /// Adds functions, still without keys.
    pub fn grow(&mut self, functions: usize) {
        self.spans.resize(self.spans.len() + functions, [0; 8]);
    }

    /// Gives a function more shards, in order. They follow those that it has, so it must be the last one that was
    /// given any, or have none yet.
    ///
    /// # Errors
    /// [`RetrievalError::Full`] or [`RetrievalError::OutOfMemory`]. In that case nothing has changed.
    ///
    /// # Panics
    /// If there is no such function, or it has shards and is not the last one that was given any.
    pub fn append(&mut self, function: usize, new: &[Shard]) -> Result<(), RetrievalError> {
        let half = |number: usize| u32::try_from(number).map_err(|_| RetrievalError::Full);
        let span = u64::from_le_bytes(self.spans[function]);
        let (start, count) = match ((span & 0xffff_ffff) as usize, (span >> 32) as usize) {
            (_, 0) => (self.shards.len(), 0),
            span => span,
        };
        assert_eq!(start + count, self.shards.len(), "the function's shards are the last ones");
        let span = u64::from(half(start)?) | u64::from(half(count + new.len())?) << 32;
        let end = self.bits.len() - self.padding;
        let words: usize = new.iter().map(|shard| shard.words.len()).sum();
        reserve_exact(&mut self.bits, words)?;
        reserve(&mut self.shards, new.len())?;
        let mut first = end as u64;
        let mut places = Vec::with_capacity(new.len());
        for shard in new {
            places.push(shard.place.at(first).ok_or(RetrievalError::Full)?.0.to_le_bytes());
            first += shard.words.len() as u64;
        }
        self.spans[function] = span.to_le_bytes();
        self.shards.extend(places);
        self.bits.truncate(end);
        self.bits.extend(new.iter().flat_map(|shard| &shard.words).map(|word| word.to_le_bytes()));
        self.bits.resize(self.bits.len() + self.padding, [0; 8]);
        Ok(())
    }
}
