//! Moves, and their texts.

use std::str::FromStr;

use derive_more::Display;

use super::{MoveError, Place};

/// Taking a block from a level below the top and putting it on the top, or on a new level if the
/// top is complete.
///
/// The text is level, place, `>`, place: `2L>M`.
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[display("{level}{}>{}", from.letter(), to.letter())]
pub struct Move {
    /// The level that the block is taken from, counted from 1 at the bottom.
    pub level: usize,
    /// The place it is taken from.
    pub from: Place,
    /// The place of the top (or new) level that it is put on.
    pub to: Place,
}

impl Move {
    /// A key that sorts moves as their texts: the text without its `>`. Levels have at most three
    /// digits.
    pub(super) fn text_order(self) -> [u8; 5] {
        let mut order = [0; 5];
        let (mut length, mut unit) = (0, 100);
        while unit > 0 {
            if self.level >= unit || unit == 1 {
                order[length] = b'0' + (self.level / unit % 10) as u8;
                length += 1;
            }
            unit /= 10;
        }
        order[length] = self.from.letter() as u8;
        order[length + 1] = self.to.letter() as u8;
        order
    }
}

/// What follows the text that is not a move.
const EXPECTED: &str = ": expected level, place, '>' and place (L, M or R), such as 2L>M";

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        parse_move(text).ok_or_else(|| MoveError::new(text, EXPECTED))
    }
}

fn parse_move(text: &str) -> Option<Move> {
    let (source, target) = text.split_once('>')?;
    let letter = source.chars().next_back()?;
    let digits = &source[..source.len() - letter.len_utf8()];
    // `parse` alone would accept a sign and leading zeros, with which no move is printed.
    if !digits.starts_with(|first: char| matches!(first, '1'..='9')) {
        return None;
    }
    let mut targets = target.chars();
    let (to, rest) = (targets.next()?, targets.next());
    let level = digits.parse().ok()?;
    let (from, to) = (parse_place(letter)?, parse_place(to)?);
    rest.is_none().then_some(Move { level, from, to })
}

fn parse_place(letter: char) -> Option<Place> {
    Place::ALL.into_iter().find(|place| place.letter() == letter)
}
