//! The few functions of RocksDB's C API that are used here, as `rocksdb/c.h` declares them.
//!
//! An error is a text that the library allocates and the caller frees; a flag is an `unsigned char`.

#![expect(unsafe_code, reason = "a C library is declared")]

use std::ffi::{c_char, c_double, c_int, c_uchar, c_void};
use std::marker::{PhantomData, PhantomPinned};

/// Declares types of the library, which are known by address only.
macro_rules! opaque {
    ($($name:ident)*) => {
        $(
            #[repr(C)]
            pub(super) struct $name {
                bytes: [u8; 0],
                marker: PhantomData<(*mut u8, PhantomPinned)>,
            }
        )*
    };
}

opaque! {
    Database Options TableOptions FilterPolicy ReadOptions WriterOptions FileWriter
    IngestOptions PinnedSlice
}

#[link(name = "rocksdb")]
unsafe extern "C" {
    pub(super) fn rocksdb_free(memory: *mut c_void);

    pub(super) fn rocksdb_options_create() -> *mut Options;
    pub(super) fn rocksdb_options_destroy(options: *mut Options);
    pub(super) fn rocksdb_options_set_create_if_missing(options: *mut Options, flag: c_uchar);
    pub(super) fn rocksdb_options_set_compression(options: *mut Options, kind: c_int);
    pub(super) fn rocksdb_options_set_allow_mmap_reads(options: *mut Options, flag: c_uchar);
    pub(super) fn rocksdb_options_set_max_open_files(options: *mut Options, files: c_int);
    pub(super) fn rocksdb_options_set_skip_stats_update_on_db_open(
        options: *mut Options,
        flag: c_uchar,
    );
    /// Takes a copy of the table's options.
    pub(super) fn rocksdb_options_set_block_based_table_factory(
        options: *mut Options,
        table: *mut TableOptions,
    );

    pub(super) fn rocksdb_block_based_options_create() -> *mut TableOptions;
    pub(super) fn rocksdb_block_based_options_destroy(options: *mut TableOptions);
    /// Takes the filter policy over.
    pub(super) fn rocksdb_block_based_options_set_filter_policy(
        options: *mut TableOptions,
        policy: *mut FilterPolicy,
    );
    pub(super) fn rocksdb_block_based_options_set_no_block_cache(
        options: *mut TableOptions,
        flag: c_uchar,
    );
    pub(super) fn rocksdb_block_based_options_set_data_block_index_type(
        options: *mut TableOptions,
        kind: c_int,
    );
    pub(super) fn rocksdb_block_based_options_set_data_block_hash_ratio(
        options: *mut TableOptions,
        ratio: c_double,
    );
    pub(super) fn rocksdb_block_based_options_set_format_version(
        options: *mut TableOptions,
        version: c_int,
    );

    pub(super) fn rocksdb_filterpolicy_create_bloom_full(bits: c_double) -> *mut FilterPolicy;

    pub(super) fn rocksdb_open(
        options: *const Options,
        name: *const c_char,
        error: *mut *mut c_char,
    ) -> *mut Database;
    pub(super) fn rocksdb_open_for_read_only(
        options: *const Options,
        name: *const c_char,
        error_if_log_exists: c_uchar,
        error: *mut *mut c_char,
    ) -> *mut Database;
    pub(super) fn rocksdb_close(database: *mut Database);

    pub(super) fn rocksdb_envoptions_create() -> *mut WriterOptions;
    pub(super) fn rocksdb_envoptions_destroy(options: *mut WriterOptions);
    pub(super) fn rocksdb_sstfilewriter_create(
        writer: *const WriterOptions,
        options: *const Options,
    ) -> *mut FileWriter;
    pub(super) fn rocksdb_sstfilewriter_destroy(writer: *mut FileWriter);
    pub(super) fn rocksdb_sstfilewriter_open(
        writer: *mut FileWriter,
        name: *const c_char,
        error: *mut *mut c_char,
    );
    pub(super) fn rocksdb_sstfilewriter_put(
        writer: *mut FileWriter,
        key: *const c_char,
        key_len: usize,
        value: *const c_char,
        value_len: usize,
        error: *mut *mut c_char,
    );
    pub(super) fn rocksdb_sstfilewriter_finish(writer: *mut FileWriter, error: *mut *mut c_char);

    pub(super) fn rocksdb_ingestexternalfileoptions_create() -> *mut IngestOptions;
    pub(super) fn rocksdb_ingestexternalfileoptions_destroy(options: *mut IngestOptions);
    pub(super) fn rocksdb_ingestexternalfileoptions_set_move_files(
        options: *mut IngestOptions,
        flag: c_uchar,
    );
    pub(super) fn rocksdb_ingest_external_file(
        database: *mut Database,
        names: *const *const c_char,
        len: usize,
        options: *const IngestOptions,
        error: *mut *mut c_char,
    );

    pub(super) fn rocksdb_readoptions_create() -> *mut ReadOptions;
    pub(super) fn rocksdb_readoptions_destroy(options: *mut ReadOptions);
    pub(super) fn rocksdb_readoptions_set_verify_checksums(
        options: *mut ReadOptions,
        flag: c_uchar,
    );
    pub(super) fn rocksdb_get_pinned(
        database: *mut Database,
        options: *const ReadOptions,
        key: *const c_char,
        key_len: usize,
        error: *mut *mut c_char,
    ) -> *mut PinnedSlice;
    pub(super) fn rocksdb_pinnableslice_value(
        slice: *const PinnedSlice,
        len: *mut usize,
    ) -> *const c_char;
    pub(super) fn rocksdb_pinnableslice_destroy(slice: *mut PinnedSlice);
}
