//! What builds of large tables leave for others to go on from, damaged in any way: plans, block files, and
//! records of complete layers. The table that is made of them is the sound one, or there is an error, unless
//! what was damaged has fitting checksums.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| perfectplay_tests::damage::fuzz("store", bytes));
