//! What fuzz targets share: small positions of all games.

mod positions;

use perfectplay_games::contest::{ContestError, ContestReader, Read};

pub use positions::Made;

/// The cases of a contest's input up to what is wrong with it, and that.
pub fn cases<R: ContestReader>(text: &str) -> (Vec<R::Position>, Option<ContestError<R::Problem>>) {
    let (mut reader, mut found) = (R::default(), Vec::new());
    let mut read = || {
        for (number, line) in (1..).zip(text.lines()) {
            match reader.read(number, line)? {
                Read::More => {}
                Read::Case(case) => found.push(case),
                Read::End => return Ok(()),
            }
        }
        found.extend(reader.end(text.lines().count() + 1)?);
        Ok(())
    };
    let wrong = read().err();
    (found, wrong)
}
