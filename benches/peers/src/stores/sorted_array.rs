//! A mapped file of records of fixed width, sorted by key: all keys, then all values, so that a search
//! reads keys only. It is a binary search. To guess a place from the keys at both ends first (an
//! interpolation search) is slower: keys of games are far from evenly distributed.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Result;
use memmap2::Mmap;

use super::{Store, map, width};
use crate::games::{Key, Value};

pub(crate) struct SortedArray(Mmap);

impl<K: Key, V: Value> Store<K, V> for SortedArray {
    const NAME: &'static str = "sorted array";

    fn build(entries: &[(K, V)], file: &Path) -> Result<()> {
        let mut file = BufWriter::with_capacity(1 << 20, File::create(file)?);
        for (key, _) in entries {
            file.write_all(bytemuck::bytes_of(key))?;
        }
        for (_, value) in entries {
            file.write_all(bytemuck::bytes_of(value))?;
        }
        file.into_inner()?;
        Ok(())
    }

    fn open(file: &Path) -> Result<Self> {
        Ok(Self(map(file)?))
    }

    fn reader(&self) -> Result<impl FnMut(K) -> Option<V>> {
        let len = self.0.len() / width::<K, V>() as usize;
        let (keys, values) = self.0.split_at(len * size_of::<K>());
        let keys: &[K] = bytemuck::cast_slice(keys);
        Ok(move |key| {
            // The search of the standard library has no branch that depends on keys.
            let place = keys.binary_search(&key).ok()? * size_of::<V>();
            values.get(place..place + size_of::<V>()).map(bytemuck::pod_read_unaligned)
        })
    }
}
