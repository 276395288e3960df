//! How positions are solved: on which threads, and with what earlier questions have left. That is kept
//! in bounded memory, from which leaves first what was used least recently.

use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use perfectplay_core::control::Control;
use perfectplay_core::threads::Threads;
use perfectplay_query::TableId;

use crate::{Budget, Error, Work};

/// The most things that are kept. They are looked for one after the other.
const MOST: usize = 64;

/// What solving has.
pub(crate) struct Solving {
    pub(crate) threads: Threads,
    /// The things that are kept, those used last at the end.
    kept: Mutex<Vec<Item>>,
}

struct Item {
    bytes: u64,
    thing: Box<dyn Any + Send + Sync>,
}

impl Solving {
    /// On these threads, with nothing that is kept.
    pub(crate) fn on(threads: Threads) -> Self {
        Self { threads, kept: Mutex::default() }
    }

    /// How many bytes of memory all that is kept takes.
    pub(crate) fn kept_bytes(&self) -> u64 {
        self.items().iter().map(|item| item.bytes).sum()
    }

    /// What was solved before if it `fits`, else what `solve` makes now, which takes `work`.
    pub(crate) fn get_or_solve<T: Send + Sync + 'static>(
        &self,
        work: &Work,
        table: impl Fn() -> Option<TableId>,
        budget: &Budget<'_>,
        fits: impl Fn(&T) -> bool,
        solve: impl FnOnce(Control<'_>) -> Result<T, Error> + Send,
    ) -> Result<Arc<T>, Error> {
        // Whether a question is answered must not depend on earlier ones.
        budget.check(work, &table)?;
        if let Some(solved) = self.shared(fits) {
            return Ok(solved);
        }
        let solved = Arc::new(self.solve(work, &table, budget, solve)?);
        self.keep(solved.clone(), work.memory, budget);
        Ok(solved)
    }

    /// What `solve` makes, which takes `work`. Where that is quick it is done on the calling thread.
    pub(crate) fn solve<T: Send>(
        &self,
        work: &Work,
        table: impl Fn() -> Option<TableId>,
        budget: &Budget<'_>,
        solve: impl FnOnce(Control<'_>) -> Result<T, Error> + Send,
    ) -> Result<T, Error> {
        self.make_room(work, budget);
        if work.is_quick() {
            return solve(budget.start(work, table)?);
        }
        // Before the work is announced.
        self.threads.start()?;
        let control = budget.start(work, table)?;
        self.threads.install(|| solve(control))?
    }

    /// Something that fits, which is then the one used last.
    fn shared<T: Send + Sync + 'static>(&self, fits: impl Fn(&T) -> bool) -> Option<Arc<T>> {
        let item =
            self.take_item(|thing| thing.downcast_ref::<Arc<T>>().is_some_and(|it| fits(it)))?;
        let shared = item.thing.downcast_ref::<Arc<T>>()?.clone();
        self.items().push(item);
        Some(shared)
    }

    /// Takes something that fits, which then nobody else has.
    pub(crate) fn take<T: Send + Sync + 'static>(&self, fits: impl Fn(&T) -> bool) -> Option<T> {
        let item = self.take_item(|thing| thing.downcast_ref().is_some_and(&fits))?;
        item.thing.downcast().ok().map(|thing| *thing)
    }

    /// Keeps something that takes so many bytes, if all that is kept may take them.
    pub(crate) fn keep<T: Send + Sync + 'static>(&self, thing: T, bytes: u64, budget: &Budget<'_>) {
        let most = budget.memory_of_all();
        if bytes <= most {
            let _left = self.shrink_to(most - bytes, MOST - 1);
            self.items().push(Item { bytes, thing: Box::new(thing) });
        }
    }

    /// Lets go of so much that the rest and new work take no more memory than they may.
    pub(crate) fn make_room(&self, work: &Work, budget: &Budget<'_>) {
        let _left = self.shrink_to(budget.memory_of_all().saturating_sub(work.memory), MOST);
    }

    /// Removes things until the others take no more than this, and returns them: they are dropped when
    /// nobody waits.
    fn shrink_to(&self, bytes: u64, most: usize) -> Vec<Item> {
        let mut items = self.items();
        let (mut rest, mut first) = (0, items.len());
        while let Some(item) = first.checked_sub(1).map(|at| &items[at])
            && rest + item.bytes <= bytes
            && items.len() - first < most
        {
            rest += item.bytes;
            first -= 1;
        }
        items.drain(..first).collect()
    }

    /// Takes the last one that fits out of the list.
    fn take_item(&self, fits: impl Fn(&(dyn Any + Send + Sync)) -> bool) -> Option<Item> {
        let mut items = self.items();
        let place = items.iter().rposition(|item| fits(&*item.thing))?;
        Some(items.remove(place))
    }

    fn items(&self) -> MutexGuard<'_, Vec<Item>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
