//! Tables of Two Tokens, which are proven by certificates.

use super::common::*;

/// Asserts that `verify` proves a table, or as much of it as is asked for.
fn assert_proven(table: &TableRef, path: &Path) {
    let states = table.states().unwrap();
    for (depth, entries) in
        [(Depth::Entries, states), (Depth::Sample(5), states.min(5)), (Depth::Bytes, 0)]
    {
        assert_eq!(verify(path, depth).unwrap().entries, Some(entries), "{table}");
    }
}

#[test]
fn tokens_tables_are_proven_by_certificates_and_a_forged_one_is_found() {
    for (rows, columns) in [(1, 2), (1, 5), (2, 3), (3, 3), (3, 4)] {
        let table = planned(&format!("tokens-{rows}x{columns}"));
        assert_same_bytes(&table, &[1, 2], |path| assert_proven(&table, path));
        let (_directory, path) = built(&table);
        let sound = fs::read(&path).unwrap();
        forge(&path, &sound, |bytes| bytes[4096] ^= 1);
        refused!(verify(&path, Depth::Entries), VerifyError::Wrong { .. });
    }
}

fn tokens_board(text: &str) -> TableRef {
    let board: perfectplay_games::tokens::Board = text.parse().unwrap();
    of_board("tokens", &board.to_contest())
}

#[test]
fn the_table_of_a_tokens_board_is_proven_and_has_the_same_bytes_for_any_threads() {
    let large = ["........", "..#..#..", ".......#", "#......."].repeat(2).join("/");
    for board in
        [".", "#", "..", "./.", "##/##", "#../.#.", ".....#.....", "..#./...#/.#..", &large]
    {
        let table = tokens_board(board);
        assert_same_bytes(&table, &[1, 2], |path| assert_proven(&table, path));
    }
}

/// The error of a table with other bytes in the sections under sound checksums.
fn forged_error(path: &Path, sound: &[u8], change: impl FnOnce(&mut [u8])) -> String {
    forge(path, sound, change);
    verify(path, Depth::Bytes).unwrap();
    let error = verify(path, Depth::Entries).unwrap_err();
    assert!(matches!(error, VerifyError::Wrong { .. }), "{error}");
    error.to_string()
}

#[test]
fn every_flipped_bit_of_a_tokens_boards_table_is_found() {
    let (_directory, path) = built(&tokens_board("..#./...#/.#.."));
    let sound = fs::read(&path).unwrap();
    let [losing, steps] = ["losing", "steps"].map(|name| section(&sound, name));
    let flipped =
        |bit: usize| forged_error(&path, &sound, |forged| forged[bit / 8] ^= 1 << (bit % 8));
    for bit in 8 * losing.start..8 * losing.end {
        let error = flipped(bit);
        // 36 starts leave four bits of padding.
        let is_padding = bit - 8 * losing.start >= 36;
        assert_eq!(error.contains("bits behind its last entry are set"), is_padding, "{error}");
    }
    for bit in 8 * steps.start..8 * steps.end {
        flipped(bit);
    }
}
