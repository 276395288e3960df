//! A packed table from a server, resumed where it stopped.
//!
//! It grows in `NAME.table.zst.download` in the folder of tables. Beside it `NAME.table.zst.download.toml` records
//! what is being downloaded: the hash in `SHA256SUMS`, and what the server said about its version. The caller
//! holds the table's lock.
//!
//! What was received stays until a hash proves it wrong, once all of it is there. No server error, no login page
//! and no part other than the requested one removes it. It is resumed unless it does not begin like the packed
//! table; and if a server sends a file of the recorded length that differs from what is there, that file is used
//! from the difference on.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use perfectplay_tables::Control;
use perfectplay_tables::files::names::DOWNLOAD;
use perfectplay_tables::files::own_file::open_own;
use perfectplay_tables::files::{FileError, Record, disk, refused};
use ring::digest::{Context, SHA256};
use serde::{Deserialize, Serialize};

use crate::error::{HttpProblem, PackedProblem, Result, UnpackError};
use crate::http::{Answer, Client, Part, shown};
use crate::sums::Sha256Hex;
use crate::zstd_frame::{Hashing, ZstdFrame, most_packed};

/// What is being downloaded.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DownloadRecord {
    /// The hash of the whole file.
    sha256: String,
    /// The server's identifier of this version, in the form that `If-Range` takes.
    version: Option<String>,
    /// How long the whole file is.
    length: Option<u64>,
}

/// What to fetch, and what is known of it.
pub(crate) struct Target<'a> {
    pub(crate) client: &'a Client,
    pub(crate) url: &'a str,
    pub(crate) sha256: &'a Sha256Hex,
    /// How many bytes the table that is packed in it has.
    pub(crate) bytes: u64,
}

/// A download that is complete or in progress.
struct Download<'a> {
    wanted: Target<'a>,
    /// What it is for.
    table: &'a Path,
    path: PathBuf,
    record: DownloadRecord,
    file: File,
    hasher: Context,
    /// How many bytes there are.
    length: u64,
    /// Whether the bytes came from more than one connection.
    is_mixed: bool,
}

/// What an answer repeats, from a server that sends the whole file although a part was requested.
struct Overlap {
    /// How many bytes have matched so far.
    length: u64,
    /// What the file is recorded as, once it has proved to be the same.
    record: DownloadRecord,
}

/// Fetches a packed table for the table at `table`, and gives `take` the file and its path. The file stays unless
/// it is wrong.
pub(crate) fn fetch<'a, T>(
    table: &'a Path,
    wanted: Target<'a>,
    control: Control<'_>,
    take: impl FnOnce(&File, &Path) -> Result<T>,
) -> Result<T> {
    let mut download = Download::open(table, wanted)?;
    let taken = download.complete(control).and_then(|()| take(&download.file, &download.path));
    if download.length == 0 || matches!(taken, Err(UnpackError::Packed { .. })) {
        // The next build removes what cannot be removed now.
        let _ = fs::remove_file(&download.path);
        Record::DOWNLOAD.remove(table);
    }
    taken
}

impl<'a> Download<'a> {
    /// What an earlier download has left.
    fn open(table: &'a Path, wanted: Target<'a>) -> Result<Self> {
        let path = table.with_extension(DOWNLOAD);
        let known = Record::DOWNLOAD
            .read(table)
            .ok()
            .and_then(|text| toml::from_str::<DownloadRecord>(&text).ok())
            .filter(|record| record.sha256 == wanted.sha256.to_string());
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(known.is_none());
        let mut download = Self {
            file: open_own(&path, &mut options).map_err(refused("create", &path))?,
            wanted,
            table,
            path,
            record: known.unwrap_or_default(),
            hasher: Context::new(&SHA256),
            length: 0,
            is_mixed: false,
        };
        download.hash_all()?;
        Ok(download)
    }

    /// Hashes what is there, and continues after it.
    fn hash_all(&mut self) -> Result<(), FileError> {
        let mut hashing = Hashing::new(io::sink());
        let hashed = self.file.rewind().and_then(|()| io::copy(&mut self.file, &mut hashing));
        self.length = hashed.map_err(refused("read", &self.path))?;
        self.hasher = hashing.hasher;
        Ok(())
    }

    /// Whether an answer has ended before the file has: by the length that the server has given or, if it has
    /// given none, by the packed table itself.
    fn is_cut_off(&self, control: Control<'_>) -> Result<bool> {
        match self.record.length {
            Some(whole) => Ok(self.length < whole),
            None if self.is_complete() || !self.begins_well() => Ok(false),
            None => ZstdFrame::open(&self.file, &self.path, self.wanted.url)?.is_cut_off(control),
        }
    }

    fn is_complete(&self) -> bool {
        Sha256Hex::of(self.hasher.clone().finish()) == *self.wanted.sha256
    }

    fn complete(&mut self, control: Control<'_>) -> Result<()> {
        let (mut most, mut failures, mut restarted) = (self.length, 0, false);
        // All of it may be there.
        while !self.is_complete() {
            match self.attempt(control) {
                Ok(()) if self.is_complete() => {}
                // What earlier connections brought may be the part that is wrong.
                Ok(()) if self.is_mixed && !restarted => {
                    self.keep_first(0)?;
                    (most, failures, restarted) = (0, 0, true);
                }
                Ok(()) => {
                    let file = shown(self.wanted.url);
                    return Err(UnpackError::Packed { file, problem: PackedProblem::OtherSha256 });
                }
                Err(UnpackError::Http { .. }) if self.length > most => {
                    (most, failures) = (self.length, 0);
                }
                Err(error) => {
                    let paused = self.wanted.client.pause(error, &mut failures, control);
                    paused.map_err(|error| error.after(self.length, self.record.length))?;
                }
            }
        }
        Ok(())
    }

    /// Shortens the file, and continues from there.
    fn keep_first(&mut self, length: u64) -> Result<(), FileError> {
        self.file.set_len(length).map_err(refused("write", &self.path))?;
        self.is_mixed &= length > 0;
        self.hash_all()
    }

    /// Whether what is there begins like the packed table. The start of a login page does not, and what is
    /// recorded of the page's length would be held against every good server.
    fn begins_well(&self) -> bool {
        let frame = ZstdFrame::open(&self.file, &self.path, self.wanted.url);
        frame.is_ok_and(|frame| frame.length == self.wanted.bytes)
    }

    /// One request. Succeeds at what the server says is the end.
    fn attempt(&mut self, control: Control<'_>) -> Result<()> {
        if self.length > 0 && !self.begins_well() {
            self.keep_first(0)?;
        }
        let before = self.length;
        self.is_mixed |= before > 0;
        let version = self.record.version.as_deref();
        let part = (before > 0).then_some(Part { from: before, last: None, version });
        let mut answer = self.wanted.client.get(self.wanted.url, part, control)?;
        let mut repeated = self.begin(&answer)?;
        let from = if repeated.is_some() { 0 } else { self.length };
        self.file.seek(SeekFrom::Start(from)).map_err(refused("read", &self.path))?;
        let most = self.record.length.unwrap_or(most_packed(self.wanted.bytes));
        control.set_length(most);
        control.set_position(from);
        while let Some(piece) = answer.next(control)? {
            let new = self.without_repeated(&piece, &mut repeated)?;
            if self.length + new.len() as u64 > most {
                // Nothing in this answer is right.
                self.keep_first(before.min(self.length))?;
                return Err(HttpProblem::TooLong(most).of(self.wanted.url));
            }
            self.file.write_all(new).map_err(refused("write", &self.path))?;
            self.hasher.update(new);
            self.length += new.len() as u64;
            control.advance(piece.len() as u64)?;
        }
        if repeated.is_some() || self.is_cut_off(control)? {
            return Err(self.lost("it was closed early"));
        }
        Ok(())
    }

    /// The rest of a piece of an answer after what is already there. What is there must be the same; if it is not,
    /// and the answer is as long as the file should be, the answer is used from there on.
    fn without_repeated<'p>(
        &mut self,
        piece: &'p [u8],
        repeated: &mut Option<Overlap>,
    ) -> Result<&'p [u8]> {
        let Some(again) = repeated else { return Ok(piece) };
        let left = usize::try_from(self.length - again.length).unwrap_or(usize::MAX);
        let mut there = vec![0; piece.len().min(left)];
        self.file.read_exact(&mut there).map_err(refused("read", &self.path))?;
        let same = there.iter().zip(piece).take_while(|(one, other)| one == other).count();
        again.length += same as u64;
        if same < there.len() {
            if again.record.length.is_none() || again.record.length != self.record.length {
                return Err(self.lost("it brought another file"));
            }
            self.keep_first(again.length)?;
        }
        if again.length == self.length
            && let Some(Overlap { record, .. }) = repeated.take()
        {
            self.set_record(record)?;
        }
        Ok(&piece[same..])
    }

    /// Judges the beginning of an answer, and records what it is an answer for. Returns what to compare it with if
    /// it begins with bytes that are already there.
    fn begin(&mut self, answer: &Answer) -> Result<Option<Overlap>> {
        let (there, known) = (self.length, self.record.length);
        let is_other = |whole: Option<u64>| {
            whole.is_some_and(|whole| whole < there || known.is_some_and(|known| known != whole))
        };
        let whole = match answer.status {
            200 if there > 0 && is_other(answer.length) => {
                return Err(self.lost("it brought a file of another length"));
            }
            200 => answer.length,
            206 if there > 0 => {
                let part = answer.part.as_ref();
                let whole = part.and_then(|(_, whole)| *whole).or(known);
                if part.is_none_or(|(part, _)| part.start != there) || is_other(whole) {
                    return Err(self.lost("it brought another part than was asked for"));
                }
                whole
            }
            // The server has nothing where the download should continue. If there should not be anything, then
            // what is there is wrong: its hash differs.
            416 if there > 0 => {
                if known.is_none_or(|whole| whole <= there) {
                    self.keep_first(0)?;
                }
                return Err(self.lost("it has no more than what is there"));
            }
            status => return Err(HttpProblem::Status(status).of(self.wanted.url)),
        };
        let most = most_packed(self.wanted.bytes);
        if whole.is_some_and(|whole| whole > most) {
            return Err(HttpProblem::TooLong(most).of(self.wanted.url));
        }
        let left = whole.unwrap_or(most).saturating_sub(there);
        let folder = self.path.parent().unwrap_or(Path::new(""));
        disk::check(left.saturating_add(self.wanted.bytes), folder)?;
        let (sha256, version) = (self.wanted.sha256.to_string(), answer.version.clone());
        let record = DownloadRecord { sha256, version, length: whole };
        if answer.status == 200 && there > 0 {
            return Ok(Some(Overlap { length: 0, record }));
        }
        self.set_record(record)?;
        Ok(None)
    }

    fn set_record(&mut self, record: DownloadRecord) -> Result<(), FileError> {
        if record == self.record {
            return Ok(());
        }
        let text = toml::to_string(&record).expect("texts and numbers are TOML");
        // Otherwise what another download had here could come back under this record.
        self.file.sync_all().map_err(refused("sync", &self.path))?;
        Record::DOWNLOAD.write(self.table, &text)?;
        self.record = record;
        Ok(())
    }

    /// A connection that may bring more if it is made again.
    fn lost(&self, reason: &str) -> UnpackError {
        HttpProblem::Lost(reason.to_owned()).of(self.wanted.url)
    }
}
