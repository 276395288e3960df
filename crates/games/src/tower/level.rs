//! A level of a tower: places, and blocks of three colours.

use std::fmt;

use derive_more::{Debug, Display};

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
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'R',
            Self::Green => 'G',
            Self::Blue => 'B',
        }
    }
}

/// A result of the die.
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[display("{}", self.name())]
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
    pub const fn sixths(self) -> u8 {
        match self {
            Self::Color(Color::Red) | Self::Black => 1,
            Self::Color(Color::Green | Color::Blue) => 2,
        }
    }

    /// The probability as a reduced fraction: `1/6` or `1/3`.
    pub const fn probability(self) -> &'static str {
        if self.sixths() == 1 { "1/6" } else { "1/3" }
    }

    /// `red`, `green`, `blue` or `black`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Color(Color::Red) => "red",
            Self::Color(Color::Green) => "green",
            Self::Color(Color::Blue) => "blue",
            Self::Black => "black",
        }
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
    pub const fn letter(self) -> char {
        match self {
            Self::Left => 'L',
            Self::Middle => 'M',
            Self::Right => 'R',
        }
    }

    /// `left`, `middle` or `right`.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[debug("{self}")]
pub struct Level(u8);

impl Level {
    /// The level with these three places.
    pub const fn new(left: Option<Color>, middle: Option<Color>, right: Option<Color>) -> Self {
        Self(place_bits(left) | place_bits(middle) << 2 | place_bits(right) << 4)
    }

    /// The level as a number below 64, for look-up tables.
    #[inline]
    pub const fn bits(self) -> usize {
        // The compiler does not know that the number is below 64.
        (self.0 & 63) as usize
    }

    /// The inverse of [`bits`](Self::bits).
    pub(super) const fn of_bits(bits: u8) -> Self {
        Self(bits & 63)
    }

    /// The block on a place, if there is one.
    pub const fn get(self, place: Place) -> Option<Color> {
        match self.0 >> (2 * place as u8) & 3 {
            0 => None,
            1 => Some(Color::Red),
            2 => Some(Color::Green),
            _ => Some(Color::Blue),
        }
    }

    /// This level with one place changed.
    #[must_use]
    pub const fn with(self, place: Place, block: Option<Color>) -> Self {
        let shift = 2 * place as u8;
        Self(self.0 & !(3 << shift) | place_bits(block) << shift)
    }

    /// The mirror image.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self::new(self.get(Place::Right), self.get(Place::Middle), self.get(Place::Left))
    }

    /// The number of blocks, 0 to 3.
    pub const fn blocks(self) -> usize {
        ((self.0 | self.0 >> 1) & 0b01_01_01).count_ones() as usize
    }

    /// Whether the level can be below the top, that is, whether it has its middle block or both its
    /// sides.
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
