//! A table of any game and encoding whose header, sections or bytes were changed is refused, or gives errors or
//! wrong answers that `verify` finds, and never panics; so does one of the largest families with any entries.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| perfectplay_tests::damage::fuzz("table", bytes));
