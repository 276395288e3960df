//! Games that somebody describes, in which a position is a number.

use std::fmt;

use perfectplay_tables::solve::{End, Game, ReadError, Values};

/// A game of numbers; by default it is over at once.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// Its name.
    pub name: String,
    /// The rules, for people.
    pub rules: &'static str,
    /// Where a game begins.
    pub start: u64,
    /// Where games begin; at `start` alone if it is empty.
    pub starts: Vec<u64>,
    /// The word of a number.
    pub pack: fn(u64) -> u64,
    /// The number of a word.
    pub unpack: fn(u64) -> u64,
    /// What moves lead to.
    pub moves: fn(u64) -> Vec<u64>,
    /// What a roll leads to, with the weights.
    pub rolls: fn(u64) -> Vec<(u32, u64)>,
    /// The text of the move from a number that has a place in the list.
    pub step: fn(u64, usize) -> String,
    /// One of the numbers that are the same but for a symmetry.
    pub canonical: fn(u64) -> u64,
    /// Whether the player who moves from one to another moves again.
    pub same_player: fn(u64, u64) -> bool,
    /// The stage of a number.
    pub stage: fn(u64) -> u32,
    /// How many numbers each layer has.
    pub layers: Vec<u64>,
    /// What is known of a number.
    pub values: Values,
    /// How the game has ended.
    pub end: fn(u64) -> Option<End>,
    /// The text of a number.
    pub show: fn(u64) -> String,
    /// The number of a text.
    pub read: fn(&str) -> Option<u64>,
}

impl Default for Numbers {
    fn default() -> Self {
        Self {
            name: "numbers-1".to_owned(),
            rules: "",
            start: 0,
            starts: Vec::new(),
            pack: |number| number,
            unpack: |word| word,
            moves: |_| Vec::new(),
            rolls: |_| Vec::new(),
            step: |_, place| place.to_string(),
            canonical: |number| number,
            same_player: |_, _| false,
            stage: |_| 0,
            layers: Vec::new(),
            values: Values::Outcome,
            end: |_| None,
            show: |number| number.to_string(),
            read: |text| text.parse().ok(),
        }
    }
}

/// A move, whose text is made when it is asked for.
#[derive(Debug)]
pub struct Step {
    from: u64,
    place: usize,
    text: fn(u64, usize) -> String,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&(self.text)(self.from, self.place))
    }
}

impl Game for Numbers {
    type Position = u64;
    type Move = Step;

    fn name(&self) -> String {
        self.name.clone()
    }

    fn start(&self) -> u64 {
        self.start
    }

    fn starts(&self, each: impl FnMut(u64)) {
        let only = if self.starts.is_empty() { vec![self.start] } else { Vec::new() };
        self.starts.iter().copied().chain(only).for_each(each);
    }

    fn pack(&self, number: u64) -> u64 {
        (self.pack)(number)
    }

    fn unpack(&self, word: u64) -> u64 {
        (self.unpack)(word)
    }

    fn moves(&self, from: u64, mut each: impl FnMut(Step, u64)) {
        for (place, next) in (self.moves)(from).into_iter().enumerate() {
            each(Step { from, place, text: self.step }, next);
        }
    }

    fn rolls(&self, from: u64, mut each: impl FnMut(u32, &dyn fmt::Display, u64)) {
        (self.rolls)(from).into_iter().for_each(|(weight, next)| each(weight, &next, next));
    }

    fn end(&self, number: u64) -> Option<End> {
        (self.end)(number)
    }

    fn canonical(&self, number: u64) -> u64 {
        (self.canonical)(number)
    }

    fn same_player(&self, from: u64, to: u64) -> bool {
        (self.same_player)(from, to)
    }

    fn stage(&self, number: u64) -> u32 {
        (self.stage)(number)
    }

    fn layers(&self) -> Vec<u64> {
        self.layers.clone()
    }

    fn values(&self) -> Values {
        self.values
    }

    fn show(&self, number: u64) -> String {
        (self.show)(number)
    }

    fn read(&self, text: &str) -> Result<u64, ReadError> {
        (self.read)(text).ok_or_else(|| "it is no number".into())
    }

    fn rules(&self) -> &str {
        self.rules
    }
}
