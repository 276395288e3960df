//! Puts a packed table into the folder of tables.

use std::fs::File;
use std::path::{Path, PathBuf};

use perfectplay::{GameRef, check_understood};
use perfectplay_query::{Beginning, Bytes, Problem, TableFile, TableFolder};
use perfectplay_tables::files::{BuiltTable, StagedFile, disk, make_table};
use perfectplay_tables::{Control, Interrupted, Threads, check_bytes, check_replaceable};

use crate::download::{Target, fetch};
use crate::error::{PackedProblem, Result};
use crate::release::{Location, PackedFile, open};
use crate::zstd_frame::ZstdFrame;

impl PackedFile {
    /// Whether the folder has the complete table. Takes about as long as reading it.
    pub fn exists(
        &self,
        folder: &TableFolder,
        games: &[GameRef],
        control: Control<'_>,
    ) -> Result<bool, Interrupted> {
        let Ok(file) = folder.file(self.name.as_str()) else { return Ok(false) };
        if file.layout().file_length() != self.bytes {
            return Ok(false);
        }
        let Some(entry) = &self.entry else {
            return Ok(self.check(file, games, control)?.is_ok());
        };
        let (mut hasher, threads) = (blake3::Hasher::new(), Threads::default());
        file.source().read_in_order(|| {
            file.pieces().try_for_each(|piece| {
                // Bytes that cannot be read are not those of the table.
                let piece = piece.unwrap_or_default();
                let hash = || {
                    hasher.update_rayon(&piece);
                };
                if threads.install(hash).is_err() {
                    hasher.update(&piece);
                }
                control.check()
            })
        })?;
        Ok(hasher.finalize() == entry.blake3)
    }

    /// Unpacks the table into `folder`, which is created if it does not exist. If another process or thread is
    /// making the same table, calls `waiting` and waits. A table that exists is kept if it is correct. If it is not, it
    /// is replaced if it is of the same game or board; anything else is replaced only if `force` says so. It has to be one of
    /// these games, or of one that somebody has described.
    ///
    /// Hashes and lengths are checked while the table is written under a temporary name; it is renamed once
    /// everything is correct. A download that was cut off resumes where it stopped.
    ///
    /// # Errors
    /// See [`UnpackError`](crate::UnpackError). In that case no table of the folder has changed.
    pub fn unpack(
        &self,
        games: &[GameRef],
        folder: &TableFolder,
        force: bool,
        control: Control<'_>,
        waiting: impl FnOnce(),
    ) -> Result<BuiltTable> {
        self.check_length(games)?;
        let name = self.name.as_str();
        make_table(
            folder,
            name,
            control,
            || {
                if force || self.exists(folder, games, control)? {
                    return Ok(!force);
                }
                // Which board the packed table is of is not known yet.
                check_replaceable(folder, name, |_| Ok(()))?;
                Ok(false)
            },
            || Ok(disk::check(self.bytes, folder.path())?),
            waiting,
            |table| {
                let install = |file: &File, path: &Path| {
                    self.install((file, path), table, folder, games, force, control)
                };
                match &self.location {
                    Location::Local(packed) => install(&open(packed)?, packed),
                    Location::Remote { url, client } => {
                        let sha256 = self.sha256.as_ref().expect("every release lists its files");
                        let wanted = Target { client, url, sha256, bytes: self.bytes };
                        fetch(table, wanted, control, install)
                    }
                }
            },
        )
    }

    /// Writes the table of a packed file, checks it, and gives it its name.
    fn install(
        &self,
        (file, path): (&File, &Path),
        table: &Path,
        folder: &TableFolder,
        games: &[GameRef],
        force: bool,
        control: Control<'_>,
    ) -> Result<PathBuf> {
        let origin = self.origin();
        let wrong = |problem: PackedProblem| Err(problem.of(&origin));
        let frame = ZstdFrame::open(file, path, &origin)?;
        if frame.length != self.bytes {
            return wrong(PackedProblem::OtherLength { expected: self.bytes, found: frame.length });
        }
        let started = frame.start()?;
        let Beginning { header, .. } = frame.beginning(&started)?;
        if header.name != self.name.as_str() {
            return wrong(Problem::OtherName(header.name).into());
        }
        let states = self.entry.as_ref().map(|entry| entry.states);
        if let Some(expected) = states.filter(|&states| states != header.states) {
            return wrong(PackedProblem::OtherStates { expected, found: header.states });
        }
        if !force {
            let is_same = |there: TableFile<Bytes>| match there.header().board == header.board {
                true => Ok(()),
                false => Err(Problem::OtherBoard),
            };
            check_replaceable(folder, self.name.as_str(), is_same)?;
        }
        control.set_length(self.bytes);
        let staged = StagedFile::exclusive(table)?;
        let hashes = frame.expand(started, &staged, control)?;
        if self.sha256.as_ref().is_some_and(|expected| *expected != hashes.sha256) {
            return wrong(PackedProblem::OtherSha256);
        }
        if self.entry.as_ref().is_some_and(|expected| hashes.blake3 != expected.blake3) {
            return wrong(PackedProblem::OtherBlake3);
        }
        if !self.is_known {
            let checked = match folder.access().open(staged.path()) {
                Ok(file) => self.check(file, games, control)?,
                Err(error) => Err(error.problem),
            };
            checked.map_err(|problem| PackedProblem::from(problem).of(&origin))?;
        }
        Ok(staged.publish_table()?)
    }

    /// Whether a file is a table of this name according to the file itself. The outer error stops the check, the
    /// inner one is its result.
    fn check(
        &self,
        file: TableFile<Bytes>,
        games: &[GameRef],
        control: Control<'_>,
    ) -> Result<Result<(), Problem>, Interrupted> {
        if file.header().name != self.name.as_str() {
            return Ok(Err(Problem::OtherName(file.header().name.clone())));
        }
        let checked = check_bytes(&file, control)?;
        Ok(checked.and_then(|()| check_understood(file, games)))
    }
}
