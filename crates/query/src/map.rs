//! Tables as memory maps. The one unsafe line of this crate is here.

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::Mmap;
use perfectplay_format::TableFile;

use crate::{OpenError, Problem};

/// A file as a read-only memory map.
#[derive(Debug)]
pub struct Map(Mmap);

impl AsRef<[u8]> for Map {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Map {
    /// Maps a regular file.
    fn open(path: &Path) -> Result<Self, Problem> {
        // Asked before opening: opening a pipe would wait for somebody to write.
        let is_file = match path.metadata() {
            Ok(metadata) => metadata.is_file(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(Problem::Missing),
            Err(error) => return Err(error.into()),
        };
        if !is_file {
            return Err(Problem::NotAFile);
        }
        let file = File::open(path)?;
        #[expect(unsafe_code, reason = "no map can be made without")]
        // SAFETY: the bytes of a map must not change while it is read. Tables are
        // never written in place: the builder writes a temporary file, makes it
        // read-only and renames it, so that an open map keeps the file it has. Who
        // truncates a table by other means ends this program by a signal, and who
        // overwrites one makes it give wrong answers: the code here reads plain
        // bytes, all of whose values are allowed, and checks what it derives of them.
        let map = unsafe { Mmap::map(&file)? };
        Ok(Self(map))
    }
}

/// Opens the table in a file, of whatever game, in O(1).
///
/// # Errors
/// If the file cannot be mapped, or is no sound table.
pub fn open(path: &Path) -> Result<TableFile<Map>, OpenError> {
    Map::open(path)
        .and_then(|map| Ok(TableFile::open(map)?))
        .map_err(|problem| problem.of(path.display()))
}
