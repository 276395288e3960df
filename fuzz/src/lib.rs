//! What fuzz targets share: small positions of all games, and the inputs of contests.

mod positions;

use std::sync::Arc;

use perfectplay::Position;
use perfectplay_games::contest::{ContestError, ContestReader, LineResult};
use perfectplay_games::contour::ContourPosition;
use perfectplay_games::{contour, number, stake, tokens, tower};

pub use positions::SmallPosition;

/// What is wrong with the input of a contest: the line, the column if it is known, and the message.
pub type Wrong = (usize, Option<usize>, String);

/// The cases of the input of one of the contests up to what is wrong with it, and that.
pub fn cases(contest: u8, text: &str) -> (Vec<Position>, Option<Wrong>) {
    match contest % 5 {
        0 => cases_of::<number::ContestReader>(text),
        1 => cases_of::<tower::ContestReader>(text),
        2 => cases_of::<stake::ContestReader>(text),
        3 => cases_of::<tokens::ContestReader>(text),
        _ => match contour::Board::from_contest(text) {
            Ok(board) => {
                let start = ContourPosition::new(contour::Position::EMPTY, Arc::new(board));
                (vec![start.expect("every board has the empty contour").into()], None)
            }
            Err(error) => (Vec::new(), Some(wrong(error))),
        },
    }
}

/// The positions that a contest reader finds in a text, and what is wrong with it.
pub fn cases_of<R: ContestReader<Position: Into<Position>>>(
    text: &str,
) -> (Vec<Position>, Option<Wrong>) {
    let (mut reader, mut found) = (R::default(), Vec::new());
    let mut read = || {
        for (number, line) in (1..).zip(text.lines()) {
            match reader.read(number, line)? {
                LineResult::More => {}
                LineResult::Case(case) => found.push(case.into()),
                LineResult::End => return Ok(()),
            }
        }
        found.extend(reader.end(text.lines().count() + 1)?.map(Into::into));
        Ok(())
    };
    let wrong = read().err().map(wrong);
    (found, wrong)
}

/// What an error says.
pub fn wrong(error: ContestError) -> Wrong {
    (error.line, error.column, error.to_string())
}
