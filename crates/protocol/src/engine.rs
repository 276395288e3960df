//! How positions are solved: on which threads, and with what earlier questions have left in the cache.

use std::sync::Arc;

use perfectplay_core::control::Control;
use perfectplay_core::threads::Threads;

use crate::cache::Cache;
use crate::{Budget, Error, TableRef, Work};

/// What solves positions: threads, and what earlier questions have left.
#[derive(derive_more::Debug)]
pub struct Engine {
    #[doc(hidden)]
    pub threads: Threads,
    #[debug(skip)]
    cache: Cache,
}

impl Engine {
    /// On these threads, with an empty cache.
    #[doc(hidden)]
    pub fn on(threads: Threads) -> Self {
        Self { threads, cache: Cache::default() }
    }

    /// How many bytes of memory the cache takes.
    #[doc(hidden)]
    pub fn kept_bytes(&self) -> u64 {
        self.cache.bytes()
    }

    /// What was solved before, if it `fits`; otherwise the result of `solve`, which takes `work`. It includes
    /// everything that the position can become, so a question pays for it once.
    ///
    /// # Errors
    /// Those of `solve`, or if it takes more than the budget has.
    pub fn get_or_solve<T: Send + Sync + 'static>(
        &self,
        work: &Work,
        table: impl FnOnce() -> Option<TableRef>,
        budget: &Budget<'_>,
        fits: impl Fn(&T) -> bool,
        solve: impl FnOnce(Control<'_>) -> Result<T, Error> + Send,
    ) -> Result<Arc<T>, Error> {
        if let Some(solved) = budget.solved.share(&fits) {
            return Ok(solved);
        }
        // Whether a question is answered must not depend on earlier ones.
        budget.pay(work, table)?;
        // While something else is being solved, this takes no memory.
        budget.solved.shrink_to(0);
        let solved = match self.cache.share(fits) {
            Some(solved) => solved,
            None => {
                let solved = Arc::new(self.solve_paid(work, budget, solve)?);
                self.keep(solved.clone(), work.memory, budget);
                solved
            }
        };
        budget.solved.keep(solved.clone(), 1, 1);
        Ok(solved)
    }

    /// The result of `solve`, which takes `work`. If that is quick it is done on the calling thread.
    ///
    /// # Errors
    /// Those of `solve`, or if it takes more than the budget has.
    pub fn solve<T: Send>(
        &self,
        work: &Work,
        table: impl FnOnce() -> Option<TableRef>,
        budget: &Budget<'_>,
        solve: impl FnOnce(Control<'_>) -> Result<T, Error> + Send,
    ) -> Result<T, Error> {
        budget.pay(work, table)?;
        self.solve_paid(work, budget, solve)
    }

    fn solve_paid<T: Send>(
        &self,
        work: &Work,
        budget: &Budget<'_>,
        solve: impl FnOnce(Control<'_>) -> Result<T, Error> + Send,
    ) -> Result<T, Error> {
        self.make_room(work, budget);
        if work.is_quick() {
            return solve(budget.start(work)?);
        }
        // Before the work is announced.
        self.threads.start()?;
        let control = budget.start(work)?;
        self.threads.install(|| solve(control))?
    }

    /// Takes something that fits out of the cache, so that nobody else has it.
    pub fn take<T: Send + Sync + 'static>(&self, fits: impl Fn(&T) -> bool) -> Option<T> {
        self.cache.take(fits)
    }

    /// Keeps something that takes this many bytes, if the cache may take them.
    pub fn keep<T: Send + Sync + 'static>(&self, thing: T, bytes: u64, budget: &Budget<'_>) {
        self.cache.keep(thing, bytes, budget.memory_of_all());
    }

    /// Evicts enough that the rest and the new work take no more memory than they may.
    pub fn make_room(&self, work: &Work, budget: &Budget<'_>) {
        self.cache.shrink_to(budget.memory_of_all().saturating_sub(work.memory));
    }
}
