//! Releases from outside: packed tables, their lists of checksums and manifests, and what servers answer.
//! Nothing but a sound table gets a table's name; and whatever a server has sent, the next good one brings
//! the table.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| perfectplay_tests::damage::fuzz("release", bytes));
