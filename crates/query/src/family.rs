//! The tables of families, which need no input.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use perfectplay_core::{Game, chomp, number, stake, tokens, tower};
use thiserror::Error;

use crate::needs::Needs;

/// The table of a family: all positions of a game up to some size. Its text is the table's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// `number-N`: every position of the Number Game with numbers up to N; up to
    /// [`number::Entry::MAX_BOUND`] with plies and winning moves, above that with outcomes only.
    Number {
        /// The bound N, 2 to [`Family::MAX_NUMBER_BOUND`].
        bound: u8,
    },
    /// `tower-N`: every state that moves make of full towers of up to N levels.
    Tower {
        /// The levels N, 1 to [`tower::Index::MAX_LEVELS`].
        levels: u8,
    },
    /// `stake-N`: every position of Stake Your Claim on boards up to N × N.
    Stake {
        /// The size N, 1 to [`stake::FamilyIndex::MAX_SIZE`].
        size: u8,
    },
    /// `tokens-MxN`: every start of every board of Board Game up to M × N.
    Tokens {
        /// The rows M, at most the columns.
        rows: u8,
        /// The columns N; M · N is at most [`tokens::FamilyIndex::MAX_CELLS`].
        columns: u8,
    },
    /// `chomp-MxN`: every position of a bar of M × N cells.
    Chomp {
        /// The rows M, at most the columns.
        rows: u8,
        /// The columns N; M + N is at most 64.
        columns: u8,
    },
}

impl Family {
    /// The tables that are built by default, apart from those of the sample boards.
    pub const DEFAULT: &'static [Self] = &[
        Self::Number { bound: 20 },
        Self::Number { bound: 40 },
        Self::Tower { levels: 6 },
        Self::Stake { size: 4 },
        Self::Tokens { rows: 4, columns: 4 },
        Self::Chomp { rows: 10, columns: 10 },
    ];

    /// The largest bound of a `number` table.
    pub const MAX_NUMBER_BOUND: u8 = number::Position::MAX_NUMBER;

    /// Which tables there are, for people.
    #[must_use]
    pub fn names() -> String {
        let names: Vec<String> =
            Game::ALL.iter().filter_map(|&game| Self::names_of(game)).collect();
        match names.split_last() {
            Some((last, names)) => format!("{} and {last}", names.join(", ")),
            None => String::new(),
        }
    }

    /// The families that a game has; `None` if it has none.
    fn names_of(game: Game) -> Option<String> {
        Some(match game {
            Game::Number => format!("number-2 to number-{}", Self::MAX_NUMBER_BOUND),
            Game::Tower => format!("tower-1 to tower-{}", tower::Index::MAX_LEVELS),
            Game::Contour => return None,
            Game::Stake => format!("stake-1 to stake-{}", stake::FamilyIndex::MAX_SIZE),
            Game::Tokens => {
                let cells = tokens::FamilyIndex::MAX_CELLS;
                format!("tokens-MxN with M up to N and up to {cells} cells")
            }
            Game::Chomp => "chomp-MxN with M up to N and up to 64 together".to_owned(),
        })
    }

    /// Whether this is a `number` table with plies and winning moves, and not only outcomes.
    #[must_use]
    pub const fn knows_plies(self) -> bool {
        matches!(self, Self::Number { bound: ..=number::Entry::MAX_BOUND })
    }

    /// How many states the table has.
    #[must_use]
    pub fn states(self) -> u64 {
        match self {
            Self::Number { bound } => number::Position::count_up_to(bound),
            Self::Tower { levels } => {
                tower::Index::new(levels.into()).map_or(0, |index| index.len())
            }
            Self::Stake { size } => {
                stake::FamilyIndex::new(size.into()).map_or(0, |family| family.len())
            }
            Self::Tokens { rows, columns } => tokens::FamilyIndex::new(rows.into(), columns.into())
                .map_or(0, |family| family.len()),
            Self::Chomp { rows, columns } => {
                chomp::Index::new(rows.into(), columns.into()).map_or(0, |index| index.len())
            }
        }
    }

    /// Whether the table is filled layer by layer in its file, which can then be larger than memory.
    #[must_use]
    pub fn is_filled(self) -> bool {
        /// With more positions than this, Chomp is not kept in memory to be sorted by index.
        const MOST_IN_MEMORY: u64 = 1 << 30;
        match self {
            Self::Tower { .. } | Self::Stake { .. } => true,
            Self::Chomp { .. } => self.states() > MOST_IN_MEMORY,
            Self::Number { .. } | Self::Tokens { .. } => false,
        }
    }

    /// What building the table takes.
    #[must_use]
    pub fn needs(self) -> Needs {
        let states = self.states();
        match self {
            // Position, order, entry, its bytes and the trie.
            Self::Number { .. } if self.knows_plies() => {
                Needs::of_states(states * (8 + 4 + 4 + 4 + 2), [states * 2, states * 4])
            }
            // Of the last layer the losing positions and those that pass the filters, together a fifth of it, in
            // two bytes each; all outcomes, twice, of half a bit a state; keys of some shards of a function; and
            // what allocators keep of freed memory, which is more where these keys take less than 32 MiB. The ends
            // of five sections and of small functions take some pages.
            Self::Number { bound } => {
                let last = number::Position::count_with_largest(bound);
                let memory = last * 9 / 20 + states / 8 + (12 << 20);
                Needs::new(memory + (last / 3).min(48 << 20), [states / 15 + (40 << 10)])
            }
            // The entries are only in the file. What remains is their checksums and a buffer for each thread.
            Self::Tower { .. } => Needs::filled(states * 8, [states * 8]),
            Self::Stake { size } => {
                let index = stake::FamilyIndex::new(size.into());
                let patterns = index.map_or(0, |index| index.patterns_len() as u64);
                Needs::filled(patterns + states, [patterns, states])
            }
            // The bits twice, and matchings.
            Self::Tokens { .. } => Needs::new(states / 4, [states.div_ceil(8)]),
            Self::Chomp { rows, columns } => {
                let index = chomp::Index::new(rows.into(), columns.into());
                let solved = index.map_or(0, |index| chomp::BitLayout::bytes_of(&index));
                if self.is_filled() {
                    // The places of blocks, and a block's buffer for each thread.
                    let filled = Needs::filled(solved, [solved]);
                    Needs { memory: filled.memory.saturating_add(64 << 20), ..filled }
                } else {
                    // What is solved, and the file's bits.
                    Needs::new(solved + states / 8, [states.div_ceil(8)])
                }
            }
        }
    }

    /// The game.
    #[must_use]
    pub const fn game(self) -> Game {
        match self {
            Self::Number { .. } => Game::Number,
            Self::Tower { .. } => Game::Tower,
            Self::Stake { .. } => Game::Stake,
            Self::Tokens { .. } => Game::Tokens,
            Self::Chomp { .. } => Game::Chomp,
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-", self.game())?;
        match self {
            Self::Number { bound: size } | Self::Tower { levels: size } | Self::Stake { size } => {
                write!(f, "{size}")
            }
            Self::Tokens { rows, columns } | Self::Chomp { rows, columns } => {
                write!(f, "{rows}x{columns}")
            }
        }
    }
}

/// No table of a family has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no table called `{name}`: tables are {}", Family::names())]
pub struct FamilyError {
    /// As it is shown: its beginning, escaped.
    name: String,
}

impl FromStr for Family {
    type Err = FamilyError;

    fn from_str(name: &str) -> Result<Self, FamilyError> {
        let family =
            name.split_once('-').and_then(|(game, size)| of_size(game.parse().ok()?, size));
        // Each table has one name: no `number-020`, no `number-+20`.
        family.filter(|family| family.to_string() == name).ok_or_else(|| FamilyError {
            name: name.chars().flat_map(char::escape_debug).take(40).collect(),
        })
    }
}

/// The family of a game whose name ends like this.
fn of_size(game: Game, text: &str) -> Option<Family> {
    let number = |range: RangeInclusive<usize>| {
        text.parse().ok().filter(|&number: &u8| range.contains(&number.into()))
    };
    let sides = || {
        let (rows, columns) = text.split_once('x')?;
        Some((rows.parse::<u8>().ok()?, columns.parse::<u8>().ok()?))
    };
    match game {
        Game::Number => {
            let bounds = 2..=Family::MAX_NUMBER_BOUND.into();
            number(bounds).map(|bound| Family::Number { bound })
        }
        Game::Tower => number(1..=tower::Index::MAX_LEVELS).map(|levels| Family::Tower { levels }),
        Game::Stake => number(1..=stake::FamilyIndex::MAX_SIZE).map(|size| Family::Stake { size }),
        Game::Tokens => {
            let (rows, columns) = sides()?;
            let has_size = tokens::FamilyIndex::has_size(rows.into(), columns.into());
            has_size.then_some(Family::Tokens { rows, columns })
        }
        Game::Chomp => {
            let (rows, columns) = sides()?;
            let has_size = chomp::Index::has_size(rows.into(), columns.into());
            (has_size && rows <= columns).then_some(Family::Chomp { rows, columns })
        }
        // Every table is of one board.
        Game::Contour => None,
    }
}
