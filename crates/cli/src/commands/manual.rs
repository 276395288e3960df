//! `manual`: writes the manual pages, one for the program and one for each command.

use std::collections::BTreeMap;
use std::fs;

use clap::Command;
use clap_mangen::Man;

use crate::args::Manual;
use crate::commands::help;
use crate::prelude::*;

pub(crate) fn run(args: &Manual, games: &Arc<Games>, output: &mut Output) -> Result<()> {
    fs::create_dir_all(&args.folder)
        .map_err(|error| Failure::cannot("create the folder", &args.folder, &error))?;
    let mut program = help::command(games);
    program.build();
    let mut pages = vec![write(&program, &args.folder)?];
    for command in program.get_subcommands() {
        pages.push(write(command, &args.folder)?);
    }
    let pages: Vec<String> = pages.iter().map(|page| page.display().to_string()).collect();
    let report = BTreeMap::from([("pages", pages)]);
    output.report(&report, |report, output| output.lines(&report["pages"]))
}

/// Writes a command's page into a folder, and returns its path.
fn write(command: &Command, folder: &Path) -> Result<PathBuf> {
    let page = Man::new(command.clone())
        // No date, so that the same program writes the same pages; an empty argument would be lost.
        .date(" ")
        .source(format!("perfectplay {}", env!("CARGO_PKG_VERSION")))
        .manual("perfectplay");
    let path = folder.join(page.get_filename());
    let mut text = Vec::new();
    page.render(&mut text)
        .and_then(|()| fs::write(&path, &text))
        .map_err(|error| Failure::cannot("write", &path, &error))?;
    Ok(path)
}
