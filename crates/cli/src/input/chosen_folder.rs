//! The folder of tables in use, and why it is that one.

use std::env;
use std::fmt;
use std::path::PathBuf;

use etcetera::BaseStrategy;
#[cfg(feature = "embedded-tables")]
use perfectplay_embedded::TABLES as EMBEDDED;
use perfectplay_oracle::{Oracle, Threads};
use perfectplay_query::{Access, TableFolder, Tables};

use crate::advice;
use crate::failure::Failure;
use crate::games::own;
use crate::terminal::output::warning;

/// The tables that the program was compiled with: none without the feature `embedded-tables`.
#[cfg(not(feature = "embedded-tables"))]
const EMBEDDED: &[(&str, &[u8])] = &[];

/// The folder of tables, and why it is that one.
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
    /// The system does not say where the user's data is.
    Nowhere,
}

impl ChosenFolder {
    /// `asked` comes from the command line.
    pub(crate) fn choose(asked: Option<PathBuf>) -> Result<Self, Failure> {
        let (path, reason) = find(asked)?;
        advice::set_folder(&path, matches!(reason, Reason::Asked));
        Ok(Self { folder: open(path), reason })
    }

    /// Answers from the tables of the folder, and from those inside the program.
    pub(crate) fn oracle(&self, threads: Threads) -> Result<Oracle, Failure> {
        Ok(Oracle::new(self.tables())?.on(threads).with_games(&own::asked()))
    }

    /// The tables of the folder, and those inside the program.
    pub(crate) fn tables(&self) -> Tables {
        Tables::from(self.folder.clone()).with_embedded(EMBEDDED)
    }

    /// The same, with those of the folder read in another way than by mapping them.
    pub(crate) fn tables_by(&self, access: Access) -> Tables {
        Tables::from(self.folder.clone().with_access(access)).with_embedded(EMBEDDED)
    }

    /// Warns about tables that could not be used for the answers: damaged ones, and a folder that does not exist.
    pub(crate) fn warn<T>(&self, oracle: &Oracle, answered: &Result<T, Failure>) {
        advice::warn(oracle);
        if let (Ok(_), Some(missing)) = (answered, self.why_missing()) {
            warning(missing);
        }
    }

    /// What it means if the folder named on the command line does not exist: answers then do without its tables.
    pub(crate) fn why_missing(&self) -> Option<String> {
        if !matches!(self.reason, Reason::Asked) || self.folder.path().exists() {
            return None;
        }
        let path = self.folder.path().display();
        let tables = match EMBEDDED {
            [] => "no tables",
            _ => "only the tables inside the program",
        };
        Some(format!("there is no folder {path}, so there are {tables}"))
    }
}

/// Where the tables are, and the reason for it.
fn find(asked: Option<PathBuf>) -> Result<(PathBuf, Reason), Failure> {
    // An empty variable counts as none, as for other programs.
    let variable = || env::var_os("PERFECTPLAY_TABLES").filter(|path| !path.is_empty());
    let here = PathBuf::from("tables");
    Ok(if let Some(path) = asked {
        if path.as_os_str().is_empty() {
            return Err(Failure::usage("the folder of tables has no name: give --tables DIR"));
        }
        (path, Reason::Asked)
    } else if let Some(path) = variable() {
        (path.into(), Reason::Environment)
    } else if here.is_dir() {
        (here, Reason::Here)
    } else if let Ok(user) = etcetera::choose_base_strategy() {
        // On Windows the folder for data belongs to the profile that follows the user from machine to machine; the
        // library calls the one that stays on this machine its cache.
        let data = if cfg!(windows) { user.cache_dir() } else { user.data_dir() };
        (data.join("perfectplay").join("tables"), Reason::UserData)
    } else {
        (here, Reason::Nowhere)
    })
}

/// A folder whose tables are mapped.
fn open(path: PathBuf) -> TableFolder {
    #[expect(unsafe_code, reason = "maps are what makes opening instant")]
    // SAFETY: only files that nobody may write to are mapped. This program never writes into a table: `build`
    // writes another file and renames it. Its documentation asks the same of other programs.
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
            Self::Nowhere => "there is no user's data folder",
        })
    }
}

impl fmt::Display for ChosenFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.folder.path().display(), self.reason)
    }
}
