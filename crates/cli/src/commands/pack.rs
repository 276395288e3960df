//! `pack`: makes the files of a release.

use std::time::Instant;

use perfectplay::can_be_there;
use perfectplay_release::{PackedTable, TableName, pack};
use perfectplay_tables::Control;
use serde::Serialize;

use crate::advice;
use crate::args::Pack;
use crate::failure::{Failure, Result};
use crate::input::chosen_folder::ChosenFolder;
use crate::machine::threads;
use crate::terminal::messages::printable;
use crate::terminal::output::{Output, made_in};
use crate::terminal::progress_bar::StatesBar;

#[derive(Serialize)]
struct PackReport {
    folder: String,
    tables: Vec<PackedRow>,
    bytes: u64,
    packed_bytes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct PackedRow {
    table: String,
    states: u64,
    /// Whether that is only what its header says.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unproven: bool,
    bytes: u64,
    packed_bytes: u64,
}

pub(crate) fn run(args: &Pack, folder: &ChosenFolder, output: &mut Output) -> Result<()> {
    let started = Instant::now();
    let names = names(args, folder)?;
    let threads = threads::start(args.threads)?;
    let bar = StatesBar::of_bytes("packing", 0);
    let games = folder.games.all();
    let pack = || pack(&names, games, &folder.folder, &args.out, Control::new(&bar));
    let packed = threads.install(pack)?;
    drop(bar);
    let tables: Vec<PackedRow> = packed?.iter().map(PackedRow::of).collect();
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
        return defaults.iter().map(|table| name(table.name(), folder)).collect();
    }
    args.names.iter().map(|one| name(one, folder)).collect()
}

/// A table's name from the command line.
pub(crate) fn name(name: &str, folder: &ChosenFolder) -> Result<TableName> {
    let known: Option<TableName> = name.parse().ok();
    known.filter(|name| can_be_there(name, folder.games.all())).ok_or_else(|| {
        let shown: String = name.chars().flat_map(char::escape_debug).take(40).collect();
        let hint = format!("{} shows which tables there are", advice::command("list"));
        Failure::usage(format!("no table is called `{shown}`")).with_hint(hint)
    })
}

impl PackedRow {
    fn of(table: &PackedTable) -> Self {
        let PackedTable { name, states, unproven, bytes, packed_bytes, .. } = table;
        Self {
            table: name.to_string(),
            states: *states,
            unproven: *unproven,
            bytes: *bytes,
            packed_bytes: *packed_bytes,
        }
    }
}

impl PackReport {
    fn print(&self, output: &mut Output) -> Result<()> {
        for PackedRow { table, bytes, packed_bytes, .. } in &self.tables {
            let (bytes, packed) = (output.count(*bytes), output.count(*packed_bytes));
            output.line(format_args!("{table:<16} {bytes} bytes, {packed} packed"))?;
        }
        let (bytes, packed) = (output.count(self.bytes), output.count(self.packed_bytes));
        let done = made_in(self.seconds, "packed", true);
        let folder = printable(&self.folder);
        output.line(format_args!("in {folder}: {bytes} bytes, {packed} packed, {done}"))
    }
}
