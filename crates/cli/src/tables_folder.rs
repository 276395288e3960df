//! Which folder of tables to use, and why.

use std::env;
use std::fmt;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use perfectplay_query::TableFolder;

use crate::failure::Failure;

/// The folder of tables and the reason for it.
#[derive(Debug)]
pub(crate) struct TablesFolder {
    pub(crate) folder: TableFolder,
    pub(crate) reason: Reason,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Reason {
    Asked,
    Environment,
    Here,
    UserData,
}

impl TablesFolder {
    /// `asked` comes from the command line.
    pub(crate) fn choose(asked: Option<PathBuf>) -> Result<Self, Failure> {
        if let Some(path) = asked {
            if path.as_os_str().is_empty() {
                return Err(Failure::Input(
                    "the folder of tables has no name: give --tables DIR".to_owned(),
                ));
            }
            return Ok(Self { folder: TableFolder::new(path), reason: Reason::Asked });
        }
        // As is the custom, an empty variable is none.
        if let Some(path) = env::var_os("PERFECTPLAY_TABLES").filter(|path| !path.is_empty()) {
            let folder = TableFolder::new(PathBuf::from(path));
            return Ok(Self { folder, reason: Reason::Environment });
        }
        let here = Path::new("tables");
        if here.is_dir() {
            return Ok(Self { folder: TableFolder::new(here), reason: Reason::Here });
        }
        let user = etcetera::choose_base_strategy().map_err(|error| {
            Failure::Refused(format!("{error}: say where tables are with --tables DIR"))
        })?;
        let path = user.data_dir().join("perfectplay").join("tables");
        Ok(Self { folder: TableFolder::new(path), reason: Reason::UserData })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Asked => "given by --tables",
            Self::Environment => "given by $PERFECTPLAY_TABLES",
            Self::Here => "./tables exists",
            Self::UserData => "the user's data folder",
        })
    }
}

impl fmt::Display for TablesFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.folder.path().display(), self.reason)
    }
}
