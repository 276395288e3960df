//! The end of a race in backgammon: all pieces are on the ace points, so that a roll takes two of them off, and a double four.

use std::fmt::Display;

use perfectplay_tables::solve::{End, Game, ReadError, Values};

use crate::boards::{OneSided, numbers};

/// The game with so many pieces each, at most 15.
#[derive(Clone, Copy, Debug)]
pub struct AcePoints {
    /// How many pieces each player has.
    pub pieces: u64,
}

impl Game for AcePoints {
    /// The pieces of the player to move and of the other one, and how many were rolled off.
    type Position = [u64; 3];
    type Move = &'static str;

    fn name(&self) -> String {
        format!("acepoints-{}", self.pieces)
    }

    fn start(&self) -> [u64; 3] {
        [self.pieces, self.pieces, 0]
    }

    fn starts(&self, mut each: impl FnMut([u64; 3])) {
        (1..=self.pieces).for_each(|own| (1..=self.pieces).for_each(|other| each([own, other, 0])));
    }

    fn pack(&self, [own, other, off]: [u64; 3]) -> u64 {
        own << 8 | other << 4 | off
    }

    fn unpack(&self, word: u64) -> [u64; 3] {
        [word >> 8, word >> 4 & 15, word & 15]
    }

    fn rolls(
        &self,
        [own, other, off]: [u64; 3],
        mut each: impl FnMut(u32, &dyn Display, [u64; 3]),
    ) {
        if off == 0 {
            each(5, &"no double", [own, other, 2]);
            each(1, &"double", [own, other, 4]);
        }
    }

    fn moves(&self, [own, other, off]: [u64; 3], mut each: impl FnMut(&'static str, [u64; 3])) {
        each("off", [other, own.saturating_sub(off), 0]);
    }

    fn end(&self, [_, other, _]: [u64; 3]) -> Option<End> {
        (other == 0).then_some(End::Loss)
    }

    fn values(&self) -> Values {
        Values::Expected
    }

    fn show(&self, [own, other, off]: [u64; 3]) -> String {
        format!("{own} {other} {off}")
    }

    fn read(&self, text: &str) -> Result<[u64; 3], ReadError> {
        let position @ [own, other, off] = numbers(text)?.map(u64::from);
        let is_one = own.max(other) <= self.pieces && [0, 2, 4].contains(&off);
        is_one.then_some(position).ok_or_else(|| "there are not as many pieces".into())
    }
}

impl OneSided for AcePoints {
    const NAMES: [&str; 2] = ["1", "2"];

    fn other_side(&self, [own, other, off]: [u64; 3]) -> [u64; 3] {
        [other, own, off]
    }
}
