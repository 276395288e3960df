//! Tables named on the command line: by name, or as files.

use std::ffi::OsStr;
use std::path::Path;

use perfectplay_query::{Bytes, TableFile, TablePlace};

use crate::advice;
use crate::failure::{Failure, Result};
use crate::input::chosen_folder::ChosenFolder;

/// What is shown if a table has no file.
pub(crate) const IN_PROGRAM: &str = "inside the program";

/// A place's file or address as text, if there is one.
pub(crate) fn file(place: &TablePlace) -> Option<String> {
    (!matches!(place, TablePlace::Program(_))).then(|| place.to_string())
}

/// A table as given on the command line.
pub(crate) enum TableArgument<'a> {
    /// In the folder of tables.
    Name(&'a str),
    File(&'a Path),
}

impl<'a> TableArgument<'a> {
    /// It is a file if it looks like one, otherwise a name.
    pub(crate) fn read(argument: &'a OsStr, folder: &ChosenFolder) -> Result<Self> {
        let path = Path::new(argument);
        let shown = path.display();
        let is_there = |name: &str| folder.folder.table(name).exists();
        if path.is_dir() && !argument.to_str().is_some_and(is_there) {
            let what = format!("{shown} is a folder, not a table");
            let hint = format!("`--tables {shown}` names the folder of tables");
            return Err(Failure::usage(what).with_hint(hint));
        }
        if path.extension().is_some_and(|end| end == perfectplay_format::EXTENSION)
            || path.components().count() > 1
        {
            return Ok(Self::File(path));
        }
        argument.to_str().map(Self::Name).ok_or_else(|| {
            let hint = format!("{} shows which tables there are", advice::command("list"));
            Failure::usage(format!("{shown} is not a table name: it is not UTF-8")).with_hint(hint)
        })
    }

    /// Where the table is.
    pub(crate) fn place(&self, folder: &ChosenFolder) -> TablePlace {
        match *self {
            Self::Name(name) => folder.tables().place(name),
            Self::File(path) => TablePlace::File(path.to_owned()),
        }
    }

    /// Opens the table, and says where it is; under a name it must have that name.
    pub(crate) fn open(&self, folder: &ChosenFolder) -> Result<(TablePlace, TableFile<Bytes>)> {
        let place = self.place(folder);
        let opened = match *self {
            Self::Name(_) => folder.tables().file(&place),
            Self::File(path) => folder.folder.access().open(path),
        };
        Ok((place, opened?))
    }
}
