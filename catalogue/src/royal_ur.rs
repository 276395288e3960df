//! A small Royal Game of Ur: pieces run along a way whose middle both players share, and three coins say how far.
//!
//! Who lands on a rosette rolls again. A piece of the other player on a shared square is sent back, unless it is on a rosette. Who
//! cannot move passes. Who has all pieces home wins.

use std::fmt::Display;

use perfectplay_tables::solve::{End, Game, ReadError, Values};

/// The game with two pieces each.
#[derive(Clone, Copy, Debug)]
pub struct RoyalUr {
    /// How many squares the way has, at most 13.
    pub squares: u8,
}

/// Pieces by their squares, the least first; 0 is before the first square. Those of the player to move come first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Race {
    own: [u8; 2],
    other: [u8; 2],
    /// How many coins came up, and one more; 0 before they are tossed.
    rolled: u8,
}

impl RoyalUr {
    /// The first square and every fourth one behind it.
    const fn is_rosette(square: u8) -> bool {
        square % 4 == 2
    }

    /// All but the first two squares and the last one.
    const fn is_shared(self, square: u8) -> bool {
        2 < square && square < self.squares
    }

    fn moved(self, race: Race, piece: usize) -> Option<Race> {
        let (mut own, mut other) = (race.own, race.other);
        let square = own[piece] + race.rolled - 1;
        let is_home = square == self.squares + 1;
        if race.rolled < 2 || square > self.squares + 1 || own.contains(&square) && !is_home {
            return None;
        }
        if let Some(hit) = other.iter_mut().find(|it| **it == square && self.is_shared(square)) {
            if Self::is_rosette(square) {
                return None;
            }
            *hit = 0;
        }
        own[piece] = square;
        own.sort_unstable();
        other.sort_unstable();
        Some(Race { own, other, rolled: 0 })
    }
}

impl Race {
    const fn turned(self) -> Self {
        Self { own: self.other, other: self.own, rolled: 0 }
    }
}

impl Game for RoyalUr {
    type Position = Race;
    type Move = String;

    fn name(&self) -> String {
        format!("ur-{}", self.squares)
    }

    fn start(&self) -> Race {
        Race { own: [0; 2], other: [0; 2], rolled: 0 }
    }

    fn pack(&self, Race { own: [a, b], other: [c, d], rolled }: Race) -> u64 {
        [a, b, c, d, rolled].iter().fold(0, |word, &part| word << 4 | u64::from(part))
    }

    fn unpack(&self, word: u64) -> Race {
        let [a, b, c, d, rolled] = [16, 12, 8, 4, 0].map(|bit| (word >> bit) as u8 & 15);
        Race { own: [a, b], other: [c, d], rolled }
    }

    fn rolls(&self, race: Race, mut each: impl FnMut(u32, &dyn Display, Race)) {
        if race.rolled == 0 {
            for (coins, weight) in [1, 3, 3, 1].into_iter().enumerate() {
                each(weight, &coins, Race { rolled: coins as u8 + 1, ..race });
            }
        }
    }

    fn moves(&self, race: Race, mut each: impl FnMut(String, Race)) {
        let mut is_stuck = true;
        for piece in (0..2).filter(|&piece| piece == 0 || race.own[0] != race.own[1]) {
            if let Some(after) = self.moved(race, piece) {
                let square = race.own[piece] + race.rolled - 1;
                let after = if Self::is_rosette(square) { after } else { after.turned() };
                each(format!("{}>{square}", race.own[piece]), after);
                is_stuck = false;
            }
        }
        if is_stuck {
            each("pass".to_owned(), race.turned());
        }
    }

    fn end(&self, race: Race) -> Option<End> {
        let home = [self.squares + 1; 2];
        match (race.own == home, race.other == home) {
            (true, _) => Some(End::Win),
            (_, true) => Some(End::Loss),
            _ => None,
        }
    }

    /// Only a piece on a rosette, or home, moves on without the other player's turn.
    fn same_player(&self, from: Race, to: Race) -> bool {
        (0..2).any(|piece| {
            let square = from.own[piece] + from.rolled.saturating_sub(1);
            Self::is_rosette(square) && self.moved(from, piece) == Some(to)
        })
    }

    fn values(&self) -> Values {
        Values::Expected
    }

    fn show(&self, Race { own: [a, b], other: [c, d], rolled }: Race) -> String {
        format!("{a},{b} {c},{d} {rolled}")
    }

    fn read(&self, text: &str) -> Result<Race, ReadError> {
        let parts: Vec<u8> = text.split([' ', ',']).map(str::parse).collect::<Result<_, _>>()?;
        match parts[..] {
            [a, b, c, d, rolled @ 0..=4] if a <= b && c <= d && b.max(d) <= self.squares + 1 => {
                Ok(Race { own: [a, b], other: [c, d], rolled })
            }
            _ => Err("it is the squares of both players' pieces, and 0 or the coins and 1".into()),
        }
    }
}
