//! The manifest: sizes and hashes of known tables.

use std::collections::BTreeMap;
use std::io;
use std::sync::LazyLock;

use blake3::Hash;
use perfectplay_query::{Source, TableFile};
use serde::{Deserialize, Serialize};

/// The known tables by name: the contents of `tables/manifest.toml`.
///
/// ```
/// let manifest = perfectplay_tables::Manifest::shipped();
/// assert_eq!(manifest.get("number-20").map(|table| table.states), Some(3515));
/// assert!(manifest.iter().any(|(name, table)| name == "number-40" && table.bytes > 0));
/// ```
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
    /// The file's BLAKE3 hash, a text in hexadecimal.
    #[serde(with = "crate::hexadecimal")]
    pub blake3: Hash,
}

impl Manifest {
    /// The manifest that this crate was compiled with.
    pub fn shipped() -> Self {
        static SHIPPED: LazyLock<Manifest> = LazyLock::new(|| {
            let text = include_str!("manifest.toml");
            Manifest::from_toml(text).expect("a test reads the shipped manifest")
        });
        SHIPPED.clone()
    }

    /// Reads a manifest's text.
    ///
    /// # Errors
    /// If it is not TOML of this form.
    #[doc(hidden)]
    pub fn from_toml(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }

    /// Its text, the tables by name.
    #[doc(hidden)]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("texts and small numbers are TOML")
    }

    /// The entry of the table called `name`, if it is known.
    pub fn get(&self, name: &str) -> Option<&ManifestEntry> {
        self.0.get(name)
    }

    /// The known tables, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &ManifestEntry)> {
        self.0.iter().map(|(name, entry)| (name.as_str(), entry))
    }
}

impl FromIterator<(String, ManifestEntry)> for Manifest {
    fn from_iter<T: IntoIterator<Item = (String, ManifestEntry)>>(entries: T) -> Self {
        Self(entries.into_iter().collect())
    }
}

impl ManifestEntry {
    /// The entry that a file would have. Reads all of it, on all threads, unless `go_on` says no.
    #[doc(hidden)]
    pub fn of<S: Source>(file: &TableFile<S>, go_on: impl Fn() -> bool) -> io::Result<Self> {
        let mut hasher = blake3::Hasher::new();
        for piece in file.pieces().take_while(|_| go_on()) {
            hasher.update_rayon(&piece?);
        }
        Ok(Self {
            states: file.header().states,
            bytes: file.layout().file_length(),
            blake3: hasher.finalize(),
        })
    }
}
