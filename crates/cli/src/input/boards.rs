//! Boards that users supply.

use std::path::Path;

use perfectplay_core::contour::Board;
use perfectplay_core::{stake, tokens};
use perfectplay_oracle::Code;

use crate::failure::Failure;
use crate::input::cases::Cases;
use crate::input::lines;

/// A board of `contour`, one case in the contest's format, up to 16 × 16.
pub(crate) fn contour(file: &Path) -> Result<Board, Failure> {
    Board::from_text(&text(file)?).map_err(|error| bad(file, &error))
}

/// A board of `stake`, one case in the contest's format, up to 8 × 8.
pub(crate) fn stake(file: &Path) -> Result<stake::Position, Failure> {
    let board = only_case(file).map_err(|failure| of_board(file, failure))?;
    stake::Index::new(board.empty_cells().count_ones() as usize)
        .map_err(|error| Failure::refused(format!("{}: {error}", lines::name(file))))?;
    Ok(board)
}

fn only_case(file: &Path) -> Result<stake::Position, Failure> {
    let mut cases = Cases::<stake::BoardReader>::many(Some(file))?;
    let board = cases.next()?.ok_or_else(|| Failure::input("there is no board"))?;
    cases.nothing_after("the board; a table is of one board")?;
    Ok(board)
}

/// A board of `tokens`, one case in the contest's format, up to 64 × 64, with or without its
/// two pieces.
pub(crate) fn tokens(file: &Path) -> Result<tokens::Board, Failure> {
    tokens::Board::from_contest(&text(file)?).map_err(|error| bad(file, &error))
}

fn text(file: &Path) -> Result<String, Failure> {
    lines::whole(file).map_err(|failure| of_board(file, failure))
}

/// Turns an error in a file's text into one about the board in it.
fn of_board(file: &Path, failure: Failure) -> Failure {
    match failure.code() {
        Some(Code::Input) => failure.at(lines::name(file)).with_code(Code::Board),
        _ => failure,
    }
}

fn bad(file: &Path, what: &dyn std::fmt::Display) -> Failure {
    Failure::board(format!("{}: {what}", lines::name(file)))
}
