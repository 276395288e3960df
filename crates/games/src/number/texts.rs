//! The texts of positions, moves and named numbers.

use std::fmt;
use std::str::FromStr;

use super::error::LARGEST_NAMED;
use super::{Move, MoveError, NamedNumbers, Position, PositionError};
use crate::texts::write_numbers;
use perfectplay_core::control::Control;
use perfectplay_core::text::shortened;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::NONE {
            return f.write_str("none");
        }
        write_numbers::<{ 3 * 62 }>(self.numbers(), b' ', f)
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let text = text.trim();
        match text.strip_prefix("after:") {
            Some(_) => after_naming(&from_list(text, Control::SILENT)?),
            None if text.is_empty() => Err(PositionError::Empty),
            None if text == "none" => Ok(Self::NONE),
            None => available(text),
        }
    }
}

/// The position whose available numbers are listed in `text`.
fn available(text: &str) -> Result<Position, PositionError> {
    let mut mask = 0u64;
    for word in text.split_ascii_whitespace() {
        let number = parse_number(word).ok_or_else(|| {
            let error = PositionError::NotANumber(word.to_owned());
            wrong_form(text).unwrap_or(error)
        })?;
        let bit = u8::try_from(number)
            .ok()
            .filter(|bit| (2..=Position::MAX_NUMBER).contains(bit))
            .ok_or_else(|| PositionError::OutOfRange(shortened(word)))?;
        if mask >> bit & 1 == 1 {
            return Err(PositionError::Repeated(bit));
        }
        mask |= 1 << bit;
    }
    Position::from_mask(mask)
}

/// The position after naming numbers in the game without a bound.
fn after_naming(named: &NamedNumbers) -> Result<Position, PositionError> {
    match (named.position(), named.largest()) {
        (Some(position), _) => Ok(position),
        (None, Some(number)) => Err(PositionError::TooLarge(number)),
        (None, None) => Err(PositionError::Infinite),
    }
}

/// The numbers of `text`, which is `after:` and a list with commas, named in this order.
fn from_list(text: &str, control: Control<'_>) -> Result<NamedNumbers, PositionError> {
    let list = text.strip_prefix("after:").unwrap_or(text);
    let is_empty = list.trim().is_empty();
    let words = list.split(',').map(str::trim).filter(|_| !is_empty);
    let numbers = words.map(|word| {
        let number = parse_number(word).ok_or_else(|| {
            let error = PositionError::NamedNotANumber(word.to_owned());
            wrong_form(text).unwrap_or(error)
        })?;
        Some(number)
            .filter(|number| (2..=LARGEST_NAMED).contains(number))
            .ok_or_else(|| PositionError::NamedOutOfRange(shortened(word)))
    });
    NamedNumbers::in_order(numbers, control)
}

/// The error that shows the right form, if `text` has nothing but numbers with some separators,
/// and perhaps `after` before them.
fn wrong_form(text: &str) -> Option<PositionError> {
    let after = text.get(..5).filter(|start| start.eq_ignore_ascii_case("after"));
    let list = text.get(5..).filter(|_| after.is_some()).unwrap_or(text);
    let is_separator = |c: char| c.is_whitespace() || ",;:=/|+&(){}[]，、；".contains(c);
    let words = list.split(is_separator).filter(|word| !word.is_empty());
    let numbers: Option<Vec<&str>> = words.map(|word| parse_number(word).map(|_| word)).collect();
    let (numbers, text) = (numbers.filter(|numbers| !numbers.is_empty())?, text.to_owned());
    Some(if after.is_some() {
        PositionError::NamedForm { text, expected: format!("after:{}", numbers.join(",")) }
    } else {
        PositionError::AvailableForm { text, expected: numbers.join(" ") }
    })
}

/// A number in decimal digits; `None` for any other word. Numbers that do not fit are read as
/// `u64::MAX`, which is out of every range.
fn parse_number(word: &str) -> Option<u64> {
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| word.parse().unwrap_or(u64::MAX))
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        match parse_number(text.trim()) {
            Some(number @ 2..=63) => Ok(Self(number as u8)),
            _ => Err(MoveError::new(text, ": name one number from 2 to 63")),
        }
    }
}

impl fmt::Display for NamedNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.generators().iter().map(u64::to_string).collect();
        f.pad(&format!("after:{}", numbers.join(",")))
    }
}

impl NamedNumbers {
    /// Reads every text that a [`Position`] is read from, and also `after:` with numbers that leave
    /// numbers above 63, or infinitely many. Their sums spend steps of `control`.
    ///
    /// # Errors
    /// If the text is none of these, or with [`PositionError::Stopped`].
    pub fn read(text: &str, control: Control<'_>) -> Result<Self, PositionError> {
        let text = text.trim();
        match text.strip_prefix("after:") {
            Some(_) => from_list(text, control),
            None => text.parse::<Position>().map(Self::from),
        }
    }
}

impl FromStr for NamedNumbers {
    type Err = PositionError;

    /// [Reads](Self::read) a text, in less than a second.
    fn from_str(text: &str) -> Result<Self, PositionError> {
        Self::read(text, Control::SILENT)
    }
}
