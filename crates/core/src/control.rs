//! How a long computation reports its progress, what it may spend, and how it is stopped.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

/// What a long computation reports to, called from any of its threads. Methods that an implementation leaves out
/// do nothing, and the computation runs to its end.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use perfectplay_core::control::{Control, Progress};
/// #[derive(Default)]
/// struct Count(AtomicU64);
///
/// impl Progress for Count {
///     fn advance(&self, states: u64) {
///         self.0.fetch_add(states, Ordering::Relaxed);
///     }
///     fn interrupted(&self) -> bool {
///         self.0.load(Ordering::Relaxed) > 100
///     }
/// }
///
/// let count = Count::default();
/// assert!(Control::from(&count).advance(50).is_ok() && Control::from(&count).advance(51).is_err());
/// ```
pub trait Progress: Sync {
    /// Sets the number of states to be computed.
    fn set_length(&self, _states: u64) {}

    /// Reports that `states` more states are computed.
    fn advance(&self, _states: u64) {}

    /// Reports that `states` states are computed in total.
    fn set_position(&self, _states: u64) {}

    /// Reports what a number of states does not tell, such as that something begins which takes long.
    fn event(&self, _event: Event) {}

    /// Whether to stop. It is called every few milliseconds, so it should be cheap.
    fn interrupted(&self) -> bool {
        false
    }

    /// Spends some of the steps that the computation may take, each of up to a few nanoseconds. It is called
    /// before the work that takes them; an error prevents that work.
    ///
    /// # Errors
    /// If fewer are left, or it is to stop.
    fn spend(&self, _steps: u64) -> Result<(), Stopped> {
        if self.interrupted() { Err(Stopped::Interrupted) } else { Ok(()) }
    }
}

/// What happens in a long computation besides progress.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum Event {
    /// Solving this many states begins, and takes more than a fraction of a second; the work is a text of states and memory.
    Solving { states: u64, work: String },
    /// A part of a custom game's build begins, as *finding*, in which states are counted anew; how many there are is unknown
    /// while they are found.
    Phase { name: &'static str, states: Option<u64> },
    /// The positions that are one move further from the start than those before were found, and so many moves lead from them.
    /// They take this many bytes of memory while the game is solved, and so many of these can be on the disk instead.
    Level { positions: u64, moves: u64, memory: u64, disk: u64 },
    /// Another process or thread builds the same table, and this one waits for it.
    Waiting,
    /// The computation resumes where an earlier one ended, with this many complete states.
    Resuming { states: u64 },
    /// What an earlier computation left is damaged, or comes from another version of this program: the computation
    /// starts over.
    StartingOver,
}

/// Ignores all progress, and never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {}

/// A limited number of steps: what a computation may [spend](Progress::spend).
#[derive(Debug)]
pub struct Steps {
    left: AtomicU64,
}

impl Steps {
    /// This many of them.
    pub const fn new(steps: u64) -> Self {
        Self { left: AtomicU64::new(steps) }
    }

    /// How many are left.
    pub fn left(&self) -> u64 {
        self.left.load(Ordering::Relaxed)
    }

    /// Takes some, and returns how many are left. `None`, with none taken, if there are fewer.
    pub fn take(&self, steps: u64) -> Option<u64> {
        let rest = |left: u64| left.checked_sub(steps);
        let before = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest).ok()?;
        rest(before)
    }

    /// Adds some.
    pub fn add(&self, steps: u64) {
        self.left.fetch_add(steps, Ordering::Relaxed);
    }
}

impl Progress for Steps {
    fn spend(&self, steps: u64) -> Result<(), Stopped> {
        self.take(steps).map(drop).ok_or(Stopped::Spent)
    }
}

/// The computation was stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Why a computation with limited steps has ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Stopped {
    /// It would take more steps than are left.
    #[error("this takes more steps than are left for it")]
    Spent,
    /// It was stopped from outside.
    #[error("interrupted")]
    Interrupted,
}

impl Stopped {
    /// Nothing if steps have run out, and an error if it was stopped from outside.
    pub const fn or_open<T>(self) -> Result<Option<T>, Interrupted> {
        match self {
            Self::Spent => Ok(None),
            Self::Interrupted => Err(Interrupted),
        }
    }
}

impl From<Interrupted> for Stopped {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// A handle on a [`Progress`], to be passed to the parts of a computation.
#[derive(Clone, Copy)]
pub struct Control<'a>(&'a dyn Progress);

impl Control<'static> {
    /// The handle on [`Silent`].
    pub const SILENT: Self = Self(&Silent);
}

impl<'a, P: Progress> From<&'a P> for Control<'a> {
    fn from(progress: &'a P) -> Self {
        Self(progress)
    }
}

impl<'a> Control<'a> {
    /// The handle on `progress`.
    pub const fn new(progress: &'a dyn Progress) -> Self {
        Self(progress)
    }
}

// What computations tell a progress, and ask it.
#[doc(hidden)]
impl<'a> Control<'a> {
    /// Sets the number of states to be computed.
    pub fn set_length(self, states: u64) {
        self.0.set_length(states);
    }

    /// Reports that `states` states are computed in all.
    pub fn set_position(self, states: u64) {
        self.0.set_position(states);
    }

    /// Reports an event.
    pub fn event(self, event: Event) {
        self.0.event(event);
    }

    /// Reports that `states` more states are computed, and checks whether to continue.
    pub fn advance(self, states: u64) -> Result<(), Interrupted> {
        self.0.advance(states);
        self.check()
    }

    /// Spends steps, before the work that takes them.
    ///
    /// # Errors
    /// [`Stopped`] if fewer are left, or the computation is to stop.
    pub fn spend(self, steps: u64) -> Result<(), Stopped> {
        self.0.spend(steps)
    }

    /// Checks whether to continue.
    pub fn check(self) -> Result<(), Interrupted> {
        if self.0.interrupted() { Err(Interrupted) } else { Ok(()) }
    }

    /// A check for loops whose iterations take nanoseconds.
    #[inline]
    pub const fn paced(self) -> Pacer<'a> {
        Pacer { control: self, rounds: 0 }
    }
}

/// Asks a control in one of 4,096 iterations.
#[derive(Debug)]
pub struct Pacer<'a> {
    control: Control<'a>,
    rounds: u16,
}

impl Pacer<'_> {
    /// Counts an iteration, and checks whether to continue.
    #[inline]
    pub fn check(&mut self) -> Result<(), Interrupted> {
        self.rounds = self.rounds.wrapping_add(1);
        if self.rounds.is_multiple_of(1 << 12) { self.control.check() } else { Ok(()) }
    }
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control").finish_non_exhaustive()
    }
}
