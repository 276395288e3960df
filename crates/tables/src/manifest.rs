//! The manifest: sizes and hashes of known tables.

use std::collections::BTreeMap;

use perfectplay_query::TableFile;
use serde::{Deserialize, Serialize};

/// The known tables by name: what is in `tables/manifest.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Manifest(BTreeMap<String, ManifestEntry>);

/// What is known of one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManifestEntry {
    /// How many states it has.
    pub states: u64,
    /// The file's length.
    pub bytes: u64,
    /// The file's BLAKE3 hash in hexadecimal.
    pub blake3: String,
}

impl Manifest {
    /// The manifest that this crate was compiled with.
    #[must_use]
    pub fn shipped() -> Self {
        toml::from_str(include_str!("manifest.toml")).expect("a test reads the shipped manifest")
    }

    /// The entry of the table called `name`, if it is known.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&ManifestEntry> {
        self.0.get(name)
    }

    /// The known tables, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &ManifestEntry)> {
        self.0.iter().map(|(name, entry)| (name.as_str(), entry))
    }
}

impl ManifestEntry {
    /// The entry that a file would have. Reads all of it, on all threads.
    pub(crate) fn of<B: AsRef<[u8]>>(file: &TableFile<B>) -> Self {
        Self {
            states: file.header().states,
            bytes: file.layout().file_length(),
            blake3: blake3::Hasher::new().update_rayon(file.bytes()).finalize().to_string(),
        }
    }
}
