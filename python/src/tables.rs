//! Tables are made: built here, or unpacked from a release.

use std::path::PathBuf;

use perfectplay::table_named;
use perfectplay_release::{Client, ClientConfig, PackedFile, Release, TableName, UnpackError};
use perfectplay_tables::{Build, Control};
use pyo3::prelude::*;

use crate::arguments::Whole;
use crate::errors::{of_build, of_unpack, usage};
use crate::folders::to_write;
use crate::games::known;
use crate::watch::{Reporter, long};

/// Build a table like the program's `build`, and return its path. Without `force` an existing good table stays.
#[pyfunction]
#[pyo3(signature = (table, tables=None, *, force=false, memory=None, progress=None))]
pub(crate) fn build(
    py: Python<'_>,
    table: &str,
    tables: Option<PathBuf>,
    force: bool,
    memory: Option<Whole<u64>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PathBuf> {
    let made = table_named(table, &known()).map_err(|error| usage(error.to_string()))?;
    let folder = to_write(tables)?;
    let built = long(py, Reporter::of(progress), |watch| {
        let how = Build::default().force(force).memory(memory.map(Whole::get));
        made.build(&folder, how.progress(watch))
    })?;
    built.map_err(of_build)?;
    Ok(folder.table(table))
}

/// Unpack tables of a release (a folder or address), by default all, or a `.table.zst` file; return their paths.
#[pyfunction]
#[pyo3(signature = (release, names=None, tables=None, *, force=false, progress=None))]
pub(crate) fn unpack(
    py: Python<'_>,
    release: PathBuf,
    names: Option<Vec<String>>,
    tables: Option<PathBuf>,
    force: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<PathBuf>> {
    let folder = to_write(tables)?;
    let name = |name: &String| name.parse::<TableName>().map_err(|error| usage(error.to_string()));
    let wanted: Vec<TableName> = names.iter().flatten().map(name).collect::<PyResult<_>>()?;
    // An address, or a path.
    let text = release.to_string_lossy().into_owned();
    let unpacked =
        long(py, Reporter::of(progress), |watch| -> Result<Vec<PathBuf>, UnpackError> {
            let control = Control::new(watch);
            let one = |file: PackedFile| -> Result<PathBuf, UnpackError> {
                file.unpack(&known(), &folder, force, control, || {})?;
                Ok(folder.table(file.name().as_str()))
            };
            if text.ends_with(".table.zst") && !text.contains("://") {
                return Ok(vec![one(PackedFile::of_file(&release)?)?]);
            }
            let release = match text.contains("://") {
                true => Release::at_url(&text, Client::new(ClientConfig::default()), control)?,
                false => Release::in_folder(&release)?,
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
