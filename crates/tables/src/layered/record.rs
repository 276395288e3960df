//! What a build that may be killed has finished, for the next one to resume from.
//!
//! `NAME.table.partial.toml` says how many layers of `NAME.table.partial` are complete. It is written after they
//! are on the disk, and names their plan and the program's version, and the hash of their checksums. A build
//! resumes only from bytes that have this hash, for the same plan and in the same version: then they are what this
//! program has computed, which is no less trustworthy than a build that was not killed.

use std::path::Path;

use crate::files::{FileError, Record};
use blake3::Hash;
use serde::{Deserialize, Serialize};

use super::plan::Plan;

/// How much of a partial table is complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BuildRecord {
    /// The plan's hash.
    #[serde(with = "crate::hexadecimal")]
    plan: Hash,
    /// The program's version.
    program: String,
    /// How many layers are complete.
    pub(super) layers: usize,
    /// The hash of the checksums of their bytes.
    #[serde(with = "crate::hexadecimal")]
    checksums: Hash,
}

impl BuildRecord {
    /// The record of a table whose first layers are complete, with the hash of the checksums of all bytes up to
    /// their end.
    pub(super) fn new(plan: &Plan, layers: usize, checksums: Hash) -> Self {
        let (plan, program) = (plan.hash(), env!("CARGO_PKG_VERSION").to_owned());
        Self { plan, program, layers, checksums }
    }

    /// Whether there is a record of the table, whatever it contains.
    pub(super) fn exists(table: &Path) -> bool {
        Record::BUILD.path(table).is_file()
    }

    /// What an earlier build of this plan by this version has recorded about the table.
    pub(super) fn read(table: &Path, plan: &Plan) -> Option<Self> {
        let text = Record::BUILD.read(table).ok()?;
        let record: Self = toml::from_str(&text).ok()?;
        let is_own = record.plan == plan.hash() && record.program == env!("CARGO_PKG_VERSION");
        (is_own && (1..=plan.layers().len()).contains(&record.layers)).then_some(record)
    }

    pub(super) fn write(&self, table: &Path) -> Result<(), FileError> {
        let text = toml::to_string(self).expect("texts and a number are TOML");
        Record::BUILD.write(table, &text)
    }
}
