//! The tables of families, which need no input.

use derive_more::{Debug, Display};
use perfectplay_core::Facts;
use thiserror::Error;

use crate::face::{Families, Size};
use crate::needs::Needs;

/// The table of a family: all positions of a game up to some size. Its text is the table's name: `number-20`,
/// `tokens-4x4`.
#[derive(Clone, Copy, Debug, Display)]
#[debug("Family({self})")]
#[display("{}-{size}", self.facts().game)]
pub struct Family {
    of: &'static Families,
    size: Size,
}

impl Family {
    /// The table of a family of this size.
    ///
    /// # Errors
    /// If there is none.
    pub fn new(of: &'static Families, size: impl Into<Size>) -> Result<Self, FamilyError> {
        let family = Self { of, size: size.into() };
        let is_there = (of.has)(family.size);
        is_there.then_some(family).ok_or_else(|| FamilyError::new(of, &family.to_string()))
    }

    /// The table with a name.
    ///
    /// # Errors
    /// If the game has none of that name.
    pub fn named(of: &'static Families, name: &str) -> Result<Self, FamilyError> {
        let size = name.split_once('-').and_then(|(_, size)| read_size(size));
        let family = size.filter(|&size| (of.has)(size)).map(|size| Self { of, size });
        // Each table has one name: no `number-020`, no `number-+20`.
        let family = family.filter(|family| family.to_string() == name);
        family.ok_or_else(|| FamilyError::new(of, name))
    }

    /// The tables of a game that are built by default.
    pub fn defaults(of: &'static Families) -> impl Iterator<Item = Self> {
        of.defaults.iter().map(move |&size| Self { of, size })
    }

    /// What there is to know of the game.
    #[must_use]
    pub const fn facts(self) -> &'static Facts {
        self.of.facts
    }

    /// The size.
    #[must_use]
    pub const fn size(self) -> Size {
        self.size
    }

    /// How many states the table has.
    #[must_use]
    pub fn states(self) -> u64 {
        (self.of.states)(self.size)
    }

    /// Whether the table is filled layer by layer in its file, which can then be larger than memory.
    #[must_use]
    pub fn is_filled(self) -> bool {
        (self.of.is_filled)(self.size)
    }

    /// What building the table takes.
    #[must_use]
    pub fn needs(self) -> Needs {
        (self.of.needs)(self.size)
    }
}

impl PartialEq for Family {
    fn eq(&self, other: &Self) -> bool {
        (self.facts().game, self.size) == (other.facts().game, other.size)
    }
}

impl Eq for Family {}

/// No table of a family has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no table called `{name}`: {nearest}")]
pub struct FamilyError {
    /// As it is shown: its beginning, escaped.
    name: String,
    /// Which there are instead.
    nearest: String,
}

impl FamilyError {
    fn new(of: &Families, name: &str) -> Self {
        let game = of.facts.game;
        let nearest = match name.split_once('-').and_then(|(_, size)| read_size(size)) {
            Some(Size::Sides(rows, columns)) if (of.has)(Size::Sides(columns, rows)) => {
                format!("{game}-{columns}x{rows} is the table of that size")
            }
            _ => format!("tables of {game} are {}", (of.names)()),
        };
        Self { name: name.chars().flat_map(char::escape_debug).take(40).collect(), nearest }
    }
}

fn read_size(text: &str) -> Option<Size> {
    match text.split_once('x') {
        Some((rows, columns)) => Some(Size::Sides(rows.parse().ok()?, columns.parse().ok()?)),
        None => text.parse().ok().map(Size::One),
    }
}
