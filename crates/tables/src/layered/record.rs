//! What a build that may be killed has finished, for the next one to go on from.
//!
//! `NAME.table.partial.toml` says how many layers of `NAME.table.partial` are complete. It is written
//! after they are on the disk, and names the plan and the program that they are of, and the hash of
//! their checksums. A build goes on only from bytes that have this hash, for the same plan and in the
//! same version: then they are what this program has computed, which is what is trusted of a build that
//! was not killed, too.

use std::fs;
use std::path::{Path, PathBuf};

use blake3::Hash;
use serde::{Deserialize, Serialize};

use super::plan::Plan;
use crate::{BuildError, read_record, write_record};

/// The ending of a record.
pub(crate) const RECORD: &str = "table.partial.toml";

/// The endings of a record, and of one that is being written.
pub(crate) const RECORDS: [&str; 2] = [RECORD, "table.partial.toml.new"];

/// How much of a partial table is complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
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

impl Record {
    /// The record of a table whose first layers are complete, with the hash of the checksums of all bytes
    /// up to their end.
    pub(super) fn new(plan: &Plan, layers: usize, checksums: Hash) -> Self {
        let (plan, program) = (plan.hash(), env!("CARGO_PKG_VERSION").to_owned());
        Self { plan, program, layers, checksums }
    }

    /// Whether there is a record of the table, whatever is in it.
    pub(super) fn exists(table: &Path) -> bool {
        path(table).is_file()
    }

    /// What an earlier build of this plan by this version has recorded of the table.
    pub(super) fn read(table: &Path, plan: &Plan) -> Option<Self> {
        let text = read_record(&path(table)).ok()?;
        let record: Self = toml::from_str(&text).ok()?;
        let is_own = record.plan == plan.hash() && record.program == env!("CARGO_PKG_VERSION");
        (is_own && (1..=plan.layers().len()).contains(&record.layers)).then_some(record)
    }

    pub(super) fn write(&self, table: &Path) -> Result<(), BuildError> {
        let text = toml::to_string(self).expect("texts and a number are TOML");
        write_record(table, RECORDS, &text)
    }

    /// Removes what there is of the table.
    pub(super) fn remove(table: &Path) {
        for ending in RECORDS {
            // What remains is removed by the next build, as are other files that nobody needs.
            let _ = fs::remove_file(table.with_extension(ending));
        }
    }
}

fn path(table: &Path) -> PathBuf {
    table.with_extension(RECORD)
}
