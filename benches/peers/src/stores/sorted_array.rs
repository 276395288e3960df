//! A mapped file of records of fixed width, sorted by key: all keys, then all values, so that a search
//! reads keys only. It is a binary search. To guess a place from the keys at both ends first (an
//! interpolation search) is slower: keys of games are far from evenly distributed.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::marker::PhantomData;
use std::path::Path;

use anyhow::Result;
use memmap2::Mmap;

use super::{Lookup, Needs, Store, map, width};
use crate::games::{Key, Value};

pub(crate) struct SortedArray<K, V> {
    map: Mmap,
    len: usize,
    types: PhantomData<(K, V)>,
}

/// The two parts of the file.
pub(crate) struct Records<'a, K> {
    keys: &'a [K],
    values: &'a [u8],
}

const FILE: &str = "sorted.array";

impl<K: Key, V: Value> Store<K, V> for SortedArray<K, V> {
    const NAME: &'static str = "sorted array";

    type Reader<'a> = Records<'a, K>;

    fn build(entries: &[(K, V)], folder: &Path) -> Result<()> {
        let mut file = BufWriter::with_capacity(1 << 20, File::create(folder.join(FILE))?);
        for (key, _) in entries {
            file.write_all(bytemuck::bytes_of(key))?;
        }
        for (_, value) in entries {
            file.write_all(bytemuck::bytes_of(value))?;
        }
        file.into_inner()?;
        Ok(())
    }

    fn open(folder: &Path) -> Result<Self> {
        let map = map(&folder.join(FILE))?;
        let len = map.len() / width::<K, V>() as usize;
        Ok(Self { map, len, types: PhantomData })
    }

    fn reader(&self) -> Result<Records<'_, K>> {
        let (keys, values) = self.map.split_at(self.len * size_of::<K>());
        Ok(Records { keys: bytemuck::cast_slice(keys), values })
    }

    fn needs(entries: u64) -> Needs {
        Needs::for_each(entries, 0, width::<K, V>())
    }
}

impl<K: Key, V: Value> Lookup<K, V> for Records<'_, K> {
    #[inline]
    fn get(&mut self, key: K) -> Option<V> {
        // The search of the standard library has no branch that depends on keys.
        let place = self.keys.binary_search(&key).ok()? * size_of::<V>();
        self.values.get(place..place + size_of::<V>()).map(bytemuck::pod_read_unaligned)
    }
}
