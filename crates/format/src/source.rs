//! Sources of a table's bytes.

use std::borrow::Cow;
use std::io;
use std::ops::Range;

/// A source of a table's bytes. Any slice of bytes is one; others read on demand.
pub trait Source {
    /// How many bytes there are.
    fn length(&self) -> u64;

    /// The bytes of a range, if they are in memory or mapped.
    fn slice(&self, range: Range<usize>) -> Option<&[u8]>;

    /// The bytes of a range.
    ///
    /// # Errors
    /// If there are not so many, or the system refuses.
    fn read(&self, range: Range<u64>) -> io::Result<Cow<'_, [u8]>>;

    /// The few bytes at a place; `None` where [`read`](Self::read) is an error.
    fn array<const N: usize>(&self, offset: u64) -> Option<[u8; N]>;
}

impl<B: AsRef<[u8]>> Source for B {
    #[inline]
    fn length(&self) -> u64 {
        self.as_ref().len() as u64
    }

    #[inline(always)]
    fn slice(&self, range: Range<usize>) -> Option<&[u8]> {
        self.as_ref().get(range)
    }

    fn read(&self, Range { start, end }: Range<u64>) -> io::Result<Cow<'_, [u8]>> {
        let range = usize::try_from(start).ok().zip(usize::try_from(end).ok());
        let bytes = range.and_then(|(start, end)| self.slice(start..end));
        bytes.map(Cow::Borrowed).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }

    #[inline(always)]
    fn array<const N: usize>(&self, offset: u64) -> Option<[u8; N]> {
        self.as_ref().get(usize::try_from(offset).ok()?..)?.first_chunk().copied()
    }
}
