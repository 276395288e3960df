//! Luogu P4363, 一双木棋: by how much does the first player win?

use std::path::Path;
use std::sync::Arc;

use perfectplay_core::contour::{self, Board};
use perfectplay_oracle::{Limits, Oracle, Position, Question, Silent};

use crate::failure::Failure;
use crate::lines;
use crate::output::Output;

pub(super) fn run(file: Option<&Path>, output: &mut Output) -> Result<(), Failure> {
    let text = lines::whole(file.unwrap_or(Path::new("-")))?;
    let board = Board::from_contest(&text).map_err(|error| Failure::Input(error.to_string()))?;
    let start = Position::contour(contour::Position::EMPTY, Arc::new(board))?;
    let found = Oracle::without_tables().value_within(
        &Question::new(start),
        &Limits::default(),
        &Silent,
    )?;
    output.line(found.value.and_then(|value| value.score()).unwrap_or_default())
}
