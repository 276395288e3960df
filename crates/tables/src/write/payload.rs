//! A file that holds the payload of a table, or a part of it, at some offset.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::Path;

use crate::files::{positioned, refused};
use perfectplay_query::FilePart;
use perfectplay_query::read_exact_at;

use crate::error::BuildError;

/// A file with payload. Places are in bytes of the payload.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PayloadFile<'a> {
    file: &'a File,
    path: &'a Path,
    /// Where the payload's first byte would be in the file: below zero, in two's complement, if the file only
    /// holds a later part.
    origin: u64,
}

impl<'a> PayloadFile<'a> {
    /// A file that has the byte `place` of the payload at `offset`.
    pub(crate) fn new(file: &'a File, path: &'a Path, offset: u64, place: u64) -> Self {
        Self { file, path, origin: offset.wrapping_sub(place) }
    }

    pub(crate) fn path(&self) -> &'a Path {
        self.path
    }

    fn offset(&self, place: u64) -> u64 {
        self.origin.wrapping_add(place)
    }

    pub(crate) fn write(&self, place: u64, bytes: &[u8]) -> Result<(), BuildError> {
        positioned::write_all_at(self.file, bytes, self.offset(place))
            .map_err(refused("write", self.path))?;
        Ok(())
    }

    pub(crate) fn read(&self, place: u64, bytes: &mut [u8]) -> io::Result<()> {
        read_exact_at(self.file, bytes, self.offset(place))
    }

    /// The part with these bytes of the payload, which go to `place` of what is read.
    pub(crate) fn part(&self, bytes: &Range<u64>, place: u64) -> FilePart<'a> {
        FilePart {
            file: self.file,
            offset: self.offset(bytes.start),
            place,
            length: bytes.end - bytes.start,
        }
    }
}
