//! `pack`: makes the files of a release; `unpack`: puts packed tables into the folder of tables.

use std::ffi::OsStr;

use perfectplay::can_be_there;
use perfectplay_release::{Client, ClientConfig, PackedFile, PackedTable, Release, TableName};
use perfectplay_tables::files::durable::make_folder;
use perfectplay_tables::files::{DiskFull, StagedFile, UnfinishedTable, disk};

use crate::args::{self, Pack, Unpack};
use crate::commands::several::{Outcome, TableResult, make_each};
use crate::prelude::*;
use crate::terminal::remark;

#[derive(Serialize)]
struct PackReport {
    folder: String,
    tables: Vec<PackedTable>,
    bytes: u64,
    packed_bytes: u64,
    seconds: f64,
}

pub(crate) fn pack(args: &Pack, folder: &ChosenFolder, output: &mut Output) -> Result<()> {
    let started = Instant::now();
    let names = names(args, folder)?;
    let threads = threads::start(args.threads)?;
    let bar = StatesBar::of_bytes("packing", 0);
    let games = &folder.games_of(names.iter().map(TableName::as_str));
    let pack =
        || perfectplay_release::pack(&names, games, &folder.folder, &args.out, Control::new(&bar));
    let packed = threads.install(pack)?;
    drop(bar);
    let tables = packed?;
    let report = PackReport {
        folder: args.out.display().to_string(),
        bytes: tables.iter().map(|row| row.bytes).sum(),
        packed_bytes: tables.iter().map(|row| row.packed_bytes).sum(),
        tables,
        seconds: started.elapsed().as_secs_f64(),
    };
    output.report(&report, PackReport::print)
}

/// The requested tables; all default ones if none is named.
fn names(args: &Pack, folder: &ChosenFolder) -> Result<Vec<TableName>> {
    if args.names.is_empty() {
        let defaults = folder.games.default_tables();
        return defaults.iter().map(|table| table_name(table.name(), folder)).collect();
    }
    args.names.iter().map(|one| table_name(one, folder)).collect()
}

/// A table's name from the command line.
fn table_name(name: &str, folder: &ChosenFolder) -> Result<TableName> {
    let known: Option<TableName> = name.parse().ok();
    known.filter(|name| can_be_there(name, folder.games.all())).ok_or_else(|| {
        let shown: String = name.chars().flat_map(char::escape_debug).take(40).collect();
        let hint = format!("{} shows which tables there are", advice::command("list"));
        Failure::usage(format!("no table is called `{shown}`")).with_hint(hint)
    })
}

impl PackReport {
    fn print(&self, output: &mut Output) -> Result<()> {
        for PackedTable { name, bytes, packed_bytes, .. } in &self.tables {
            let (bytes, packed) = (output.count(*bytes), output.count(*packed_bytes));
            output.line(format_args!("{name:<16} {bytes} bytes, {packed} packed"))?;
        }
        let (bytes, packed) = (output.count(self.bytes), output.count(self.packed_bytes));
        let done = made_in(self.seconds, "packed", true);
        let folder = printable(&self.folder);
        output.line(format_args!("in {folder}: {bytes} bytes, {packed} packed, {done}"))
    }
}

#[derive(Serialize)]
struct UnpackReport<'a> {
    folder: String,
    tables: &'a [TableResult<UnpackedTable>],
}

#[derive(Serialize)]
struct UnpackedTable {
    table: String,
    file: String,
    bytes: u64,
    /// Whether it was unpacked now; otherwise it was there already.
    unpacked: bool,
    seconds: f64,
}

/// A requested table.
struct Request {
    /// Its name, or its file if that is not named like a table.
    table: String,
    /// Where it is, or why it is not available.
    packed: Result<PackedFile>,
    /// Whether it is in the folder and is kept.
    exists: bool,
}

pub(crate) fn unpack(args: &Unpack, folder: &ChosenFolder, output: &mut Output) -> Result<()> {
    let threads = threads::start(args::Threads { number: None })?;
    let mut wanted = wanted(args, folder)?;
    if !args.force {
        find_existing(&mut wanted, folder, &threads)?;
    }
    announce(&wanted, folder)?;
    let unpack = |wanted: Request| {
        let exists = wanted.exists;
        threads.install(|| unpack_one(&wanted.packed?, exists, args.force, folder))?
    };
    let (name, games) = (|wanted: &Request| wanted.table.clone(), &folder.games);
    let Outcome { results, ending } =
        make_each(wanted, name, unpack, UnpackedTable::print, games, output)?;
    let report =
        UnpackReport { folder: folder.folder.path().display().to_string(), tables: &results };
    output.report(&report, |_, output| match results.iter().any(TableResult::is_made) {
        true => output.line(format_args!("in {folder}")),
        false => Ok(()),
    })?;
    ending
}

/// The requested tables, each once.
fn wanted(args: &Unpack, folder: &ChosenFolder) -> Result<Vec<Request>> {
    let Some(from) = &args.from else {
        let files = args.what.iter().map(|file| {
            let packed = PackedFile::of_file(Path::new(file)).map_err(Failure::from);
            Request::new(file.to_string_lossy(), packed.map_err(hint_at_from))
        });
        return Ok(files.collect());
    };
    let mut names: Vec<TableName> = Vec::new();
    for name in &args.what {
        let name = table_name(&name.to_string_lossy(), folder)?;
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let release = release(from, args)?;
    if names.is_empty() {
        names = release.names().collect();
        if names.is_empty() {
            let message =
                format!("{}: the manifest.toml of this release lists no table", release.origin());
            return Err(Failure::damaged(message));
        }
    }
    let packed = |name: &TableName| release.table(name).map_err(Failure::from);
    Ok(names.iter().map(|name| Request::new(name.as_str(), packed(name))).collect())
}

impl Request {
    fn new(table: impl Into<String>, packed: Result<PackedFile>) -> Self {
        Self { table: table.into(), packed, exists: false }
    }
}

/// A table's name does not say where it is.
fn hint_at_from(failure: Failure) -> Failure {
    match failure.code() {
        Some(Code::Usage) => failure.with_hint("--from DIR or URL takes tables by name"),
        _ => failure,
    }
}

fn release(from: &OsStr, args: &Unpack) -> Result<Release> {
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

/// Marks the tables that the folder has.
fn find_existing(wanted: &mut [Request], folder: &ChosenFolder, threads: &Threads) -> Result<()> {
    for Request { packed, exists, .. } in wanted {
        let Ok(packed) = packed else { continue };
        let bar = StatesBar::of_bytes(packed.name().as_str(), packed.bytes());
        let found = threads
            .install(|| packed.exists(&folder.folder, folder.games.listed(), Control::new(&bar)))?;
        *exists = found.map_err(|_| Failure::interrupted())?;
    }
    Ok(())
}

/// Says what all tables to be unpacked take, and checks the disk space.
fn announce(wanted: &[Request], folder: &ChosenFolder) -> Result<()> {
    let missing = wanted.iter().filter(|wanted| !wanted.exists);
    let sizes: Vec<u64> =
        missing.filter_map(|wanted| Some(wanted.packed.as_ref().ok()?.bytes())).collect();
    let (tables, bytes) = (sizes.len(), sizes.into_iter().fold(0, u64::saturating_add));
    let what = if tables == 1 { "1 table".to_owned() } else { format!("{tables} tables") };
    let path = folder.folder.path();
    if let Err(DiskFull { need, free }) = disk::check(bytes, path) {
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
        prepare(path)?;
    }
    Ok(())
}

/// Makes the folder, and checks that files can be made in it: otherwise every table would fail for the same
/// reason.
fn prepare(folder: &Path) -> Result<()> {
    let tried = folder.join("unpack");
    StagedFile::remove_abandoned(&tried, Duration::ZERO);
    let made = make_folder(folder).and_then(|()| StagedFile::shared(&tried));
    made.map(drop).map_err(|error| {
        let message = format!("{}: cannot write tables there: {}", folder.display(), error.source);
        Failure::refused(message)
            .with_hint("run this as a user who may, or choose another folder with --tables")
    })
}

fn unpack_one(
    packed: &PackedFile,
    exists: bool,
    force: bool,
    folder: &ChosenFolder,
) -> Result<UnpackedTable> {
    let started = Instant::now();
    let name = packed.name().as_str();
    let result = |file: PathBuf, unpacked: bool| UnpackedTable {
        table: name.to_owned(),
        file: file.display().to_string(),
        bytes: packed.bytes(),
        unpacked,
        seconds: started.elapsed().as_secs_f64(),
    };
    if exists {
        UnfinishedTable::remove_of_made(&folder.folder, name);
        return Ok(result(folder.folder.table(name), false));
    }
    let bar = StatesBar::of_bytes(name, packed.bytes());
    let unpacked =
        packed.unpack(folder.games.listed(), &folder.folder, force, Control::new(&bar), || {
            remark(format_args!("{name}: waiting for another program that is making it"));
        });
    drop(bar);
    let unpacked = unpacked.map_err(|error| Failure::of_unpack(name, error))?;
    Ok(result(unpacked.path, unpacked.anew))
}

impl UnpackedTable {
    fn print(&self, output: &mut Output) -> Result<()> {
        let bytes = output.count(self.bytes);
        let done = made_in(self.seconds, "unpacked", self.unpacked);
        output.line(format_args!("{:<16} {bytes} bytes, {done}", self.table))
    }
}
