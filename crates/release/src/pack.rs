//! Makes the files of a release: all appear when all are complete.

use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use perfectplay::{GameRef, is_unknown, open_known};
use perfectplay_query::{Bytes, TableFile, TableFolder, Tables, folder_entries};
use perfectplay_tables::files::{FileError, StagedSet, refused};
use perfectplay_tables::{
    BuildError, Control, Depth, Manifest, ManifestEntry, Threads, Verification, VerifiedTable,
    check_unknown, verify,
};
use rayon::prelude::*;
use serde::Serialize;

use crate::name::{packed_file, table_of};
use crate::sums::Sums;
use crate::zstd_frame::{self, Hashing};
use crate::{MANIFEST, PackError, README, SUMS, TableName};

/// The text of the file for readers, apart from the list of tables.
const ABOUT: &str = include_str!("about.md");

/// A table of a release. Its serialisation is a part of the program's JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PackedTable {
    /// Its name.
    #[serde(rename = "table")]
    pub name: TableName,
    /// How many states it has.
    pub states: u64,
    /// Whether that is only what its header says: its rules are not known here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unproven: bool,
    /// The table's length.
    pub bytes: u64,
    /// The packed file's length.
    pub packed_bytes: u64,
}

/// Packs tables of `folder` into the folder `out`, which is created if it does not exist, on the
/// threads of the current rayon pool, or else on its own: each as `NAME.table.zst`, and beside them
/// `manifest.toml`, `README.md` and `SHA256SUMS`. The same tables always give the same bytes.
///
/// All tables are checked first, by their checksums and by this program's manifest, and one whose header contradicts the
/// rest of its file is refused. How many states a table of a custom game has is marked as unproven. Every file is written under a
/// temporary name and renamed when all are complete.
///
/// # Errors
/// See [`PackError`]. If a table is missing or damaged nothing has been written.
pub fn pack(
    tables: &[TableName],
    games: &[GameRef],
    folder: &TableFolder,
    out: &Path,
    control: Control<'_>,
) -> Result<Vec<PackedTable>, PackError> {
    let mut names: Vec<&TableName> = tables.iter().collect();
    names.sort();
    names.dedup();
    let there = Tables::from(folder.clone());
    let mut checked = Vec::new();
    for name in &names {
        let place = there.place(name.as_str());
        let how = Verification::new(Depth::Bytes).progress(control);
        let compare = |file: TableFile<Bytes>| match is_unknown(file.header(), &[]) {
            true => check_unknown(file, &place).map(|()| None),
            false => open_known(file, &place, games)?.verify(how).map(Some),
        };
        checked.push((*name, verify(&there, &place, control, compare)?));
    }
    control.set_length(checked.iter().map(|(_, table)| table.file.bytes).sum());
    let output = OutputFolder::begin(out, &names)?;
    let packed = Threads::default().install(|| {
        let tables = checked.par_iter();
        tables.map(|(name, table)| pack_one(name, table, folder, &output, control)).collect()
    });
    let packed: Result<Vec<PackedTable>, PackError> = packed.map_err(BuildError::from)?;
    let packed = packed?;
    let entries = checked.iter().map(|(name, table)| (name.to_string(), table.file.clone()));
    output.write_text(MANIFEST, &entries.collect::<Manifest>().to_toml())?;
    output.write_text(README, &readme(games, &checked, &packed))?;
    output.publish()?;
    Ok(packed)
}

fn pack_one(
    name: &TableName,
    table: &VerifiedTable,
    folder: &TableFolder,
    output: &OutputFolder,
    control: Control<'_>,
) -> Result<PackedTable, PackError> {
    let changed = || PackError::Changed(name.clone());
    let file = folder.file(name.as_str()).map_err(|_| changed())?;
    let (hash, packed_bytes) = output.write(&packed_file(name), |out, refused| {
        let length = file.layout().file_length();
        let compress = || zstd_frame::compress(length, file.pieces(), out, control, refused);
        file.source().read_in_order(compress)
    })?;
    if hash != table.file.blake3 {
        return Err(changed());
    }
    let ManifestEntry { states, bytes, .. } = table.file;
    let unproven = table.is_unproven();
    Ok(PackedTable { name: name.clone(), states, unproven, bytes, packed_bytes })
}

/// What a reader without this program needs to know.
fn readme(
    games: &[GameRef],
    checked: &[(&TableName, VerifiedTable)],
    packed: &[PackedTable],
) -> String {
    let mut rows = String::new();
    for ((_, table), packed) in checked.iter().zip(packed) {
        let name = &*table.header.game;
        let game = games.iter().find(|game| game.name() == name);
        let game = game.and_then(|game| game.about().facts).map_or(name, |facts| facts.title);
        let PackedTable { name, states, unproven, bytes, packed_bytes } = packed;
        let doubt = if *unproven { " (unproven)" } else { "" };
        let _ =
            writeln!(rows, "| `{name}` | {game} | {states}{doubt} | {bytes} | {packed_bytes} |");
    }
    if packed.iter().any(|table| table.unproven) {
        rows += "\nUnproven figures are what the header of a table says: only the program that has the game proves them.\n";
    }
    ABOUT.replace("{rows}\n", &rows)
}

/// Files that appear once all of them are complete, with `SHA256SUMS` last, which has the hashes of those written
/// so far.
struct OutputFolder {
    files: StagedSet,
    sums: Mutex<Sums>,
}

impl OutputFolder {
    /// Creates the folder if it does not exist, and removes what a killed process left in it.
    pub(crate) fn begin(path: &Path, tables: &[&TableName]) -> Result<Self, PackError> {
        check_foreign(path, tables)?;
        match StagedSet::begin(path, SUMS, is_of_release)? {
            Some(files) => Ok(Self { files, sums: Mutex::default() }),
            None => Err(PackError::Busy(path.to_owned())),
        }
    }

    /// Writes a file, with what `write` puts into it, and also returns the file's length.
    pub(crate) fn write<T>(
        &self,
        name: &str,
        write: impl FnOnce(&mut dyn Write, &dyn Fn(io::Error) -> BuildError) -> Result<T, BuildError>,
    ) -> Result<(T, u64), BuildError> {
        let staged = self.files.create(name)?;
        let mut out = Hashing::new(BufWriter::new(staged.file()));
        let written = write(&mut out, &|error| staged.refused("write")(error).into())?;
        out.flush().map_err(staged.refused("write"))?;
        let hash = out.sha256();
        let length = staged.file().metadata().map_err(staged.refused("measure"))?.len();
        self.files.add(staged)?;
        self.sums.lock().expect("no thread panics with it").insert(name.to_owned(), hash);
        Ok((written, length))
    }

    /// Writes a file with this text.
    fn write_text(&self, name: &str, text: &str) -> Result<(), BuildError> {
        self.write(name, |out, refused| out.write_all(text.as_bytes()).map_err(refused))?;
        Ok(())
    }

    /// Gives all files their names.
    fn publish(self) -> Result<(), FileError> {
        let sums = self.sums.into_inner().expect("no thread panics with it");
        self.files.publish(sums.to_string().as_bytes())
    }
}

/// Whether a file of this name belongs to a release.
fn is_of_release(name: &str) -> bool {
    [MANIFEST, README, SUMS].contains(&name) || table_of(name).is_some()
}

/// `SHA256SUMS` lists what is in the folder, so other packed tables may not be there.
fn check_foreign(path: &Path, tables: &[&TableName]) -> Result<(), PackError> {
    let is_foreign = |file: &PathBuf| {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        table_of(name).is_some() && !tables.iter().any(|table| packed_file(table) == name)
    };
    let files = folder_entries(path).map_err(refused("read", path))?.into_iter();
    // The order in a folder is arbitrary.
    let foreign = files.map(|entry| entry.path()).filter(is_foreign).min();
    foreign.map_or(Ok(()), |path| Err(PackError::Foreign(path)))
}
