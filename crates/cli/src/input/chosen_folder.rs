//! The folder of tables in use, or their address, and why it is that one.

use std::env;
use std::path::PathBuf;
use std::sync::Arc;

use derive_more::Display;
use etcetera::BaseStrategy;
use perfectplay::{GameRef, Oracle, Threads};
#[cfg(feature = "embedded-tables")]
use perfectplay_games::SMALL_TABLES as EMBEDDED;
use perfectplay_query::{Access, TableFolder, Tables};
#[cfg(feature = "release")]
use perfectplay_release::{Client, UnpackError, is_address, tables_at};
#[cfg(feature = "release")]
use perfectplay_tables::Control;

use crate::advice;
#[cfg(feature = "serve")]
use crate::args::Serve;
use crate::args::{Arguments, Command};
use crate::failure::{Failure, Result};
use crate::games::Games;
use crate::program;
use crate::terminal::{printable, warning};

/// The tables that the program was compiled with: none without the feature `embedded-tables`.
#[cfg(not(feature = "embedded-tables"))]
const EMBEDDED: &[(&str, &[u8])] = &[];

/// The folder of tables, and why it is that one.
#[derive(Debug, Display)]
#[display("{} ({reason})", printable(&folder.path().display().to_string()))]
pub(crate) struct ChosenFolder {
    /// Its path is the address if the tables are elsewhere; there is no such folder then.
    pub(crate) folder: TableFolder,
    pub(crate) reason: Reason,
    /// The games of the program.
    pub(crate) games: Arc<Games>,
    /// The tables at an address.
    elsewhere: Option<Tables>,
}

/// What a command does with the folder of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// Nothing.
    None,
    /// It asks them, wherever they are.
    Asks,
    /// It makes or copies tables, or reads all of one: the folder is on a disk.
    Disk,
}

#[derive(Clone, Copy, Debug, Display)]
pub(crate) enum Reason {
    #[display("given by --tables")]
    Asked,
    #[display("given by $PERFECTPLAY_TABLES")]
    Environment,
    #[display("./tables exists")]
    Here,
    #[display("the user's data folder")]
    UserData,
    /// The system does not say where the user's data is.
    #[display("there is no user's data folder")]
    Nowhere,
}

impl Use {
    /// Of a command.
    const fn of(command: &Command) -> Self {
        match command {
            Command::Help(_) => Self::None,
            Command::Plan(_) => Self::None,
            #[cfg(feature = "catalogue")]
            Command::Catalogue(catalogue) if !catalogue.check => Self::None,
            #[cfg(feature = "catalogue")]
            Command::Catalogue(_) => Self::Disk,
            #[cfg(feature = "games")]
            Command::New(_) => Self::None,
            #[cfg(feature = "shell")]
            Command::Completions { .. } | Command::Manual(_) => Self::None,
            #[cfg(feature = "serve")]
            Command::Serve(Serve { check: true, .. }) => Self::None,
            Command::Build(_) | Command::Verify(_) | Command::Export(_) | Command::Clean(_) => {
                Self::Disk
            }
            Command::Block(_) | Command::Merge(_) | Command::Compare(_) => Self::Disk,
            #[cfg(feature = "release")]
            Command::Pack(_) | Command::Unpack(_) => Self::Disk,
            // What answers questions.
            _ => Self::Asks,
        }
    }
}

impl ChosenFolder {
    /// The folder that the command line asks for, or the usual one.
    pub(crate) fn choose(arguments: &Arguments, games: Arc<Games>) -> Result<Self> {
        let (path, reason) = find(arguments.tables.clone())?;
        let Some(url) = path.to_str().filter(|path| is_address(path)) else {
            advice::set_folder(&path, matches!(reason, Reason::Asked));
            return Ok(Self { folder: open(path), reason, games, elsewhere: None });
        };
        let elsewhere = match Use::of(&arguments.command) {
            Use::None => Tables::default(),
            Use::Asks => at_address(url, &games)?,
            Use::Disk => {
                let what = "this command works in a folder of tables on a disk, and the one";
                let hint = "give --tables DIR; `unpack` gets tables from a release";
                return Err(
                    Failure::usage(format!("{what} {reason} is an address")).with_hint(hint)
                );
            }
        };
        let shown = elsewhere.address().unwrap_or_default().to_owned();
        let folder = TableFolder::new(shown);
        Ok(Self { folder, reason, games, elsewhere: Some(elsewhere) })
    }

    /// Answers from the tables of the folder, and from those inside the program.
    pub(crate) fn oracle(&self, threads: Threads) -> Result<Oracle> {
        Ok(self.games.oracle(self.tables())?.on(threads))
    }

    /// Whether the tables are at an address, and no folder is theirs.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.elsewhere.is_some()
    }

    /// The games that tables with these names may be of: those that are listed, and those of the catalogue by whose rules the
    /// tables are. A program of somebody's own may have a game with the same name, and its tables are unknown here.
    pub(crate) fn games_of<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Vec<GameRef> {
        let tables = self.tables();
        // To compare rules takes as long as some thousand answers.
        let classic = |name| {
            let game = self.games.catalogue().iter().find(|game| game.name() == name)?;
            let file = tables.file(&tables.place(name));
            let is_of_others = file.is_ok_and(|file| game.check(file.header()).is_err());
            (!is_of_others).then_some(game)
        };
        let classic = names.into_iter().filter_map(classic);
        self.games.listed().iter().chain(classic).cloned().collect()
    }

    /// The tables of the folder, and those inside the program.
    pub(crate) fn tables(&self) -> Tables {
        self.tables_by(self.folder.access())
    }

    /// All tables to answer from, with those of the folder opened in this way.
    pub(crate) fn tables_by(&self, access: Access) -> Tables {
        let of_folder = || Tables::from(self.folder.clone().with_access(access));
        self.elsewhere.clone().unwrap_or_else(of_folder).with_embedded(EMBEDDED)
    }

    /// Warns about tables that could not be used for the answers: damaged ones, and a folder that does not exist.
    pub(crate) fn warn<T>(&self, oracle: &Oracle, answered: &Result<T>) {
        advice::warn(oracle, &self.games);
        if let (Ok(_), Some(missing)) = (answered, self.why_missing()) {
            warning(missing);
        }
    }

    /// What it means if the folder named on the command line does not exist: answers then do without its tables.
    pub(crate) fn why_missing(&self) -> Option<String> {
        let is_there = self.is_elsewhere() || self.folder.path().exists();
        if !matches!(self.reason, Reason::Asked) || is_there {
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
fn find(asked: Option<PathBuf>) -> Result<(PathBuf, Reason)> {
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
        (data.join(program::name()).join("tables"), Reason::UserData)
    } else {
        (here, Reason::Nowhere)
    })
}

/// No text is an address in a program that reads none.
#[cfg(not(feature = "release"))]
fn is_address(_: &str) -> bool {
    false
}

#[cfg(not(feature = "release"))]
fn at_address(_: &str, _: &Games) -> Result<Tables> {
    Ok(Tables::default())
}

#[cfg(feature = "release")]
fn at_address(url: &str, games: &Games) -> Result<Tables> {
    tables_at(url, games.all(), &Client::for_reading(), Control::SILENT).map_err(
        |error| match error {
            UnpackError::NoFile { .. } if !url.ends_with(".table") => Failure::from(error)
                .with_hint(
                    "the address is that of a single table, NAME.table, or of a folder with what \
             `perfectplay list --json` prints of its tables as tables.json",
                ),
            error => error.into(),
        },
    )
}

/// A folder whose tables are mapped.
fn open(path: PathBuf) -> TableFolder {
    #[expect(unsafe_code, reason = "maps are what makes opening instant")]
    // SAFETY: only files that nobody may write to are mapped. This program never writes into a table: `build`
    // writes another file and renames it. Its documentation asks the same of other programs.
    let access = unsafe { Access::map() };
    TableFolder::new(path).with_access(access)
}
