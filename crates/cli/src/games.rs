//! What the program adds to each game: the one place that names all of them.

mod chomp;
mod contour;
mod number;
mod stake;
mod tokens;
mod tower;

use std::path::Path;

use perfectplay_core::Game;
use perfectplay_oracle::Answer;
use perfectplay_query::Instance;

use crate::boards;
use crate::failure::Failure;
use crate::output::Output;

/// Draws an answer for people.
pub(crate) fn draw(answer: &Answer, output: &mut Output) -> Result<(), Failure> {
    match answer.game() {
        Game::Number => number::draw(answer, output),
        Game::Tower => tower::draw(answer, output),
        Game::Contour => contour::draw(answer, output),
        Game::Stake => stake::draw(answer, output),
        Game::Tokens => tokens::draw(answer, output),
        Game::Chomp => chomp::draw(answer, output),
    }
}

/// Whether tables of single boards can be built.
pub(crate) const fn has_boards(game: Game) -> bool {
    match game {
        Game::Contour | Game::Stake | Game::Tokens => true,
        Game::Number | Game::Tower | Game::Chomp => false,
    }
}

/// Reads the board that a table is to be of; `None` if the game has no such tables.
pub(crate) fn read_board(game: Game, file: &Path) -> Result<Option<Instance>, Failure> {
    Ok(Some(match game {
        Game::Contour => Instance::Contour(boards::contour(file)?),
        Game::Stake => Instance::Stake(boards::stake(file)?),
        Game::Tokens => Instance::Tokens(boards::tokens(file)?),
        Game::Number | Game::Tower | Game::Chomp => return Ok(None),
    }))
}
