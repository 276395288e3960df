//! Why a typed move cannot be made: what several games say.

use std::str::FromStr;

/// A move as typed by people.
pub(super) fn read<T: FromStr>(text: &str) -> Option<T> {
    text.split_whitespace().collect::<String>().to_uppercase().parse().ok()
}

pub(super) fn outside() -> String {
    "there is no such cell on the board".to_owned()
}
