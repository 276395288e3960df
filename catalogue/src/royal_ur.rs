//! A small Royal Game of Ur: pieces run along a way whose middle both players share, and three coins say how far.
//!
//! Who lands on a rosette rolls again. A piece of the other player on a shared square is sent back, unless it is on a rosette. Who
//! cannot move passes. Who has all pieces home wins.

use std::fmt::Display;

use perfectplay_tables::solve::{End, Game, ReadError, Values};

use crate::boards::{self, OneSided, numbers};

/// The game with two pieces each.
#[derive(Clone, Copy, Debug)]
pub struct RoyalUr {
    /// How many squares the way has.
    pub squares: u32,
}

/// The squares of the two pieces of the player to move and of the two of the opponent, each time the least first, with 0 before
/// the first square; and how many coins came up, and one more, or 0 before they are tossed.
type Race = [u32; 5];

/// The first square and every fourth one behind it.
const fn is_rosette(square: u32) -> bool {
    square % 4 == 2
}

/// The position in which a player is to toss the coins.
fn tossing(mut own: [u32; 2], mut other: [u32; 2]) -> Race {
    own.sort_unstable();
    other.sort_unstable();
    [own[0], own[1], other[0], other[1], 0]
}

impl RoyalUr {
    /// Where a piece comes to, and what follows, if it may move.
    fn moved(&self, [a, b, c, d, rolled]: Race, piece: usize) -> Option<(u32, Race)> {
        let (mut own, mut other) = ([a, b], [c, d]);
        let square = own[piece] + rolled.saturating_sub(1);
        let is_home = square == self.squares + 1;
        if rolled < 2 || square > self.squares + 1 || own.contains(&square) && !is_home {
            return None;
        }
        own[piece] = square;
        // All squares but the first two and the last one are shared.
        if (3..self.squares).contains(&square) && other.contains(&square) {
            if is_rosette(square) {
                return None;
            }
            other = other.map(|it| if it == square { 0 } else { it });
        }
        let next = if is_rosette(square) { tossing(own, other) } else { tossing(other, own) };
        Some((square, next))
    }
}

impl Game for RoyalUr {
    type Position = Race;
    type Move = String;
    boards::packed!();

    fn name(&self) -> String {
        format!("ur-{}", self.squares)
    }

    fn start(&self) -> Race {
        [0; 5]
    }

    fn rolls(&self, [a, b, c, d, rolled]: Race, mut each: impl FnMut(u32, &dyn Display, Race)) {
        if rolled == 0 {
            for (coins, weight) in (0..).zip([1, 3, 3, 1]) {
                each(weight, &coins, [a, b, c, d, coins + 1]);
            }
        }
    }

    fn moves(&self, race: Race, mut each: impl FnMut(String, Race)) {
        let [a, b, c, d, _] = race;
        let mut is_stuck = true;
        for piece in if a == b { 0..1 } else { 0..2 } {
            if let Some((square, next)) = self.moved(race, piece) {
                each(format!("{}>{square}", race[piece]), next);
                is_stuck = false;
            }
        }
        if is_stuck {
            each("pass".to_owned(), [c, d, a, b, 0]);
        }
    }

    fn end(&self, [a, _, c, ..]: Race) -> Option<End> {
        let is_home = |first| first > self.squares;
        if is_home(a) { Some(End::Win) } else { is_home(c).then_some(End::Loss) }
    }

    /// Only a piece on a rosette, or home, moves on without the other player's turn.
    fn same_player(&self, from: Race, to: Race) -> bool {
        let mut moved = (0..2).filter_map(|piece| self.moved(from, piece));
        moved.any(|(square, next)| is_rosette(square) && next == to)
    }

    fn values(&self) -> Values {
        Values::Expected
    }

    fn show(&self, [a, b, c, d, rolled]: Race) -> String {
        format!("{a},{b} {c},{d} {rolled}")
    }

    fn read(&self, text: &str) -> Result<Race, ReadError> {
        let race @ [a, b, c, d, rolled] = numbers(text)?;
        let is_one = a <= b && c <= d && b.max(d) <= self.squares + 1 && rolled <= 4;
        is_one.then_some(race).ok_or_else(|| "pieces or coins cannot be so".into())
    }
}

impl OneSided for RoyalUr {
    const NAMES: [&str; 2] = ["1", "2"];

    fn other_side(&self, [a, b, c, d, rolled]: Race) -> Race {
        [c, d, a, b, rolled]
    }
}
