//! Where a table is: in a file or inside the program.

use std::fmt;
use std::path::PathBuf;

use crate::chosen_folder::ChosenFolder;

/// Where a table is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    File(PathBuf),
    /// Inside the program, under this name.
    Program(&'static str),
}

/// What is shown where a table has no file.
pub(crate) const IN_PROGRAM: &str = "inside the program";

impl Place {
    /// That of the table called `name`: the folder's file, unless there is none and the program has
    /// the table.
    pub(crate) fn of(name: &str, folder: &ChosenFolder) -> Self {
        match folder.embedded().find(|embedded| *embedded == name) {
            Some(name) => Self::Program(name),
            None => Self::File(folder.folder.table(name)),
        }
    }

    /// The file as text, if there is one.
    pub(crate) fn file(&self) -> Option<String> {
        match self {
            Self::File(path) => Some(path.display().to_string()),
            Self::Program(_) => None,
        }
    }

    /// The name that a table there must have.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::File(path) => path.file_stem().unwrap_or_default().display().to_string(),
            Self::Program(name) => (*name).to_owned(),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Program(_) => f.write_str(IN_PROGRAM),
        }
    }
}
