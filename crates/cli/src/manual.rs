//! `manual`: writes the manual pages, one for the program and one for each command.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use serde::Serialize;

use crate::args::{Arguments, Manual};
use crate::failure::Failure;
use crate::output::{Output, is_quiet};

#[derive(Serialize)]
struct ManualReport {
    pages: Vec<String>,
}

pub(crate) fn run(args: &Manual, output: &mut Output) -> Result<(), Failure> {
    fs::create_dir_all(&args.folder)
        .map_err(|error| refused("create the folder", &args.folder, &error))?;
    let mut program = Arguments::command().disable_help_subcommand(true);
    program.build();
    let mut pages = vec![write(&program, &args.folder)?];
    for command in program.get_subcommands() {
        pages.push(write(command, &args.folder)?);
    }
    let pages: Vec<String> = pages.iter().map(|page| page.display().to_string()).collect();
    if output.json {
        return output.json_line(&ManualReport { pages });
    }
    if !is_quiet() {
        pages.iter().try_for_each(|page| output.line(page))?;
    }
    Ok(())
}

/// Writes a command's page into a folder, and returns its path.
fn write(command: &Command, folder: &Path) -> Result<PathBuf, Failure> {
    let page = Man::new(command.clone())
        // No date, so that the same program writes the same pages; an empty argument would be lost.
        .date(" ")
        .source(format!("perfectplay {}", env!("CARGO_PKG_VERSION")))
        .manual("perfectplay");
    let path = folder.join(page.get_filename());
    let mut text = Vec::new();
    page.render(&mut text)
        .and_then(|()| fs::write(&path, &text))
        .map_err(|error| refused("write", &path, &error))?;
    Ok(path)
}

fn refused(action: &str, path: &Path, error: &io::Error) -> Failure {
    Failure::refused(format!("{}: cannot {action}: {error}", path.display()))
}
