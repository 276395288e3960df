//! Towers in the course of a game, their moves, and the texts of both.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::levels::Levels;
use super::rules;

/// The colour of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// `R`, rolled with probability 1/6.
    Red,
    /// `G`, rolled with probability 1/3.
    Green,
    /// `B`, rolled with probability 1/3.
    Blue,
}

impl Color {
    /// All colours, in the order of every array indexed by colour.
    pub const ALL: [Self; 3] = [Self::Red, Self::Green, Self::Blue];

    /// `R`, `G` or `B`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'R',
            Self::Green => 'G',
            Self::Blue => 'B',
        }
    }
}

/// A result of the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Roll {
    /// A colour: a block of it must be moved if one can be.
    Color(Color),
    /// Black: the minute passes.
    Black,
}

impl Roll {
    /// The four rolls: red, green, blue, black.
    pub const ALL: [Self; 4] =
        [Self::Color(Color::Red), Self::Color(Color::Green), Self::Color(Color::Blue), Self::Black];

    /// The probability in sixths: 1 or 2.
    #[must_use]
    pub const fn sixths(self) -> u8 {
        match self {
            Self::Color(Color::Red) | Self::Black => 1,
            Self::Color(Color::Green | Color::Blue) => 2,
        }
    }

    /// The probability as a reduced fraction: `1/6` or `1/3`.
    #[must_use]
    pub const fn probability(self) -> &'static str {
        if self.sixths() == 1 { "1/6" } else { "1/3" }
    }
}

impl Roll {
    /// `red`, `green`, `blue` or `black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Color(Color::Red) => "red",
            Self::Color(Color::Green) => "green",
            Self::Color(Color::Blue) => "blue",
            Self::Black => "black",
        }
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A place of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Place {
    /// `L`
    Left,
    /// `M`
    Middle,
    /// `R`
    Right,
}

impl Place {
    /// All places, left to right.
    pub const ALL: [Self; 3] = [Self::Left, Self::Middle, Self::Right];

    /// `L`, `M` or `R`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Left => 'L',
            Self::Middle => 'M',
            Self::Right => 'R',
        }
    }

    /// `left`, `middle` or `right`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Middle => "middle",
            Self::Right => "right",
        }
    }
}

/// One level: three places, each empty or with a block.
///
/// It is stored as a number below 64: two bits for each place (0 if empty, else 1 + colour), the
/// left place in the lowest bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Level(u8);

impl Level {
    /// The level with these three places.
    #[must_use]
    pub const fn new(left: Option<Color>, middle: Option<Color>, right: Option<Color>) -> Self {
        Self(place_bits(left) | place_bits(middle) << 2 | place_bits(right) << 4)
    }

    /// The level as a number below 64, for look-up tables.
    #[must_use]
    pub const fn bits(self) -> usize {
        // The compiler does not know that the number is below 64.
        (self.0 & 63) as usize
    }

    /// The block on a place, if there is one.
    #[must_use]
    pub const fn get(self, place: Place) -> Option<Color> {
        match self.0 >> (2 * place as u8) & 3 {
            0 => None,
            1 => Some(Color::Red),
            2 => Some(Color::Green),
            _ => Some(Color::Blue),
        }
    }

    /// The same level with one place changed.
    #[must_use]
    pub const fn with(self, place: Place, block: Option<Color>) -> Self {
        let shift = 2 * place as u8;
        Self(self.0 & !(3 << shift) | place_bits(block) << shift)
    }

    /// The number of blocks, 0 to 3.
    #[must_use]
    pub const fn blocks(self) -> usize {
        ((self.0 | self.0 >> 1) & 0b01_01_01).count_ones() as usize
    }

    /// Whether the level can be below the top, that is, whether it has its middle block or both its
    /// sides.
    #[must_use]
    pub const fn stands(self) -> bool {
        self.get(Place::Middle).is_some()
            || (self.get(Place::Left).is_some() && self.get(Place::Right).is_some())
    }
}

const fn place_bits(block: Option<Color>) -> u8 {
    match block {
        None => 0,
        Some(color) => 1 + color as u8,
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in Place::ALL {
            write!(f, "{}", self.get(place).map_or('.', Color::letter))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A tower in the course of a game: at least one level, every level below the top
/// [stands](Level::stands), and the top has a block.
///
/// The text is its levels, the bottom one first, joined by `/`, with `.` for an empty place:
/// `RGB/GRG/R.B/.G.`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    levels: Levels,
}

impl Position {
    /// The most levels of a tower that is read or made from levels. Play from 12 full levels, the
    /// largest table, takes at most 70 moves (one for each unit of weight) and so reaches at most
    /// 36 levels.
    pub const MAX_LEVELS: usize = 64;

    /// The tower with these levels, the bottom one first.
    ///
    /// # Errors
    /// [`PositionError`] if there is no level or more than [`Self::MAX_LEVELS`], if a level below
    /// the top does not stand, or if the top has no block.
    pub fn new(levels: Vec<Level>) -> Result<Self, PositionError> {
        if levels.len() > Self::MAX_LEVELS {
            return Err(PositionError::TooManyLevels(levels.len()));
        }
        let Some((&top, below)) = levels.split_last() else {
            return Err(PositionError::Empty);
        };
        if let Some(i) = below.iter().position(|level| !level.stands()) {
            let (level, found) = (i + 1, below[i]);
            return Err(PositionError::Falls { level, found });
        }
        if top.blocks() == 0 {
            let level = levels.len();
            return Err(PositionError::EmptyTop { level });
        }
        Ok(Self { levels: Levels::from_slice(&levels) })
    }

    /// The levels, the bottom one first; at least one.
    #[must_use]
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The tower after a move; `None` if the move is not legal. [`rules::play`] says why it is not.
    #[must_use]
    pub fn after(&self, step: Move) -> Option<Self> {
        rules::play(self, step).ok().map(|(_, after)| after)
    }

    /// The levels as they are kept.
    #[inline]
    pub(super) fn kept(&self) -> &Levels {
        &self.levels
    }

    /// The top level, and the levels below it, the bottom one first.
    #[inline]
    #[must_use]
    pub fn split_top(&self) -> (Level, &[Level]) {
        match self.levels.split_last() {
            Some((&top, below)) => (top, below),
            None => unreachable!("a tower has a level"),
        }
    }

    /// Skips the checks of [`new`](Self::new): for towers after a legal move, which may have more
    /// levels than [`MAX_LEVELS`](Self::MAX_LEVELS).
    pub(super) fn from_legal_move(levels: Levels) -> Self {
        Self { levels }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, level) in self.levels.iter().enumerate() {
            let joint = if i == 0 { "" } else { "/" };
            write!(f, "{joint}{level}")?;
        }
        Ok(())
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(PositionError::Empty);
        }
        let count = 1 + text.bytes().filter(|&byte| byte == b'/').count();
        if count > Self::MAX_LEVELS {
            return Err(PositionError::TooManyLevels(count));
        }
        let mut levels = Vec::with_capacity(count);
        for (i, word) in text.split('/').enumerate() {
            levels.push(parse_level(i + 1, word)?);
        }
        Self::new(levels)
    }
}

fn parse_level(number: usize, word: &str) -> Result<Level, PositionError> {
    let mut level = Level::default();
    let mut letters = word.chars();
    for place in Place::ALL {
        let block = match letters.next() {
            Some('.') => None,
            Some('R') => Some(Color::Red),
            Some('G') => Some(Color::Green),
            Some('B') => Some(Color::Blue),
            Some(found) => {
                return Err(PositionError::Letter { level: number, place: place.name(), found });
            }
            None => return Err(wrong_places(number, word)),
        };
        level = level.with(place, block);
    }
    if letters.next().is_some() {
        return Err(wrong_places(number, word));
    }
    Ok(level)
}

fn wrong_places(level: usize, word: &str) -> PositionError {
    let places = word.chars().count();
    PositionError::Places { level, places }
}

/// Why a text or a list of levels is not a tower. Levels are counted from 1 at the bottom.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// There is no level.
    #[error("the tower is empty: expected levels, bottom first, such as RGB/GRG/R.B/.G.")]
    Empty,
    /// There are more than [`Position::MAX_LEVELS`] levels.
    #[error("the tower has {0} levels: expected at most {max}", max = Position::MAX_LEVELS)]
    TooManyLevels(usize),
    /// A level has too few or too many places.
    #[error("level {level} has {places} places: expected 3 (left, middle, right)")]
    Places {
        /// The level.
        level: usize,
        /// The number of places in its text.
        places: usize,
    },
    /// A letter is not a block or an empty place.
    #[error("level {level}, {place} place: found {found:?}, expected R, G, B or '.' (empty)")]
    Letter {
        /// The level.
        level: usize,
        /// The name of the place.
        place: &'static str,
        /// The letter.
        found: char,
    },
    /// A level below the top has neither its middle block nor both its sides.
    #[error(
        "level {level} is {found}: a level below the top must keep its middle block or both its sides"
    )]
    Falls {
        /// The level.
        level: usize,
        /// The level as it is.
        found: Level,
    },
    /// The top level has no block.
    #[error("level {level} (the top) is empty: expected 1 to 3 blocks")]
    EmptyTop {
        /// The level.
        level: usize,
    },
}

/// Taking a block from a level below the top and putting it on the top, or on a new level if the
/// top is complete.
///
/// The text is level, place, `>`, place: `2L>M`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (self.from.letter(), self.to.letter());
        write!(f, "{}{from}>{to}", self.level)
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        parse_move(text).ok_or_else(|| MoveError(text.to_owned()))
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

/// A text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no move: expected level, place, '>' and place (L, M or R), such as 2L>M")]
pub struct MoveError(pub String);
