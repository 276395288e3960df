//! Tables of bars: forged bytes.

use std::fs;

use perfectplay_tables::{Depth, VerifyError};
use perfectplay_tests::intact::planned;
use perfectplay_tests::parts::section;

use super::common::{built, forge, verify};

#[test]
fn any_flipped_bit_is_found_by_verify_under_sound_checksums() {
    let (_directory, path) = built(&planned("chomp-4x5"));
    let sound = fs::read(&path).unwrap();
    let losing = section(&sound, "losing");
    // 126 positions: the last two bits are behind them.
    for bit in 0..8 * losing.len() {
        forge(&path, &sound, |bytes| bytes[losing.start + bit / 8] ^= 1 << (bit % 8));
        let error = verify(&path, Depth::Entries).unwrap_err();
        assert!(matches!(error, VerifyError::Wrong { .. }), "bit {bit}: {error}");
        let is_behind = error.to_string().contains("bits behind its last entry are set");
        assert_eq!(is_behind, bit >= 126, "bit {bit}: {error}");
    }
}
