//! `probe`: the value of a position and of every move.

mod contour;
mod number;
mod stake;
mod tokens;
mod tower;

use std::path::Path;

use perfectplay_core::contour::Board;
use serde::Serialize;

use crate::args::{Game, Probe};
use crate::boards;
use crate::failure::Failure;
use crate::lines;
use crate::output::Output;
use crate::sources::{ContourSource, NumberSource, StakeSource, TowerSource};
use crate::tables_folder::TablesFolder;

pub(crate) use number::NumberReport;

/// An answer as JSON says it; it can also be drawn for people.
pub(crate) trait Report: Serialize {
    /// Draws the answer.
    fn print(&self, output: &mut Output) -> Result<(), Failure>;
}

pub(crate) fn run(args: &Probe, folder: &TablesFolder, output: &mut Output) -> Result<(), Failure> {
    if args.board.is_some() && !matches!(args.game, Game::Contour) {
        let what = "--board is for contour: the other games' positions hold all there is";
        return Err(Failure::Input(what.to_owned()));
    }
    match args.game {
        Game::Number => {
            let mut source = NumberSource::new(&folder.folder)?;
            answer(args, output, |text| NumberReport::read(text, args.line, &mut source))
        }
        Game::Contour => {
            let source = ContourSource::new(board(args)?, &folder.folder)?;
            answer(args, output, |text| contour::ContourReport::read(text, args.line, &source))
        }
        Game::Stake => {
            let mut source = StakeSource::new(&folder.folder)?;
            answer(args, output, |text| stake::StakeReport::read(text, args.line, &mut source))
        }
        Game::Tokens => answer(args, output, |text| tokens::TokensReport::read(text, args.line)),
        Game::Tower => {
            let mut source = TowerSource::new(&folder.folder)?;
            answer(args, output, |text| tower::TowerReport::read(text, args.line, &mut source))
        }
    }
}

/// The board that a contour is of.
fn board(args: &Probe) -> Result<Board, Failure> {
    let Some(file) = &args.board else {
        let what =
            "a contour belongs to a board: give it with --board FILE, in the format of p4363";
        return Err(Failure::Input(what.to_owned()));
    };
    if file == Path::new("-") && args.position == ["-"] {
        let what = "standard input cannot be both the board and the positions";
        return Err(Failure::Input(what.to_owned()));
    }
    boards::contour(file)
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
