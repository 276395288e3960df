//! Proves a table: its bytes, its hash, its entries.

mod contour;
mod entries;
mod number;
mod number_outcomes;
mod stake;
mod tokens;
mod tower;

use std::path::Path;

use perfectplay_format::{FormatError, Header};
use perfectplay_query::{Access, Bytes, NumberTable, OpenError, Problem, Table, TableFile};
use thiserror::Error;

use crate::{Control, Interrupted, Manifest, ManifestEntry};

/// How much of a table to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Header, sizes, checksums and hash: that the file is what was built.
    Bytes,
    /// So many entries against the rules, too, spread evenly, the same ones every
    /// time.
    Sample(u64),
    /// Every entry against the rules, and the statistics.
    Entries,
}

/// What a table's check found.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// The table's header.
    pub header: Header,
    /// The file: its states, its length and its hash.
    pub file: ManifestEntry,
    /// Whether the manifest knows the table; it then agreed.
    pub in_manifest: bool,
    /// How many entries were compared with the rules.
    pub entries: u64,
}

/// A check that failed, or could not be made.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// The table cannot be opened.
    #[error("{0}")]
    Open(#[from] OpenError),
    /// It was stopped.
    #[error("{0}")]
    Interrupted(#[from] Interrupted),
    /// The table is not what it should be.
    #[error("{table}: {reason}")]
    Wrong {
        /// The table's name.
        table: String,
        /// What was found and what was expected.
        reason: String,
    },
}

/// Checks the table in a file, which `access` opens.
///
/// Entries are checked by induction, by the laws of [`Rules`](perfectplay_core::Rules): each must be what the
/// plain rules make of the entries of the positions that its moves lead to, all as
/// the table's reader finds them. Tables of `tokens`, whose entries do not follow from
/// one another, are proven by certificates instead; those of `number` that know only who
/// wins, by what the rules make of all positions that the rules list.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(
    path: &Path,
    access: Access,
    depth: Depth,
    control: &Control<'_>,
) -> Result<Verified, VerifyError> {
    let file = access.open(path)?;
    let header = file.header().clone();
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    if stem != Some(header.name.as_str()) {
        return Err(Problem::OtherName { found: header.name }.of(path.display()).into());
    }
    let wrong = |reason: String| VerifyError::Wrong { table: header.name.clone(), reason };
    check_bytes(&file, control)?.map_err(|error| wrong(error.to_string()))?;
    let found = ManifestEntry {
        states: header.states,
        bytes: file.layout().file_length(),
        blake3: blake3::Hasher::new().update_rayon(file.bytes()).finalize().to_string(),
    };
    let in_manifest = match Manifest::shipped().get(&header.name) {
        Some(expected) if *expected != found => {
            return Err(wrong(format!(
                "the manifest has {} states, {} bytes and the hash {}, the file {}, {} and {}",
                expected.states,
                expected.bytes,
                expected.blake3,
                found.states,
                found.bytes,
                found.blake3
            )));
        }
        known => known.is_some(),
    };
    let entries = check_entries(file, path, depth, control)?;
    Ok(Verified { header, file: found, in_manifest, entries })
}

/// Every byte against the checksums. The outer error stops the check, the inner
/// one is its result.
fn check_bytes(
    file: &TableFile<Bytes>,
    control: &Control<'_>,
) -> Result<Result<(), FormatError>, Interrupted> {
    let result = file.verify_bytes(|_| control.check().is_ok());
    control.check().map(|()| result)
}

/// The entries against the rules; returns how many were compared.
fn check_entries(
    file: TableFile<Bytes>,
    path: &Path,
    depth: Depth,
    control: &Control<'_>,
) -> Result<u64, VerifyError> {
    let problem = |problem: Problem| VerifyError::Open(problem.of(path.display()));
    match Table::new(file).map_err(problem)? {
        Table::Number(NumberTable::Plies(table)) => number::check(&table, depth, control),
        Table::Number(NumberTable::Outcomes(table)) => {
            number_outcomes::check(&table, depth, control)
        }
        Table::Tower(table) => tower::check(&table, depth, control),
        Table::Contour(table) => contour::check(&table, depth, control),
        Table::Stake(table) => stake::check(&table, depth, control),
        Table::Tokens(table) => tokens::check(&table, depth, control),
    }
}
