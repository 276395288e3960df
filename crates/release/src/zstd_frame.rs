//! A packed table: one zstd frame that says how long its contents are.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use blake3::Hash;
use perfectplay_query::{Beginning, Problem};
use perfectplay_tables::files::{StagedFile, refused};
use perfectplay_tables::{BuildError, Control};
use ring::digest::{Context, SHA256};
use zstd::stream::{read, write};
use zstd::zstd_safe::{CParameter, MAGICNUMBER, get_frame_content_size};

use crate::error::{PackedProblem, Result, UnpackError};
use crate::sums::Sha256Hex;

/// The compression level: the highest one that needs no more memory to unpack than others.
const LEVEL: i32 = 19;

/// The largest window, as a power of two: 8 MiB, which every zstd unpacks without options.
const WINDOW_LOG: u32 = 23;

/// How many bytes are handled at a time.
const PIECE: usize = 1 << 18;

/// How many pieces may wait to be hashed and written.
const PIECES: usize = 8;

/// More bytes than the start of a frame has.
const FRAME_HEADER: usize = 18;

/// The most bytes that a table of this length takes when it is packed.
pub(crate) fn most_packed(bytes: u64) -> u64 {
    // As zstd's ZSTD_COMPRESSBOUND, and the checksum.
    bytes.saturating_add(bytes >> 8).saturating_add(1 << 16)
}

/// Packs the `length` bytes of a table, and returns their hash. The same bytes always become the same frame.
pub(crate) fn compress<'a>(
    length: u64,
    table: impl Iterator<Item = io::Result<Cow<'a, [u8]>>>,
    out: impl Write,
    control: Control<'_>,
    refused: impl Fn(io::Error) -> BuildError,
) -> Result<Hash, BuildError> {
    let mut encoder = write::Encoder::new(out, LEVEL)
        .and_then(|mut encoder| {
            encoder.set_parameter(CParameter::WindowLog(WINDOW_LOG))?;
            encoder.include_checksum(true)?;
            encoder.include_contentsize(true)?;
            encoder.set_pledged_src_size(Some(length))?;
            Ok(encoder)
        })
        .map_err(&refused)?;
    let mut hasher = blake3::Hasher::new();
    for bytes in table {
        for piece in bytes.map_err(&refused)?.chunks(PIECE) {
            hasher.update(piece);
            encoder.write_all(piece).map_err(&refused)?;
            control.advance(piece.len() as u64)?;
        }
    }
    encoder.finish().and_then(|mut out| out.flush()).map_err(&refused)?;
    Ok(hasher.finalize())
}

/// A packed table, opened as far as its length.
pub(crate) struct ZstdFrame<'a> {
    file: &'a File,
    path: &'a Path,
    /// The path or URL that messages name.
    origin: &'a str,
    /// How long the table is, by the frame.
    pub(crate) length: u64,
}

/// A packed table of which one piece has been unpacked.
pub(crate) struct FirstPiece<'a> {
    /// Hashes the file.
    decoder: read::Decoder<'static, BufReader<Hashing<&'a File>>>,
    piece: Vec<u8>,
}

/// The hashes of a table, and of the packed table.
pub(crate) struct Hashes {
    pub(crate) blake3: Hash,
    pub(crate) sha256: Sha256Hex,
}

impl<'a> ZstdFrame<'a> {
    /// Reads the start of a packed table.
    pub(crate) fn open(mut file: &'a File, path: &'a Path, origin: &'a str) -> Result<Self> {
        let mut start = Vec::new();
        file.rewind()
            .and_then(|()| file.take(FRAME_HEADER as u64).read_to_end(&mut start))
            .map_err(refused("read", path))?;
        let problem = match get_frame_content_size(&start) {
            _ if !start.starts_with(&MAGICNUMBER.to_le_bytes()) => PackedProblem::NotZstd,
            Ok(Some(length)) => return Ok(Self { file, path, origin, length }),
            Ok(None) => PackedProblem::NoLength,
            Err(_) if start.len() < FRAME_HEADER => PackedProblem::CutOff,
            Err(_) => PackedProblem::NotZstd,
        };
        Err(problem.of(origin))
    }

    /// Unpacks enough to contain the table's header.
    pub(crate) fn start(&self) -> Result<FirstPiece<'a>> {
        let mut file = self.file;
        let input = BufReader::with_capacity(PIECE, Hashing::new(file));
        let decoder = file
            .rewind()
            .and_then(|()| read::Decoder::with_buffer(input))
            .and_then(|mut decoder| decoder.window_log_max(WINDOW_LOG).map(|()| decoder))
            .map_err(refused("read", self.path))?;
        let (mut decoder, mut piece) = (decoder.single_frame(), Vec::new());
        let most = self.length.min(Beginning::MOST as u64);
        let read = (&mut decoder).take(most).read_to_end(&mut piece);
        let found = read.map_err(|error| self.failed(error))? as u64;
        if found < most {
            return Err(PackedProblem::OtherLength { expected: self.length, found }.of(self.origin));
        }
        Ok(FirstPiece { decoder, piece })
    }

    /// The beginning of its table. If it does not begin like a table, nothing need be written.
    pub(crate) fn beginning(&self, started: &FirstPiece<'_>) -> Result<Beginning> {
        Beginning::read(&started.piece, self.length)
            .map_err(|error| PackedProblem::from(Problem::from(error)).of(self.origin))
    }

    /// Unpacks it, never more than it promises. Another thread hashes and writes the table.
    pub(crate) fn expand(
        &self,
        started: FirstPiece<'_>,
        table: &StagedFile,
        control: Control<'_>,
    ) -> Result<Hashes> {
        thread::scope(|scope| {
            let (sender, pieces) = sync_channel(PIECES);
            let writer = thread::Builder::new()
                .spawn_scoped(scope, move || write_all(pieces, table.file()))
                .map_err(table.refused("write"))?;
            let decoded = self.decode(started, move |piece| sender.send(piece).is_ok(), control);
            let written = writer.join().unwrap_or_else(|panic| resume_unwind(panic));
            let blake3 = written.map_err(table.refused("write"))?;
            Ok(Hashes { blake3, sha256: decoded? })
        })
    }

    /// Whether it ends too early, and is correct up to there as far as zstd itself can tell.
    pub(crate) fn is_cut_off(&self, control: Control<'_>) -> Result<bool> {
        match self.start().and_then(|started| self.decode(started, |_| true, control)) {
            Err(UnpackError::Packed { problem: PackedProblem::CutOff, .. }) => Ok(true),
            Ok(_) | Err(UnpackError::Packed { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Unpacks the rest piece by piece, as long as the pieces are taken, and returns the hash of what it read.
    fn decode(
        &self,
        FirstPiece { mut decoder, mut piece }: FirstPiece<'_>,
        mut take: impl FnMut(Vec<u8>) -> bool,
        control: Control<'_>,
    ) -> Result<Sha256Hex> {
        let expected = self.length;
        let mut found = 0;
        loop {
            let read = piece.len() as u64;
            found += read;
            if read == 0 && found < expected || found > expected {
                return Err(PackedProblem::OtherLength { expected, found }.of(self.origin));
            }
            // A writer that takes no more has an error, which the caller will find.
            if read == 0 || !take(piece) {
                break;
            }
            control.advance(read)?;
            piece = vec![0; PIECE];
            let read = decoder.read(&mut piece).map_err(|error| self.failed(error))?;
            piece.truncate(read);
        }
        let mut rest = decoder.finish();
        if !rest.fill_buf().map_err(refused("read", self.path))?.is_empty() {
            return Err(PackedProblem::Trailing.of(self.origin));
        }
        Ok(rest.into_inner().sha256())
    }

    /// The decoder's own errors have no system error number.
    fn failed(&self, error: io::Error) -> UnpackError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => PackedProblem::CutOff.of(self.origin),
            _ if error.raw_os_error().is_none() => {
                PackedProblem::Damaged(error.to_string()).of(self.origin)
            }
            _ => refused("read", self.path)(error).into(),
        }
    }
}

/// Hashes and writes all pieces.
fn write_all(pieces: Receiver<Vec<u8>>, mut out: &File) -> io::Result<Hash> {
    let mut hasher = blake3::Hasher::new();
    for piece in pieces {
        hasher.update(&piece);
        out.write_all(&piece)?;
    }
    Ok(hasher.finalize())
}

/// Hashes what passes through.
pub(crate) struct Hashing<F> {
    file: F,
    pub(crate) hasher: Context,
}

impl<F> Hashing<F> {
    pub(crate) fn new(file: F) -> Self {
        Self { file, hasher: Context::new(&SHA256) }
    }

    pub(crate) fn sha256(self) -> Sha256Hex {
        Sha256Hex::of(self.hasher.finish())
    }
}

impl<F: Read> Read for Hashing<F> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(bytes)?;
        self.hasher.update(&bytes[..read]);
        Ok(read)
    }
}

impl<F: Write> Write for Hashing<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
