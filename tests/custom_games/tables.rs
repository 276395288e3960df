//! Tables as files: the same bytes for any number of threads, what memory they may take, and damage.

use std::collections::HashSet;
use std::num::NonZero;
use std::slice;

use perfectplay::{Oracle, Question};
use perfectplay_core::coded::{CodedBuilder, Dictionary};
use perfectplay_core::retrieval::mix;
use perfectplay_core::threads::Threads;
use perfectplay_format::{Header, Quantity};
use perfectplay_query::{CodedTable, ProbeError, TablePlace, Tables};
use perfectplay_tables::Depth;
use perfectplay_tables::solve::{Ask, Reached, Turn, build_by};
use perfectplay_tests::flipped;
use perfectplay_tests::intact::verify_as;
use perfectplay_tests::parts::{Parts, with_header};

use crate::*;

const KAYLES: Kayles = Kayles { pins: 20, takes_one: true };
const DAWSON: Kayles = Kayles { pins: 20, takes_one: false };

pub(crate) fn bytes<G: Game>(game: &G, threads: usize) -> Vec<u8> {
    let (_directory, folder) = folder();
    let threads = Threads::new(NonZero::new(threads));
    let built = threads.install(|| build(game, &folder));
    std::fs::read(built.expect("threads").expect("a table").path).expect("a file")
}

#[test]
fn threads_make_the_same_bytes() {
    fn check(game: impl Game, threads: usize) {
        assert!(bytes(&game, 1) == bytes(&game, threads), "{}", game.name());
    }
    check(TicTacToe { size: 3 }, 2);
    check(Sliding { size: 3 }, 3);
    check(KAYLES, 2);
}

/// A game that is asked about many positions at once.
struct InBatches<G>(G);

impl<G: Game> Ask for InBatches<G> {
    type Game = G;

    fn game(&self) -> &G {
        &self.0
    }

    fn together(&self) -> usize {
        100
    }
}

/// Games that are asked in batches have the tables that they have otherwise.
#[test]
fn batches_make_the_same_bytes() {
    fn check<G: Game>(game: impl Fn() -> G) {
        let (asked, control) = (InBatches(game()), Control::SILENT);
        let (_directory, folder) = folder();
        let built = build_by(&asked, &folder, Build::default().progress(control));
        let bytes = std::fs::read(built.expect("a table").path).expect("a file");
        assert!(bytes == self::bytes(&game(), 2));
        let tables = Tables::default().with_bytes(&game().name(), bytes);
        let table = SolvedTable::open(game(), &tables).expect("a table");
        let verified = table.verify_by(&asked, u64::MAX, control);
        assert_eq!(verified.expect("a good table"), table.header().states);
        let words = || SolvedTable::<G>::words_by(&asked, u64::MAX, control).expect("all");
        let (start, words, again) = (game().canonical(game().start()), words(), words());
        assert!(words[0] == game().pack(start) && words == again);
        assert_eq!(words.len() as u64, table.header().states);
    }
    check(|| TicTacToe { size: 3 });
    check(|| Sliding { size: 3 });
    check(|| KAYLES);

    let asked = InBatches(TicTacToe { size: 3 });
    let refused = SolvedTable::<TicTacToe>::words_by(&asked, 1 << 16, Control::SILENT);
    refused!(refused, SolveError::Memory { limit: 65_536, .. });
}

#[test]
fn values_are_checked_by_those_of_the_moves() {
    let (_directory, table) = solved(KAYLES);
    let verified = table.verify_by(&InBatches(DAWSON), u64::MAX, Control::SILENT);
    refused!(verified, SolveError::Entry { .. });
    let (word, children) = (0b111, [0b110, 0b101, 0b100, 0b11, 0b1]);
    let value_of_three = value(&table, word);
    assert_eq!(table.unchecked_value_of_word(word).expect("a value"), value_of_three);
    let turn = Turn { same_player: false, gain: 0 };
    let reached = |child| Reached { value: value(&table, child), turn, weight: 0, is_same: false };
    let children = children.map(reached);
    assert!(table.check(value_of_three, None, &children).is_ok());
    refused!(table.check(value_of_three, None, &children[..1]), ProbeError::Beyond { .. });
}

#[test]
fn memory_has_a_ceiling() {
    let (_directory, folder) = folder();
    let how = Build::default().memory(1 << 14).disk(0);
    let refused = how.solve(&TicTacToe { size: 3 }, &folder);
    refused!(refused, SolveError::Memory { need, limit: 16_384 } if *need > 16_384);
    assert!(folder.names().expect("a folder").is_empty());
}

/// No flipped bit anywhere in a file goes unnoticed, and none makes a panic.
#[test]
fn damage_is_found() {
    let good = bytes(&DAWSON, 2);
    let game = custom_game(DAWSON, &[]).expect("a game");
    let verified = |bytes: &[u8]| {
        let tables = Tables::default().with_bytes(game.name(), bytes);
        let place = TablePlace::Program(game.name().to_owned());
        verify_as(slice::from_ref(&game), &tables, &place, Depth::Entries)
    };
    assert!(verified(&good).is_ok());
    // Every byte of the beginning, and some of all others.
    for place in (0..good.len()).filter(|place| *place < 600 || place % 61 == 0) {
        assert!(verified(&flipped(&good, place, 1 << (place % 8))).is_err(), "byte {place}");
    }
}

/// By default. Of the boards that play cannot reach about one in 128 is taken for one that it reaches, and seldom answered
/// even then.
#[test]
fn boards_that_play_cannot_reach_are_refused() {
    let (_directory, table) = solved(TicTacToe { size: 3 });
    let game = table.game();
    let reached: HashSet<u64> = all_positions(game).into_iter().map(|it| game.pack(it)).collect();
    let words = (0..1 << 18).map(|cells: u64| (cells & 0x1ff) << 32 | cells >> 9);
    let disjoint = words.filter(|word| word >> 32 & word == 0);
    let others: Vec<u64> = disjoint.filter(|word| !reached.contains(word)).collect();
    assert_eq!(others.len(), 19_683 - 5_478);
    let have_values =
        others.iter().filter(|&&word| table.unchecked_value_of_word(word).is_ok()).count();
    assert!(have_values * 64 < others.len(), "{have_values}");
    let answered = others.iter().filter(|&&word| table.answer(game.unpack(word)).is_ok()).count();
    assert!(answered * 256 < others.len(), "{answered}");
}

/// Of how many bits the members are is in an answer, unless play surely reaches the position: it is the start, or they are
/// seven bits.
#[test]
fn an_answer_says_how_sure_it_is() {
    fn members(game: impl Game) -> [Option<u8>; 2] {
        let name = game.name();
        let tables = Tables::default().with_bytes(&name, bytes(&game, 2));
        let game = custom_game(game, &[]).expect("a game");
        let oracle =
            Oracle::new(&built_in(), tables).expect("tables").with_games(slice::from_ref(&game));
        let question = Question::parse(oracle.game(&name).expect("a game"), &game.about().start);
        let answer = oracle.answer(&question.expect("a position")).expect("an answer");
        let after = answer.moves.iter().find_map(|reply| reply.position.clone()).expect("a move");
        let after = oracle.answer(&Question::new(after)).expect("an answer");
        [answer.members, after.members]
    }
    assert_eq!(members(Sliding { size: 3 }), [None, Some(0)]);
    assert_eq!(members(KAYLES), [None, Some(4)]);
    assert_eq!(members(TicTacToe { size: 3 }), [None, None]);
}

/// What a file contradicts is wrong for everybody; the rest is unproven without the rules, and wrong with them.
#[test]
fn forged_figures_are_wrong_or_unproven() {
    /// Changes a figure, or the states at place 9.
    fn forge(header: &mut Header, place: usize, more: i64) {
        match header.statistics.get_mut(place).map(|one| &mut one.value) {
            Some(Quantity::Count(count)) => *count = count.wrapping_add_signed(more),
            Some(Quantity::Integer(value)) => *value += more,
            _ => header.states = header.states.wrapping_add_signed(more),
        }
    }
    fn check<G: Game>(game: impl Fn() -> G, forgeries: &[(bool, &[(usize, i64)])]) {
        let (name, sound) = (game().name(), bytes(&game(), 2));
        let game = custom_game(game(), &[]).expect("a game");
        let place = TablePlace::Program(name.clone());
        let depth = Depth::Entries;
        for (is_seen, forged) in forgeries {
            let change = |header: &mut Header| {
                forged.iter().for_each(|&(place, more)| forge(header, place, more));
            };
            let tables = Tables::default().with_bytes(&name, with_header(&sound, change));
            let by_file = verify_as(&[], &tables, &place, depth).map(|found| found.is_unproven());
            assert_eq!(by_file.ok(), (!is_seen).then_some(true), "{forged:?}");
            let by_rules = verify_as(slice::from_ref(&game), &tables, &place, depth);
            assert_eq!(by_rules.is_ok(), forged.is_empty(), "{forged:?}");
        }
    }
    let of_states: [(bool, &[(usize, i64)]); 2] =
        [(true, &[(9, i64::MIN)]), (true, &[(9, -7_000)])];
    let outcomes: [(bool, &[(usize, i64)]); 8] = [
        (false, &[]),
        (true, &[(9, 1)]),
        (true, &[(1, 1)]),
        (true, &[(2, -1)]),
        (true, &[(3, i64::MIN)]),
        (true, &[(4, 1)]),
        (false, &[(0, 1)]),
        (false, &[(1, 1), (3, -1)]),
    ];
    check(|| TicTacToe { size: 3 }, &[&outcomes[..], &of_states].concat());
    let values: [(bool, &[(usize, i64)]); 4] =
        [(false, &[]), (true, &[(1, -1)]), (true, &[(2, 1)]), (true, &[(9, 1)])];
    check(|| KAYLES, &[&values[..], &of_states].concat());
}

/// A table some bit of which is flipped, and whose checksums are right.
fn forged(sound: &Parts, number: usize) -> Vec<u8> {
    let (mut parts, sections) = (sound.clone(), sound.sections.len());
    let section = &mut parts.sections[number % sections];
    let place = mix(number as u64) as usize % section.len();
    section[place] ^= 1 << (number / sections % 8);
    parts.file().expect("a file")
}

/// Play reaches the start, whatever a damaged table says.
#[test]
fn a_damaged_table_does_not_call_its_start_unreached() {
    let (good, mut contradicted) = (Parts::of(&bytes(&TicTacToe { size: 3 }, 2)), 0);
    for number in 0..100 {
        let tables = Tables::default().with_bytes("tictactoe-3x3", forged(&good, number));
        let Ok(table) = SolvedTable::open(TicTacToe { size: 3 }, &tables) else { continue };
        match table.answer(table.game().start()) {
            Err(ProbeError::Contradicts(..)) => contradicted += 1,
            Err(ProbeError::Damaged(..)) | Ok(_) => {}
            other => panic!("{number}: {other:?}"),
        }
    }
    assert!(contradicted > 0);
}

/// The value of each position, or the error of opening or verifying; nothing makes a panic.
fn verified(folder: &TableFolder) -> Result<Vec<Value>, SolveError> {
    let table = SolvedTable::open(DAWSON, folder)?;
    table.verify()?;
    Ok(all_positions(table.game())
        .into_iter()
        .filter_map(|it| table.unchecked_value(it).ok())
        .collect())
}

#[test]
fn wrong_bytes_under_right_checksums_are_found() {
    let (directory, table) = solved(DAWSON);
    let folder = TableFolder::new(directory.path());
    let path = folder.table(&table.game().name());
    let good = std::fs::read(&path).expect("a file");
    let answers = verified(&folder).expect("a good table");
    let (whole, mut denounced) = (Parts::of(&good), 0);
    for number in 0..160 {
        std::fs::write(&path, forged(&whole, number)).expect("a file");
        match verified(&folder) {
            // Bits that no equation determines are the writer's choice.
            Ok(found) => assert!(found == answers, "{number}"),
            Err(_) => denounced += 1,
        }
    }
    assert!(denounced > 120, "{denounced}");
}

/// A change of the sections: dictionary, index, ranges, codes and lines.
type Forgery<'a> = &'a dyn Fn(&mut [Vec<u8>]);

/// Under right checksums, and with the right value for each position.
#[test]
fn ranges_that_do_not_fit_their_sections_are_found() {
    let (directory, table) = solved(DAWSON);
    let folder = TableFolder::new(directory.path());
    let path = folder.table(&table.game().name());
    let whole = Parts::of(&std::fs::read(&path).expect("a file"));
    let twice = |range: &[u8], next: &[u8]| [range, next, &range[8..]].concat();
    let forgeries: [(Forgery<'_>, &str); 7] = [
        (&|sections| sections[1][4] ^= 2, "its index is not that of its ranges"),
        (&|sections| sections[3].push(0), "it has codes of no range"),
        (&|sections| sections[2][16] ^= 1, "its ranges have another number of states"),
        (&|sections| sections[2][18] = 1, "a range has a filter that cannot be"),
        (&|sections| sections[0].extend([0xff, 0xff]), "it has values that no range has"),
        (
            &|sections| sections[2] = twice(&sections[2], &sections[2][..8]),
            "its ranges are not in the order of their words",
        ),
        (
            &|sections| sections[2] = twice(&sections[2], &[0xff; 8]),
            "a range has lines that it does not need, or lacks some",
        ),
    ];
    for (change, expected) in forgeries {
        let mut parts = whole.clone();
        change(&mut parts.sections);
        std::fs::write(&path, parts.file().expect("a file")).expect("a file");
        let forged = SolvedTable::open(DAWSON, &folder).expect("a table");
        let found = forged.verify().expect_err("refused").to_string();
        assert!(found.ends_with(expected), "{found}");
        // Nobody needs to know the rules for that.
        let (tables, place) = (Tables::from(folder.clone()), TablePlace::File(path.clone()));
        let found = verify_as(&[], &tables, &place, Depth::Bytes).expect_err("refused");
        assert!(found.to_string().ends_with(expected), "{found}");
    }
}

/// What a builder that lost positions writes: all that a file says by itself agrees.
#[test]
fn positions_that_a_builder_lost_are_found() {
    let (directory, table) = solved(ConnectFour { columns: 4, rows: 4 });
    let folder = TableFolder::new(directory.path());
    let path = folder.table(&table.game().name());
    let whole = Parts::of(&std::fs::read(&path).expect("a file"));
    let words = table.words(u64::MAX, Control::SILENT).expect("words");
    let coded =
        CodedTable::new(folder.file(&table.game().name()).expect("a file")).expect("a table");
    let lost: [fn(usize) -> bool; 3] =
        [|_| false, |place| place % 1_000 == 999, |place| (50_000..60_000).contains(&place)];
    for is_lost in lost {
        let kept = words.iter().enumerate().filter(|&(place, _)| !is_lost(place));
        let kept: Vec<(u64, u16)> =
            kept.map(|(_, &word)| (word, coded.values().value(word).expect("a value"))).collect();
        let mut parts = whole.clone();
        parts.sections = written(&kept, coded.dictionary()).into();
        parts.header.states = kept.len() as u64;
        let outcomes = [|value: i16| value > 0, |value| value == 0, |value| value < 0];
        for (is_it, statistic) in outcomes.iter().zip(&mut parts.header.statistics[1..]) {
            let count = kept.iter().filter(|&&(_, value)| is_it(value.cast_signed())).count();
            statistic.value = Quantity::Count(count as u64);
        }
        std::fs::write(&path, parts.file().expect("a file")).expect("a file");
        let short =
            SolvedTable::open(ConnectFour { columns: 4, rows: 4 }, &folder).expect("a table");
        short.verify_layout().expect("a layout");
        assert_eq!(short.verify().is_ok(), kept.len() == words.len());
    }
}

/// The sections of positions, ascending.
fn written(positions: &[(u64, u16)], dictionary: &Dictionary) -> [Vec<u8>; 5] {
    let mut builder = CodedBuilder::new(Dictionary::new(dictionary.values().to_vec(), 0));
    for range in positions.chunks(1 << 13) {
        let (words, values): (Vec<u64>, Vec<u16>) = range.iter().copied().unzip();
        let number = |value: u16| dictionary.values().binary_search(&value).expect("it occurs");
        let numbers: Vec<u16> = values.into_iter().map(|value| number(value) as u16).collect();
        builder.append(dictionary.solve(&words, &numbers).expect("a range")).expect("room");
    }
    builder.finish().expect("sections")
}

/// With two values both codes have one bit, and there may be a filter all the same.
#[test]
fn a_table_of_two_values_is_read() {
    // Who moves the stone round a ring of six cells draws, but for the one who reaches a cell beside it.
    let round = Numbers {
        name: "round-6".to_owned(),
        moves: |cell| if cell == 2 { vec![3, 9] } else { vec![(cell + 1) % 6] },
        end: |cell| (cell == 9).then_some(End::Win),
        ..Numbers::default()
    };
    let table = solved(round).1;
    assert_eq!(value(&table, 2), Value::Draw);
    assert_eq!(value(&table, 9).outcome(), Some(Outcome::Win));
}
