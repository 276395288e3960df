//! Tables of bars: proofs, counts, and forged bytes.

use std::fs;

use perfectplay_format::Quantity;
use perfectplay_query::Family;
use perfectplay_tables::{Depth, VerifyError};

use crate::common::{build_quietly, folder, forge, replace_header, section, verify};

#[test]
fn tables_of_bars_of_any_shape_follow_from_the_rules() {
    for (rows, columns) in [(1, 1), (1, 2), (1, 16), (2, 3), (3, 16), (5, 5), (4, 9), (7, 8)] {
        let family = Family::Chomp { rows, columns };
        let (_directory, folder) = folder();
        let verified = verify(&build_quietly(family, &folder), Depth::Entries).unwrap();
        assert_eq!(verified.entries, family.states(), "{family}");
    }
}

/// Counted by other programs, by brute force.
#[test]
fn as_many_positions_are_losing_as_is_published() {
    for (rows, columns, positions, losing) in [
        (2, 2, 6, 2),
        (3, 3, 20, 5),
        (3, 5, 56, 10),
        (5, 5, 252, 23),
        (8, 8, 12_870, 322),
        (8, 10, 43_758, 1_000),
        (10, 10, 184_756, 2_612),
    ] {
        let family = Family::Chomp { rows, columns };
        let (_directory, folder) = folder();
        let header = verify(&build_quietly(family, &folder), Depth::Bytes).unwrap().header;
        assert_eq!(header.states, positions, "{family}");
        let statistics = header.statistics.into_iter();
        let counted: Vec<_> = statistics.map(|counted| (counted.name, counted.value)).collect();
        let expected = [("winning", positions - losing), ("losing", losing)];
        let expected = expected.map(|(name, count)| (name.to_owned(), Quantity::Count(count)));
        assert_eq!(counted, expected, "{family}");
    }
}

#[test]
fn any_flipped_bit_is_found_by_verify_under_sound_checksums() {
    let (_directory, folder) = folder();
    let path = build_quietly(Family::Chomp { rows: 4, columns: 5 }, &folder);
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

#[test]
fn statistics_that_the_entries_do_not_give_are_found_by_verify() {
    let (_directory, folder) = folder();
    let path = build_quietly(Family::Chomp { rows: 4, columns: 5 }, &folder);
    replace_header(&path, |header| header.statistics[1].value = Quantity::Count(3));
    let error = verify(&path, Depth::Entries).unwrap_err();
    assert!(error.to_string().contains("its statistics are"), "{error}");
}
