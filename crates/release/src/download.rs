//! A packed table from a server, which goes on where it stopped.
//!
//! It grows in `NAME.table.zst.download` of the folder of tables. Beside it
//! `NAME.table.zst.download.toml` records what it is a download of: by the hash in `SHA256SUMS`, and
//! by what the server said of its version. The caller holds the table's lock.
//!
//! What was received stays until a hash proves that it is wrong: when all of it is there. No error of a
//! server, no login page and no other part than was asked for removes it. Only where a server sends a file
//! of the recorded length that differs from what is there, that file is taken from the difference on.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use perfectplay_tables::{BuildError, Control, DOWNLOADS, check_disk_space, open_own, refused};
use ring::digest::{Context, SHA256};
use serde::{Deserialize, Serialize};

use crate::error::{HttpProblem, PackedProblem, UnpackError};
use crate::http::{Answer, Client, Stop, shown};
use crate::sums::Sha256Hex;

/// What a download is of.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    /// The hash of the whole file.
    sha256: String,
    /// The server's words for this version, as `If-Range` takes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    /// How long the whole file is.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u64>,
}

/// What to fetch, and what is known of it.
pub(crate) struct Wanted<'a> {
    pub(crate) client: &'a Client,
    pub(crate) url: String,
    pub(crate) sha256: &'a Sha256Hex,
    /// The most bytes that it can have.
    pub(crate) most: u64,
    /// How many bytes the table takes beside it.
    pub(crate) table: u64,
}

/// A download that is complete, or goes on.
pub(crate) struct Download {
    path: PathBuf,
    record_path: PathBuf,
    record: Record,
    file: File,
    hasher: Context,
    /// How many bytes there are.
    length: u64,
    /// Whether the bytes are of more than one connection.
    is_mixed: bool,
}

/// What an answer brings once more, of a server that sends the whole file although a part was asked for.
struct Repeated {
    /// Of the bytes that were the same so far.
    hasher: Context,
    /// How many these are.
    length: u64,
    /// What the file is recorded as, once it has shown to be the same.
    record: Record,
}

/// Why a connection brought no complete file.
enum Attempt {
    /// There may be more to get.
    Again(HttpProblem),
    /// There is not.
    Failed(UnpackError),
}

impl From<BuildError> for Attempt {
    fn from(error: BuildError) -> Self {
        Self::Failed(error.into())
    }
}

impl Download {
    /// Fetches a packed table for the table at `table`.
    pub(crate) fn fetch(
        table: &Path,
        wanted: &Wanted<'_>,
        control: Control<'_>,
    ) -> Result<Self, UnpackError> {
        let mut download = Self::open(table, wanted)?;
        match download.complete(wanted, control) {
            Ok(()) => Ok(download),
            Err(error) => {
                if download.length == 0 || is_proven_wrong(&error) {
                    drop(download.into_parts().1);
                }
                Err(error)
            }
        }
    }

    /// The file.
    pub(crate) fn into_parts(self) -> (File, Leftovers) {
        (self.file, Leftovers(vec![self.path, self.record_path]))
    }

    /// What there is of it from earlier.
    fn open(table: &Path, wanted: &Wanted<'_>) -> Result<Self, UnpackError> {
        let [path, record_path] = DOWNLOADS.map(|ending| table.with_extension(ending));
        let known = fs::read_to_string(&record_path)
            .ok()
            .and_then(|text| toml::from_str::<Record>(&text).ok())
            .filter(|record| record.sha256 == wanted.sha256.to_string());
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(known.is_none());
        let file = open_own(&path, &mut options).map_err(refused("create", &path))?;
        let mut download = Self {
            path,
            record_path,
            record: known.unwrap_or_default(),
            file,
            hasher: Context::new(&SHA256),
            length: 0,
            is_mixed: false,
        };
        download.hash_all().map_err(refused("read", &download.path))?;
        download.is_mixed = download.length > 0;
        Ok(download)
    }

    /// Hashes what there is.
    fn hash_all(&mut self) -> io::Result<()> {
        let mut piece = vec![0; 1 << 16];
        loop {
            match self.file.read(&mut piece)? {
                0 => return Ok(()),
                read => {
                    self.hasher.update(&piece[..read]);
                    self.length += read as u64;
                }
            }
        }
    }

    fn complete(&mut self, wanted: &Wanted<'_>, control: Control<'_>) -> Result<(), UnpackError> {
        let url = || shown(&wanted.url);
        let (mut most, mut failures, mut restarted) = (self.length, 0, false);
        // All of it may be there.
        while Sha256Hex::of(self.hasher.clone()) != *wanted.sha256 {
            let problem = match self.attempt(wanted, control) {
                Ok(()) if Sha256Hex::of(self.hasher.clone()) == *wanted.sha256 => return Ok(()),
                // What earlier connections brought may be what is wrong.
                Ok(()) if self.is_mixed && !restarted => {
                    self.restart()?;
                    (most, failures, restarted) = (0, 0, true);
                    continue;
                }
                Ok(()) => {
                    let problem = PackedProblem::OtherSha256;
                    return Err(UnpackError::Packed { file: url(), problem });
                }
                Err(Attempt::Failed(error)) => return Err(error),
                Err(Attempt::Again(problem)) => problem,
            };
            if self.length > most {
                (most, failures) = (self.length, 0);
                continue;
            }
            if failures == wanted.client.retries() || !problem.may_pass() {
                return Err(self.given_up(problem, wanted));
            }
            failures += 1;
            wanted.client.pause(failures, control)?;
        }
        Ok(())
    }

    /// Forgets what there is.
    fn restart(&mut self) -> Result<(), BuildError> {
        let restarted = self.file.set_len(0).and_then(|()| self.file.seek(SeekFrom::Start(0)));
        restarted.map_err(refused("write", &self.path))?;
        (self.length, self.is_mixed) = (0, false);
        self.hasher = Context::new(&SHA256);
        Ok(())
    }

    /// One request. Ends well at what the server says is the end.
    fn attempt(&mut self, wanted: &Wanted<'_>, control: Control<'_>) -> Result<(), Attempt> {
        self.is_mixed |= self.length > 0;
        let part = (self.length > 0).then_some((self.length, self.record.version.as_deref()));
        let stopped = |stop| match stop {
            Stop::Problem(problem) => Attempt::Again(problem),
            Stop::Interrupted(stopped) => Attempt::Failed(stopped.into()),
        };
        let mut answer = wanted.client.get(&wanted.url, part, control).map_err(stopped)?;
        let mut repeated = self.begin(&answer, wanted)?;
        let from = if repeated.is_some() { 0 } else { self.length };
        self.file.seek(SeekFrom::Start(from)).map_err(refused("read", &self.path))?;
        let before = self.length;
        let most = self.record.length.unwrap_or(wanted.most);
        control.set_length(most);
        control.set_position(from);
        while let Some(piece) = answer.next(control).map_err(stopped)? {
            let new = self.without_repeated(&piece, &mut repeated)?;
            if self.length + new.len() as u64 > most {
                // Of this answer nothing is right.
                self.keep_first(before)?;
                return Err(Attempt::Failed(self.given_up(HttpProblem::TooLong(most), wanted)));
            }
            self.file.write_all(new).map_err(refused("write", &self.path))?;
            self.hasher.update(new);
            self.length += new.len() as u64;
            control
                .advance(piece.len() as u64)
                .map_err(|stopped| Attempt::Failed(stopped.into()))?;
        }
        if repeated.is_some() || self.record.length.is_some_and(|whole| self.length < whole) {
            return Err(lost("it was closed early"));
        }
        Ok(())
    }

    /// What of a piece of an answer is not there yet. What is there must be the same; if it is not, and
    /// the answer is as long as the file should be, the answer is taken from there on.
    fn without_repeated<'p>(
        &mut self,
        piece: &'p [u8],
        repeated: &mut Option<Repeated>,
    ) -> Result<&'p [u8], Attempt> {
        let Some(again) = repeated else { return Ok(piece) };
        let left = usize::try_from(self.length - again.length).unwrap_or(usize::MAX);
        let mut there = vec![0; piece.len().min(left)];
        self.file.read_exact(&mut there).map_err(refused("read", &self.path))?;
        let same = there.iter().zip(piece).take_while(|(one, other)| one == other).count();
        again.hasher.update(&piece[..same]);
        again.length += same as u64;
        if same < there.len() {
            let is_as_long = again.record.length.is_some_and(|new| self.record.length == Some(new));
            if !is_as_long {
                return Err(lost("it brought another file"));
            }
            self.keep_first(again.length)?;
        }
        if again.length == self.length {
            let Repeated { hasher, record, .. } = repeated.take().expect("there is one");
            self.hasher = hasher;
            self.set_record(record)?;
        }
        Ok(&piece[same..])
    }

    /// Shortens the file, and makes it go on there.
    fn keep_first(&mut self, length: u64) -> Result<(), BuildError> {
        let shortened =
            self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
        shortened.map_err(refused("write", &self.path))?;
        self.length = length;
        Ok(())
    }

    /// Judges the beginning of an answer, and records of what it is. Returns what to compare it with if it
    /// begins with what is there already.
    fn begin(&mut self, answer: &Answer, wanted: &Wanted<'_>) -> Result<Option<Repeated>, Attempt> {
        let head = &answer.head;
        let is_other = |whole: Option<u64>| {
            let known = self.record.length;
            whole.is_some_and(|whole| {
                whole < self.length || known.is_some_and(|known| known != whole)
            })
        };
        let whole = match head.status {
            200 if self.length > 0 && is_other(head.length) => {
                return Err(lost("it brought a file of another length"));
            }
            200 => head.length,
            206 if self.length > 0 => {
                let whole = head.part.and_then(|(_, whole)| whole).or(self.record.length);
                let goes_on = head.part.is_some_and(|(from, _)| from == self.length);
                if !goes_on || is_other(whole) {
                    return Err(lost("it brought another part than was asked for"));
                }
                whole
            }
            // There is nothing where the download was to go on. If nothing should be there either, what
            // is there is wrong: its hash is another one.
            416 if self.length > 0 => {
                if self.record.length.is_none_or(|whole| whole <= self.length) {
                    self.restart()?;
                }
                return Err(lost("it has no more than what is there"));
            }
            404 | 410 if self.length == 0 => {
                let file = shown(&wanted.url);
                return Err(Attempt::Failed(UnpackError::NoFile { file, is_url: true }));
            }
            status => {
                let problem = HttpProblem::Status(status);
                return Err(match problem.may_pass() {
                    true => Attempt::Again(problem),
                    false => Attempt::Failed(self.given_up(problem, wanted)),
                });
            }
        };
        if whole.is_some_and(|whole| whole > wanted.most) {
            let problem = HttpProblem::TooLong(wanted.most);
            return Err(Attempt::Failed(self.given_up(problem, wanted)));
        }
        let left = whole.unwrap_or(wanted.most).saturating_sub(self.length);
        let folder = self.path.parent().unwrap_or(Path::new(""));
        check_disk_space(left.saturating_add(wanted.table), folder)?;
        // Versions that are only about the same do not do to go on.
        let etag = head.etag.clone().filter(|etag| !etag.starts_with("W/"));
        let version = etag.or_else(|| head.modified.clone());
        let record = Record { sha256: wanted.sha256.to_string(), version, length: whole };
        if head.status == 200 && self.length > 0 {
            return Ok(Some(Repeated { hasher: Context::new(&SHA256), length: 0, record }));
        }
        self.set_record(record)?;
        Ok(None)
    }

    fn set_record(&mut self, record: Record) -> Result<(), BuildError> {
        if record == self.record {
            return Ok(());
        }
        let text = toml::to_string(&record).expect("texts and numbers are TOML");
        let mut options = File::options();
        let opened = open_own(&self.record_path, options.write(true).create(true).truncate(true));
        let written = opened.and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(refused("write", &self.record_path))?;
        self.record = record;
        Ok(())
    }

    /// The error that a download does not go on, and how much of it is kept.
    fn given_up(&self, problem: HttpProblem, wanted: &Wanted<'_>) -> UnpackError {
        let url = shown(&wanted.url);
        match self.length {
            0 => UnpackError::Http { url, problem },
            got => UnpackError::Unfinished { url, problem, got, of: self.record.length },
        }
    }
}

/// A connection that may bring more when it is made once more.
fn lost(reason: &str) -> Attempt {
    Attempt::Again(HttpProblem::Lost(reason.to_owned()))
}

/// Whether a hash has shown that a download is not what it should be.
pub(crate) fn is_proven_wrong(error: &UnpackError) -> bool {
    matches!(error, UnpackError::Packed { .. })
}

/// The files of a download, which are removed when it is dropped.
pub(crate) struct Leftovers(Vec<PathBuf>);

impl Leftovers {
    /// The download.
    pub(crate) fn path(&self) -> &Path {
        &self.0[0]
    }

    /// Leaves them for the next one.
    pub(crate) fn keep(mut self) {
        self.0.clear();
    }
}

impl Drop for Leftovers {
    fn drop(&mut self) {
        for path in &self.0 {
            // The next build removes what cannot be removed now.
            let _ = fs::remove_file(path);
        }
    }
}
