//! Where tables are: in a folder, at an address, or inside the wheel.

use std::env;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;
use perfectplay::{Access, Code, TableFolder, Tables};
use perfectplay_games::SMALL_TABLES;
use perfectplay_release::{Client, is_address, tables_at};
use perfectplay_tables::Control;
use pyo3::prelude::*;

use crate::errors::{of_unpack, raise, usage};
use crate::games::known;
use crate::watch::{Reporter, long};

/// The folder of tables, if none is given: the one that the program would take.
fn folder(asked: Option<PathBuf>) -> PyResult<PathBuf> {
    let variable = || env::var_os("PERFECTPLAY_TABLES").filter(|path| !path.is_empty());
    let here = PathBuf::from("tables");
    if asked.as_ref().is_some_and(|path| path.as_os_str().is_empty()) {
        return Err(usage("the folder of tables has no name: omit it for the default folder"));
    }
    if let Some(path) = asked.or_else(|| variable().map(PathBuf::from)) {
        return Ok(path);
    }
    Ok(match etcetera::choose_base_strategy() {
        Ok(user) if !here.is_dir() => {
            let data = if cfg!(windows) { user.cache_dir() } else { user.data_dir() };
            data.join("perfectplay").join("tables")
        }
        _ => here,
    })
}

/// The tables of a folder or at an address, and those of the wheel. A folder that is named must exist.
pub(crate) fn tables(py: Python<'_>, named: Option<PathBuf>) -> PyResult<Tables> {
    let is_named = named.is_some();
    let folder = folder(named)?;
    let tables = match address(&folder) {
        Some(url) => at_address(py, url)?,
        None if is_named && !folder.is_dir() => {
            let what = format!("there is no folder {}", folder.display());
            let hint = "`perfectplay.build(\"tower-6\", folder)` creates it with a table";
            return Err(raise(Code::Missing, what, Some(hint.to_owned())));
        }
        None => table_folder(folder).into(),
    };
    Ok(tables.with_embedded(SMALL_TABLES))
}

/// A folder whose tables are mapped.
pub(crate) fn table_folder(path: PathBuf) -> TableFolder {
    // SAFETY: only files that nobody may write to are mapped, and nothing here writes into a table: a new one takes
    // its name. The documentation asks the same of other programs.
    let access = unsafe { Access::map() };
    TableFolder::new(path).with_access(access)
}

/// A folder to write tables to; the one that the program would take if none is given.
pub(crate) fn to_write(asked: Option<PathBuf>) -> PyResult<TableFolder> {
    let folder = folder(asked)?;
    match address(&folder) {
        Some(_) => Err(usage("tables can only be written to a folder on a disk, not an address")),
        None => Ok(table_folder(folder)),
    }
}

/// The address that a path is.
pub(crate) fn address(path: &Path) -> Option<&str> {
    path.to_str().filter(|path| is_address(path))
}

/// The tables at an address.
pub(crate) fn at_address(py: Python<'_>, url: &str) -> PyResult<Tables> {
    let client = Client::for_reading();
    long(py, Reporter::of(None), |watch| tables_at(url, &known(), &client, Control::new(watch)))?
        .map_err(of_unpack)
}
