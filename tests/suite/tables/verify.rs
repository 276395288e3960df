//! Proofs of tables, and what is wrong with forged ones.

use perfectplay_format::Quantity;

use super::common::*;

fn contour() -> TableRef {
    of_board("contour", "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 4\n")
}

#[test]
fn a_contour_table_of_any_width_follows_from_the_rules_and_has_the_same_bytes_for_any_threads() {
    let scores = |rows: usize, columns: usize, most: u32| -> Vec<Vec<u32>> {
        let score =
            |row, column| (row * 7919 + column * 104_729 + row * column) as u32 % (most + 1);
        (0..rows).map(|row| (0..columns).map(|column| score(row, column)).collect()).collect()
    };
    for (rows, columns, most) in [(1, 1, 5), (3, 7, 100_000), (12, 10, 9), (5, 6, i32::MAX as u32)]
    {
        let (a, b) = (scores(rows, columns, most), scores(rows, columns, most / 2));
        let table = of_board("contour", &Board::new(&a, &b).unwrap().to_contest());
        assert_same_bytes(&table, &[1, 2], |path| {
            assert_eq!(verify(path, Depth::Entries).unwrap().entries, table.states());
        });
    }
}

#[test]
fn small_tables_of_the_other_games_follow_from_the_rules() {
    // With and without nodes, and plies.
    let numbers =
        [2, 3, 10, 11, 22, 23, 24, 25, 29].map(|bound| planned(&format!("number-{bound}")));
    let towers = [1, 2, 3, 4].map(|levels| planned(&format!("tower-{levels}")));
    let stakes = [1, 2, 3].map(|size| planned(&format!("stake-{size}")));
    let bars = [(1, 1), (1, 2), (1, 16), (2, 3), (3, 16), (5, 5), (4, 9), (7, 8)];
    let bars = bars.map(|(rows, columns)| planned(&format!("chomp-{rows}x{columns}")));
    let families = [&numbers[..], &towers, &stakes, &bars].concat();
    let boards =
        ["2\n01\n..\n", "4\n0101\n1010\n....\n.0.1\n", "5\n.....\n01010\n10101\n01010\n101.0\n"];
    let boards = boards.map(|board| of_board("stake", board));
    for table in families.into_iter().chain(boards) {
        let (_directory, path) = built(&table);
        let verified = verify(&path, Depth::Entries).unwrap();
        assert_eq!(verified.entries, table.states(), "{table}");
    }
}

#[test]
fn bytes_that_are_wrong_under_sound_checksums_are_found() {
    type Change = fn(&mut [u8]);
    let (moves, states) = ("and its moves make it", "the manifest has 3515 states");
    let cases: [(TableRef, &str, Depth, Change, &str); 6] = [
        (planned("tower-3"), "entries", Depth::Entries, |bytes| bytes[8 * 5000] ^= 1, moves),
        (planned("number-22"), "entries", Depth::Entries, |bytes| bytes[4 * 3000 + 3] ^= 1, moves),
        // Of the full board, which every symmetry keeps: all scores stay right.
        (
            planned("stake-3"),
            "patterns",
            Depth::Sample(1),
            |bytes| bytes[bytes.len() - 2] ^= 1,
            "the pattern 0x1ff is stored as",
        ),
        // {4} is no position: 2 and 2 are not available. So nothing asks for its word.
        (
            planned("number-12"),
            "trie",
            Depth::Entries,
            |bytes| {
                assert_eq!(bytes[8..10], [0, 0]);
                bytes[8] = 1;
            },
            "number-12: its trie is not that of its positions",
        ),
        // Of the empty board, whose entry is twice its score, which is above 0.
        (
            contour(),
            "entries",
            Depth::Entries,
            |bytes| bytes[0] ^= 1,
            "contour-e4e38e7d: 0 has no entry",
        ),
        (planned("number-20"), "entries", Depth::Bytes, |bytes| bytes[7] ^= 1, states),
    ];
    for (table, part, depth, change, expected) in cases {
        let (_directory, path) = built(&table);
        let sound = fs::read(&path).unwrap();
        forge(&path, &sound, |bytes| change(&mut bytes[section(&sound, part)]));
        let error = verify(&path, depth).unwrap_err();
        assert!(matches!(error, VerifyError::Wrong { .. }), "{error}");
        // With the table's name it is the whole message.
        let (said, name) = (error.to_string(), format!("{table}: "));
        let is_said =
            if expected.starts_with(&name) { said == expected } else { said.contains(expected) };
        assert!(is_said, "{said}");
    }
}

#[test]
fn verify_finds_what_does_not_belong_in_a_header() {
    type Change = fn(&mut Header);
    let (tower, finished) = (planned("tower-3"), planned("tower-1"));
    let bar = planned("chomp-4x5");
    let tokens = of_board("tokens", "1 4\n..#.\n");
    let (statistics, board) = ("its statistics are", "its board is not written as it");
    let changes: [(&TableRef, Change, &str); 7] = [
        (&tower, |header| header.board = "1 1\n0\n0\n".to_owned(), board),
        (&bar, |header| header.statistics[1].value = Quantity::Count(3), statistics),
        // Its longest game takes 0 minutes, which are not −0.
        (&finished, |header| header.statistics[2].value = Quantity::Real(-0.0), statistics),
        (&tokens, |header| header.board = "1 4\nP.#P\n".to_owned(), board),
        (&tokens, |header| header.statistics[2].value = Quantity::Count(2), statistics),
        (&tokens, |header| header.sections[1].name = "more".into(), "it has no section `steps`"),
        (&tokens, |header| header.name = "tokens-00000000".to_owned(), "it holds the table"),
    ];
    for (table, change, expected) in changes {
        let (_directory, path) = built(table);
        replace(&path, &with_header(&fs::read(&path).unwrap(), change));
        let error = verify(&path, Depth::Entries).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}
