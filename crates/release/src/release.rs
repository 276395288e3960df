//! A release's tables: from single files, a folder, or a server.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use perfectplay_tables::{BuildError, Control, Manifest, ManifestEntry, refused};
use ureq::http::Uri;

use crate::error::{PackedProblem, ReleaseProblem, UnpackError};
use crate::frame::{ExpandError, Frame};
use crate::http::{Client, shown};
use crate::name::{PACKED, packed_file};
use crate::sums::{SUMS, Sha256Hex, Sums};
use crate::{MANIFEST, TableName};

/// More bytes than the description of any release has; longer files are refused before they fill
/// memory.
const LONGEST: u64 = 1 << 20;

/// The folder or server that has a release, with what its `SHA256SUMS` and `manifest.toml` say.
/// Nothing of that is believed of tables that this program's own manifest knows.
#[derive(Clone, Debug)]
pub struct Release {
    origin: Origin,
    sums: Sums,
    manifest: Manifest,
}

#[derive(Clone, Debug)]
enum Origin {
    Folder(PathBuf),
    Server { url: String, client: Client },
}

/// A packed table that can be unpacked.
#[derive(Clone, Debug)]
pub struct Source {
    pub(crate) name: TableName,
    pub(crate) file: PackedFile,
    /// What the table must be.
    pub(crate) expected: Expected,
    /// What the packed file must be, if that is known.
    pub(crate) sha256: Option<Sha256Hex>,
}

/// Where a packed table is.
#[derive(Clone, Debug)]
pub(crate) enum PackedFile {
    Local(PathBuf),
    Remote { url: String, client: Client },
}

/// What decides whether a table is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// This program's manifest.
    Known(ManifestEntry),
    /// The release's manifest, and the table's own checksums.
    Released(ManifestEntry),
    /// The table's own checksums and this length, which the frame promises.
    Sealed(u64),
}

impl Expected {
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Known(entry) | Self::Released(entry) => entry.bytes,
            Self::Sealed(bytes) => *bytes,
        }
    }
}

impl Release {
    /// The release in a folder.
    ///
    /// # Errors
    /// If its description cannot be read or has no meaning.
    pub fn in_folder(path: impl Into<PathBuf>) -> Result<Self, UnpackError> {
        let path = path.into();
        if !path.exists() {
            let file = path.display().to_string();
            return Err(UnpackError::NoFile { file, is_url: false });
        }
        if !path.is_dir() {
            let error = io::Error::other("it is not a folder");
            return Err(UnpackError::System(refused("read", &path)(error)));
        }
        Self::open(Origin::Folder(path), Control::SILENT)
    }

    /// The release at an address, `http://…` or `https://…`, under which its files are.
    ///
    /// # Errors
    /// If its description cannot be fetched or has no meaning.
    pub fn at_url(url: &str, client: Client, control: Control<'_>) -> Result<Self, UnpackError> {
        let wrong = |reason| UnpackError::Address { url: shown(url), reason };
        match url.split_once("://") {
            Some((scheme, _))
                if ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) => {}
            _ => return Err(wrong("http:// and https:// are understood")),
        }
        if url.contains(['?', '#']) || url.contains(char::is_whitespace) {
            return Err(wrong("it is the address of a folder, without `?`, `#` or spaces"));
        }
        let uri = url.parse::<Uri>().ok();
        let authority = uri.as_ref().and_then(Uri::authority);
        let authority = authority.ok_or_else(|| wrong("it names no server"))?;
        if authority.port_u16().is_none() && !authority.as_str().ends_with(authority.host()) {
            return Err(wrong("a port is a number up to 65535"));
        }
        let url = url.trim_end_matches('/').to_owned();
        Self::open(Origin::Server { url, client }, control)
    }

    fn open(origin: Origin, control: Control<'_>) -> Result<Self, UnpackError> {
        let wrong =
            |name: &str, problem| UnpackError::Release { file: origin.shown(name), problem };
        let text = |name: &str| {
            String::from_utf8(origin.bytes(name, control)?)
                .map_err(|_| wrong(name, ReleaseProblem::NotText))
        };
        let sums = Sums::parse(&text(SUMS)?).map_err(|error| wrong(SUMS, error.into()))?;
        let manifest = text(MANIFEST)?;
        let listed =
            sums.get(MANIFEST).ok_or_else(|| wrong(MANIFEST, ReleaseProblem::NotListed))?;
        if Sha256Hex::of_bytes(manifest.as_bytes()) != *listed {
            return Err(wrong(MANIFEST, ReleaseProblem::OtherHash));
        }
        let manifest = Manifest::from_toml(&manifest).map_err(|error| {
            wrong(MANIFEST, ReleaseProblem::Manifest(error.message().to_owned()))
        })?;
        if let Some((name, _)) =
            manifest.iter().find(|(name, _)| name.parse::<TableName>().is_err())
        {
            let name = name.chars().take(40).collect();
            return Err(wrong(MANIFEST, ReleaseProblem::Name(name)));
        }
        Ok(Self { origin, sums, manifest })
    }

    /// The tables that it has, by name.
    pub fn names(&self) -> impl Iterator<Item = TableName> + '_ {
        self.manifest.iter().map(|(name, _)| name.parse().expect("checked when it was opened"))
    }

    /// Its folder or address.
    #[must_use]
    pub fn origin(&self) -> String {
        match &self.origin {
            Origin::Folder(path) => path.display().to_string(),
            Origin::Server { url, .. } => shown(url),
        }
    }

    /// One of its tables.
    ///
    /// # Errors
    /// If it has no such table, or another one than this program's manifest.
    pub fn table(&self, name: &TableName) -> Result<Source, UnpackError> {
        let packed = packed_file(name);
        let released = self.manifest.get(name.as_str()).ok_or_else(|| {
            UnpackError::NotInRelease { release: self.origin(), table: name.to_string() }
        })?;
        let sha256 = self.sums.get(&packed).ok_or_else(|| UnpackError::Release {
            file: self.origin.shown(&packed),
            problem: ReleaseProblem::NotListed,
        })?;
        let expected = match Manifest::shipped().get(name.as_str()) {
            Some(known) if known != released => {
                let problem = PackedProblem::OtherTable;
                return Err(UnpackError::Packed { file: self.origin.shown(&packed), problem });
            }
            Some(known) => Expected::Known(known.clone()),
            None => Expected::Released(released.clone()),
        };
        let file = match &self.origin {
            Origin::Folder(path) => PackedFile::Local(path.join(&packed)),
            Origin::Server { url, client } => {
                PackedFile::Remote { url: format!("{url}/{packed}"), client: client.clone() }
            }
        };
        check_length(name, expected.bytes(), || self.origin.shown(&packed))?;
        Ok(Source { name: name.clone(), file, expected, sha256: Some(sha256.clone()) })
    }
}

/// Makes sure that a table of a name can have so many bytes, before they are written.
fn check_length(
    name: &TableName,
    found: u64,
    file: impl FnOnce() -> String,
) -> Result<(), UnpackError> {
    let most = name.most_bytes();
    if found > most {
        let problem = PackedProblem::TooLong { most, found };
        return Err(UnpackError::Packed { file: file(), problem });
    }
    Ok(())
}

impl Origin {
    /// A file's path or URL, for messages.
    fn shown(&self, name: &str) -> String {
        match self {
            Self::Folder(path) => path.join(name).display().to_string(),
            Self::Server { url, .. } => shown(&format!("{url}/{name}")),
        }
    }

    /// The contents of a small file.
    fn bytes(&self, name: &str, control: Control<'_>) -> Result<Vec<u8>, UnpackError> {
        match self {
            Self::Server { url, client } => client.text(&format!("{url}/{name}"), LONGEST, control),
            Self::Folder(path) => {
                let path = path.join(name);
                let mut bytes = Vec::new();
                let file = open(&path)?;
                file.take(LONGEST + 1).read_to_end(&mut bytes).map_err(refused("read", &path))?;
                if bytes.len() as u64 > LONGEST {
                    let problem = ReleaseProblem::TooLong(LONGEST);
                    return Err(UnpackError::Release { file: self.shown(name), problem });
                }
                Ok(bytes)
            }
        }
    }
}

impl Source {
    /// A packed table in a single file, which is called after it: `number-20.table.zst`. What this
    /// program's manifest does not know is judged by its own checksums.
    ///
    /// # Errors
    /// If it cannot be read, or is not the start of a packed table.
    pub fn of_file(path: &Path) -> Result<Self, UnpackError> {
        let shown = || path.display().to_string();
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .and_then(|name| name.strip_suffix(PACKED)?.strip_suffix('.'))
            .and_then(|name| name.parse::<TableName>().ok())
            .ok_or_else(|| UnpackError::FileName { file: shown() })?;
        let frame = Frame::open(open(path)?).map_err(|error| failed(error, path, shown()))?;
        let expected = match Manifest::shipped().get(name.as_str()) {
            Some(known) => Expected::Known(known.clone()),
            None => Expected::Sealed(frame.length),
        };
        check_length(&name, expected.bytes(), shown)?;
        Ok(Self { name, file: PackedFile::Local(path.to_owned()), expected, sha256: None })
    }

    /// The table's name.
    #[must_use]
    pub fn name(&self) -> &TableName {
        &self.name
    }

    /// How many bytes the table takes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.expected.bytes()
    }

    /// The packed file's path or URL.
    #[must_use]
    pub fn origin(&self) -> String {
        match &self.file {
            PackedFile::Local(path) => path.display().to_string(),
            PackedFile::Remote { url, .. } => shown(url),
        }
    }
}

/// Opens a regular file.
pub(crate) fn open(path: &Path) -> Result<File, UnpackError> {
    let missing = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
    // Asked before opening: opening a pipe would wait for a writer.
    match path.metadata() {
        Err(error) if missing(&error) => {
            let file = path.display().to_string();
            return Err(UnpackError::NoFile { file, is_url: false });
        }
        Ok(metadata) if !metadata.is_file() => {
            let error = io::Error::other("it is not a file");
            return Err(UnpackError::System(refused("read", path)(error)));
        }
        _ => {}
    }
    File::open(path).map_err(|error| UnpackError::System(refused("open", path)(error)))
}

/// Adds the file to an error.
pub(crate) fn failed(error: ExpandError, path: &Path, shown: String) -> UnpackError {
    match error {
        ExpandError::Problem(problem) => UnpackError::Packed { file: shown, problem },
        ExpandError::Read(source) => {
            BuildError::Io { action: "read", path: path.to_owned(), source }.into()
        }
        ExpandError::Write(error) => error.into(),
    }
}
