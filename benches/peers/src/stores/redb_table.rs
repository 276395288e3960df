//! redb: opened for reading only, with a cache as large as the file, one transaction and one open
//! table.

use std::path::Path;

use anyhow::Result;
use redb::{Builder, ReadOnlyDatabase, ReadOnlyTable, ReadableDatabase, TableDefinition};

use super::{Lookup, Needs, Store, for_each};
use crate::games::{Key, Value};

pub(crate) struct Redb(ReadOnlyDatabase);

fn definition<K: Key, V: Value>() -> TableDefinition<'static, K, V> {
    TableDefinition::new("map")
}

impl<K: Key, V: Value> Store<K, V> for Redb {
    const NAME: &'static str = "redb";

    type Reader<'a> = ReadOnlyTable<K, V>;

    fn build(entries: &[(K, V)], file: &Path) -> Result<()> {
        let mut database = Builder::new().create(file)?;
        let transaction = database.begin_write()?;
        {
            let mut table = transaction.open_table(definition::<K, V>())?;
            for &(key, value) in entries {
                table.insert(key, value)?;
            }
        }
        transaction.commit()?;
        database.compact()?;
        Ok(())
    }

    fn open(file: &Path) -> Result<Self> {
        let bytes = std::fs::metadata(file)?.len() as usize;
        // A part of the cache is for writing.
        Ok(Self(Builder::new().set_cache_size(2 * bytes).open_read_only(file)?))
    }

    fn reader(&self) -> Result<ReadOnlyTable<K, V>> {
        Ok(self.0.begin_read()?.open_table(definition())?)
    }

    fn needs(entries: u64) -> Needs {
        let bytes = 3 * (size_of::<K>() + size_of::<V>()) as u64;
        for_each(entries, bytes, bytes)
    }
}

impl<K: Key, V: Value> Lookup<K, V> for ReadOnlyTable<K, V> {
    #[inline]
    fn get(&mut self, key: K) -> Option<V> {
        Some(ReadOnlyTable::get(self, key).ok()??.value())
    }
}
