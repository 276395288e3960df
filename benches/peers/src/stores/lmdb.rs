//! LMDB by the crate `heed`: integer keys, no locks, no reading ahead, and one transaction for all
//! reads of a thread.

use std::path::Path;

use anyhow::{Result, anyhow};
use heed::types::Bytes;
use heed::{
    CommitOrAbort, Database, Env, EnvFlags, EnvOpenOptions, IntegerComparator, PutFlags, WithoutTls,
};

use super::{Store, width};
use crate::games::{Key, Value};

/// Keys are their bytes in memory: the crate's own codecs of integers allocate for each.
type Table = Database<'static, Bytes, Bytes, IntegerComparator>;

pub(crate) struct Lmdb {
    environment: Env<WithoutTls>,
    table: Table,
}

/// Opens the file as a map of this many bytes.
fn environment(file: &Path, bytes: u64, flags: EnvFlags) -> Result<Env<WithoutTls>> {
    let page = rustix::param::page_size();
    let mut options = EnvOpenOptions::new().read_txn_without_tls();
    options.map_size((bytes as usize).next_multiple_of(page));
    #[expect(unsafe_code, reason = "LMDB maps a file")]
    // SAFETY: the file is in the folder of one store, which only this function opens. It is written
    // by the one thread that builds it, and never again, so that readers need no locks.
    let environment = unsafe {
        options.flags(flags | EnvFlags::NO_SUB_DIR | EnvFlags::NO_LOCK);
        options.open(file)?
    };
    Ok(environment)
}

impl<K: Key, V: Value> Store<K, V> for Lmdb {
    const NAME: &'static str = "LMDB";

    fn build(entries: &[(K, V)], file: &Path) -> Result<()> {
        let most = entries.len() as u64 * (width::<K, V>() + 16) + (1 << 20);
        // Whoever builds syncs in the end.
        let environment = environment(file, most, EnvFlags::NO_SYNC)?;
        let table: Table = environment
            .create_databases_and_commit(environment.write_txn()?, |opener, transaction| {
                let table = opener.database_options().types::<Bytes, Bytes>();
                let table = table.key_comparator::<IntegerComparator>().create(transaction)?;
                Ok::<_, heed::Error>(CommitOrAbort::<_, ()>::Commit(table))
            })?
            .unwrap_commit();
        let mut transaction = environment.write_txn()?;
        for (key, value) in entries {
            let (key, value) = (bytemuck::bytes_of(key), bytemuck::bytes_of(value));
            table.put_with_flags(&mut transaction, PutFlags::APPEND, key, value)?;
        }
        transaction.commit()?;
        environment.prepare_for_closing().wait();
        Ok(())
    }

    fn open(file: &Path) -> Result<Self> {
        let bytes = std::fs::metadata(file)?.len();
        let environment = environment(file, bytes, EnvFlags::READ_ONLY | EnvFlags::NO_READ_AHEAD)?;
        let table = environment
            .open_databases_and_commit(environment.read_txn()?, |opener, transaction| {
                let table = opener.database_options().types::<Bytes, Bytes>();
                let table = table.key_comparator::<IntegerComparator>().open(transaction)?;
                Ok::<_, heed::Error>(CommitOrAbort::<_, ()>::Commit(table))
            })?
            .unwrap_commit()
            .ok_or_else(|| anyhow!("LMDB's file has no table"))?;
        Ok(Self { environment, table })
    }

    fn reader(&self) -> Result<impl FnMut(K) -> Option<V>> {
        let transaction = self.environment.read_txn()?;
        Ok(move |key| {
            let value = self.table.get(&transaction, bytemuck::bytes_of(&key)).ok()??;
            (value.len() == size_of::<V>()).then(|| bytemuck::pod_read_unaligned(value))
        })
    }
}
