//! The tables that need no input.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A family's table; its text is the table's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// `number-N`: every position of the Number Game with numbers up to N.
    Number {
        /// The bound N.
        bound: u8,
    },
}

/// Positions of the Number Game by largest number 1, 2, 3, …, the empty one first
/// (OEIS A124506).
const NUMBER_POSITIONS: [u64; 44] = [
    1, 1, 2, 2, 5, 4, 11, 10, 21, 22, 51, 40, 106, 103, 200, 205, 465, 405, 961, 900, 1828, 1913,
    4096, 3578, 8273, 8175, 16132, 16267, 34903, 31822, 70854, 68681, 137_391, 140_661, 292_081,
    270_258, 591_443, 582_453, 1_156_012, 1_161_319, 2_425_711, 2_287_203, 4_889_434, 4_785_671,
];

impl Family {
    /// The tables that every installation has.
    pub const DEFAULT: [Self; 1] = [Self::Number { bound: 20 }];

    /// The game.
    #[must_use]
    pub const fn game(self) -> &'static str {
        match self {
            Self::Number { .. } => "number",
        }
    }

    /// How many states the table has.
    #[must_use]
    pub fn states(self) -> u64 {
        match self {
            Self::Number { bound } => NUMBER_POSITIONS[..usize::from(bound)].iter().sum(),
        }
    }

    /// About how many bytes of memory building it takes.
    #[must_use]
    pub fn memory(self) -> u64 {
        // Position, order, entry, its bytes and the trie.
        match self {
            Self::Number { .. } => self.states() * (8 + 4 + 8 + 8 + 2),
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number { bound } => write!(f, "number-{bound}"),
        }
    }
}

/// There is no family's table of this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no table called `{}`: tables are number-N with N from 2 to {}",
    .name.escape_debug(), NUMBER_POSITIONS.len())]
pub struct FamilyError {
    name: String,
}

impl FromStr for Family {
    type Err = FamilyError;

    fn from_str(name: &str) -> Result<Self, FamilyError> {
        name.strip_prefix("number-")
            .and_then(|bound| bound.parse().ok())
            .filter(|&bound| (2..=NUMBER_POSITIONS.len()).contains(&usize::from(bound)))
            .map(|bound| Self::Number { bound })
            // One name for each table: no `number-020`, no `number-+20`.
            .filter(|family| family.to_string() == name)
            .ok_or_else(|| FamilyError { name: name.chars().take(40).collect() })
    }
}
