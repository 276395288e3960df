//! Proofs of tables, and what is wrong with forged ones.

use std::fs;

use perfectplay_core::contour::Board;
use perfectplay_damage::Parts;
use perfectplay_format::Header;
use perfectplay_query::{Family, Instance, TableId, Tables};
use perfectplay_tables::{Build, Control, Depth, VerifyError, build};

use crate::common::{build_quietly, folder, forge_section, replace, replace_header, verify};

const NUMBER_20: Family = Family::Number { bound: 20 };

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
        let instance = TableId::from(Instance::Contour(Board::new(&a, &b).unwrap()));
        let tables = [1, 2].map(|threads| {
            let (_directory, folder) = folder();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let build = || build(&instance, &folder, Build::default(), Control::SILENT, |_| {});
            let path = pool.install(build).unwrap().path;
            let verified = verify(&path, Depth::Entries).unwrap();
            assert_eq!(verified.entries, instance.states());
            fs::read(path).unwrap()
        });
        assert!(tables[0] == tables[1], "{instance}");
    }
}

#[test]
fn number_tables_with_and_without_nodes_and_plies_follow_from_the_rules() {
    for bound in [2, 3, 10, 11, 22, 23, 24, 25, 29] {
        let family = Family::Number { bound };
        let (_directory, folder) = folder();
        let path = build_quietly(family, &folder);
        let verified = verify(&path, Depth::Entries).unwrap();
        assert_eq!(verified.file.states, family.states(), "{family}");
    }
}

#[test]
fn small_tower_tables_follow_from_the_rules() {
    for levels in 1..=4 {
        let family = Family::Tower { levels };
        let (_directory, folder) = folder();
        let path = build_quietly(family, &folder);
        let verified = verify(&path, Depth::Entries).unwrap();
        assert_eq!(verified.entries, family.states(), "{family}");
    }
}

#[test]
fn stake_tables_of_families_and_boards_follow_from_the_rules() {
    let boards = ["01/..", "0101/1010/..../.0.1", "...../01010/10101/01010/101.0"];
    let instances = boards.map(|board| TableId::from(Instance::Stake(board.parse().unwrap())));
    let families = (1..=3).map(|size| TableId::from(Family::Stake { size }));
    for recipe in families.chain(instances) {
        let (_directory, folder) = folder();
        let path = build(&recipe, &folder, Build::default(), Control::SILENT, |_| {}).unwrap().path;
        let verified = verify(&path, Depth::Entries).unwrap();
        assert_eq!(verified.entries, recipe.states(), "{recipe}");
    }
}

#[test]
fn a_forged_tower_entry_is_found_to_the_last_bit() {
    let (_directory, folder) = folder();
    let path = build_quietly(Family::Tower { levels: 3 }, &folder);
    forge_section(&path, "entries", |entries| entries[8 * 5000] ^= 1);
    let error = verify(&path, Depth::Entries).unwrap_err();
    assert!(error.to_string().contains("and its moves make it"), "{error}");
}

#[test]
fn a_forged_pattern_is_found_that_leads_to_a_mirrored_board() {
    let (_directory, folder) = folder();
    let path = build_quietly(Family::Stake { size: 3 }, &folder);
    // Of the full board, which every symmetry keeps: all scores stay right.
    forge_section(&path, "patterns", |patterns| patterns[patterns.len() - 2] ^= 1);
    let error = verify(&path, Depth::Sample(1)).unwrap_err();
    assert!(error.to_string().contains("the pattern 0x1ff is stored as"), "{error}");
}

#[test]
fn a_table_inside_a_program_is_verified_like_a_file() {
    let (_directory, folder) = folder();
    let path = build_quietly(NUMBER_20, &folder);
    let embedded = || {
        let tables = Tables::default().with_bytes("number-20", fs::read(&path).unwrap());
        perfectplay_tables::verify(
            &tables,
            &tables.place("number-20"),
            Depth::Entries,
            Control::SILENT,
        )
    };
    assert_eq!(embedded().unwrap(), verify(&path, Depth::Entries).unwrap());
    let mut damaged = fs::read(&path).unwrap();
    damaged[20_000] ^= 1;
    replace(&path, &damaged);
    let error = embedded().unwrap_err().to_string();
    assert!(error.starts_with("number-20: chunk 0, "), "{error}");
    assert_eq!(error, verify(&path, Depth::Entries).unwrap_err().to_string());
}

#[test]
fn a_sample_compares_as_many_entries_as_asked() {
    let (_directory, folder) = folder();
    let path = build_quietly(Family::Number { bound: 26 }, &folder);
    let compared = verify(&path, Depth::Sample(5_000)).unwrap().entries;
    assert_eq!(compared, 5_000);
    assert_eq!(verify(&path, Depth::Bytes).unwrap().entries, 0);
}

#[test]
fn verify_finds_an_entry_that_does_not_follow_from_its_moves() {
    let (_directory, folder) = folder();
    let path = build_quietly(Family::Number { bound: 22 }, &folder);
    // One bit of one entry, with all checksums made to fit again.
    forge_section(&path, "entries", |entries| entries[4 * 3000 + 3] ^= 1);
    verify(&path, Depth::Bytes).unwrap();
    let error = verify(&path, Depth::Entries).unwrap_err();
    assert!(matches!(error, VerifyError::Wrong { .. }), "{error}");
    assert!(error.to_string().contains("and its moves make it"), "{error}");
}

#[test]
fn verify_finds_a_trie_with_more_than_its_positions() {
    let (_directory, folder) = folder();
    let path = build_quietly(Family::Number { bound: 12 }, &folder);
    forge_section(&path, "trie", |trie| {
        // {4} is no position: 2 and 2 are not available. So nothing asks for its word.
        assert_eq!(trie[8..10], [0, 0]);
        trie[8] = 1;
    });
    let error = verify(&path, Depth::Entries).unwrap_err();
    assert_eq!(error.to_string(), "number-12: its trie is not that of its positions");
}

#[test]
fn verify_finds_a_contour_table_of_another_width_than_its_scores_ask_for() {
    let (_directory, folder) = folder();
    let board = Board::from_contest("2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 4\n").unwrap();
    let table = TableId::from(Instance::Contour(board));
    let path = build(&table, &folder, Build::default(), Control::SILENT, |_| {}).unwrap().path;
    let mut parts = Parts::of(&fs::read(&path).unwrap());
    let (narrow, _) = parts.sections[0].as_chunks();
    let wide = narrow.iter().flat_map(|&entry| i64::from(i32::from_le_bytes(entry)).to_le_bytes());
    parts.sections[0] = wide.collect();
    parts.header.encoding = "g64".to_owned();
    replace(&path, &parts.file().unwrap());
    let error = verify(&path, Depth::Bytes).unwrap_err();
    assert!(matches!(error, VerifyError::Open(_)), "{error}");
}

#[test]
fn verify_finds_what_does_not_belong_in_a_header() {
    use perfectplay_format::Parameter;
    type Change = fn(&mut Header);
    let changes: [Change; 2] = [
        |header| header.board = "1 1\n0\n0\n".to_owned(),
        |header| header.parameters.push(Parameter { name: "more".to_owned(), value: 1 }),
    ];
    for change in changes {
        let (_directory, folder) = folder();
        let path = build_quietly(Family::Tower { levels: 3 }, &folder);
        replace_header(&path, change);
        let error = verify(&path, Depth::Bytes).unwrap_err();
        assert!(matches!(error, VerifyError::Open(_)), "{error}");
    }
}

#[test]
fn verify_compares_the_file_with_the_manifest() {
    let (_directory, folder) = folder();
    let path = build_quietly(NUMBER_20, &folder);
    forge_section(&path, "entries", |entries| entries[7] ^= 1);
    let error = verify(&path, Depth::Bytes).unwrap_err();
    assert!(error.to_string().contains("the manifest has 3515 states"), "{error}");
}

#[test]
fn verify_finds_a_contour_entry_that_is_rounded_to_the_right_score() {
    let (_directory, folder) = folder();
    let board = Board::from_contest("2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 4\n").unwrap();
    let table = TableId::from(Instance::Contour(board));
    let path = build(&table, &folder, Build::default(), Control::SILENT, |_| {}).unwrap().path;
    // Of the empty board, whose entry is twice its score, which is above 0.
    forge_section(&path, "entries", |entries| entries[0] ^= 1);
    let error = verify(&path, Depth::Entries).unwrap_err();
    assert_eq!(error.to_string(), "contour-e4e38e7d: 0 has no entry");
}
