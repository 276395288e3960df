//! `clean`: removes what builds and downloads would resume from.

use perfectplay_tables::files::UnfinishedTable;

use crate::args::Clean;
use crate::commands::list;
use crate::prelude::*;

#[derive(Serialize)]
struct CleanReport {
    folder: String,
    removed: Vec<RemovedTable>,
}

#[derive(Serialize)]
struct RemovedTable {
    table: String,
    bytes: u64,
}

pub(crate) fn run(args: &Clean, folder: &ChosenFolder, output: &mut Output) -> Result<()> {
    let there = list::unfinished(&folder.folder)?;
    if let Some(name) = args.names.iter().find(|name| !there.iter().any(|one| one.table == **name))
    {
        let what = format!("there is nothing unfinished of {}", printable(name));
        let hint = format!("{} shows what there is", advice::command("list"));
        return Err(Failure::missing(what).with_hint(hint));
    }
    let is_named = |one: &UnfinishedTable| args.all || args.names.contains(&one.table);
    let mut removed = Vec::new();
    let mut ending = Ok(());
    for one in there.into_iter().filter(is_named) {
        // The others are still removed.
        match one.remove(&folder.folder) {
            Ok(true) => {}
            Ok(false) => {
                let what = format!("{}: another program is making it", printable(&one.table));
                ending = ending.and(Err(Failure::refused(what)));
                continue;
            }
            Err(error) => {
                ending = ending.and(Err(Failure::of_build(&one.table, error.into())));
                continue;
            }
        }
        let UnfinishedTable { table, bytes, .. } = one;
        if !output.json && !is_quiet() {
            let bytes = output.count(bytes);
            output.line(format_args!("{:<16} {bytes} bytes removed", printable(&table)))?;
        }
        removed.push(RemovedTable { table, bytes });
    }
    if removed.is_empty() && ending.is_ok() && !output.json && !is_quiet() {
        output.line(format_args!(
            "there is nothing unfinished in {}",
            printable(&folder.folder.path().to_string_lossy())
        ))?;
    }
    if output.json {
        let folder = folder.folder.path().display().to_string();
        output.json_line(&CleanReport { folder, removed })?;
    }
    ending
}
