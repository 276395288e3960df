//! A release's tables: from single files, a folder, or a server.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use derive_more::Display;
use perfectplay::{GameRef, most_bytes};
use perfectplay_tables::files::own_file::open_regular;
use perfectplay_tables::files::refused;
use perfectplay_tables::{Control, Manifest, ManifestEntry};
use ring::digest::{SHA256, digest};

use crate::error::{PackedProblem, ReleaseProblem, Result, UnpackError};
use crate::http::{Client, address, shown};
use crate::name::{packed_file, table_of};
use crate::sums::{SUMS, Sha256Hex, Sums};
use crate::zstd_frame::ZstdFrame;
use crate::{MANIFEST, TableName};

/// More bytes than the description of any release has; longer files are refused before they fill memory.
const LONGEST: u64 = 1 << 20;

/// The folder or server that has a release, with what its `SHA256SUMS` and `manifest.toml` say. For tables that
/// this program's own manifest knows, none of that is trusted.
#[derive(Clone, Debug)]
pub struct Release {
    location: Location,
    sums: Sums,
    manifest: Manifest,
}

/// A packed table that can be unpacked.
#[derive(Clone, Debug)]
pub struct PackedFile {
    pub(crate) name: TableName,
    pub(crate) location: Location,
    pub(crate) bytes: u64,
    /// What the table must be, by this program's manifest or the release's.
    pub(crate) entry: Option<ManifestEntry>,
    /// Whether this program's manifest has the table. If not, its own checksums must be correct as well.
    pub(crate) is_known: bool,
    /// What the packed file must be, if that is known.
    pub(crate) sha256: Option<Sha256Hex>,
}

/// Where a release or one of its files is, and how messages name it.
#[derive(Clone, Debug, Display)]
pub(crate) enum Location {
    #[display("{}", _0.display())]
    Local(PathBuf),
    #[display("{}", shown(url))]
    Remote { url: String, client: Client },
}

impl Release {
    /// The release in a folder.
    ///
    /// # Errors
    /// If its description cannot be read or has no meaning.
    pub fn in_folder(path: impl Into<PathBuf>) -> Result<Self> {
        let path = path.into();
        if !path.metadata().map_err(|error| unreadable(&path, error))?.is_dir() {
            return Err(refused("read", &path)(io::Error::other("it is not a folder")).into());
        }
        Self::open(Location::Local(path), Control::SILENT)
    }

    /// The release at an address, `http://…` or `https://…`, under which its files are.
    ///
    /// # Errors
    /// If its description cannot be fetched or has no meaning.
    pub fn at_url(url: &str, client: Client, control: Control<'_>) -> Result<Self> {
        let wrong = |reason| UnpackError::Address { url: shown(url), what: "a release", reason };
        let url = address(url).map_err(wrong)?;
        Self::open(Location::Remote { url, client }, control)
    }

    fn open(location: Location, control: Control<'_>) -> Result<Self> {
        let wrong =
            |name, problem| UnpackError::Release { file: location.join(name).to_string(), problem };
        let text = |name| {
            String::from_utf8(location.join(name).bytes(control)?)
                .map_err(|_| wrong(name, ReleaseProblem::NotText))
        };
        let sums = Sums::parse(&text(SUMS)?).map_err(|error| wrong(SUMS, error.into()))?;
        let manifest = text(MANIFEST)?;
        let listed =
            sums.get(MANIFEST).ok_or_else(|| wrong(MANIFEST, ReleaseProblem::NotListed))?;
        if Sha256Hex::of(digest(&SHA256, manifest.as_bytes())) != *listed {
            return Err(wrong(MANIFEST, ReleaseProblem::OtherHash));
        }
        let manifest = Manifest::from_toml(&manifest).map_err(|error| {
            let message = error.message().replace(char::is_control, "?");
            wrong(MANIFEST, ReleaseProblem::Manifest(message))
        })?;
        let is_odd = |&(name, _): &(&str, &ManifestEntry)| name.parse::<TableName>().is_err();
        if let Some((name, _)) = manifest.iter().find(is_odd) {
            let name = name.chars().take(40).collect();
            return Err(wrong(MANIFEST, ReleaseProblem::Name(name)));
        }
        Ok(Self { location, sums, manifest })
    }

    /// The tables that it has, by name.
    pub fn names(&self) -> impl Iterator<Item = TableName> + '_ {
        self.manifest.iter().map(|(name, _)| name.parse().expect("checked when it was opened"))
    }

    /// Its folder or address.
    pub fn origin(&self) -> String {
        self.location.to_string()
    }

    /// One of its tables.
    ///
    /// # Errors
    /// If it has no such table, or another one than this program's manifest.
    pub fn table(&self, name: &TableName) -> Result<PackedFile> {
        let packed = packed_file(name);
        let location = self.location.join(&packed);
        let released = self.manifest.get(name.as_str()).ok_or_else(|| {
            UnpackError::NotInRelease { release: self.origin(), table: name.to_string() }
        })?;
        let sha256 = self.sums.get(&packed).ok_or_else(|| UnpackError::Release {
            file: location.to_string(),
            problem: ReleaseProblem::NotListed,
        })?;
        let known = known(name);
        if known.as_ref().is_some_and(|known| known != released) {
            return Err(PackedProblem::OtherTable.of(&location.to_string()));
        }
        Ok(PackedFile {
            name: name.clone(),
            location,
            bytes: released.bytes,
            is_known: known.is_some(),
            entry: Some(released.clone()),
            sha256: Some(sha256.clone()),
        })
    }
}

impl Location {
    /// A file of a folder.
    fn join(&self, name: &str) -> Self {
        match self {
            Self::Local(path) => Self::Local(path.join(name)),
            Self::Remote { url, client } => {
                Self::Remote { url: format!("{url}/{name}"), client: client.clone() }
            }
        }
    }

    /// The contents of a small file.
    fn bytes(&self, control: Control<'_>) -> Result<Vec<u8>> {
        match self {
            Self::Remote { url, client } => client.text(url, LONGEST, control),
            Self::Local(path) => {
                let mut bytes = Vec::new();
                let file = open(path)?;
                file.take(LONGEST + 1).read_to_end(&mut bytes).map_err(refused("read", path))?;
                if bytes.len() as u64 > LONGEST {
                    let problem = ReleaseProblem::TooLong(LONGEST);
                    return Err(UnpackError::Release { file: self.to_string(), problem });
                }
                Ok(bytes)
            }
        }
    }
}

impl PackedFile {
    /// A packed table in a single file, which is named after it: `number-20.table.zst`. If this program's manifest
    /// does not know it, it is judged by its own checksums.
    ///
    /// # Errors
    /// If it cannot be read, or is not the start of a packed table.
    pub fn of_file(path: &Path) -> Result<Self> {
        let shown = path.display().to_string();
        let name = path.file_name().and_then(|name| table_of(name.to_str()?)?.parse().ok());
        let Some(name): Option<TableName> = name else { return Err(UnpackError::FileName(shown)) };
        let length = ZstdFrame::open(&open(path)?, path, &shown)?.length;
        let entry = known(&name);
        Ok(Self {
            name,
            location: Location::Local(path.to_owned()),
            bytes: entry.as_ref().map_or(length, |known| known.bytes),
            is_known: entry.is_some(),
            entry,
            sha256: None,
        })
    }

    /// Makes sure that a table of this name can have this many bytes, before they are written.
    pub(crate) fn check_length(&self, games: &[GameRef]) -> Result<()> {
        let (most, found) = (most_bytes(&self.name, games), self.bytes);
        match found <= most {
            true => Ok(()),
            false => Err(PackedProblem::TooLong { most, found }.of(&self.origin())),
        }
    }

    /// The table's name.
    pub fn name(&self) -> &TableName {
        &self.name
    }

    /// How many bytes the table takes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The packed file's path or URL.
    pub fn origin(&self) -> String {
        self.location.to_string()
    }
}

/// What this program's manifest says of a table.
fn known(name: &TableName) -> Option<ManifestEntry> {
    Manifest::shipped().get(name.as_str()).cloned()
}

/// Opens a regular file.
pub(crate) fn open(path: &Path) -> Result<File> {
    open_regular(path).map_err(|error| unreadable(path, error))
}

fn unreadable(path: &Path, error: io::Error) -> UnpackError {
    match error.kind() {
        io::ErrorKind::NotFound => {
            UnpackError::NoFile { file: path.display().to_string(), is_url: false }
        }
        _ => refused("read", path)(error).into(),
    }
}
