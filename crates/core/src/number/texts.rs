//! The texts of positions, moves and named numbers.

use std::fmt;
use std::str::FromStr;

use super::error::LARGEST_NAMED;
use super::{Move, MoveError, Named, Position, PositionError};
use crate::text::shortened;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::NONE {
            return f.write_str("none");
        }
        // Two digits and a blank each, put together here: a formatter call for
        // every number would take most of the time of a probe.
        let (mut text, mut length) = ([b' '; 3 * 62], 0);
        for number in self.numbers() {
            if number >= 10 {
                text[length] = b'0' + number / 10;
                length += 1;
            }
            text[length] = b'0' + number % 10;
            length += 2;
        }
        let text = &text[..length - 1];
        f.write_str(std::str::from_utf8(text).expect("digits and blanks are UTF-8"))
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let text = text.trim();
        match text.strip_prefix("after:") {
            Some(named) => after_naming(named),
            None if text.is_empty() => Err(PositionError::Empty),
            None if text == "none" => Ok(Self::NONE),
            None => available(text.split_ascii_whitespace()),
        }
    }
}

/// The position whose available numbers are `words`.
fn available<'a>(words: impl Iterator<Item = &'a str>) -> Result<Position, PositionError> {
    let mut mask = 0u64;
    for word in words {
        let bit = u8::try_from(parse_number(word)?)
            .ok()
            .filter(|bit| (2..=Position::MAX_NUMBER).contains(bit))
            .ok_or_else(|| PositionError::OutOfRange { number: shortened(word) })?;
        if mask >> bit & 1 == 1 {
            return Err(PositionError::Repeated { number: bit });
        }
        mask |= 1 << bit;
    }
    Position::from_mask(mask)
}

/// The position after `named`, a list with commas, in the game without a bound.
fn after_naming(named: &str) -> Result<Position, PositionError> {
    let named = from_list(named)?;
    match (named.position(), named.largest()) {
        (Some(position), _) => Ok(position),
        (None, Some(number)) => Err(PositionError::TooLarge { number }),
        (None, None) => Err(PositionError::Infinite),
    }
}

/// The numbers of a list with commas, named in its order: what follows `after:`.
fn from_list(list: &str) -> Result<Named, PositionError> {
    let words = list.split(',').map(str::trim).filter(|_| !list.trim().is_empty());
    Named::in_order(words.map(|word| {
        Some(parse_number(word)?)
            .filter(|number| (2..=LARGEST_NAMED).contains(number))
            .ok_or_else(|| PositionError::NamedOutOfRange { number: shortened(word) })
    }))
}

/// A number in decimal digits. One too large for any use here reads as `u64::MAX`.
fn parse_number(word: &str) -> Result<u64, PositionError> {
    if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(PositionError::NotANumber { word: word.to_owned() });
    }
    Ok(word.parse().unwrap_or(u64::MAX))
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        match parse_number(text.trim()) {
            Ok(number @ 2..=63) => Ok(Self(number as u8)),
            _ => Err(MoveError { text: text.to_owned() }),
        }
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.generators().iter().map(u64::to_string).collect();
        f.pad(&format!("after:{}", numbers.join(",")))
    }
}

impl FromStr for Named {
    type Err = PositionError;

    /// Reads every text that a [`Position`] is read from, and `after:` with numbers
    /// that leave more.
    fn from_str(text: &str) -> Result<Self, PositionError> {
        match text.trim().strip_prefix("after:") {
            Some(list) => from_list(list),
            None => text.parse::<Position>().map(Self::from),
        }
    }
}
