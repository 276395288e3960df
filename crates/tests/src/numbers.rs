//! Games that somebody describes, in which a position is a number.

use perfectplay_oracle::AnyGame;
use perfectplay_oracle::GameRef;
use perfectplay_tables::solve::{End, Game};

/// A game of numbers; by default it is over at once.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// Its name.
    pub name: &'static str,
    /// Its rules for people.
    pub rules: &'static str,
    /// The number in which it begins.
    pub start: u64,
    /// What moves lead to.
    pub moves: fn(u64) -> Vec<u64>,
    /// How it has ended.
    pub end: fn(u64) -> Option<End>,
    /// How a number is written.
    pub show: fn(u64) -> String,
    /// How one is read.
    pub read: fn(&str) -> Option<u64>,
}

impl Default for Numbers {
    fn default() -> Self {
        Self {
            name: "numbers-1",
            rules: "",
            start: 0,
            moves: |_| Vec::new(),
            end: |_| None,
            show: |number| number.to_string(),
            read: |text| text.parse().ok(),
        }
    }
}

impl Numbers {
    /// The game as oracles know it.
    #[must_use]
    pub fn described(self) -> GameRef {
        AnyGame::described(Box::new(self)).unwrap()
    }
}

impl Game for Numbers {
    type Position = u64;
    type Move = usize;

    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn start(&self) -> u64 {
        self.start
    }

    fn pack(&self, number: u64) -> u64 {
        number
    }

    fn unpack(&self, word: u64) -> u64 {
        word
    }

    /// The text of a move is its place in the list.
    fn moves(&self, number: u64, mut each: impl FnMut(usize, u64)) {
        (self.moves)(number).into_iter().enumerate().for_each(|(place, next)| each(place, next));
    }

    fn end(&self, number: u64) -> Option<End> {
        (self.end)(number)
    }

    fn show(&self, number: u64) -> String {
        (self.show)(number)
    }

    fn read(&self, text: &str) -> Option<u64> {
        (self.read)(text)
    }

    fn rules(&self) -> &str {
        self.rules
    }
}
