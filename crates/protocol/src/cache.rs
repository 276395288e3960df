//! A cache of solved positions, in bounded memory: what was used least recently is evicted first.

use std::any::Any;

use crate::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most items that are kept. A look-up goes through them one by one.
const MOST: usize = 64;

/// The items, the most recently used last.
#[derive(Default)]
pub(crate) struct Cache(Mutex<Vec<Item>>);

struct Item {
    bytes: u64,
    thing: Box<dyn Any + Send + Sync>,
}

impl Cache {
    /// How many bytes they take together.
    pub(crate) fn bytes(&self) -> u64 {
        self.items().iter().map(|item| item.bytes).sum()
    }

    /// An item that fits, which thereby becomes the most recently used.
    pub(crate) fn share<T: Send + Sync + 'static>(
        &self,
        fits: impl Fn(&T) -> bool,
    ) -> Option<Arc<T>> {
        let mut items = self.items();
        let place = items.iter().rposition(|item| item.is::<Arc<T>>(|it| fits(it)))?;
        items[place..].rotate_left(1);
        items.last()?.thing.downcast_ref::<Arc<T>>().cloned()
    }

    /// Takes out an item that fits, so that nobody else has it.
    pub(crate) fn take<T: Send + Sync + 'static>(&self, fits: impl Fn(&T) -> bool) -> Option<T> {
        let mut items = self.items();
        let place = items.iter().rposition(|item| item.is(&fits))?;
        items.remove(place).thing.downcast().ok().map(|thing| *thing)
    }

    /// Keeps an item of this many bytes, if all together may take `most`.
    pub(crate) fn keep<T: Send + Sync + 'static>(&self, thing: T, bytes: u64, most: u64) {
        let Some(others) = most.checked_sub(bytes) else { return };
        let item = Item { bytes, thing: Box::new(thing) };
        // In one step, so that other threads' items do not come in between.
        let mut items = self.items();
        let left = shrink(&mut items, others, MOST - 1);
        items.push(item);
        drop(items);
        drop(left);
    }

    /// Evicts items until the others take no more than this.
    pub(crate) fn shrink_to(&self, bytes: u64) {
        let left = shrink(&mut self.items(), bytes, MOST);
        drop(left);
    }

    fn items(&self) -> MutexGuard<'_, Vec<Item>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Item {
    fn is<T: 'static>(&self, fits: impl Fn(&T) -> bool) -> bool {
        self.thing.downcast_ref().is_some_and(fits)
    }
}

/// Removes the least recently used items until no more than `most` bytes are left. Returns them: dropping them
/// takes time, and others are waiting for the list.
fn shrink(items: &mut Vec<Item>, bytes: u64, most: usize) -> Vec<Item> {
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
