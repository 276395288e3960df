//! Numbered tasks on the threads of the caller's pool.
//!
//! What shares them out is compiled once, here, and not again for each kind of task: that would be a third of the
//! code of the crates that build tables. Without the feature `rayon` the caller does all
//! tasks.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Tasks 0, 1, … that threads share.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    not(feature = "rayon"),
    expect(dead_code, reason = "the caller takes them one after another")
)]
pub struct Tasks {
    number: usize,
    least: usize,
    most: usize,
}

/// This many tasks. The pool decides how many of them a thread takes at a time.
pub const fn tasks(number: usize) -> Tasks {
    Tasks { number, least: 1, most: usize::MAX }
}

impl Tasks {
    /// A thread takes at least this many at a time, since each of them takes less than waking a thread.
    #[must_use]
    pub const fn at_least(self, least: usize) -> Self {
        Self { least, ..self }
    }

    /// A thread takes one at a time, so that others find tasks that nobody has begun.
    #[must_use]
    pub const fn one_at_a_time(self) -> Self {
        Self { most: 1, ..self }
    }

    /// Does all tasks, or none after one that has failed.
    ///
    /// # Errors
    /// Those of the task that failed first.
    pub fn each<E: Send>(self, task: impl Fn(usize) -> Result<(), E> + Sync) -> Result<(), E> {
        let failed = Mutex::new(None);
        self.run(&|number| match task(number) {
            Ok(()) => true,
            Err(error) => {
                locked(&failed).get_or_insert(error);
                false
            }
        });
        owned(failed).map_or(Ok(()), Err)
    }

    /// Merges the results of all tasks, in any order; `None` if there are no tasks.
    pub fn merge<T: Send, E: Send>(
        self,
        merge: impl Fn(T, T) -> T + Sync,
        task: impl Fn(usize) -> Result<T, E> + Sync,
    ) -> Result<Option<T>, E> {
        let merged = Mutex::new(None);
        self.each(|number| {
            let result = task(number)?;
            let mut merged = locked(&merged);
            *merged = Some(match merged.take() {
                Some(others) => merge(others, result),
                None => result,
            });
            Ok(())
        })?;
        Ok(owned(merged))
    }

    /// The results of all tasks, in their order.
    pub fn collect<T: Send, E: Send>(
        self,
        task: impl Fn(usize) -> Result<T, E> + Sync,
    ) -> Result<Vec<T>, E> {
        let results: Vec<Mutex<Option<T>>> = (0..self.number).map(|_| Mutex::default()).collect();
        self.each(|number| {
            *locked(&results[number]) = Some(task(number)?);
            Ok(())
        })?;
        Ok(results.into_iter().filter_map(owned).collect())
    }

    /// Does tasks until one returns false.
    #[cfg(feature = "rayon")]
    fn run(self, task: &(dyn Fn(usize) -> bool + Sync)) {
        use rayon::prelude::*;
        let tasks = (0..self.number).into_par_iter();
        let tasks = tasks.with_min_len(self.least).with_max_len(self.most);
        let _ = tasks.try_for_each(|number| task(number).then_some(()));
    }

    #[cfg(not(feature = "rayon"))]
    fn run(self, task: &(dyn Fn(usize) -> bool + Sync)) {
        let _ = (0..self.number).all(task);
    }
}

/// Does a task with each item, in any order; a thread takes one at a time.
pub fn each_of<T: Send, E: Send>(
    items: Vec<T>,
    task: impl Fn(T) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let items: Vec<_> = items.into_iter().map(|item| Mutex::new(Some(item))).collect();
    tasks(items.len()).one_at_a_time().each(|number| match locked(&items[number]).take() {
        Some(item) => task(item),
        None => Ok(()),
    })
}

/// Space that tasks work in: as many pieces as run at once, each handed from task to task.
#[derive(Debug, Default)]
pub struct Scratch<T>(Mutex<Vec<T>>);

impl<T: Default> Scratch<T> {
    /// Lends a piece of space, with what the last task left in it.
    pub fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        let mut space = locked(&self.0).pop().unwrap_or_default();
        let result = work(&mut space);
        locked(&self.0).push(space);
        result
    }
}

/// A panic ends all tasks, and reaches their caller: nobody reads what it has left.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn owned<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}
