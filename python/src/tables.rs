//! Tables are made: built here, or unpacked from a release.

use std::env;
use std::path::PathBuf;

use etcetera::BaseStrategy as _;
use perfectplay_oracle::Code;
use perfectplay_query::{Family, TableId, Tables};
use perfectplay_release::{
    Client, ClientConfig, PackedFile, Release, TableName, UnpackError, is_address, tables_at,
};
use perfectplay_tables::{Build, BuildError, Control};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::errors::{raise, usage};
use crate::oracle::table_folder;
use crate::watch::{Told, long};

/// The folder of tables, if none is given: the one that the program would take.
pub(crate) fn folder(asked: Option<PathBuf>) -> PyResult<PathBuf> {
    let variable = || env::var_os("PERFECTPLAY_TABLES").filter(|path| !path.is_empty());
    let here = PathBuf::from("tables");
    if asked.as_ref().is_some_and(|path| path.as_os_str().is_empty()) {
        return Err(usage("the folder of tables has no name"));
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

/// The same for what writes there.
fn on_disk(folder: PathBuf) -> PyResult<PathBuf> {
    match folder.to_str().is_some_and(is_address) {
        true => Err(usage("tables are made in a folder on a disk, and not at an address")),
        false => Ok(folder),
    }
}

/// The tables at an address.
pub(crate) fn at_address(py: Python<'_>, url: &str) -> PyResult<Tables> {
    let client = Client::for_reading();
    long(py, Told::of(None), |watch| tables_at(url, &client, Control::new(watch)))?
        .map_err(of_unpack)
}

#[pyfunction]
#[pyo3(signature = (table, tables=None, *, force=false, memory=None, progress=None))]
pub(crate) fn build(
    py: Python<'_>,
    table: &str,
    tables: Option<PathBuf>,
    force: bool,
    memory: Option<u64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PathBuf> {
    let mut defaults = TableId::defaults().into_iter();
    let id = match defaults.find(|id| id.to_string() == table) {
        Some(id) => id,
        None => table.parse::<Family>().map_err(|error| usage(error.to_string()))?.into(),
    };
    let folder = table_folder(on_disk(folder(tables)?)?);
    let built = long(py, Told::of(progress), |watch| {
        let how = Build { force, memory };
        perfectplay_tables::build(&id, &folder, how, Control::new(watch), |_| {})
    })?;
    built.map_err(of_build)?;
    Ok(folder.table(table))
}

#[pyfunction]
#[pyo3(signature = (release, names=None, tables=None, *, force=false, progress=None))]
pub(crate) fn unpack(
    py: Python<'_>,
    release: &str,
    names: Option<Vec<String>>,
    tables: Option<PathBuf>,
    force: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<PathBuf>> {
    let folder = table_folder(on_disk(folder(tables)?)?);
    let name = |name: &String| name.parse::<TableName>().map_err(|error| usage(error.to_string()));
    let wanted: Vec<TableName> = names.iter().flatten().map(name).collect::<PyResult<_>>()?;
    let unpacked = long(py, Told::of(progress), |watch| -> Result<Vec<PathBuf>, UnpackError> {
        let control = Control::new(watch);
        let one = |file: PackedFile| -> Result<PathBuf, UnpackError> {
            file.unpack(&folder, force, control, || {})?;
            Ok(folder.table(file.name().as_str()))
        };
        if release.ends_with(".table.zst") && !release.contains("://") {
            return Ok(vec![one(PackedFile::of_file(release.as_ref())?)?]);
        }
        let release = match release.contains("://") {
            true => Release::at_url(release, Client::new(ClientConfig::default()), control)?,
            false => Release::in_folder(release)?,
        };
        let wanted: Vec<TableName> = match wanted.is_empty() {
            true => release.names().collect(),
            false => wanted,
        };
        // A name that the release does not have is found before anything is unpacked.
        let files: Vec<PackedFile> =
            wanted.iter().map(|name| release.table(name)).collect::<Result<_, _>>()?;
        files.into_iter().map(one).collect()
    })?;
    unpacked.map_err(of_unpack)
}

fn of_unpack(error: UnpackError) -> PyErr {
    match error {
        UnpackError::System(error) => of_build(error),
        UnpackError::NoFile { .. } | UnpackError::NotInRelease { .. } => {
            raise(Code::Missing, error.to_string(), None)
        }
        UnpackError::Address { .. } | UnpackError::FileName { .. } => usage(error.to_string()),
        UnpackError::Http { .. } | UnpackError::Unfinished { .. } => {
            raise(Code::Refused, error.to_string(), None)
        }
        error => raise(Code::Damaged, error.to_string(), None),
    }
}

fn of_build(error: BuildError) -> PyErr {
    match error {
        BuildError::Interrupted(_) => PyKeyboardInterrupt::new_err(()),
        BuildError::Description(_) => raise(Code::Description, error.to_string(), None),
        error => raise(Code::Refused, error.to_string(), None),
    }
}
