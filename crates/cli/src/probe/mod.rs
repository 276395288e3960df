//! `probe`: the value of a position and of every move.

mod contour;
mod number;
mod outcome;
mod searched;
mod stake;
mod tokens;
mod tower;

use std::fmt::Display;
use std::path::Path;

use perfectplay_core::contour::Board;
use serde::Serialize;

use crate::args::{Game, Probe};
use crate::boards;
use crate::failure::Failure;
use crate::lines;
use crate::output::{FAINT, HEADING, Output, styled};
use crate::sources::{ContourSource, NumberSource, StakeSource, TokensSource, TowerSource};
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
    if args.limit.is_some() && !matches!(args.game, Game::Number) {
        let what = "--limit is for number: the other games are not searched with a limit";
        return Err(Failure::Input(what.to_owned()));
    }
    match args.game {
        Game::Number => {
            let mut source = NumberSource::new(&folder.folder)?;
            answer(args, output, |text| {
                number::read(
                    text,
                    number::Wanted { line: args.line, limit: args.limit },
                    &mut source,
                )
            })
        }
        Game::Contour => {
            let source = ContourSource::new(board(args)?, &folder.folder)?;
            answer(args, output, |text| contour::ContourReport::read(text, args.line, &source))
        }
        Game::Stake => {
            let mut source = StakeSource::new(&folder.folder)?;
            answer(args, output, |text| stake::StakeReport::read(text, args.line, &mut source))
        }
        Game::Tokens => {
            let mut source = TokensSource::new(&folder.folder)?;
            answer(args, output, |text| tokens::TokensReport::read(text, args.line, &mut source))
        }
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

/// What every drawing begins with: position, value and table.
fn print_head(
    output: &mut Output,
    position: &impl Display,
    value: &str,
    table: Option<&str>,
) -> Result<(), Failure> {
    let table = styled(FAINT, table.unwrap_or("none: solved on the spot"));
    let lines = [("position", position.to_string()), ("value", value.to_owned()), ("table", table)];
    print_lines(output, &lines)?;
    output.line("")
}

/// Lines that begin with what they tell.
fn print_lines(output: &mut Output, lines: &[(&str, String)]) -> Result<(), Failure> {
    for (name, text) in lines {
        output.line(format_args!("{} {text}", styled(HEADING, format_args!("{name:<9}"))))?;
    }
    Ok(())
}

/// What a drawing ends with if best play was asked for.
fn print_best_play(
    output: &mut Output,
    moves: impl Iterator<Item = impl Display>,
) -> Result<(), Failure> {
    let moves: Vec<String> = moves.map(|step| step.to_string()).collect();
    let moves = if moves.is_empty() { "none".to_owned() } else { moves.join(" ") };
    output.line("")?;
    output.line(format_args!("{} {moves}", styled(HEADING, "best play")))
}
