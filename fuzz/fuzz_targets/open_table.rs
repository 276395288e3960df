//! Opening a file of any contents and checking its bytes never panics, and the sections of an opened
//! table lie within the file.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| perfectplay_tests::damage::fuzz("open_table", bytes));
