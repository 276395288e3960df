//! A packed table from a server, which goes on where it stopped.
//!
//! It grows in `NAME.table.zst.download` of the folder of tables. Beside it
//! `NAME.table.zst.download.toml` records what it is a download of: by the hash in `SHA256SUMS`, and
//! by what the server said of its version. The caller holds the table's lock.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use perfectplay_tables::{BuildError, Control, DOWNLOADS, check_disk_space, refused};
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
                if !goes_on(&error) {
                    download.remove();
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
        let file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(known.is_none())
            .open(&path)
            .map_err(refused("create", &path))?;
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
                return Err(match self.length {
                    0 => UnpackError::Http { url: url(), problem },
                    got => {
                        UnpackError::Unfinished { url: url(), problem, got, of: self.record.length }
                    }
                });
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
        self.begin(&answer, wanted)?;
        let most = self.record.length.unwrap_or(wanted.most);
        control.set_length(most);
        control.set_position(self.length);
        while let Some(piece) = answer.next(control).map_err(stopped)? {
            if self.length + piece.len() as u64 > most {
                let problem = HttpProblem::TooLong(most);
                return Err(Attempt::Failed(UnpackError::Http {
                    url: shown(&wanted.url),
                    problem,
                }));
            }
            self.file.write_all(&piece).map_err(refused("write", &self.path))?;
            self.hasher.update(&piece);
            self.length += piece.len() as u64;
            control
                .advance(piece.len() as u64)
                .map_err(|stopped| Attempt::Failed(stopped.into()))?;
        }
        match self.record.length {
            Some(whole) if self.length < whole => {
                Err(Attempt::Again(HttpProblem::Lost("it was closed early".to_owned())))
            }
            _ => Ok(()),
        }
    }

    /// Judges the beginning of an answer, and records of what it is.
    fn begin(&mut self, answer: &Answer, wanted: &Wanted<'_>) -> Result<(), Attempt> {
        let head = &answer.head;
        let failed =
            |problem| Attempt::Failed(UnpackError::Http { url: shown(&wanted.url), problem });
        let whole = match head.status {
            200 => {
                self.restart()?;
                head.length
            }
            206 if self.length > 0 => {
                let whole = head.part.and_then(|(_, whole)| whole).or(self.record.length);
                let goes_on = head.part.is_some_and(|(from, _)| from == self.length);
                if !goes_on || self.record.length.is_some_and(|known| whole != Some(known)) {
                    self.restart()?;
                    let reason = "it brought another part than was asked for".to_owned();
                    return Err(Attempt::Again(HttpProblem::Lost(reason)));
                }
                whole
            }
            // There is nothing where the download was to go on.
            416 if self.length > 0 => {
                self.restart()?;
                return Err(Attempt::Again(HttpProblem::Lost("it was closed early".to_owned())));
            }
            404 | 410 => {
                let file = shown(&wanted.url);
                return Err(Attempt::Failed(UnpackError::NoFile { file, is_url: true }));
            }
            status => {
                let problem = HttpProblem::Status(status);
                return Err(match problem.may_pass() {
                    true => Attempt::Again(problem),
                    false => failed(problem),
                });
            }
        };
        if whole.is_some_and(|whole| whole > wanted.most) {
            return Err(failed(HttpProblem::TooLong(wanted.most)));
        }
        let left = whole.unwrap_or(wanted.most) - self.length.min(wanted.most);
        let folder = self.path.parent().unwrap_or(Path::new(""));
        check_disk_space(left.saturating_add(wanted.table), folder)?;
        // Versions that are only about the same do not do to go on.
        let etag = head.etag.clone().filter(|etag| !etag.starts_with("W/"));
        let version = etag.or_else(|| head.modified.clone());
        let record = Record { sha256: wanted.sha256.to_string(), version, length: whole };
        if record != self.record {
            let text = toml::to_string(&record).expect("texts and numbers are TOML");
            fs::write(&self.record_path, text).map_err(refused("write", &self.record_path))?;
            self.record = record;
        }
        Ok(())
    }

    fn remove(self) {
        drop(self.into_parts().1);
    }
}

/// Whether what there is of a download is of use after this.
pub(crate) fn goes_on(error: &UnpackError) -> bool {
    match error {
        UnpackError::Unfinished { .. } => true,
        UnpackError::System(error) => matches!(error, BuildError::Interrupted(_)),
        _ => false,
    }
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
