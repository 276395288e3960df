//! The tables of families, which need no input.

use std::fmt;
use std::str::FromStr;

use perfectplay_core::Game;
use thiserror::Error;

use crate::face::{Families, Size};
use crate::needs::Needs;
use crate::table::families;

/// The table of a family: all positions of a game up to some size. Its text is the table's name: `number-20`,
/// `tokens-4x4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Family {
    game: Game,
    size: Size,
}

impl Family {
    /// The table of a family of this size.
    ///
    /// # Errors
    /// If there is none.
    pub fn new(game: Game, size: impl Into<Size>) -> Result<Self, FamilyError> {
        let family = Self { game, size: size.into() };
        let is_there = families(game).is_some_and(|families| families.has(family.size));
        is_there.then_some(family).ok_or_else(|| FamilyError::new(&family.to_string()))
    }

    /// The tables that are built by default, apart from those of the sample boards.
    #[must_use]
    pub fn defaults() -> Vec<Self> {
        let of_game = |&game: &Game| {
            let sizes = families(game).map_or(&[][..], |families| families.defaults());
            sizes.iter().map(move |&size| Self { game, size })
        };
        Game::ALL.iter().flat_map(of_game).collect()
    }

    /// Which tables of a game there are, for people; empty if there are none.
    #[must_use]
    pub fn names(game: Game) -> String {
        families(game).map(|families| families.names()).unwrap_or_default()
    }

    /// The game.
    #[must_use]
    pub const fn game(self) -> Game {
        self.game
    }

    /// The size.
    #[must_use]
    pub const fn size(self) -> Size {
        self.size
    }

    /// How many states the table has.
    #[must_use]
    pub fn states(self) -> u64 {
        self.of_game().states(self.size)
    }

    /// Whether the table is filled layer by layer in its file, which can then be larger than memory.
    #[must_use]
    pub fn is_filled(self) -> bool {
        self.of_game().is_filled(self.size)
    }

    /// What building the table takes.
    #[must_use]
    pub fn needs(self) -> Needs {
        self.of_game().needs(self.size)
    }

    fn of_game(self) -> &'static dyn Families {
        families(self.game).expect("only games with families have one")
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.game, self.size)
    }
}

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
    fn new(name: &str) -> Self {
        let (game, size) = name.split_once('-').unwrap_or((name, ""));
        let game = game.parse::<Game>().ok();
        let nearest = match game.and_then(|game| Some((game, families(game)?))) {
            None => {
                let some: Vec<String> =
                    Family::defaults().iter().map(ToString::to_string).collect();
                format!("a name is a game and a size, as in {}", some.join(", "))
            }
            Some((game, families)) => match read_size(size) {
                Some(Size::Sides(rows, columns)) if families.has(Size::Sides(columns, rows)) => {
                    format!("{game}-{columns}x{rows} is the table of that size")
                }
                _ => format!("tables of {game} are {}", families.names()),
            },
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

impl FromStr for Family {
    type Err = FamilyError;

    fn from_str(name: &str) -> Result<Self, FamilyError> {
        let family = name.split_once('-').and_then(|(game, size)| {
            let family = Self { game: game.parse().ok()?, size: read_size(size)? };
            families(family.game)?.has(family.size).then_some(family)
        });
        // Each table has one name: no `number-020`, no `number-+20`.
        let family = family.filter(|family| family.to_string() == name);
        family.ok_or_else(|| FamilyError::new(name))
    }
}
