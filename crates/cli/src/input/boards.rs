//! Boards that users supply.

use std::path::Path;

use perfectplay::{Code, GameRef, GivenBoard, TableRef, table_of_board};

use crate::failure::{Failure, Result};
use crate::input::lines;

/// A game on the board in a file: for `contour` one case in the contest's format, up to 16 × 16.
pub(crate) fn on(file: &Path, game: &GameRef) -> Result<GameRef> {
    game.shared().on_board(GivenBoard::Text(&text(file)?)).map_err(|error| bad(file, &error))
}

/// The table of the board in a file, of a game that has tables of single boards.
pub(crate) fn table(file: &Path, game: &GameRef) -> Result<TableRef> {
    table_of_board(&text(file)?, game).map_err(|error| match error.code() {
        Code::Board => bad(file, &error),
        Code::Refused => Failure::refused(format!("{}: {error}", lines::name(file))),
        _ => error.into(),
    })
}

fn text(file: &Path) -> Result<String> {
    lines::whole(file).map_err(|failure| match failure.code() {
        // What is wrong with the text is wrong with the board in it.
        Some(Code::Input) => failure.at(lines::name(file)).with_code(Code::Board),
        _ => failure,
    })
}

fn bad(file: &Path, what: &dyn std::fmt::Display) -> Failure {
    Failure::board(format!("{}: {what}", lines::name(file)))
}
