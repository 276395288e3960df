//! The tables that need no input.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use perfectplay_core::{number, stake, tokens, tower};
use thiserror::Error;

/// A family's table; its text is the table's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// `number-N`: every position of the Number Game with numbers up to N; up to
    /// [`number::Entry::MAX_BOUND`] with plies and winning moves, above who wins.
    Number {
        /// The bound N, 2 to [`Family::MAX_NUMBER_BOUND`].
        bound: u8,
    },
    /// `tower-N`: every state that full towers of up to N levels reach.
    Tower {
        /// The levels N, 1 to [`tower::Index::MAX_LEVELS`].
        levels: u8,
    },
    /// `stake-N`: every legal board of Stake Your Claim up to N × N.
    Stake {
        /// The size N, 1 to [`stake::Family::MAX_SIZE`].
        size: u8,
    },
    /// `tokens-MxN`: every start of every board of Board Game up to M × N.
    Tokens {
        /// The rows M, at most the columns.
        rows: u8,
        /// The columns N; M · N is at most [`tokens::Family::MAX_CELLS`].
        columns: u8,
    },
}

/// Positions of the Number Game by largest number 1, 2, 3, …, the empty one first
/// (OEIS A124506).
const NUMBER_POSITIONS: [u64; number::Position::MAX_NUMBER as usize] = [
    1,
    1,
    2,
    2,
    5,
    4,
    11,
    10,
    21,
    22,
    51,
    40,
    106,
    103,
    200,
    205,
    465,
    405,
    961,
    900,
    1828,
    1913,
    4096,
    3578,
    8273,
    8175,
    16132,
    16267,
    34903,
    31822,
    70854,
    68681,
    137_391,
    140_661,
    292_081,
    270_258,
    591_443,
    582_453,
    1_156_012,
    1_161_319,
    2_425_711,
    2_287_203,
    4_889_434,
    4_785_671,
    9_575_167,
    9_678_844,
    19_919_902,
    18_896_892,
    40_010_851,
    39_445_886,
    78_794_277,
    78_930_306,
    162_306_075,
    156_008_182,
    325_800_297,
    320_523_279,
    643_199_112,
    644_646_833,
    1_317_118_756,
    1_269_765_591,
    2_640_706_083,
    2_606_766_903,
    5_228_286_780,
];

impl Family {
    /// The tables that every installation has.
    pub const DEFAULT: [Self; 5] = [
        Self::Number { bound: 20 },
        Self::Number { bound: 40 },
        Self::Tower { levels: 6 },
        Self::Stake { size: 4 },
        Self::Tokens { rows: 4, columns: 4 },
    ];

    /// The largest bound of a `number` table.
    pub const MAX_NUMBER_BOUND: u8 = NUMBER_POSITIONS.len() as u8;

    /// Whether a `number` table has plies and winning moves, and not just who wins.
    #[must_use]
    pub const fn knows_plies(self) -> bool {
        matches!(self, Self::Number { bound: ..=number::Entry::MAX_BOUND })
    }

    /// How many states the table has.
    #[must_use]
    pub fn states(self) -> u64 {
        match self {
            Self::Number { bound } => NUMBER_POSITIONS[..usize::from(bound)].iter().sum(),
            Self::Tower { levels } => {
                tower::Index::new(levels.into()).map_or(0, |index| index.len())
            }
            Self::Stake { size } => {
                stake::Family::new(size.into()).map_or(0, |family| family.len())
            }
            Self::Tokens { rows, columns } => {
                tokens::Family::new(rows.into(), columns.into()).map_or(0, |family| family.len())
            }
        }
    }

    /// About how many bytes of memory building it takes.
    #[must_use]
    pub fn memory(self) -> u64 {
        match self {
            // Position, order, entry, its bytes and the trie.
            Self::Number { .. } if self.knows_plies() => self.states() * (8 + 4 + 4 + 4 + 2),
            // Of the last layer the losing positions in a list and a set, and those that
            // pass the filters, twice; all outcomes, twice.
            Self::Number { bound } => {
                NUMBER_POSITIONS[usize::from(bound) - 1] * 5 + self.states() / 8 + (16 << 20)
            }
            // The entries, and tables of neighbours.
            Self::Tower { .. } => self.states() * 8 + (4 << 20),
            Self::Stake { .. } => self.states() + (4 << 20),
            // The bits twice, and matchings.
            Self::Tokens { .. } => self.states() / 4 + (4 << 20),
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number { bound } => write!(f, "number-{bound}"),
            Self::Tower { levels } => write!(f, "tower-{levels}"),
            Self::Stake { size } => write!(f, "stake-{size}"),
            Self::Tokens { rows, columns } => write!(f, "tokens-{rows}x{columns}"),
        }
    }
}

/// There is no family's table of this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "there is no table called `{}`: tables are number-2 to number-{}, tower-1 to tower-{}, stake-1 to \
     stake-{} and tokens-MxN with M up to N and up to {} cells, and `contour`, `stake` or `tokens` with --board FILE",
    .name.escape_debug(), Family::MAX_NUMBER_BOUND, tower::Index::MAX_LEVELS,
    stake::Family::MAX_SIZE, tokens::Family::MAX_CELLS
)]
pub struct FamilyError {
    name: String,
}

impl FromStr for Family {
    type Err = FamilyError;

    fn from_str(name: &str) -> Result<Self, FamilyError> {
        let family = match name.split_once('-') {
            Some(("number", bound)) => {
                number_in(bound, 2..=Self::MAX_NUMBER_BOUND).map(|bound| Self::Number { bound })
            }
            Some(("tower", levels)) => number_in(levels, 1..=tower::Index::MAX_LEVELS as u8)
                .map(|levels| Self::Tower { levels }),
            Some(("stake", size)) => {
                number_in(size, 1..=stake::Family::MAX_SIZE as u8).map(|size| Self::Stake { size })
            }
            Some(("tokens", size)) => tokens_family(size),
            _ => None,
        };
        // One name for each table: no `number-020`, no `number-+20`.
        family
            .filter(|family| family.to_string() == name)
            .ok_or_else(|| FamilyError { name: name.chars().take(40).collect() })
    }
}

fn tokens_family(size: &str) -> Option<Family> {
    let (rows, columns) = size.split_once('x')?;
    let (rows, columns) = (rows.parse().ok()?, columns.parse().ok()?);
    tokens::Family::new(usize::from(rows), usize::from(columns)).ok()?;
    Some(Family::Tokens { rows, columns })
}

fn number_in(text: &str, range: RangeInclusive<u8>) -> Option<u8> {
    text.parse().ok().filter(|number| range.contains(number))
}
