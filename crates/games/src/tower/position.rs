//! Towers in the course of a game, and their texts.

use std::fmt;
use std::str::FromStr;

use super::error::{MAX_LEVELS, PositionError};
use super::level::{Color, Level, Place};
use super::levels::{FEW, Levels};

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
    pub const MAX_LEVELS: usize = MAX_LEVELS;

    /// The tower with these levels, the bottom one first.
    ///
    /// # Errors
    /// [`PositionError`] if there is no level or more than [`Self::MAX_LEVELS`], if a level below
    /// the top does not stand, or if the top has no block.
    pub fn new(levels: Vec<Level>) -> Result<Self, PositionError> {
        if levels.len() > Self::MAX_LEVELS {
            return Err(PositionError::TooManyLevels(levels.len()));
        }
        let Some((&top, below)) = levels.split_last() else { return Err(PositionError::Empty) };
        if let Some(i) = below.iter().position(|level| !level.stands()) {
            return Err(PositionError::Falls { level: i + 1, found: below[i] });
        }
        if top.blocks() == 0 {
            return Err(PositionError::EmptyTop(levels.len()));
        }
        Ok(Self { levels: Levels::from_slice(&levels) })
    }

    /// The tower with the levels of these [bits](Level::bits), which are those of a tower, the bottom one first.
    pub fn of_level_bits(bits: impl Iterator<Item = u8>) -> Self {
        let mut few = [Level::default(); FEW];
        let (mut bits, mut count) = (bits.map(Level::of_bits), 0);
        while let Some(level) = bits.next() {
            match few.get_mut(count) {
                Some(place) => *place = level,
                None => {
                    let levels = few.into_iter().chain([level]).chain(bits).collect();
                    return Self { levels };
                }
            }
            count += 1;
        }
        Self { levels: Levels::from_slice(&few[..count]) }
    }

    /// The tower with the levels of these numbers, the bottom one first, which are the [bits](Level::bits) of levels.
    ///
    /// # Errors
    /// [`PositionError`] as for [`new`](Self::new), or if a number is no level.
    pub fn of_numbers(numbers: &[u8]) -> Result<Self, PositionError> {
        let (mut levels, count) = (Levels::from_slice(&[]), numbers.len());
        if count > Self::MAX_LEVELS {
            return Err(PositionError::TooManyLevels(count));
        }
        let mut is_one = count > 0;
        for (place, &number) in numbers.iter().enumerate() {
            let level = Level::of_bits(number);
            let is_last = place + 1 == count;
            is_one &= number < 64 && (level.stands() || is_last && level.blocks() > 0);
            levels.push(level);
        }
        if is_one {
            return Ok(Self { levels });
        }
        match numbers.iter().position(|&number| number >= 64) {
            Some(place) => Err(PositionError::Number { level: place + 1, found: numbers[place] }),
            None => Self::new(levels.to_vec()),
        }
    }

    /// The levels, the bottom one first; at least one.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The levels as they are kept.
    #[inline]
    pub(super) fn kept(&self) -> &Levels {
        &self.levels
    }

    /// The top level, and the levels below it, the bottom one first.
    #[inline]
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
    PositionError::Places { level, places: word.chars().count() }
}
