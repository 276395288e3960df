//! Static functions in three arrays of words, as tables store them, and their builder.

use zerocopy::little_endian::U64;
use zerocopy::{FromBytes, IntoBytes};

use super::ribbon::{self, Place, Shard, scale};
use super::{RetrievalError, fingerprint};

/// Static functions over the bytes of a table. The bytes are checked as they are read, so that
/// damaged ones give wrong values or none, and never a panic.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Functions<'a> {
    /// By function: the number of its first shard (low half) and how many shards it has (high half);
    /// none if it has no keys.
    spans: &'a [U64],
    /// See [`Place`].
    shards: &'a [U64],
    bits: &'a [U64],
}

impl<'a> Functions<'a> {
    /// The functions in three sections: spans, shards and bits. `None` if one of them is not a
    /// number of whole words.
    pub(crate) fn over([spans, shards, bits]: [&'a [u8]; 3]) -> Option<Self> {
        let words = |bytes: &'a [u8]| <[U64]>::ref_from_bytes(bytes).ok();
        Some(Self { spans: words(spans)?, shards: words(shards)?, bits: words(bits)? })
    }

    /// How many functions there are.
    pub(crate) const fn len(&self) -> usize {
        self.spans.len()
    }

    /// The value of a function of `columns` bits for a hash; `None` if the function has no keys.
    #[inline]
    pub(crate) fn value(&self, function: usize, columns: usize, hash: u64) -> Option<u8> {
        let span = self.spans.get(function)?.get();
        let shard = (span & 0xffff_ffff) + scale(hash, span >> 32);
        let place = self.shards.get(usize::try_from(shard).ok()?)?;
        ribbon::value(self.bits, Place(place.get()), columns, hash)
    }

    /// Whether a hash passes a filter of `bits` bits; `None` if the filter has no keys.
    #[inline]
    pub(crate) fn passes(&self, filter: usize, bits: u8, hash: u64) -> Option<bool> {
        Some(self.value(filter, bits.into(), hash)? == fingerprint(hash, bits))
    }

    /// Whether a function has keys, and a value for every hash.
    pub(crate) fn is_sound(&self, function: usize, columns: usize) -> bool {
        let places = || {
            let span = self.spans.get(function)?.get();
            let first = usize::try_from(span & 0xffff_ffff).ok()?;
            self.shards.get(first..)?.get(..usize::try_from(span >> 32).ok()?)
        };
        places().is_some_and(|places| {
            let is_readable =
                |place: &U64| ribbon::is_readable(self.bits.len(), Place(place.get()), columns);
            !places.is_empty() && places.iter().all(is_readable)
        })
    }
}

/// Builds static functions one after another.
#[derive(Clone, Debug)]
pub(crate) struct FunctionsBuilder {
    /// How many words must follow the last shard: a read may reach beyond it.
    padding: usize,
    spans: Vec<U64>,
    shards: Vec<U64>,
    /// The words of all shards, and the padding.
    bits: Vec<U64>,
}

impl FunctionsBuilder {
    /// A builder of functions of at most `columns` bits, without functions.
    pub(crate) fn new(columns: usize) -> Self {
        let padding = ribbon::padding(columns);
        Self { padding, spans: Vec::new(), shards: Vec::new(), bits: vec![U64::ZERO; padding] }
    }

    /// A builder that continues functions of at most `columns` bits; `None` if they lack the padding.
    pub(crate) fn restored(functions: Functions<'_>, columns: usize) -> Option<Self> {
        let Functions { spans, shards, bits } = functions;
        let padding = ribbon::padding(columns);
        (bits.len() >= padding).then(|| Self {
            padding,
            spans: spans.to_vec(),
            shards: shards.to_vec(),
            bits: bits.to_vec(),
        })
    }

    /// The functions.
    pub(crate) fn functions(&self) -> Functions<'_> {
        Functions { spans: &self.spans, shards: &self.shards, bits: &self.bits }
    }

    /// The sections: spans, shards and bits.
    pub(crate) fn sections(&self) -> [&[u8]; 3] {
        [self.spans.as_bytes(), self.shards.as_bytes(), self.bits.as_bytes()]
    }

    /// Adds functions, still without keys.
    pub(crate) fn grow(&mut self, functions: usize) {
        self.spans.resize(self.spans.len() + functions, U64::ZERO);
    }

    /// Gives a function its shards, in order.
    ///
    /// # Errors
    /// [`RetrievalError::Full`]. Then nothing has changed.
    ///
    /// # Panics
    /// If there is no such function.
    pub(crate) fn set(&mut self, function: usize, new: &[Shard]) -> Result<(), RetrievalError> {
        let half = |number: usize| u32::try_from(number).map_err(|_| RetrievalError::Full);
        let span = u64::from(half(self.shards.len())?) | u64::from(half(new.len())?) << 32;
        let end = self.bits.len() - self.padding;
        let mut first = end as u64;
        let mut places = Vec::with_capacity(new.len());
        for shard in new {
            places.push(U64::new(shard.place.at(first).ok_or(RetrievalError::Full)?.0));
            first += shard.words.len() as u64;
        }
        self.spans[function] = U64::new(span);
        self.shards.extend(places);
        self.bits.truncate(end);
        self.bits.extend(new.iter().flat_map(|shard| &shard.words).map(|&word| U64::new(word)));
        self.bits.resize(self.bits.len() + self.padding, U64::ZERO);
        Ok(())
    }
}
