//! `probe`: the value of a position and of every move.

mod number;

pub(crate) use number::NumberReport;

use crate::args::{Game, Probe};
use crate::failure::Failure;
use crate::output::Output;
use crate::tables_folder::TablesFolder;

pub(crate) fn run(args: &Probe, folder: &TablesFolder, output: &mut Output) -> Result<(), Failure> {
    let position = args.position.join(" ");
    match (args.game, position.as_str()) {
        (Game::Number, "-") => number::run_lines(args.line, &folder.folder, output),
        (Game::Number, position) => number::run(position, args.line, &folder.folder, output),
    }
}
