//! Boards that users bring.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use perfectplay_core::contour::Board;
use perfectplay_core::{stake, tokens};

use crate::failure::Failure;
use crate::{judge, lines};

/// More bytes than any board has; longer input is refused before it fills memory.
const LONGEST: u64 = 1 << 20;

/// The text of a file, or of standard input for `-`.
pub(crate) fn text(file: &Path) -> Result<String, Failure> {
    let input: Box<dyn Read> = if file == Path::new("-") {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(file).map_err(|error| unreadable(file, &error))?)
    };
    let mut text = Vec::new();
    let name = name(file);
    input.take(LONGEST + 1).read_to_end(&mut text).map_err(|error| unreadable(file, &error))?;
    if text.len() as u64 > LONGEST {
        let what = format!("{name}: longer than any board: {LONGEST} bytes");
        return Err(Failure::Input(what));
    }
    String::from_utf8(text).map_err(|error| {
        let sound = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + sound.iter().filter(|&&byte| byte == b'\n').count();
        Failure::Input(format!("{name}: line {line}: not text"))
    })
}

/// A board of `contour`, one case in the contest's format, up to 16 × 16.
pub(crate) fn contour(file: &Path) -> Result<Board, Failure> {
    Board::from_text(&text(file)?)
        .map_err(|error| Failure::Input(format!("{}: {error}", name(file))))
}

/// A board of `stake`, one case in the contest's format, up to 8 × 8.
pub(crate) fn stake(file: &Path) -> Result<stake::Position, Failure> {
    let board =
        judge::read_stake_board(lines::open(Some(file))?).map_err(|failure| match failure {
            Failure::Input(what) => Failure::Input(format!("{}: {what}", name(file))),
            other => other,
        })?;
    stake::Index::new(board.empty_cells().count_ones() as usize)
        .map_err(|error| Failure::Refused(format!("{}: {error}", file.display())))?;
    Ok(board)
}

/// A board of `tokens`, one case in the contest's format, up to 64 × 64, with or without its
/// two pieces.
pub(crate) fn tokens(file: &Path) -> Result<tokens::Board, Failure> {
    tokens::Board::from_contest(&text(file)?)
        .map_err(|error| Failure::Input(format!("{}: {error}", name(file))))
}

fn name(file: &Path) -> String {
    if file == Path::new("-") { "standard input".to_owned() } else { file.display().to_string() }
}

fn unreadable(file: &Path, error: &io::Error) -> Failure {
    Failure::Refused(format!("{}: cannot be read: {error}", file.display()))
}
