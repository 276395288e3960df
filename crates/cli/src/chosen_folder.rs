//! The folder of tables in use, and the reason for it.

use std::env;
use std::fmt;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use perfectplay_query::{Access, TableFolder};

use crate::advice;
use crate::failure::Failure;
use crate::output::warning;

/// The folder of tables and the reason for it.
#[derive(Debug)]
pub(crate) struct ChosenFolder {
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

impl ChosenFolder {
    /// `asked` comes from the command line.
    pub(crate) fn choose(asked: Option<PathBuf>) -> Result<Self, Failure> {
        let chosen = Self::find(asked)?;
        advice::set_folder(chosen.folder.path(), matches!(chosen.reason, Reason::Asked));
        Ok(chosen)
    }

    fn find(asked: Option<PathBuf>) -> Result<Self, Failure> {
        if let Some(path) = asked {
            if path.as_os_str().is_empty() {
                return Err(Failure::usage("the folder of tables has no name: give --tables DIR"));
            }
            return Ok(Self { folder: open(path), reason: Reason::Asked });
        }
        // An empty variable counts as none, as for other programs.
        if let Some(path) = env::var_os("PERFECTPLAY_TABLES").filter(|path| !path.is_empty()) {
            let folder = open(path.into());
            return Ok(Self { folder, reason: Reason::Environment });
        }
        let here = Path::new("tables");
        if here.is_dir() {
            return Ok(Self { folder: open(here.to_owned()), reason: Reason::Here });
        }
        let user = etcetera::choose_base_strategy().map_err(|error| {
            Failure::refused(format!("{error}: say where tables are with --tables DIR"))
        })?;
        // On Windows the folder for data belongs to the profile that follows the user from machine
        // to machine. What stays on this one is called its cache here.
        let data = if cfg!(windows) { user.cache_dir() } else { user.data_dir() };
        let path = data.join("perfectplay").join("tables");
        Ok(Self { folder: open(path), reason: Reason::UserData })
    }
}

impl ChosenFolder {
    /// Warns if the folder that the command line names does not exist: answers then come without
    /// tables.
    pub(crate) fn warn_if_missing(&self) {
        if matches!(self.reason, Reason::Asked) && !self.folder.path().exists() {
            let path = self.folder.path().display();
            warning(format_args!("there is no folder {path}, so there are no tables"));
        }
    }
}

/// A folder whose tables are mapped.
fn open(path: PathBuf) -> TableFolder {
    #[expect(unsafe_code, reason = "maps are what makes opening instant")]
    // SAFETY: this program never writes into a table: `build` writes another file, makes it
    // read-only and renames it. Its documents ask the same of other programs that replace
    // tables in the folder.
    let access = unsafe { Access::map() };
    TableFolder::new(path).with_access(access)
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

impl fmt::Display for ChosenFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.folder.path().display(), self.reason)
    }
}
