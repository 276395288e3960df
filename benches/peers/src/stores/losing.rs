//! A store of the losing positions alone, for values that are outcomes: what it does not have is won.

use std::path::Path;

use anyhow::Result;
use perfectplay_core::Outcome;

use super::{Lookup, Needs, Store};
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

    type Reader<'a>
        = Losing<S::Reader<'a>>
    where
        Self: 'a;

    fn build(entries: &[(K, V)], file: &Path) -> Result<()> {
        S::build(&losing(entries).collect::<Vec<_>>(), file)
    }

    fn open(file: &Path) -> Result<Self> {
        Ok(Self(S::open(file)?))
    }

    fn reader(&self) -> Result<Losing<S::Reader<'_>>> {
        Ok(Losing(self.0.reader()?))
    }

    fn stored(entries: &[(K, V)]) -> u64 {
        losing(entries).count() as u64
    }

    fn needs(entries: u64) -> Needs {
        S::needs(entries)
    }
}

impl<K: Key, V: Value, L: Lookup<K, ()>> Lookup<K, V> for Losing<L> {
    #[inline]
    fn get(&mut self, key: K) -> Option<V> {
        let outcome = if self.0.get(key).is_some() { Outcome::Loss } else { Outcome::Win };
        Some(V::from_bits(outcome as u64))
    }
}
