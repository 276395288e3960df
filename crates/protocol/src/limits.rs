//! How much solving on the spot may cost, and how much a position costs.

use std::fmt;

use bytesize::ByteSize;

use crate::GameRef;

/// How much solving one position may take where no table has it, with the best line and the replies that are asked
/// for. There is no time limit, so that the same question has the same answer on every machine.
///
/// ```
/// use perfectplay::{Limits, built_in};
/// let limits = Limits::at_most(1000, 1 << 20);
/// assert_eq!(Limits::default().with_states(1000).with_memory(1 << 20), limits);
/// assert!(Limits::default_states(&built_in()[0]) > 1000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The most states; `None` is the game's [default](Self::default_states).
    pub states: Option<u64>,
    /// The most bytes of memory.
    pub memory: u64,
}

impl Default for Limits {
    /// The games' default states, and 256 MiB.
    fn default() -> Self {
        Self { states: None, memory: 256 << 20 }
    }
}

impl Limits {
    /// At most this many states and bytes of memory.
    pub const fn at_most(states: u64, memory: u64) -> Self {
        Self { states: Some(states), memory }
    }

    /// With at most this many states, or by default as many as the game has.
    #[must_use]
    pub fn with_states(self, states: impl Into<Option<u64>>) -> Self {
        Self { states: states.into(), ..self }
    }

    /// With at most this many bytes of memory.
    #[must_use]
    pub const fn with_memory(self, memory: u64) -> Self {
        Self { memory, ..self }
    }

    /// How many states of a game are solved by default: about as many as two cores solve in ten seconds.
    pub fn default_states(game: &GameRef) -> u64 {
        game.about().default_states()
    }

    /// The most states of a game.
    #[doc(hidden)]
    pub fn states(&self, game: &GameRef) -> u64 {
        self.states.unwrap_or(Self::default_states(game))
    }

    /// The most states of a game with this effort.
    #[doc(hidden)]
    pub fn narrowed_states(&self, game: &GameRef, effort: Effort) -> u64 {
        self.states(game).min(match effort {
            Effort::AtOnce => Self::default_states(game) / 100_000,
            Effort::Quick => Self::quick_states(game),
            Effort::Full => u64::MAX,
        })
    }

    /// Positions of the game with up to this many states are solved in a fraction of a second.
    #[doc(hidden)]
    pub fn quick_states(game: &GameRef) -> u64 {
        Self::default_states(game) / 32
    }
}

/// Whether to solve for plies where a table has only the outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Plies {
    /// Only if a table has them, or solving without a table gives them anyway.
    IfStored,
    /// If that takes milliseconds.
    #[default]
    IfQuick,
    /// Always; if that is beyond the limits it is an error.
    Always,
}

/// How much of what the limits allow may be spent on a question now. A program that answers many questions at once
/// gives each a little first, and more to those that need it when that does not hold up the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// What takes microseconds: tables, and the smallest positions without one.
    AtOnce,
    /// What takes up to a fraction of a second, and an eighth of the memory.
    Quick,
    /// All that the limits allow.
    Full,
}

impl Effort {
    /// The next higher effort; `None` if this is already everything that the limits allow.
    #[must_use]
    pub const fn more(self) -> Option<Self> {
        match self {
            Self::AtOnce => Some(Self::Quick),
            Self::Quick => Some(Self::Full),
            Self::Full => None,
        }
    }
}

/// What solving a position takes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Work {
    /// The game.
    pub game: GameRef,
    /// How many states are solved.
    pub states: u64,
    /// How many positions count as one state, because together they take as long as one state elsewhere.
    pub positions: u64,
    /// How many bytes of memory they take.
    pub memory: u64,
    /// Whether the solver takes its memory little by little, and may need far less.
    pub grows: bool,
}

impl Work {
    /// What solving this number of states of a game takes, with this many bytes of memory.
    #[doc(hidden)]
    pub fn new(game: &GameRef, states: u64, memory: u64) -> Self {
        Self { game: game.clone(), states, positions: 1, memory, grows: false }
    }

    /// Whether it takes a fraction of a second.
    #[doc(hidden)]
    pub fn is_quick(&self) -> bool {
        self.states <= Limits::quick_states(&self.game)
    }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (states, memory) = (self.states, ByteSize(self.memory));
        match self.positions {
            1 => write!(f, "{states} states and {memory} of memory"),
            positions => {
                write!(f, "{states} states of {positions} positions each and {memory} of memory")
            }
        }
    }
}
