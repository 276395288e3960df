//! Luogu P4363, 一双木棋: by how much does the first player win?

use std::path::Path;
use std::sync::Arc;

use perfectplay_core::contour::{self, Board};
use perfectplay_oracle::{Oracle, Position, Question, Silent};

use super::print_value;
use crate::failure::Failure;
use crate::lines;
use crate::output::Output;

pub(super) fn run(
    file: Option<&Path>,
    oracle: &Oracle,
    output: &mut Output,
) -> Result<(), Failure> {
    let text = match file {
        Some(file) => lines::whole(file)?,
        None => {
            let input = Path::new("-");
            lines::whole(input).map_err(|failure| failure.at(lines::name(input)))?
        }
    };
    let board = Board::from_contest(&text).map_err(|error| Failure::input(error.to_string()))?;
    let start = Position::Contour(contour::Position::EMPTY, Arc::new(board));
    let question = Question::new(start);
    print_value(oracle, &question, &Silent, output, |value| {
        value.score().unwrap_or_default().to_string()
    })
}
