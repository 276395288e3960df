//! Where a table is.

use std::path::{Path, PathBuf};

use derive_more::Display;
use perfectplay_format::EXTENSION;

/// Where a table is. Its text is the path, the address, or for example `number-20 inside the program`.
///
/// ```
/// use perfectplay_query::TablePlace;
/// let place = TablePlace::File("tables/number-40.table".into());
/// assert!(place.name() == Some("number-40") && place.file().is_some());
/// assert_eq!(TablePlace::Program("number-20".into()).file(), None);
/// ```
#[derive(Clone, Debug, Display, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum TablePlace {
    /// In a file.
    #[display("{}", _0.display())]
    File(PathBuf),
    /// Inside the program, under this name.
    #[display("{_0} inside the program")]
    Program(String),
    /// At an address, from where it is read as needed: the name of the table, and the address as it is shown.
    #[display("{url}")]
    Elsewhere { name: String, url: String },
}

impl TablePlace {
    /// The name of the table there; `None` for a file that is not named like a table.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::File(path) if path.extension()? == EXTENSION => path.file_stem()?.to_str(),
            Self::File(_) => None,
            Self::Program(name) | Self::Elsewhere { name, .. } => Some(name),
        }
    }

    /// The file, if there is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Program(_) | Self::Elsewhere { .. } => None,
        }
    }
}
