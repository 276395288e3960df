//! Sources of a table's bytes.

use std::borrow::Cow;
use std::io;
use std::ops::Range;

/// A source of a table's bytes. Any slice of bytes is one; others read on demand.
pub trait Source {
    /// How many bytes there are.
    fn length(&self) -> u64;

    /// The bytes of a range.
    ///
    /// # Errors
    /// If there are not this many, or the system refuses.
    fn read(&self, range: Range<u64>) -> io::Result<Cow<'_, [u8]>>;
}

impl<B: AsRef<[u8]>> Source for B {
    fn length(&self) -> u64 {
        self.as_ref().len() as u64
    }

    fn read(&self, Range { start, end }: Range<u64>) -> io::Result<Cow<'_, [u8]>> {
        let range = usize::try_from(start).ok().zip(usize::try_from(end).ok());
        let bytes = range.and_then(|(start, end)| self.as_ref().get(start..end));
        bytes.map(Cow::Borrowed).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}
