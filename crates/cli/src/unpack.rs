//! `unpack`: puts packed tables into the folder of tables.

use std::ffi::OsStr;
use std::path::Path;
use std::time::{Duration, Instant};

use bytesize::ByteSize;
use perfectplay_release::{Client, ClientConfig, Release, Source, TableName};
use perfectplay_tables::{BuildError, Control, check_disk_space};
use serde::Serialize;

use crate::args::{Threads, Unpack};
use crate::bar::StatesBar;
use crate::chosen_folder::ChosenFolder;
use crate::failure::{Code, Error, Failure};
use crate::output::{GOOD, Output, is_quiet, remark, report_error, styled};
use crate::{pack, threads};

#[derive(Serialize)]
struct Report<'a> {
    folder: String,
    tables: &'a [UnpackResult],
}

/// What became of a table that was asked for.
#[derive(Serialize)]
#[serde(untagged)]
enum UnpackResult {
    Unpacked(UnpackedTable),
    Failed { table: String, error: Error },
}

#[derive(Serialize)]
struct UnpackedTable {
    table: String,
    file: String,
    bytes: u64,
    /// Whether it was unpacked now; else it was there.
    unpacked: bool,
    seconds: f64,
}

/// A table that was asked for, by its name or file, and where it is or why it cannot be had.
type Asked = (String, Result<Source, Failure>);

pub(crate) fn run(
    args: &Unpack,
    folder: &ChosenFolder,
    output: &mut Output,
) -> Result<(), Failure> {
    threads::start(Threads { number: None })?;
    let asked = asked(args)?;
    announce(args, &asked, folder)?;
    let mut results = Vec::new();
    let mut ending = Ok(());
    for (table, source) in asked {
        match source.and_then(|source| unpack_one(&source, args.force, folder)) {
            Ok(table) => {
                if !output.json && !is_quiet() {
                    table.print(output)?;
                    output.flush()?;
                }
                results.push(UnpackResult::Unpacked(table));
            }
            // The other tables may be had all the same, unless the user wants to stop.
            Err(Failure::Error(error)) if error.code != Code::Interrupted => {
                report_error(&error, output.json);
                if ending.is_ok() {
                    ending = Err(Failure::Reported(error.code.exit_code()));
                }
                results.push(UnpackResult::Failed { table, error: *error });
            }
            Err(failure) => {
                ending = Err(failure);
                break;
            }
        }
    }
    report(&results, folder, output)?;
    ending
}

/// The tables asked for, each once.
fn asked(args: &Unpack) -> Result<Vec<Asked>, Failure> {
    let Some(from) = &args.from else {
        let files = args.what.iter().map(|file| {
            let source = Source::of_file(Path::new(file)).map_err(Failure::from);
            (file.to_string_lossy().into_owned(), source.map_err(hint_at_from))
        });
        return Ok(files.collect());
    };
    let mut names: Vec<TableName> = Vec::new();
    for name in &args.what {
        let name = pack::name(&name.to_string_lossy())?;
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let release = release(from, args)?;
    if names.is_empty() {
        names = release.names().collect();
    }
    let source = |name: &TableName| release.table(name).map_err(Failure::from);
    Ok(names.iter().map(|name| (name.to_string(), source(name))).collect())
}

/// The name of a table does not say where it is.
fn hint_at_from(failure: Failure) -> Failure {
    match failure.code() {
        Some(Code::Usage) => failure.with_hint("--from DIR or URL takes tables by name"),
        _ => failure,
    }
}

fn release(from: &OsStr, args: &Unpack) -> Result<Release, Failure> {
    let Some(url) = from.to_str().filter(|text| text.contains("://")) else {
        return Ok(Release::in_folder(from)?);
    };
    let config = ClientConfig {
        timeout: Duration::from_secs(args.timeout.into()),
        retries: args.retries.into(),
        ..ClientConfig::default()
    };
    let bar = StatesBar::of_bytes("asking the server", 0);
    let release = Release::at_url(url, Client::new(config), Control::new(&bar));
    drop(bar);
    Ok(release?)
}

/// Says what all tables take that are to be unpacked, and asks for the disk space.
fn announce(args: &Unpack, asked: &[Asked], folder: &ChosenFolder) -> Result<(), Failure> {
    let (mut tables, mut bytes) = (0, 0_u64);
    for source in asked.iter().filter_map(|(_, source)| source.as_ref().ok()) {
        let bar = StatesBar::of_bytes(source.name().as_str(), source.bytes());
        let exists = !args.force
            && source
                .exists(&folder.folder, Control::new(&bar))
                .map_err(|_| Failure::interrupted())?;
        if !exists {
            tables += 1;
            bytes = bytes.saturating_add(source.bytes());
        }
    }
    let what = if tables == 1 { "1 table".to_owned() } else { format!("{tables} tables") };
    let path = folder.folder.path();
    if let Err(BuildError::Disk { need, free }) = check_disk_space(bytes, path) {
        let (need, free) = (ByteSize(need), ByteSize(free));
        let message = format!("{what}: {need} of disk space are needed, and {free} are free there");
        let hint = "free some, ask for fewer tables, or choose another folder with --tables";
        return Err(Failure::refused(message).with_hint(hint));
    }
    if tables > 0 {
        remark(format_args!(
            "{what} to unpack: {} on disk, in {}",
            ByteSize(bytes),
            path.display()
        ));
    }
    Ok(())
}

fn unpack_one(
    source: &Source,
    force: bool,
    folder: &ChosenFolder,
) -> Result<UnpackedTable, Failure> {
    let started = Instant::now();
    let name = source.name().as_str();
    let bar = StatesBar::of_bytes(name, source.bytes());
    let unpacked = source.unpack(&folder.folder, force, Control::new(&bar), || {
        remark(format_args!("{name}: waiting for another program that is making it"));
    });
    drop(bar);
    let unpacked = unpacked?;
    Ok(UnpackedTable {
        table: name.to_owned(),
        file: unpacked.path.display().to_string(),
        bytes: source.bytes(),
        unpacked: unpacked.anew,
        seconds: started.elapsed().as_secs_f64(),
    })
}

impl UnpackedTable {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let bytes = output.count(self.bytes);
        let done = if self.unpacked {
            styled(GOOD, format_args!("unpacked in {:.2} s", self.seconds))
        } else {
            "is there already".to_owned()
        };
        output.line(format_args!("{:<16} {bytes} bytes, {done}", self.table))
    }
}

/// Where the tables are.
fn report(
    results: &[UnpackResult],
    folder: &ChosenFolder,
    output: &mut Output,
) -> Result<(), Failure> {
    if output.json {
        let folder = folder.folder.path().display().to_string();
        return output.json_line(&Report { folder, tables: results });
    }
    let is_some = results.iter().any(|result| matches!(result, UnpackResult::Unpacked(_)));
    if is_some && !is_quiet() {
        output.line(format_args!("in {folder}"))?;
    }
    Ok(())
}
