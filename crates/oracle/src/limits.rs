//! How much solving on the spot may take, and how much a position takes.

use std::fmt;

use bytesize::ByteSize;
use perfectplay_core::Game;
use perfectplay_core::control::{Control, Progress, Silent};
use perfectplay_core::layers::OutOfMemory;
use perfectplay_query::TableId;
use perfectplay_query::memory::can_be_had;

use crate::Error;
use crate::error::BrokenLimit;

/// How much solving one position may take where no table has it. Time is no limit, so that the same
/// question has the same answer on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// How many states of a game are solved by default: about as many as two cores solve in ten
    /// seconds.
    #[must_use]
    pub const fn default_states(game: Game) -> u64 {
        match game {
            Game::Number => 1_000_000,
            Game::Tower => 200_000_000,
            Game::Contour => 2_000_000_000,
            Game::Stake => 7_000_000_000,
            Game::Tokens => 50_000_000,
            // With plies.
            Game::Chomp => 50_000_000,
        }
    }

    /// The most states of a game.
    #[must_use]
    pub fn states(&self, game: Game) -> u64 {
        self.states.unwrap_or(Self::default_states(game))
    }

    /// Up to so many states a position of the game is solved in a fraction of a second.
    #[must_use]
    pub const fn quick_states(game: Game) -> u64 {
        Self::default_states(game) / 32
    }

    /// The limits of a question of the game that is given this effort.
    pub(crate) fn narrowed(&self, game: Game, effort: Effort) -> Self {
        let (states, memory) = match effort {
            Effort::AtOnce => (Self::default_states(game) / 100_000, self.memory.min(1 << 20)),
            Effort::Quick => (Self::quick_states(game), self.memory / 8),
            Effort::Full => return *self,
        };
        Self { states: Some(self.states(game).min(states)), memory }
    }
}

/// How much of what the limits allow may be done for a question now. Who answers many questions at
/// the same time gives each a little first, and more to those that need it where that does not hold
/// up the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// What takes microseconds: tables, and the smallest positions without one.
    AtOnce,
    /// What takes up to a fraction of a second, and an eighth of the memory.
    Quick,
    /// All that the limits allow.
    Full,
}

/// What solving a position takes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Work {
    /// The game.
    pub game: Game,
    /// How many states are solved.
    pub states: u64,
    /// How many bytes of memory they take.
    pub memory: u64,
}

impl Work {
    /// Whether it takes a fraction of a second.
    #[must_use]
    pub fn is_quick(&self) -> bool {
        self.states <= Limits::quick_states(self.game)
    }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} states and {} of memory", self.states, ByteSize(self.memory))
    }
}

/// What watches a question being answered. It is called before something takes long, and with the
/// progress that this makes.
pub trait Observer: Progress {
    /// Called before work that is not [quick](Work::is_quick).
    fn starting(&self, work: &Work) {
        let _ = work;
    }
}

impl Observer for Silent {}

/// Limits and observer: what all sources of answers are given.
#[derive(Clone, Copy)]
pub(crate) struct Permit<'a> {
    pub(crate) limits: Limits,
    pub(crate) observer: &'a dyn Observer,
}

impl<'a> Permit<'a> {
    /// Checks that work is within the limits. `table` is the table that would have the position.
    pub(crate) fn check(
        &self,
        work: &Work,
        table: impl FnOnce() -> Option<TableId>,
    ) -> Result<(), Error> {
        let states = self.limits.states(work.game);
        let limit = if work.states > states {
            BrokenLimit::States { work: work.clone(), allowed: states }
        } else if work.memory > self.limits.memory {
            BrokenLimit::Memory { work: work.clone(), allowed: self.limits.memory }
        } else {
            return Ok(());
        };
        Err(Error::beyond(work.game, limit, table()))
    }

    /// The same, and announces work that is not quick. Asks whether the system gives the memory, as
    /// some solvers allocate without asking.
    pub(crate) fn start(
        &self,
        work: &Work,
        table: impl FnOnce() -> Option<TableId>,
    ) -> Result<Control<'a>, Error> {
        self.check(work, table)?;
        if !work.is_quick() {
            crate::threads::start()?;
            self.observer.starting(work);
        }
        // The solver of the Number Game asks for its memory as it goes, and may need far less.
        if work.game != Game::Number && !can_be_had(work.memory) {
            return Err(OutOfMemory { bytes: work.memory }.into());
        }
        Ok(self.control())
    }

    pub(crate) fn control(&self) -> Control<'a> {
        Control::new(self.observer)
    }
}
