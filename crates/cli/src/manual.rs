//! `manual`: writes the manual pages, one for the program and one for each command.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use roff::{Roff, bold, roman};
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
    render(command, &page, &mut text)
        .and_then(|()| fs::write(&path, &text))
        .map_err(|error| refused("write", &path, &error))?;
    Ok(path)
}

fn refused(action: &str, path: &Path, error: &io::Error) -> Failure {
    Failure::refused(format!("{}: cannot {action}: {error}", path.display()))
}

/// A page with the same texts as the command's help.
fn render(command: &Command, page: &Man, out: &mut Vec<u8>) -> io::Result<()> {
    page.render_title(out)?;
    // Neither stretched nor hyphenated, which commands in a text would suffer from.
    Roff::new().control("ad", ["l"]).control("nh", None).to_writer(out)?;
    page.render_name_section(out)?;
    page.render_synopsis_section(out)?;
    page.render_description_section(out)?;
    page.render_options_section(out)?;
    if command.has_subcommands() {
        page.render_subcommands_section(out)?;
    }
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    sections(&after).to_writer(out)
}

/// What stands at the end of a command's help: paragraphs, and blocks with a heading above indented
/// lines.
pub fn sections(text: &str) -> Roff {
    let mut roff = Roff::new();
    let mut section = String::new();
    for block in text.split("\n\n").filter(|block| !block.is_empty()) {
        let (first, rest) = block.split_once('\n').unwrap_or((block, ""));
        let (heading, lines) = match first.strip_suffix(':') {
            Some(heading) if rest.starts_with(INDENT) => (heading.to_uppercase(), rest),
            _ => ("NOTES".to_owned(), block),
        };
        if heading == section {
            roff.control("PP", None);
        } else {
            roff.control("SH", [heading.as_str()]);
        }
        section = heading;
        entries(lines, &mut roff);
    }
    roff
}

/// What a block's lines are indented by.
const INDENT: &str = "  ";

/// The lines of a block. A term and its explanation have two spaces or more between them, and an
/// explanation may go on in lines that are indented further.
fn entries(lines: &str, roff: &mut Roff) {
    let mut is_explained = false;
    for line in lines.lines() {
        match line.strip_prefix(INDENT) {
            Some(line) if !line.starts_with(' ') => {
                if let Some((term, explanation)) = line.split_once(INDENT) {
                    roff.control("TP", None);
                    roff.text([bold(term)]).text([roman(explanation.trim_start())]);
                    is_explained = true;
                } else {
                    roff.control(if is_explained { "PP" } else { "br" }, None);
                    roff.text([roman(line)]);
                    is_explained = false;
                }
            }
            _ => {
                roff.text([roman(line.trim_start())]);
            }
        }
    }
}
