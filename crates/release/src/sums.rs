//! `SHA256SUMS`: the hashes of a release's files, as `sha256sum` reads and writes them.

use std::collections::BTreeMap;
use std::fmt;

use ring::digest::Digest;
use thiserror::Error;

use crate::name::is_file_name;

/// The name of the file with the hashes of all others.
pub const SUMS: &str = "SHA256SUMS";

/// A SHA-256 hash in hexadecimal.
#[derive(Clone, Debug, derive_more::Display, PartialEq, Eq)]
pub struct Sha256Hex(String);

impl Sha256Hex {
    /// A hash in hexadecimal.
    pub fn of(digest: Digest) -> Self {
        Self(digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect())
    }

    fn read(text: &str) -> Option<Self> {
        let is_hash = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hash.then(|| Self(text.to_ascii_lowercase()))
    }
}

/// The hashes of a release's files, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums(BTreeMap<String, Sha256Hex>);

/// A text that is not a list of hashes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct SumsError {
    line: usize,
    reason: String,
}

impl Sums {
    /// Adds a file.
    pub fn insert(&mut self, name: String, hash: Sha256Hex) {
        self.0.insert(name, hash);
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Sha256Hex> {
        self.0.get(name)
    }

    /// Reads lines that consist of a hash, two spaces or a space and a `*`, and a name.
    pub fn parse(text: &str) -> Result<Self, SumsError> {
        let mut sums = Self::default();
        for (number, line) in text.lines().enumerate() {
            let wrong = |reason: String| SumsError { line: number + 1, reason };
            let (hash, name) = line
                .split_once("  ")
                .or_else(|| line.split_once(" *"))
                .and_then(|(hash, name)| Some((Sha256Hex::read(hash)?, name)))
                .ok_or_else(|| wrong("not a SHA-256 hash and a name".to_owned()))?;
            let shown: String = name.chars().take(40).collect();
            if !is_file_name(name) {
                return Err(wrong(format!("`{}` is not a file name", shown.escape_debug())));
            }
            if sums.0.insert(name.to_owned(), hash).is_some() {
                return Err(wrong(format!("`{shown}` has been listed before")));
            }
        }
        Ok(sums)
    }
}

impl fmt::Display for Sums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(name, hash)| writeln!(f, "{hash}  {name}"))
    }
}
