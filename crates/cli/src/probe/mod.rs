//! `probe`: the value of a position and of every move.

mod number;
mod tower;

use serde::Serialize;

use crate::args::{Game, Probe};
use crate::failure::Failure;
use crate::lines;
use crate::output::Output;
use crate::sources::{NumberSource, TowerSource};
use crate::tables_folder::TablesFolder;

pub(crate) use number::NumberReport;

/// An answer as JSON says it; it can also be drawn for people.
pub(crate) trait Report: Serialize {
    /// Draws the answer.
    fn print(&self, output: &mut Output) -> Result<(), Failure>;
}

pub(crate) fn run(args: &Probe, folder: &TablesFolder, output: &mut Output) -> Result<(), Failure> {
    match args.game {
        Game::Number => {
            let mut source = NumberSource::new(&folder.folder)?;
            answer(args, output, |text| NumberReport::read(text, args.line, &mut source))
        }
        Game::Tower => {
            let mut source = TowerSource::new(&folder.folder)?;
            answer(args, output, |text| tower::TowerReport::read(text, args.line, &mut source))
        }
    }
}

/// Answers the position asked for, or for `-` those of standard input.
fn answer<R: Report>(
    args: &Probe,
    output: &mut Output,
    mut read: impl FnMut(&str) -> Result<R, Failure>,
) -> Result<(), Failure> {
    let position = args.position.join(" ");
    if position == "-" {
        return answer_lines(output, read);
    }
    let report = read(&position)?;
    if output.json { output.json_line(&report) } else { report.print(output) }
}

/// One position a line in, one JSON object a line out.
fn answer_lines<R: Report>(
    output: &mut Output,
    mut read: impl FnMut(&str) -> Result<R, Failure>,
) -> Result<(), Failure> {
    let mut input = lines::open(None)?;
    loop {
        if input.might_wait() {
            output.flush()?;
        }
        let Some(position) = input.next()? else { return Ok(()) };
        if position.trim().is_empty() {
            continue;
        }
        let report = read(position).map_err(|failure| match failure {
            Failure::Input(what) => Failure::Input(format!("line {}: {what}", input.number())),
            Failure::Refused(what) => Failure::Refused(format!("line {}: {what}", input.number())),
            other => other,
        })?;
        output.json_line(&report)?;
    }
}
