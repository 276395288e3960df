//! Building and proving tables.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use indicatif::ProgressBar;
use perfectplay_query::{Table, TableFolder};
use perfectplay_tables::{
    Build, BuildError, Control, Depth, Family, Instance, Manifest, TableId, VerifyError, build,
    verify,
};
use tempfile::TempDir;

const NUMBER_20: Family = Family::Number { bound: 20 };

fn folder() -> (TempDir, TableFolder) {
    let directory = tempfile::tempdir().unwrap();
    let folder = TableFolder::new(directory.path());
    (directory, folder)
}

fn build_quietly(family: Family, folder: &TableFolder) -> PathBuf {
    let built = build(&family.into(), folder, Build::default(), &Control::quiet(), || {});
    built.unwrap().path
}

fn files(folder: &TableFolder) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    names
}

#[test]
fn a_table_has_the_same_bytes_for_1_2_and_8_threads() {
    for family in [
        NUMBER_20,
        Family::Number { bound: 35 },
        Family::Tower { levels: 5 },
        Family::Stake { size: 4 },
    ] {
        let tables = [1, 2, 8].map(|threads| {
            let (_directory, folder) = folder();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            fs::read(pool.install(|| build_quietly(family, &folder))).unwrap()
        });
        assert!(tables[0] == tables[1] && tables[0] == tables[2], "{family}");
    }
}

#[test]
fn a_contour_table_of_any_width_follows_from_the_rules_and_has_the_same_bytes_for_any_threads() {
    use perfectplay_core::contour::Board;
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
            let build = || build(&instance, &folder, Build::default(), &Control::quiet(), || {});
            let path = pool.install(build).unwrap().path;
            let verified = verify(&path, Depth::Entries, &Control::quiet()).unwrap();
            assert_eq!(verified.entries, instance.states());
            fs::read(path).unwrap()
        });
        assert!(tables[0] == tables[1], "{instance}");
    }
}

#[test]
fn the_default_tables_are_as_the_manifest_says() {
    for recipe in TableId::defaults() {
        let (_directory, folder) = folder();
        let built = build(&recipe, &folder, Build::default(), &Control::quiet(), || {}).unwrap();
        // The gate compares every entry of the large ones.
        let depth = Depth::Sample(20_000);
        let verified = verify(&built.path, depth, &Control::quiet()).unwrap();
        assert!(verified.in_manifest, "{recipe}");
        assert_eq!(verified.entries, recipe.states().min(20_000));
    }
}

#[test]
fn the_manifest_names_tables_and_knows_their_states() {
    for (name, entry) in Manifest::shipped().iter() {
        let sample = TableId::defaults().into_iter().find(|recipe| recipe.to_string() == name);
        let recipe = sample.unwrap_or_else(|| name.parse::<Family>().unwrap().into());
        assert_eq!(entry.states, recipe.states(), "{name}");
    }
}

#[test]
fn number_tables_with_and_without_nodes_and_plies_follow_from_the_rules() {
    for bound in [2, 3, 10, 11, 22, 23, 24, 25, 29] {
        let family = Family::Number { bound };
        let (_directory, folder) = folder();
        let path = build_quietly(family, &folder);
        let verified = verify(&path, Depth::Entries, &Control::quiet()).unwrap();
        assert_eq!(verified.file.states, family.states(), "{family}");
    }
}

#[test]
fn small_tower_tables_follow_from_the_rules() {
    for levels in 1..=4 {
        let family = Family::Tower { levels };
        let (_directory, folder) = folder();
        let path = build_quietly(family, &folder);
        let verified = verify(&path, Depth::Entries, &Control::quiet()).unwrap();
        assert_eq!(verified.entries, family.states(), "{family}");
    }
}

#[test]
fn many_boards_at_once_have_the_scores_of_single_ones() {
    use perfectplay_core::contour::{Board, Solver};
    let board = |seed: u32| {
        let scores = |salt: u32| -> Vec<Vec<u32>> {
            let score =
                |row: u32, column: u32| (seed * 7919 + salt + row * 31 + column * 17) * 97 % 101;
            (0..4).map(|row| (0..5).map(|column| score(row, column)).collect()).collect()
        };
        Board::new(&scores(1), &scores(5)).unwrap()
    };
    for count in [0, 1, 15, 100] {
        let boards: Vec<Board> = (0..count).map(board).collect();
        let single = boards.iter().map(|board| Solver::new(4, 5).solve(board).get(0) / 2);
        assert_eq!(perfectplay_tables::contour_scores(&boards), single.collect::<Vec<i64>>());
    }
}

#[test]
fn tokens_tables_are_proven_by_certificates_and_a_forged_one_is_found() {
    for (rows, columns) in [(1, 2), (1, 5), (2, 3), (3, 3), (3, 4)] {
        let family = Family::Tokens { rows, columns };
        let tables = [1, 2].map(|threads| {
            let (_directory, folder) = folder();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let path = pool.install(|| build_quietly(family, &folder));
            let verified = verify(&path, Depth::Entries, &Control::quiet()).unwrap();
            assert_eq!(verified.entries, family.states(), "{family}");
            let sample = verify(&path, Depth::Sample(5), &Control::quiet()).unwrap();
            assert_eq!(sample.entries, family.states().min(5));
            let sound = fs::read(&path).unwrap();
            let mut forged = sound.clone();
            forged[4096] ^= 1;
            reseal(&mut forged);
            replace(&path, &forged);
            let error = verify(&path, Depth::Entries, &Control::quiet()).unwrap_err();
            assert!(matches!(error, VerifyError::Wrong { .. }), "{error}");
            sound
        });
        assert!(tables[0] == tables[1], "{family}");
    }
}

fn tokens_board(text: &str) -> TableId {
    let board: perfectplay_core::tokens::Board = text.parse().unwrap();
    Instance::Tokens(Box::new(board)).into()
}

#[test]
fn the_table_of_a_tokens_board_is_proven_and_has_the_same_bytes_for_any_threads() {
    let large = ["........", "..#..#..", ".......#", "#......."].repeat(2).join("/");
    for board in
        [".", "#", "..", "./.", "##/##", "#../.#.", ".....#.....", "..#./...#/.#..", &large]
    {
        let recipe = tokens_board(board);
        let tables = [1, 2].map(|threads| {
            let (_directory, folder) = folder();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let build = || build(&recipe, &folder, Build::default(), &Control::quiet(), || {});
            let path = pool.install(build).unwrap().path;
            for (depth, entries) in [
                (Depth::Entries, recipe.states()),
                (Depth::Sample(5), recipe.states().min(5)),
                (Depth::Bytes, 0),
            ] {
                let verified = verify(&path, depth, &Control::quiet()).unwrap();
                assert_eq!(verified.entries, entries, "{board}");
            }
            fs::read(path).unwrap()
        });
        assert!(tables[0] == tables[1], "{board}");
    }
}

/// The error of a table with other bytes in the sections under sound checksums.
fn forged_error(path: &PathBuf, sound: &[u8], change: impl FnOnce(&mut [u8])) -> String {
    let mut forged = sound.to_vec();
    change(&mut forged);
    reseal(&mut forged);
    replace(path, &forged);
    verify(path, Depth::Bytes, &Control::quiet()).unwrap();
    let error = verify(path, Depth::Entries, &Control::quiet()).unwrap_err();
    assert!(matches!(error, VerifyError::Wrong { .. }), "{error}");
    error.to_string()
}

#[test]
fn every_flipped_bit_of_a_tokens_boards_table_is_found() {
    let recipe = tokens_board("..#./...#/.#..");
    let (_directory, folder) = folder();
    let path = build(&recipe, &folder, Build::default(), &Control::quiet(), || {}).unwrap().path;
    let sound = fs::read(&path).unwrap();
    let file = perfectplay_query::TableFile::open(&sound[..]).unwrap();
    let [losing, steps] = ["losing", "steps"].map(|section| file.section(section).unwrap());
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

#[test]
fn hostile_tokens_boards_are_refused_and_no_panic() {
    let recipe = tokens_board(".....#../..#...../...##..#/........");
    let (_directory, folder) = folder();
    let path = build(&recipe, &folder, Build::default(), &Control::quiet(), || {}).unwrap().path;
    let sound = fs::read(&path).unwrap();
    let file = perfectplay_query::TableFile::open(&sound[..]).unwrap();
    let [losing, steps] = ["losing", "steps"].map(|section| file.section(section).unwrap());
    for seed in 0..100_u32 {
        let noise = |place: usize| (place as u32 + seed).wrapping_mul(2_654_435_761) >> 17;
        forged_error(&path, &sound, |forged| {
            steps.clone().for_each(|place| forged[place] = noise(place) as u8);
        });
        forged_error(&path, &sound, |forged| {
            losing.clone().for_each(|place| forged[place] = noise(place) as u8);
        });
        forged_error(&path, &sound, |forged| {
            let codes = steps.clone().filter(|&place| noise(place) % 16 == 0);
            codes.for_each(|place| forged[place] ^= noise(place) as u8 | 1);
        });
        // Nobody is matched, but the adjacent starts.
        forged_error(&path, &sound, |forged| {
            let (first, rest) = (steps.start + seed as usize, steps.clone());
            rest.skip_while(|&place| place < first).for_each(|place| {
                forged[place] = if forged[place] == 9 { 9 } else { 8 };
            });
        });
    }
}

#[test]
fn the_board_and_the_statistics_of_a_tokens_boards_table_are_compared() {
    use perfectplay_format::{Header, Quantity};
    type Change = fn(&mut Header);
    let changes: [(Change, &str); 4] = [
        (|header| header.board = "1 4\nP.#P\n".to_owned(), "its board is not written as it"),
        (|header| header.statistics[2].value = Quantity::Count(2), "its statistics are"),
        (|header| header.sections[1].name = "more".to_owned(), "it has no section `steps`"),
        (|header| header.name = "tokens-00000000".to_owned(), "it holds the table"),
    ];
    for (change, expected) in changes {
        let (_directory, folder) = folder();
        let recipe = tokens_board("..#.");
        let built = build(&recipe, &folder, Build::default(), &Control::quiet(), || {}).unwrap();
        replace_header(&built.path, change);
        let error = verify(&built.path, Depth::Entries, &Control::quiet()).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[test]
fn an_interrupted_build_or_proof_of_a_tokens_board_ends() {
    let (_directory, folder) = folder();
    let recipe = tokens_board("..#./...#/.#..");
    let interrupted = AtomicBool::new(true);
    let control = Control { bar: ProgressBar::hidden(), interrupted: &interrupted };
    let error = build(&recipe, &folder, Build::default(), &control, || {}).unwrap_err();
    assert!(matches!(error, BuildError::Interrupted(_)), "{error}");
    assert_eq!(files(&folder), [format!("{recipe}.lock")]);
    let path = build(&recipe, &folder, Build::default(), &Control::quiet(), || {}).unwrap().path;
    let error = verify(&path, Depth::Entries, &control).unwrap_err();
    assert!(matches!(error, VerifyError::Interrupted(_)), "{error}");
}

#[test]
fn stake_tables_of_families_and_boards_follow_from_the_rules() {
    let boards = ["01/..", "0101/1010/..../.0.1", "...../01010/10101/01010/101.0"];
    let instances = boards.map(|board| TableId::from(Instance::Stake(board.parse().unwrap())));
    let families = (1..=3).map(|size| TableId::from(Family::Stake { size }));
    for recipe in families.chain(instances) {
        let (_directory, folder) = folder();
        let path =
            build(&recipe, &folder, Build::default(), &Control::quiet(), || {}).unwrap().path;
        let verified = verify(&path, Depth::Entries, &Control::quiet()).unwrap();
        assert_eq!(verified.entries, recipe.states(), "{recipe}");
    }
}

#[test]
fn a_forged_tower_entry_is_found_to_the_last_bit() {
    let (_directory, folder) = folder();
    let path = build_quietly(Family::Tower { levels: 3 }, &folder);
    let mut forged = fs::read(&path).unwrap();
    let entries =
        perfectplay_query::TableFile::open(forged.clone()).unwrap().section("entries").unwrap();
    forged[entries.start + 8 * 5000] ^= 1;
    reseal(&mut forged);
    replace(&path, &forged);
    let error = verify(&path, Depth::Entries, &Control::quiet()).unwrap_err();
    assert!(error.to_string().contains("and its moves make it"), "{error}");
}

#[test]
fn a_sample_compares_as_many_entries_as_asked() {
    let (_directory, folder) = folder();
    let path = build_quietly(Family::Number { bound: 26 }, &folder);
    let compared = verify(&path, Depth::Sample(5_000), &Control::quiet()).unwrap().entries;
    assert_eq!(compared, 5_000);
    assert_eq!(verify(&path, Depth::Bytes, &Control::quiet()).unwrap().entries, 0);
}

#[test]
fn a_build_leaves_a_table_and_a_lock_and_builds_only_once() {
    let (_directory, folder) = folder();
    let path = build_quietly(NUMBER_20, &folder);
    assert_eq!(files(&folder), ["number-20.lock", "number-20.table"]);
    let again =
        build(&NUMBER_20.into(), &folder, Build::default(), &Control::quiet(), || {}).unwrap();
    assert!(!again.anew);
    let how = Build { force: true, memory: None };
    let forced = build(&NUMBER_20.into(), &folder, how, &Control::quiet(), || {}).unwrap();
    assert!(forced.anew && forced.path == path);
}

#[test]
fn a_damaged_table_is_built_anew_without_being_asked() {
    let (_directory, folder) = folder();
    fs::write(folder.table("number-20"), b"no table").unwrap();
    assert!(
        build(&NUMBER_20.into(), &folder, Build::default(), &Control::quiet(), || {}).unwrap().anew
    );
    folder.number("number-20").unwrap();
}

#[test]
fn an_interrupted_build_leaves_nothing_but_its_lock() {
    let (_directory, folder) = folder();
    let interrupted = AtomicBool::new(true);
    let control = Control { bar: ProgressBar::hidden(), interrupted: &interrupted };
    let error = build(&NUMBER_20.into(), &folder, Build::default(), &control, || {}).unwrap_err();
    assert!(matches!(error, BuildError::Interrupted(_)), "{error}");
    assert_eq!(files(&folder), ["number-20.lock"]);
}

#[test]
fn what_a_killed_build_left_is_removed_by_the_next_one_of_any_table() {
    let (_directory, folder) = folder();
    fs::write(folder.path().join("number-30.table.partial"), b"half a table").unwrap();
    fs::write(folder.path().join("mine.partial"), b"not ours").unwrap();
    let left = folder.path().join("number-31.table.partial");
    build_quietly(Family::Number { bound: 5 }, &folder);
    fs::write(&left, b"half a table").unwrap();
    // Also by one that finds its table there.
    build_quietly(Family::Number { bound: 5 }, &folder);
    assert!(!left.exists());
    assert!(!files(&folder).contains(&"number-30.table.partial".to_owned()));
    assert!(files(&folder).contains(&"mine.partial".to_owned()));
}

#[test]
fn builds_of_one_table_at_once_wait_for_one_another() {
    let (_directory, folder) = folder();
    let built: Vec<_> = std::thread::scope(|scope| {
        let builds: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    build(&NUMBER_20.into(), &folder, Build::default(), &Control::quiet(), || {})
                        .unwrap()
                })
            })
            .collect();
        builds.into_iter().map(|build| build.join().unwrap()).collect()
    });
    assert_eq!(built.iter().filter(|built| built.anew).count(), 1);
    assert_eq!(files(&folder), ["number-20.lock", "number-20.table"]);
}

#[test]
fn a_build_that_needs_more_memory_than_it_may_have_is_refused() {
    let (_directory, folder) = folder();
    let how = Build { force: false, memory: Some(1_000) };
    let error = build(&NUMBER_20.into(), &folder, how, &Control::quiet(), || {}).unwrap_err();
    assert!(matches!(error, BuildError::Memory { limit: 1_000, .. }), "{error}");
}

#[test]
fn number_tables_agree_where_they_overlap_and_larger_ones_continue_smaller_ones() {
    let (_directory, folder) = folder();
    for bound in [20, 28, 40] {
        build_quietly(Family::Number { bound }, &folder);
    }
    let complete = folder.number("number-20").unwrap();
    let small = folder.number_outcomes("number-28").unwrap();
    let large = folder.number_outcomes("number-40").unwrap();
    for index in 0..complete.header().states {
        let position = complete.position(index).unwrap();
        let outcome = complete.value(position).unwrap().outcome;
        assert_eq!(small.value(position).unwrap(), outcome, "{position}");
        let answer = large.answer(position).unwrap();
        assert_eq!(answer.outcome, outcome, "{position}");
        let expected = complete.answer(position).unwrap();
        let mut winning: Vec<_> = answer.moves.iter().filter(|reply| reply.winning()).collect();
        winning.sort_unstable_by_key(|reply| reply.to_name);
        assert!(winning.iter().map(|reply| reply.to_name).eq(expected.winning_moves()));
    }
    // Layers do not depend on the bound: all but what follows the last shard is the same.
    for (small, large) in small.sections().unwrap().iter().zip(large.sections().unwrap()) {
        let kept = small.len().saturating_sub(14 * 8);
        assert!(large.starts_with(&small[..kept]));
    }
    assert!(small.counts().eq(large.counts().take(small.counts().count())));
}

#[test]
fn the_outcomes_of_all_positions_are_those_of_the_definition() {
    use perfectplay_core::number::rules;
    let (_directory, folder) = folder();
    let table = {
        build_quietly(Family::Number { bound: 26 }, &folder);
        folder.number_outcomes("number-26").unwrap()
    };
    let mut oracle = rules::Oracle::default();
    rules::for_each_position(26, &mut |available| {
        let position = rules::position(available);
        assert_eq!(table.value(position).unwrap(), oracle.value(available).0, "{position}");
    });
}

#[test]
fn a_build_goes_on_from_the_layers_that_another_finished_with_the_same_bytes() {
    use perfectplay_format::TableFile;
    let (_directory, folder) = folder();
    let expected = fs::read(build_quietly(Family::Number { bound: 33 }, &folder)).unwrap();
    let smaller = fs::read(build_quietly(Family::Number { bound: 30 }, &folder)).unwrap();
    let layers = folder.path().join("number-33.layers");
    // Of layers, of a damaged file, of too many of them, and of no table at all.
    let mut damaged = smaller.clone();
    damaged[20_000] ^= 1;
    let larger = fs::read(build_quietly(Family::Number { bound: 34 }, &folder)).unwrap();
    assert!(TableFile::open(&damaged[..]).is_ok());
    for left in [&smaller[..], &damaged, &larger, b"nothing"] {
        fs::remove_file(folder.table("number-33")).unwrap();
        fs::write(&layers, left).unwrap();
        let built = build_quietly(Family::Number { bound: 33 }, &folder);
        assert!(fs::read(built).unwrap() == expected);
        assert!(!layers.exists());
    }
}

#[test]
#[ignore = "takes a minute and a half on two cores; .ci/extra runs it"]
fn number_50_continues_number_40_and_has_the_published_losing_positions() {
    use perfectplay_core::Outcome;
    let (_directory, folder) = folder();
    for bound in [40, 50] {
        build_quietly(Family::Number { bound }, &folder);
    }
    let small = folder.number_outcomes("number-40").unwrap();
    let large = folder.number_outcomes("number-50").unwrap();
    for (small, large) in small.sections().unwrap().iter().zip(large.sections().unwrap()) {
        assert!(large.starts_with(&small[..small.len().saturating_sub(14 * 8)]));
    }
    for named in ["2,3", "6,7,16", "5,16,18", "9,10,16"] {
        let position = format!("after:{named}").parse().unwrap();
        assert_eq!(small.value(position).unwrap(), Outcome::Loss, "{named}");
        assert_eq!(large.value(position).unwrap(), Outcome::Loss, "{named}");
    }
    assert_eq!((large.header().states, large.counts().count()), (156_517_216, 649));
}

#[test]
fn names_that_are_no_family_are_refused() {
    for name in [
        "",
        "number",
        "number-",
        "number-1",
        "number-64",
        "number-020",
        "number-+20",
        "tower-0",
        "tower-13",
        "stake-0",
        "stake-5",
        "tokens-4",
        "tokens-5x4",
        "tokens-5x6",
        "tic",
    ] {
        assert!(name.parse::<Family>().is_err(), "{name}");
    }
    assert_eq!("number-20".parse(), Ok(NUMBER_20));
}

#[test]
fn verify_finds_an_entry_that_does_not_follow_from_its_moves() {
    let (_directory, folder) = folder();
    let path = build_quietly(Family::Number { bound: 22 }, &folder);
    // One bit of one entry, with all checksums made to fit again.
    let sound = fs::read(&path).unwrap();
    let file = perfectplay_query::TableFile::open(sound.clone()).unwrap();
    let entries = file.section("entries").unwrap();
    let mut forged = sound;
    forged[entries.start + 4 * 3000 + 3] ^= 1;
    reseal(&mut forged);
    replace(&path, &forged);
    verify(&path, Depth::Bytes, &Control::quiet()).unwrap();
    let error = verify(&path, Depth::Entries, &Control::quiet()).unwrap_err();
    assert!(matches!(error, VerifyError::Wrong { .. }), "{error}");
    assert!(error.to_string().contains("and its moves make it"), "{error}");
}

#[test]
fn verify_finds_what_does_not_belong_into_a_header() {
    use perfectplay_format::{Header, Parameter};
    type Change = fn(&mut Header);
    let changes: [Change; 2] = [
        |header| header.board = "1 1\n0\n0\n".to_owned(),
        |header| header.parameters.push(Parameter { name: "more".to_owned(), value: 1 }),
    ];
    for change in changes {
        let (_directory, folder) = folder();
        let path = build_quietly(Family::Tower { levels: 3 }, &folder);
        replace_header(&path, change);
        let error = verify(&path, Depth::Bytes, &Control::quiet()).unwrap_err();
        assert!(matches!(error, VerifyError::Wrong { .. }), "{error}");
    }
}

#[test]
fn verify_holds_the_file_against_the_manifest() {
    let (_directory, folder) = folder();
    let path = build_quietly(NUMBER_20, &folder);
    let mut forged = fs::read(&path).unwrap();
    let entries =
        perfectplay_query::TableFile::open(forged.clone()).unwrap().section("entries").unwrap();
    forged[entries.start + 7] ^= 1;
    reseal(&mut forged);
    replace(&path, &forged);
    let error = verify(&path, Depth::Bytes, &Control::quiet()).unwrap_err();
    assert!(error.to_string().contains("the manifest has 3515 states"), "{error}");
}

/// Makes all checksums of a file fit its bytes.
fn reseal(file: &mut [u8]) {
    use perfectplay_format::{BLOCK, Header, Prelude, block_checksum};
    let opened = perfectplay_query::TableFile::open(file.to_vec()).unwrap();
    let layout = opened.layout().clone();
    let payload = layout.payload.start as usize..layout.payload.end as usize;
    let checksums: Vec<u8> = file[payload.clone()]
        .chunks(BLOCK as usize)
        .flat_map(|block| block_checksum(block).to_le_bytes())
        .collect();
    file[payload.end..].copy_from_slice(&checksums);
    let header = Header { checksums: block_checksum(&checksums), ..opened.header().clone() };
    let encoded = header.encode().unwrap();
    file[..Prelude::LENGTH].copy_from_slice(&Prelude::of(&encoded).to_bytes());
    file[Prelude::LENGTH..Prelude::LENGTH + encoded.len()].copy_from_slice(&encoded);
}

/// Changes a table's header, with its checksum.
fn replace_header(path: &PathBuf, change: impl FnOnce(&mut perfectplay_format::Header)) {
    use perfectplay_format::Prelude;
    let sound = fs::read(path).unwrap();
    let mut header = perfectplay_query::TableFile::open(&sound[..]).unwrap().header().clone();
    change(&mut header);
    let encoded = header.encode().unwrap();
    let mut forged = [&Prelude::of(&encoded).to_bytes(), &encoded[..]].concat();
    forged.resize(4096, 0);
    forged.extend_from_slice(&sound[4096..]);
    replace(path, &forged);
}

/// Puts other bytes under a table's name, as a rename would.
fn replace(path: &PathBuf, bytes: &[u8]) {
    fs::remove_file(path).unwrap();
    fs::write(path, bytes).unwrap();
}
