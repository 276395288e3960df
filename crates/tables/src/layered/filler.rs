//! Fills layers of a table, or parts of them, in a file.

use std::io::ErrorKind;
use std::ops::Range;

use crate::files::refused;
use perfectplay_core::control::Control;
use perfectplay_core::layers::{LayeredGame, Piece, pieces};
use perfectplay_core::parallel::{Scratch, tasks};
use perfectplay_query::{Access, FilePart, JoinedBytes};
use zerocopy::IntoBytes;

use super::{LayeredTable, Plan, StoredEntry, Tally};
use crate::write::checksums::Checksums;
use crate::write::payload::PayloadFile;
use crate::{BuildError, memory};

/// About how many bytes a thread fills before it writes them, so that they stay in its cache.
const PIECE: usize = 256 << 10;

/// Bytes of the payload that are complete, and a file that holds them.
#[derive(Clone, Debug)]
pub(crate) struct WrittenBytes<'a> {
    pub(crate) file: PayloadFile<'a>,
    pub(crate) bytes: Range<u64>,
}

/// The bytes that a layer reads.
#[derive(Debug)]
pub(crate) struct Lower {
    joined: JoinedBytes,
    /// Where they begin in the payload.
    start: u64,
}

impl Lower {
    /// Some bytes of the payload, if all of them are included.
    pub(crate) fn get(&self, bytes: &Range<u64>) -> Option<&[u8]> {
        let from = usize::try_from(bytes.start.checked_sub(self.start)?).ok()?;
        self.joined.as_ref().get(from..from + (bytes.end - bytes.start) as usize)
    }
}

/// Fills entries of a table.
pub(crate) struct Filler<'a, T: LayeredTable + 'a> {
    plan: &'a Plan,
    solver: T::Solver<'a>,
    access: Access,
    control: Control<'a>,
}

impl<'a, T: LayeredTable> Filler<'a, T> {
    pub(crate) fn new(table: &'a T, plan: &'a Plan, access: Access, control: Control<'a>) -> Self {
        Self { plan, solver: table.solver(), access, control }
    }

    /// Computes the entries of some states of a layer, writes them into `file`, and adds their checksums.
    /// `lower` has the entries that they read. Returns the statistics of the entries.
    pub(crate) fn fill(
        &self,
        layer: usize,
        states: Range<u64>,
        lower: &Lower,
        file: PayloadFile<'_>,
        checksums: &Checksums,
    ) -> Result<T::Statistics, BuildError> {
        let entries = lower.joined.as_ref();
        let entries = T::Entry::of_file(entries).expect("entries are aligned in files");
        let about = PIECE / size_of::<T::Entry>();
        let pieces: Vec<Piece<_>> =
            memory::collect_all(pieces(&self.solver, layer, states, about))?;
        let fill = |space: &mut Vec<T::Entry>, piece: &Piece<_>| {
            self.control.check()?;
            let filled = piece.fill(&self.solver, &entries, space)?;
            let statistics = T::Statistics::of(filled);
            T::Entry::reorder(filled);
            let (place, bytes) = (self.plan.place(piece.states().start), filled.as_bytes());
            file.write(place, bytes)?;
            checksums.add(place, bytes);
            self.control.advance(filled.len() as u64)?;
            Ok::<_, BuildError>(statistics)
        };
        let spaces = Scratch::default();
        let filled = tasks(pieces.len()).one_at_a_time().merge(T::Statistics::merged, |piece| {
            spaces.with(|space| fill(space, &pieces[piece]))
        })?;
        Ok(filled.unwrap_or_default())
    }

    /// Where the entries that a layer reads begin in the payload.
    pub(crate) fn reads_from(&self, layer: usize) -> u64 {
        self.plan.bytes(&self.solver.reads(layer)).start
    }

    /// The bytes of the payload that states of a layer read.
    pub(crate) fn reads_of(&self, layer: usize, states: &Range<u64>) -> Vec<Range<u64>> {
        let reads = self.solver.reads_of(layer, states);
        reads.iter().map(|reads| self.plan.bytes(reads)).collect()
    }

    /// The bytes of the entries that a layer reads, as far as they are written.
    pub(crate) fn lower(
        &self,
        layer: usize,
        written: &[WrittenBytes<'_>],
    ) -> Result<Lower, BuildError> {
        let reads = self.plan.bytes(&self.solver.reads(layer));
        let mut parts: Vec<FilePart<'_>> = Vec::new();
        for WrittenBytes { file, bytes } in written {
            let bytes = bytes.start.max(reads.start)..bytes.end.min(reads.end);
            if !bytes.is_empty() {
                parts.push(file.part(&bytes, bytes.start - reads.start));
            }
        }
        let length = reads.end - reads.start;
        #[expect(unsafe_code, reason = "layers are read from maps")]
        // SAFETY: the parts belong to blocks, which are only ever replaced by name, or to layers that this build
        // has completed in its own file, whose lock it holds, and does not write again. Nothing shortens such a
        // file.
        let joined = unsafe { self.access.join(length, &parts) };
        let joined = joined.map_err(|error| match written.last() {
            Some(last) if error.kind() != ErrorKind::OutOfMemory => {
                refused("map", last.file.path())(error).into()
            }
            _ => BuildError::AddressSpace(length),
        })?;
        Ok(Lower { joined, start: reads.start })
    }
}
