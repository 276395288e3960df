//! Where a table is.

use std::fmt;
use std::path::{Path, PathBuf};

use perfectplay_format::EXTENSION;

/// Where a table is.
///
/// ```
/// use perfectplay_query::TablePlace;
/// let place = TablePlace::File("tables/number-40.table".into());
/// assert!(place.name() == Some("number-40") && place.file().is_some());
/// assert_eq!(TablePlace::Program("number-20".into()).file(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum TablePlace {
    /// In a file.
    File(PathBuf),
    /// Inside the program, under this name.
    Program(String),
    /// At an address, from where it is read as needed.
    Elsewhere {
        /// The table's name.
        name: String,
        /// The address, as it is shown.
        url: String,
    },
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

/// The path, the address, or for example `number-20 inside the program`.
impl fmt::Display for TablePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Program(name) => write!(f, "{name} inside the program"),
            Self::Elsewhere { url, .. } => f.write_str(url),
        }
    }
}
