//! redb: opened for reading only, with a cache as large as the file, one transaction and one open
//! table.

use std::path::Path;

use anyhow::Result;
use redb::{Builder, ReadOnlyDatabase, ReadableDatabase, TableDefinition};

use super::{Needs, Store, for_each, width};
use crate::games::{Key, Value};

pub(crate) struct Redb(ReadOnlyDatabase);

fn definition<K: Key, V: Value>() -> TableDefinition<'static, K, V> {
    TableDefinition::new("map")
}

impl<K: Key, V: Value> Store<K, V> for Redb {
    const NAME: &'static str = "redb";

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

    fn reader(&self) -> Result<impl FnMut(K) -> Option<V>> {
        let table = self.0.begin_read()?.open_table(definition::<K, V>())?;
        Ok(move |key| Some(table.get(key).ok()??.value()))
    }

    fn needs(entries: u64) -> Needs {
        for_each(entries, 3 * width::<K, V>(), 3 * width::<K, V>())
    }
}
