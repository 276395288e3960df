//! RocksDB: one sorted file without compression, which is as compact as compaction makes it, with Bloom
//! filters and hash indexes of its blocks. It is opened for reading only, and mapped, so that its blocks
//! are used where they are: a block cache of its own as large as the file is no faster and takes that
//! memory once more.
#![expect(unsafe_code, reason = "a C library is called")]

use std::ffi::{CStr, CString, c_char};
use std::marker::PhantomData;
use std::path::Path;
use std::ptr::null_mut;

use anyhow::{Result, anyhow, bail};

use super::rocksdb_c::{
    Database, Options, ReadOptions, TableOptions, rocksdb_block_based_options_create,
    rocksdb_block_based_options_destroy, rocksdb_block_based_options_set_data_block_hash_ratio,
    rocksdb_block_based_options_set_data_block_index_type,
    rocksdb_block_based_options_set_filter_policy, rocksdb_block_based_options_set_format_version,
    rocksdb_block_based_options_set_no_block_cache, rocksdb_close, rocksdb_envoptions_create,
    rocksdb_envoptions_destroy, rocksdb_filterpolicy_create_bloom_full, rocksdb_free,
    rocksdb_get_pinned, rocksdb_ingest_external_file, rocksdb_ingestexternalfileoptions_create,
    rocksdb_ingestexternalfileoptions_destroy, rocksdb_ingestexternalfileoptions_set_move_files,
    rocksdb_open, rocksdb_open_for_read_only, rocksdb_options_create, rocksdb_options_destroy,
    rocksdb_options_set_allow_mmap_reads, rocksdb_options_set_block_based_table_factory,
    rocksdb_options_set_compression, rocksdb_options_set_create_if_missing,
    rocksdb_options_set_max_open_files, rocksdb_options_set_skip_stats_update_on_db_open,
    rocksdb_pinnableslice_destroy, rocksdb_pinnableslice_value, rocksdb_readoptions_create,
    rocksdb_readoptions_destroy, rocksdb_readoptions_set_verify_checksums,
    rocksdb_sstfilewriter_create, rocksdb_sstfilewriter_destroy, rocksdb_sstfilewriter_finish,
    rocksdb_sstfilewriter_open, rocksdb_sstfilewriter_put,
};
use super::{Lookup, Needs, Store};
use crate::games::{Key, Value};

pub(crate) struct RocksDb<K, V> {
    database: *mut Database,
    read: *mut ReadOptions,
    // Both are used by the database.
    _settings: Settings,
    types: PhantomData<(K, V)>,
}

// SAFETY: a database may be read from any number of threads at once, and its read options are not
// changed once they are set.
unsafe impl<K, V> Send for RocksDb<K, V> {}
// SAFETY: as above.
unsafe impl<K, V> Sync for RocksDb<K, V> {}

const FOLDER: &str = "map.rocksdb";
/// The numbers of `rocksdb/c.h`.
const NO_COMPRESSION: i32 = 0;
const BINARY_SEARCH_AND_HASH: i32 = 1;
const NEWEST_FORMAT: i32 = 5;
const BLOOM_BITS: f64 = 10.0;

/// Options of a database and of its tables.
struct Settings {
    options: *mut Options,
    table: *mut TableOptions,
}

impl Settings {
    fn new() -> Self {
        // SAFETY: every object is made by the library before it is used, and is destroyed once, by
        // `drop`; the filter policy is taken over by the table's options.
        unsafe {
            let options = rocksdb_options_create();
            let table = rocksdb_block_based_options_create();
            rocksdb_block_based_options_set_no_block_cache(table, 1);
            rocksdb_block_based_options_set_filter_policy(
                table,
                rocksdb_filterpolicy_create_bloom_full(BLOOM_BITS),
            );
            rocksdb_block_based_options_set_data_block_index_type(table, BINARY_SEARCH_AND_HASH);
            rocksdb_block_based_options_set_data_block_hash_ratio(table, 0.75);
            rocksdb_block_based_options_set_format_version(table, NEWEST_FORMAT);
            rocksdb_options_set_block_based_table_factory(options, table);
            rocksdb_options_set_create_if_missing(options, 1);
            rocksdb_options_set_compression(options, NO_COMPRESSION);
            rocksdb_options_set_allow_mmap_reads(options, 1);
            rocksdb_options_set_max_open_files(options, -1);
            rocksdb_options_set_skip_stats_update_on_db_open(options, 1);
            Self { options, table }
        }
    }
}

impl Drop for Settings {
    fn drop(&mut self) {
        // SAFETY: both were made by `new` and are destroyed here only.
        unsafe {
            rocksdb_options_destroy(self.options);
            rocksdb_block_based_options_destroy(self.table);
        }
    }
}

/// Calls the library with a place for the text of an error.
fn checked<T>(call: impl FnOnce(*mut *mut c_char) -> T) -> Result<T> {
    let mut error = null_mut();
    let result = call(&raw mut error);
    if error.is_null() {
        return Ok(result);
    }
    // SAFETY: the library has left a text that ends with a zero, for its caller to free.
    let text = unsafe {
        let text = CStr::from_ptr(error).to_string_lossy().into_owned();
        rocksdb_free(error.cast());
        text
    };
    bail!("RocksDB: {text}")
}

fn path(path: &Path) -> Result<CString> {
    Ok(CString::new(path.to_str().ok_or_else(|| anyhow!("the path is no UTF-8"))?)?)
}

impl<K: Key, V: Value> Store<K, V> for RocksDb<K, V> {
    const NAME: &'static str = "RocksDB";

    type Reader<'a>
        = &'a Self
    where
        Self: 'a;

    /// Writes one sorted file, which the database then moves into its last level.
    fn build(entries: &[(K, V)], folder: &Path) -> Result<()> {
        let settings = Settings::new();
        let sorted = path(&folder.join("sorted.sst"))?;
        write_sorted(&settings, &sorted, entries)?;
        let name = path(&folder.join(FOLDER))?;
        // SAFETY: options and texts live until the calls return; the database is closed once.
        unsafe {
            let database = checked(|error| rocksdb_open(settings.options, name.as_ptr(), error))?;
            let ingest = rocksdb_ingestexternalfileoptions_create();
            rocksdb_ingestexternalfileoptions_set_move_files(ingest, 1);
            let names = [sorted.as_ptr()];
            let moved = checked(|error| {
                rocksdb_ingest_external_file(database, names.as_ptr(), 1, ingest, error);
            });
            rocksdb_ingestexternalfileoptions_destroy(ingest);
            rocksdb_close(database);
            moved
        }
    }

    fn open(folder: &Path) -> Result<Self> {
        let (settings, name) = (Settings::new(), path(&folder.join(FOLDER))?);
        // SAFETY: options and name live until the call returns, and the settings as long as the
        // database.
        unsafe {
            let database = checked(|error| {
                rocksdb_open_for_read_only(settings.options, name.as_ptr(), 0, error)
            })?;
            let read = rocksdb_readoptions_create();
            rocksdb_readoptions_set_verify_checksums(read, 0);
            Ok(Self { database, read, _settings: settings, types: PhantomData })
        }
    }

    fn reader(&self) -> Result<&Self> {
        Ok(self)
    }

    fn needs(entries: u64) -> Needs {
        // A sequence number of 8 bytes, three lengths, and the indexes.
        let bytes = (size_of::<K>() + size_of::<V>()) as u64 + 16;
        Needs::for_each(entries, bytes, bytes)
    }
}

fn write_sorted<K: Key, V: Value>(
    settings: &Settings,
    sorted: &CStr,
    entries: &[(K, V)],
) -> Result<()> {
    // SAFETY: the writer and its options are made before they are used and destroyed once; keys,
    // values and the name live until the calls return.
    unsafe {
        let how = rocksdb_envoptions_create();
        let writer = rocksdb_sstfilewriter_create(how, settings.options);
        let write = || -> Result<()> {
            checked(|error| rocksdb_sstfilewriter_open(writer, sorted.as_ptr(), error))?;
            for (key, value) in entries {
                let (key, value) = (key.big_endian(), bytemuck::bytes_of(value));
                let key = key.as_ref();
                checked(|error| {
                    let (at, len) = (key.as_ptr().cast(), key.len());
                    rocksdb_sstfilewriter_put(
                        writer,
                        at,
                        len,
                        value.as_ptr().cast(),
                        value.len(),
                        error,
                    );
                })?;
            }
            checked(|error| rocksdb_sstfilewriter_finish(writer, error))
        };
        let written = write();
        rocksdb_sstfilewriter_destroy(writer);
        rocksdb_envoptions_destroy(how);
        written
    }
}

impl<K, V> Drop for RocksDb<K, V> {
    fn drop(&mut self) {
        // SAFETY: both were made by `open` and are destroyed here only, before the settings.
        unsafe {
            rocksdb_readoptions_destroy(self.read);
            rocksdb_close(self.database);
        }
    }
}

impl<K: Key, V: Value> Lookup<K, V> for &RocksDb<K, V> {
    #[inline]
    fn get(&mut self, key: K) -> Option<V> {
        let key = key.big_endian();
        let key = key.as_ref();
        // SAFETY: the database and its options live as long as the store. The slice is read before
        // it is destroyed, and has as many bytes as the library says.
        unsafe {
            let slice = checked(|error| {
                rocksdb_get_pinned(self.database, self.read, key.as_ptr().cast(), key.len(), error)
            })
            .ok()?;
            if slice.is_null() {
                return None;
            }
            let mut len = 0;
            let bytes: *const u8 = rocksdb_pinnableslice_value(slice, &raw mut len).cast();
            let value = if len != size_of::<V>() || (bytes.is_null() && len > 0) {
                None
            } else if len == 0 {
                Some(bytemuck::Zeroable::zeroed())
            } else {
                let bytes = std::slice::from_raw_parts(bytes, len);
                Some(bytemuck::pod_read_unaligned(bytes))
            };
            rocksdb_pinnableslice_destroy(slice);
            value
        }
    }
}
