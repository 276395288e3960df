//! A store of the losing positions alone, for values that are outcomes: what it does not have is won.

use std::path::Path;

use anyhow::Result;
use perfectplay_core::Outcome;

use super::Store;
use crate::games::{Key, Value};

/// A store of keys without values.
pub(crate) struct Losing<S>(S);

fn losing<K: Key, V: Value>(entries: &[(K, V)]) -> impl Iterator<Item = (K, ())> {
    let lost = entries.iter().filter(|(_, value)| value.to_bits() == Outcome::Loss as u64);
    lost.map(|&(key, _)| (key, ()))
}

impl<K: Key, V: Value, S: Store<K, ()>> Store<K, V> for Losing<S> {
    const NAME: &'static str = S::NAME;
    const IS_ON_DISK: bool = S::IS_ON_DISK;
    const IS_SET: bool = true;

    fn build(entries: &[(K, V)], file: &Path) -> Result<()> {
        S::build(&losing(entries).collect::<Vec<_>>(), file)
    }

    fn open(file: &Path) -> Result<Self> {
        Ok(Self(S::open(file)?))
    }

    fn reader(&self) -> Result<impl FnMut(K) -> Option<V>> {
        let mut is_lost = self.0.reader()?;
        Ok(move |key| {
            let outcome = if is_lost(key).is_some() { Outcome::Loss } else { Outcome::Win };
            Some(V::from_bits(outcome as u64))
        })
    }
}
