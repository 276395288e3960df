//! Verifies a table: its bytes, its hash, its entries.

use perfectplay_core::control::Control;
use perfectplay_core::threads::Threads;
use perfectplay_format::Header;
use perfectplay_query::{Bytes, CustomTable, Problem, TableFile, TablePlace, Tables};

use crate::solve::{check_indexed, numbered};
use crate::{Manifest, ManifestEntry, VerifyError, check_ranges};

/// A table that has been verified.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct VerifiedTable {
    /// The table's header.
    pub header: Header,
    /// The file: its states, its length and its hash.
    pub file: ManifestEntry,
    /// Whether the manifest knows the table; if so, the file is the one in the manifest.
    pub in_manifest: bool,
    /// How many entries were compared with the rules; `None` if these are not known here, because the table is of a
    /// game that is not built in.
    pub entries: Option<u64>,
}

impl VerifiedTable {
    /// Whether nothing that only the rules can show is known to be right: the table is of a game that is not known here,
    /// and neither its entries nor the figures of its header follow from anything.
    pub const fn is_unproven(&self) -> bool {
        self.entries.is_none()
    }
}

/// Verifies the table at a place, on the threads of the current rayon pool, or else on its own: all of its bytes, and what
/// the manifest has of it. `compare` then compares the entries with the rules, and returns how many it has compared; `None`
/// if the rules are not known.
pub fn verify(
    tables: &Tables,
    place: &TablePlace,
    control: Control<'_>,
    compare: impl FnOnce(TableFile<Bytes>) -> Result<Option<u64>, VerifyError> + Send,
) -> Result<VerifiedTable, VerifyError> {
    let file = tables.file(place)?;
    Threads::default().install(|| {
        let (header, file_entry, in_manifest) = check_file(&file, place, control)?;
        let entries = compare(file)?;
        Ok(VerifiedTable { header, file: file_entry, in_manifest, entries })
    })?
}

/// Checks what can be seen without its rules of a table of a custom game that is not known here.
///
/// # Errors
/// If its ranges do not fit its header.
pub fn check_unknown(file: TableFile<Bytes>, place: &TablePlace) -> Result<(), VerifyError> {
    let name = file.header().name.clone();
    let table = CustomTable::new(file).map_err(|problem| problem.at(place.clone()))?;
    let wrong = |reason: &str| VerifyError::Wrong { table: name, reason: reason.into() };
    match table {
        CustomTable::Coded(table) => check_ranges(&table).map_err(wrong),
        CustomTable::Numbered(table) => numbered::check_unknown(&table).map_err(wrong),
        CustomTable::Indexed(table) => check_indexed(&table).map_err(wrong),
    }
}

/// Checks every byte, and whether the manifest has another file.
fn check_file(
    file: &TableFile<Bytes>,
    place: &TablePlace,
    control: Control<'_>,
) -> Result<(Header, ManifestEntry, bool), VerifyError> {
    let header = file.header().clone();
    let wrong = |reason: String| VerifyError::Wrong { table: header.name.clone(), reason };
    // Side by side, so that what one of them has read from the disk is in memory for the other.
    let go_on = || control.check().is_ok();
    let (checked, found) = file.source().read_in_order(|| {
        rayon::join(|| file.verify_bytes(|_| go_on()), || ManifestEntry::of(file, go_on))
    });
    control.check()?;
    checked.map_err(Problem::from).map_err(|problem| match problem {
        Problem::Io(_) => problem.at(place.clone()).into(),
        problem => wrong(problem.to_string()),
    })?;
    let found = found.map_err(|error| Problem::from(error).at(place.clone()))?;
    let in_manifest = match Manifest::shipped().get(&header.name) {
        Some(expected) if *expected != found => {
            let ManifestEntry { states, bytes, blake3 } = expected;
            return Err(wrong(format!(
                "the manifest has {states} states, {bytes} bytes and the hash {blake3}, the file {}, {} and {}",
                found.states, found.bytes, found.blake3
            )));
        }
        known => known.is_some(),
    };
    Ok((header, found, in_manifest))
}
