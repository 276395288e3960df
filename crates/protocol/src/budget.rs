//! What one question may cost, and how much of that is left.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use perfectplay_core::control::{Control, Event, Interrupted, Progress, Silent, Steps, Stopped};
use perfectplay_core::layers::OutOfMemory;
use perfectplay_query::memory::can_be_had;

use crate::cache::Cache;
use crate::{BrokenLimit, Effort, Error, GameRef, Limits, TableRef, Work};

/// How many steps of up to a few nanoseconds a question may spend on its text, on theorems and on anything else
/// that is not counted in states: less than a second.
const STEPS: u64 = 1 << 29;

/// After how many steps the progress is asked again whether to stop.
const PULSE: u64 = 1 << 16;

/// What one question may take: states, memory and steps, and whether to go on, which its progress decides. It is
/// created where the question comes in and passed to everything that is done for it, which spends from it.
pub struct Budget<'a> {
    limits: Limits,
    effort: Effort,
    progress: &'a dyn Progress,
    steps: Steps,
    /// Steps kept back for the answer once the search for it has ended.
    for_answer: AtomicU64,
    /// How many states have been paid for.
    paid: AtomicU64,
    /// What was paid for last, with everything that it can become, which is likely to include the question's other
    /// positions.
    pub(crate) solved: Cache,
    /// Whether something ran out of steps.
    is_spent: AtomicBool,
    /// Whether a position needed more than can be solved quickly.
    is_beyond_quick: AtomicBool,
    /// Whether it may wait for a disk, and the table for which something would have had to.
    may_wait: bool,
    would_wait: OnceLock<Arc<str>>,
}

impl Default for Budget<'_> {
    /// All that the default limits allow, while nobody watches.
    fn default() -> Self {
        Self::new(&Limits::default(), &Silent)
    }
}

impl<'a> Budget<'a> {
    /// How many states a search that spends steps on them may visit if the limits say nothing.
    #[doc(hidden)]
    pub const SEARCHED_STATES: u64 = 1_000_000;

    /// How many steps such a search may spend on each state.
    #[doc(hidden)]
    pub const STEPS_PER_STATE: u64 = 1 << 14;

    /// All that the limits allow.
    pub fn new(limits: &Limits, progress: &'a dyn Progress) -> Self {
        Self::of(limits, Effort::Full, progress)
    }

    /// What this effort allows.
    #[doc(hidden)]
    pub fn of(limits: &Limits, effort: Effort, progress: &'a dyn Progress) -> Self {
        let steps = match effort {
            Effort::AtOnce => STEPS >> 13,
            Effort::Quick => STEPS >> 3,
            // A search may spend steps on its states, and ends when there are too many of them.
            Effort::Full => {
                let states = limits.states.unwrap_or(Self::SEARCHED_STATES);
                STEPS.saturating_add(states.saturating_mul(Self::STEPS_PER_STATE))
            }
        };
        Self {
            limits: *limits,
            effort,
            progress,
            steps: Steps::new(steps / 2),
            for_answer: AtomicU64::new(steps / 2),
            paid: AtomicU64::new(0),
            solved: Cache::default(),
            is_spent: AtomicBool::new(false),
            is_beyond_quick: AtomicBool::new(false),
            may_wait: true,
            would_wait: OnceLock::new(),
        }
    }

    /// Sets the number of steps, for when they hold up nobody, so that more can be read from tables.
    #[doc(hidden)]
    #[must_use]
    pub fn with_steps(self, steps: u64) -> Self {
        Self { steps: Steps::new(steps / 2), for_answer: AtomicU64::new(steps / 2), ..self }
    }

    /// For a thread that must not wait for a disk: anything less than full effort is not enough for what
    /// is in a table that is not open or not all in memory (`Oracle::loading`).
    #[doc(hidden)]
    #[must_use]
    pub fn without_waiting(self) -> Self {
        Self { may_wait: self.effort == Effort::Full, ..self }
    }
}

// What games and an oracle ask of it, and spend from it.
#[doc(hidden)]
impl Budget<'_> {
    /// The table that was not asked, because asking it might have meant waiting for a disk.
    pub fn would_wait(&self) -> Option<Arc<str>> {
        self.would_wait.get().cloned()
    }

    /// Whether it may wait for a disk.
    pub const fn may_wait(&self) -> bool {
        self.may_wait
    }

    /// Notes that something would have to wait for a table. Nobody sees the error.
    pub(crate) fn set_would_wait(&self, table: &Arc<str>) -> Error {
        let _ = self.would_wait.set(table.clone());
        Interrupted.into()
    }

    /// The effort.
    pub const fn effort(&self) -> Effort {
        self.effort
    }

    /// How many steps are left.
    pub fn steps(&self) -> u64 {
        self.steps.left() + self.for_answer.load(Ordering::Relaxed)
    }

    /// The most states of a game.
    pub fn states(&self, game: &GameRef) -> u64 {
        self.limits.narrowed_states(game, self.effort)
    }

    /// How many states have been solved for the question so far. This includes those left over from earlier
    /// questions, as the answer must not depend on them.
    pub fn solved_states(&self) -> u64 {
        self.paid.load(Ordering::Relaxed)
    }

    /// How many states of a game are left.
    pub fn states_left(&self, game: &GameRef) -> u64 {
        self.states(game).saturating_sub(self.solved_states())
    }

    /// The most bytes of memory.
    pub fn memory(&self) -> u64 {
        match self.effort {
            Effort::AtOnce => self.limits.memory.min(1 << 20),
            Effort::Quick => self.limits.memory / 8,
            Effort::Full => self.limits.memory,
        }
    }

    /// A result if the effort is enough for it, and `None` if it would take more.
    pub fn enough<T>(&self, result: Result<T, Error>) -> Result<Option<T>, Error> {
        if self.would_wait.get().is_some() {
            return Ok(None);
        }
        let is_less = self.effort != Effort::Full;
        match result {
            Err(Error::Interrupted(interrupted)) => Err(interrupted.into()),
            Err(Error::Beyond(_)) if is_less => Ok(None),
            _ if is_less && self.is_spent() => Ok(None),
            result => result.map(Some),
        }
    }

    /// The most bytes of memory that questions and the cache take together.
    pub const fn memory_of_all(&self) -> u64 {
        self.limits.memory
    }

    /// Whether there were not enough steps for something.
    pub fn is_spent(&self) -> bool {
        self.is_spent.load(Ordering::Relaxed)
    }

    /// Releases the steps that were kept back for the answer. A search ends before they are used, so the moves
    /// that it found can be written, which takes no more steps than finding them did.
    pub fn end_search(&self) {
        let kept = self.for_answer.swap(0, Ordering::Relaxed);
        self.steps.add(kept);
    }

    /// Checks that work is within what is left. `table` is the table that would have the position.
    pub fn check(
        &self,
        work: &Work,
        table: impl FnOnce() -> Option<TableRef>,
    ) -> Result<(), Error> {
        let (states, memory) = (self.states(&work.game), self.memory());
        let limit = if work.states > self.states_left(&work.game) {
            // Including everything that the question has used so far, as its limit counts that as well.
            let all = work.states.saturating_add(self.solved_states());
            BrokenLimit::States { work: Work { states: all, ..work.clone() }, allowed: states }
        } else if work.memory > memory {
            BrokenLimit::Memory { work: work.clone(), allowed: memory }
        } else {
            return Ok(());
        };
        Err(Error::beyond(&work.game, limit, table()))
    }

    /// Pays for work that is within what is left.
    pub fn pay(&self, work: &Work, table: impl FnOnce() -> Option<TableRef>) -> Result<(), Error> {
        self.check(work, table)?;
        self.add_states(work.states);
        Ok(())
    }

    /// Announces work that is not quick. Checks first that the system grants the memory, as some solvers allocate
    /// without checking.
    pub fn start(&self, work: &Work) -> Result<Control<'_>, Error> {
        if !work.is_quick() {
            self.announce(work);
        }
        if !work.grows && !can_be_had(work.memory) {
            return Err(OutOfMemory { bytes: work.memory }.into());
        }
        Ok(self.control())
    }

    /// Counts states of work whose size was not known when it started.
    pub fn add_states(&self, states: u64) {
        self.paid.fetch_add(states, Ordering::Relaxed);
    }

    /// Whether a position was more than is solved quickly.
    pub fn is_beyond_quick(&self) -> bool {
        self.is_beyond_quick.load(Ordering::Relaxed)
    }

    /// A position is more than is solved quickly.
    pub fn set_beyond_quick(&self) {
        self.is_beyond_quick.store(true, Ordering::Relaxed);
    }

    /// Announces work that turned out not to be quick.
    pub fn announce(&self, work: &Work) {
        self.progress.event(Event::Solving { states: work.states, work: work.to_string() });
    }

    /// What spends from it.
    pub fn control(&self) -> Control<'_> {
        Control::new(self)
    }
}

impl Progress for Budget<'_> {
    fn set_length(&self, states: u64) {
        self.progress.set_length(states);
    }

    fn advance(&self, states: u64) {
        self.progress.advance(states);
    }

    fn set_position(&self, states: u64) {
        self.progress.set_position(states);
    }

    fn event(&self, event: Event) {
        self.progress.event(event);
    }

    fn interrupted(&self) -> bool {
        self.progress.interrupted()
    }

    fn spend(&self, steps: u64) -> Result<(), Stopped> {
        let Some(left) = self.steps.take(steps) else {
            self.is_spent.store(true, Ordering::Relaxed);
            return Err(Stopped::Spent);
        };
        let is_due = left / PULSE != left.saturating_add(steps) / PULSE;
        if is_due && self.interrupted() { Err(Stopped::Interrupted) } else { Ok(()) }
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("Budget");
        fields.field("limits", &self.limits).field("effort", &self.effort);
        fields.field("steps", &self.steps()).finish_non_exhaustive()
    }
}
