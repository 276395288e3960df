//! Why a typed move cannot be made.

use std::str::FromStr;

use perfectplay_core::control::Control;
use perfectplay_core::{chomp, contour, number, stake, tokens, tower};
use perfectplay_oracle::Position;

/// Why a text is not a legal move of a position; `None` if it is not the text of any move.
pub(crate) fn why_illegal(position: &Position, text: &str) -> Option<String> {
    match position {
        Position::Number(_) => {
            let number: u64 = text.trim().parse().ok()?;
            Some(format!("{number} is not available"))
        }
        Position::Named(named) => why_not_named(named, text),
        Position::Tower(tower) => {
            Some(match tower::rules::play(tower, read::<tower::Move>(text)?) {
                Err(reason) => reason.to_string(),
                Ok(_) => "the die shows another colour".to_owned(),
            })
        }
        Position::Contour(position, board) => {
            let contour::Move { row, column } = read(text)?;
            let taken = position.taken().get(row).copied().map_or(0, usize::from);
            Some(match column.cmp(&taken) {
                _ if row >= board.rows() || column >= board.columns() => outside(),
                std::cmp::Ordering::Less => "the cell is taken".to_owned(),
                std::cmp::Ordering::Equal => "the cell above it is not taken".to_owned(),
                std::cmp::Ordering::Greater => "the cell to its left is not taken".to_owned(),
            })
        }
        Position::Stake(board) => {
            let cell: stake::Move = read(text)?;
            Some(board.get(cell).map_or_else(outside, |digit| format!("the cell has a {digit}")))
        }
        Position::Tokens(position) => {
            let tokens::Move { from, to } = read(text)?;
            let pieces = [position.pieces().first(), position.pieces().second()];
            Some(match position.board().is_free(to) {
                _ if !pieces.contains(&from) => format!("no piece stands on {from}"),
                false => format!("{to} is removed, or outside the board"),
                true => "the pieces have stood on these two cells before".to_owned(),
            })
        }
        Position::Chomp(_) => read::<chomp::Move>(text).map(|_| "that cell is not left".to_owned()),
        _ => None,
    }
}

/// A move as typed by people.
fn read<T: FromStr>(text: &str) -> Option<T> {
    text.split_whitespace().collect::<String>().to_uppercase().parse().ok()
}

fn outside() -> String {
    "there is no such cell on the board".to_owned()
}

fn why_not_named(named: &number::Named, text: &str) -> Option<String> {
    let number = text.trim().parse().ok()?;
    named.name(number, Control::SILENT).err().map(|error| error.to_string())
}
