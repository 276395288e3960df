//! A packed table: one zstd frame that says how long its contents are.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use blake3::Hash;
use perfectplay_tables::{BuildError, Control};
use ring::digest::{Context, SHA256};
use zstd::stream::{read, write};
use zstd::zstd_safe::{CParameter, get_frame_content_size};

use crate::error::PackedProblem;
use crate::sums::Sha256Hex;

/// The compression level: the highest one that asks for no more memory to unpack than others.
const LEVEL: i32 = 19;

/// The largest window, as a power of two: 8 MiB, what every zstd unpacks without options.
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
pub(crate) struct Frame<R> {
    file: R,
    start: Vec<u8>,
    /// How long the table is, by the frame.
    pub(crate) length: u64,
}

/// Why a packed table was not unpacked.
pub(crate) enum ExpandError {
    /// It is not what it should be.
    Problem(PackedProblem),
    /// It cannot be read.
    Read(io::Error),
    /// The table cannot be written, or the user stopped it.
    Write(BuildError),
}

impl From<PackedProblem> for ExpandError {
    fn from(problem: PackedProblem) -> Self {
        Self::Problem(problem)
    }
}

/// The hashes of a table, and of the packed table.
pub(crate) struct Hashes {
    pub(crate) blake3: Hash,
    pub(crate) sha256: Sha256Hex,
}

/// What the thread that unpacks sends to the one that hashes and writes.
enum Piece {
    /// Of the packed table, to be hashed.
    Packed(Vec<u8>),
    /// Of the table, to be hashed and written.
    Table(Vec<u8>),
}

impl<R: Read> Frame<R> {
    /// Reads the start of a packed table.
    pub(crate) fn open(mut file: R) -> Result<Self, ExpandError> {
        let mut start = Vec::new();
        (&mut file).take(FRAME_HEADER as u64).read_to_end(&mut start).map_err(ExpandError::Read)?;
        if !start.starts_with(&zstd::zstd_safe::MAGICNUMBER.to_le_bytes()) {
            return Err(PackedProblem::NotZstd.into());
        }
        match get_frame_content_size(&start) {
            Ok(Some(length)) => Ok(Self { file, start, length }),
            Ok(None) => Err(PackedProblem::NoLength.into()),
            Err(_) if start.len() < FRAME_HEADER => Err(PackedProblem::CutOff.into()),
            Err(_) => Err(PackedProblem::NotZstd.into()),
        }
    }

    /// Unpacks it, never more than it promises. Another thread hashes and writes the table.
    pub(crate) fn expand(
        self,
        out: &mut (impl Write + Send),
        control: Control<'_>,
        refused: impl Fn(io::Error) -> BuildError,
    ) -> Result<Hashes, ExpandError> {
        let write_error = |error| ExpandError::Write(refused(error));
        thread::scope(|scope| {
            let (sender, pieces) = sync_channel(PIECES);
            let writer = thread::Builder::new()
                .spawn_scoped(scope, move || write_all(pieces, out))
                .map_err(write_error)?;
            let decoded = self.decode(&sender, control);
            drop(sender);
            match writer.join().unwrap_or_else(|panic| resume_unwind(panic)) {
                Err(error) => Err(write_error(error)),
                Ok(hashes) => decoded.map(|()| hashes),
            }
        })
    }

    /// Unpacks it piece by piece.
    fn decode(self, pieces: &SyncSender<Piece>, control: Control<'_>) -> Result<(), ExpandError> {
        let Self { file, start, length } = self;
        let file = Sent { file: io::Cursor::new(start).chain(file), pieces };
        let input = BufReader::with_capacity(PIECE, file);
        let mut decoder =
            read::Decoder::with_buffer(input).map_err(ExpandError::Read)?.single_frame();
        decoder.window_log_max(WINDOW_LOG).map_err(ExpandError::Read)?;
        let mut found = 0;
        loop {
            let mut piece = vec![0; PIECE];
            let read = decoder.read(&mut piece).map_err(of_decoder)?;
            if read == 0 {
                break;
            }
            found += read as u64;
            if found > length {
                return Err(PackedProblem::OtherLength { expected: length, found }.into());
            }
            piece.truncate(read);
            if pieces.send(Piece::Table(piece)).is_err() {
                // The writer has an error, which is the caller's to find.
                break;
            }
            control.advance(read as u64).map_err(|stopped| ExpandError::Write(stopped.into()))?;
        }
        if found < length {
            return Err(PackedProblem::OtherLength { expected: length, found }.into());
        }
        if !decoder.finish().fill_buf().map_err(ExpandError::Read)?.is_empty() {
            return Err(PackedProblem::Trailing.into());
        }
        Ok(())
    }
}

/// Sends what is read.
struct Sent<'a, R> {
    file: R,
    pieces: &'a SyncSender<Piece>,
}

impl<R: Read> Read for Sent<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(bytes)?;
        // Without its receiver there is an error, which is the caller's to find.
        let _ = self.pieces.send(Piece::Packed(bytes[..read].to_vec()));
        Ok(read)
    }
}

/// Hashes and writes all pieces.
fn write_all(pieces: Receiver<Piece>, out: &mut impl Write) -> io::Result<Hashes> {
    let (mut blake3, mut sha256) = (blake3::Hasher::new(), Context::new(&SHA256));
    for piece in pieces {
        match piece {
            Piece::Packed(bytes) => sha256.update(&bytes),
            Piece::Table(bytes) => {
                blake3.update(&bytes);
                out.write_all(&bytes)?;
            }
        }
    }
    out.flush()?;
    Ok(Hashes { blake3: blake3.finalize(), sha256: Sha256Hex::of(sha256) })
}

/// The decoder's own errors have no number of the system.
fn of_decoder(error: io::Error) -> ExpandError {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => PackedProblem::CutOff.into(),
        _ if error.raw_os_error().is_none() => PackedProblem::Damaged(error.to_string()).into(),
        _ => ExpandError::Read(error),
    }
}

/// Hashes what passes through.
pub(crate) struct Hashing<F> {
    file: F,
    hasher: Context,
}

impl<F> Hashing<F> {
    pub(crate) fn new(file: F) -> Self {
        Self { file, hasher: Context::new(&SHA256) }
    }

    pub(crate) fn sha256(self) -> Sha256Hex {
        Sha256Hex::of(self.hasher)
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
