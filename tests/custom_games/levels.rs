//! Games whose moves all lead one level on, and games that only seem to be.

use std::num::NonZero;
use std::sync::Mutex;
use std::time::Duration;

use perfectplay_catalogue::Numbers;
use perfectplay_core as core;
use perfectplay_core::control::{Event, Progress};
use perfectplay_core::retrieval::mix;
use perfectplay_core::threads::Threads;
use perfectplay_tables::BuildError;
use perfectplay_tables::files::UnfinishedTable;
use perfectplay_tables::solve::{Growth, Mistake};
use perfectplay_tests::states::States;

use crate::tables::bytes;
use crate::*;

#[test]
fn words_all_over_64_bits_have_the_same_values() {
    let size = || ConnectFour { columns: 4, rows: 4 };
    let (tame, wild) = (unverified(size()).1, solved(Scrambled(size())).1);
    assert_eq!(tame.header().states, wild.header().states);
    for position in all_positions(tame.game()) {
        assert_eq!(value(&tame, position), value(&wild, position));
    }
}

#[test]
fn the_least_and_the_largest_word_are_words() {
    let down = Numbers {
        name: "down-300".to_owned(),
        start: 300,
        pack: |number| number.wrapping_sub(1),
        unpack: |word| word.wrapping_add(1),
        moves: |number| number.checked_sub(1).into_iter().collect(),
        ..Numbers::default()
    };
    let table = solved(down).1;
    assert_eq!(table.header().states, 301);
    assert_eq!([value(&table, 0), value(&table, 1)].map(|it| it.plies()), [Some(0), Some(1)]);
}

/// How many positions each build found that went on after an interrupted one; in the end the bytes are those of one that
/// was not interrupted.
fn resumed(game: &Numbers, expected: &[u8], memory: u64, step: u64) -> Vec<u64> {
    let (_directory, folder) = folder();
    let mut resumed = Vec::new();
    let built = loop {
        let attempt = resumed.len();
        let stop = States::at_most(step * attempt as u64 + 1);
        let how = Build::default().durable_from(Duration::ZERO).memory(memory).progress(&stop);
        let threads = Threads::new(NonZero::new(1 + attempt % 2));
        let built = threads.install(|| how.solve(game, &folder)).expect("threads");
        let left = |event: &String| {
            event.strip_prefix("Resuming { states: ")?.strip_suffix(" }")?.parse().ok()
        };
        resumed.push(stop.events().iter().find_map(left).unwrap_or_default());
        match built {
            Err(SolveError::Build(BuildError::Interrupted(_))) => {}
            built => break built.expect("a table"),
        }
    };
    assert!(std::fs::read(built.path).expect("a file") == expected);
    assert!(UnfinishedTable::in_folder(&folder).expect("a folder").is_empty());
    resumed
}

#[test]
fn an_interrupted_build_goes_on_to_the_same_bytes() {
    let moves = |number: u64| match number >> 20 {
        20.. => Vec::new(),
        _ => {
            let next = number + (1 << 20) + (number & 0xf_ffff);
            vec![next, next + 1]
        }
    };
    let game = Numbers { name: "doubling-20".to_owned(), moves, ..Numbers::default() };
    let resumed = resumed(&game, &bytes(&game, 2), u64::MAX, 700_000);
    assert!(resumed.len() > 5 && resumed.is_sorted() && resumed[5] == (1 << 21) - 1, "{resumed:?}");
}

/// Stages of three levels, the last ones of one level without moves. Moves lead to any of the next eight, a few to the
/// twentieth from there.
fn staged(number: u64) -> Vec<u64> {
    let (stage, step, place) = (number >> 32, number >> 24 & 0xff, number & 0xff_ffff);
    let later = |more: u64, place: u64| ((stage + more) << 32) + place % 16_000;
    let step =
        if step < 2 { vec![number + (1 << 24), (number + (1 << 24)) ^ 1] } else { Vec::new() };
    let rare = (place == 4_321).then(|| later(20, 5));
    let on = [later(1, 2 * place), later(1, 2 * place + 1), later(2 + place % 7, 3 * place)];
    if stage < 20 { step.into_iter().chain(on).chain(rare).collect() } else { Vec::new() }
}

/// The bytes do not depend on how a game is solved.
#[test]
fn stages_make_the_same_bytes() {
    let without = Numbers { name: "staged-20".to_owned(), moves: staged, ..Numbers::default() };
    let expected = bytes(&without, 2);
    let game = Numbers { stage: |number| (number >> 32) as u32, ..without.clone() };
    let too_few = Numbers { stage: |number| (number >> 33) as u32, ..without };
    let grundy = Numbers { values: Values::Grundy, ..too_few.clone() };
    let of_grundy = bytes(&Numbers { stage: |_| 0, ..grundy.clone() }, 2);
    for (game, expected) in [(game, &expected), (too_few, &expected), (grundy, &of_grundy)] {
        // Too little for a table of all positions.
        let resumed = resumed(&game, expected, 16 << 20, 500_000);
        assert!(resumed.len() > 3 && resumed.last() > Some(&200_000), "{resumed:?}");
    }
}

/// Stages in which play may go round for ever. Some moves lead to one of the next four, and some into corridors, where each
/// position has one move.
fn rounds(number: u64) -> Vec<u64> {
    const PLACES: u64 = 24_000;
    let (stage, place) = (number >> 32, number & 0xffff_ffff);
    let at = |stage: u64, place: u64| (stage << 32) + place % PLACES;
    let corridor = |stage: u64, plies: u64| (stage << 32) + PLACES + plies;
    let round = [at(stage, place + 1), at(stage, place * place + 3)];
    let on = [at(stage + 1, 7 * place), at(stage + 2 + place % 3, 5 * place + 1)];
    let on = on.into_iter().filter(|next| (next ^ place) % 3 > 0 && next >> 32 < 9);
    match place.checked_sub(PLACES) {
        Some(plies) => (plies > 0).then_some(number - 1).into_iter().collect(),
        None if mix(number).is_multiple_of(97) => Vec::new(),
        // Whoever comes here loses, often by what is longer in the next stage.
        None if place % 7 == 1 && stage < 8 => {
            vec![corridor(stage, place % 5 * 2 + 1), corridor(stage + 1, place % 40 * 2 + 1)]
        }
        None => round.into_iter().chain(on).collect(),
    }
}

/// Stages are solved one after another, and their values are those of all of them together.
#[test]
fn stages_with_cycles_make_the_same_bytes() {
    for values in [Values::Outcome, Values::Misere] {
        let name = "rounds-9".to_owned();
        let again = |from: u64, to: u64| (from ^ to).is_multiple_of(5);
        let without = Numbers {
            name,
            start: 2,
            moves: rounds,
            values,
            same_player: again,
            ..Numbers::default()
        };
        let expected = bytes(&without, 2);
        let game = Numbers { stage: |number| (number >> 32) as u32, ..without };
        // A span has two stages.
        let resumed = resumed(&game, &expected, 24 << 20, 100_000);
        assert!(resumed.len() > 3, "{resumed:?}");
    }
}

/// More moves than are put together at a time, from everywhere to two positions.
#[test]
fn very_many_moves_may_lead_to_one_position() {
    const HUB: u64 = 300_000;
    let moves = |number: u64| match number {
        HUB.. if number == HUB + 1 => Vec::new(),
        HUB.. => vec![HUB + 1, 0],
        _ if number.is_multiple_of(3) => vec![number + 1, number + 7, HUB, HUB, HUB, HUB],
        _ => vec![(number * number + 1) % HUB, number + 1, HUB + 1, HUB, HUB, HUB],
    };
    let name = "hub-300000".to_owned();
    let table = solved(Numbers { name, moves, ..Numbers::default() }).1;
    assert_eq!(value(&table, HUB).plies(), Some(1));
    assert_eq!(value(&table, 0).plies(), Some(2));
}

#[test]
fn stages_prove_that_play_ends() {
    let by_stones = Numbers {
        name: "taken-30".to_owned(),
        moves: |left| (left.saturating_sub(3)..left).collect(),
        start: 30,
        stage: |left| 30 - left as u32,
        values: Values::OutcomeOnly,
        ..Numbers::default()
    };
    let table = solved(by_stones.clone()).1;
    let lost = |left| value(&table, left) == Value::from(Outcome::Loss);
    assert!((0..=30).all(|left| lost(left) == (left % 4 == 0)));
    let every_other = Numbers { stage: |left| 15 - left as u32 / 2, ..by_stones.clone() };
    refused!(build(&every_other, folder().1), SolveError::Ungraded);
    let falls = Numbers { stage: |left| left as u32, ..by_stones };
    refused!(
        build(&falls, folder().1),
        SolveError::Mistake { mistake: Mistake::Stage { from: 30, .. }, .. }
    );
}

/// More moves than a byte tells, and larger Grundy values than a word of bits.
#[test]
fn a_pile_from_which_one_takes_what_one_likes() {
    let values = Values::Grundy;
    let moves = |left| (0..left).collect();
    let pile = Numbers { name: "pile-400".to_owned(), start: 400, moves, values, ..path(1) };
    let table = solved(pile.clone()).1;
    assert!((0..=400).all(|left| value(&table, left) == Value::Grundy(left as u16)));
    let table = solved(Numbers { values: Values::Misere, ..pile.clone() }).1;
    assert!((2..=400).all(|left| value(&table, left).plies() == Some(2)));
    let score = |left| (left == 0).then_some(End::Score(7));
    let table = solved(Numbers { values: Values::Score, end: score, ..pile }).1;
    assert!(
        (1..=400).all(|left| value(&table, left) == Value::Score(if left > 1 { 7 } else { -7 }))
    );
}

/// One position in each level.
fn path(length: u64) -> Numbers {
    let moves = |number: u64| number.checked_sub(1).into_iter().collect();
    let name = format!("path-{length}");
    Numbers { name, start: length, moves, values: Values::OutcomeOnly, ..Numbers::default() }
}

#[test]
fn play_may_be_long_where_plies_are_not_told() {
    let path_of_million = path(1_000_000);
    let expected = bytes(&path_of_million, 2);
    let resumed = resumed(&path_of_million, &expected, u64::MAX, 700_000);
    assert!(resumed.len() > 3 && resumed.is_sorted() && resumed[2] > 500_000, "{resumed:?}");
    let table = solved(path(100_000)).1;
    let won = |number: u64| value(&table, number) == Value::from(Outcome::Win);
    assert!((0..=100_000).all(|number| won(number) == (number % 2 == 1)));
    let both = |number: u64| (number.saturating_sub(2)..number).collect();
    assert!(matches!(
        build(&Numbers { moves: both, ..path(9) }, folder().1),
        Err(SolveError::Ungraded)
    ));
}

#[test]
fn a_build_says_what_the_game_is() {
    let built = build(&TicTacToe { size: 3 }, folder().1).expect("a table");
    let summary = built.summary.expect("it was built now");
    assert_eq!(summary.ended, [942, 16, 0, 0, 0]);
    assert_eq!(summary.levels.len(), 10);
    assert_eq!(summary.levels[..3], [[0, 1, 0], [0, 9, 0], [48, 24, 0]]);
    assert_eq!(summary.levels.as_flattened().iter().sum::<u64>(), 5_478);
}

/// Hears how large levels are.
#[derive(Default)]
struct Levels(Mutex<Vec<[u64; 3]>>);

impl Progress for Levels {
    fn event(&self, event: Event) {
        if let Event::Level { positions, moves, memory, .. } = event {
            self.0.lock().expect("no panic holds it").push([positions, moves, memory]);
        }
    }
}

#[test]
fn the_first_levels_tell_how_large_a_game_is() {
    let (levels, (_directory, folder)) = (Levels::default(), folder());
    let game = ConnectFour { columns: 4, rows: 4 };
    Build::default().progress(&levels).solve(&game, &folder).expect("a table");
    let (levels, mut growth) =
        (levels.0.into_inner().expect("no panic held it"), Growth::default());
    let all = levels.iter().map(|level| level[0]).sum::<u64>() as f64;
    for (number, &[positions, moves, memory]) in levels.iter().enumerate() {
        growth.add(positions, moves, memory, memory);
        match growth.expected(false).map(|expected| (expected.positions / all, expected.is_near)) {
            None => assert!(number < 8),
            Some((factor, true)) => assert!((0.5..2.0).contains(&factor), "{factor} at {number}"),
            Some((factor, false)) => assert!((0.1..10.0).contains(&factor), "{factor} at {number}"),
        }
    }
    let whole = growth.expected(true).expect("all levels");
    assert_eq!((whole.positions, whole.levels, whole.is_near), (161_029.0, 17, true));
}

#[test]
fn what_does_not_fit_into_memory_is_on_the_disk() {
    let game = Scrambled(ConnectFour { columns: 4, rows: 4 });
    let expected = bytes(&game, 2);
    let (_directory, folder) = folder();
    let little = || Build::default().memory(1 << 20);
    refused!(little().disk(0).solve(&game, &folder), SolveError::Memory { .. });
    refused!(
        little().disk(1 << 18).solve(&game, &folder),
        SolveError::Build(BuildError::DiskLimit { .. })
    );
    let built = little().solve(&game, &folder).expect("a table");
    assert!(std::fs::read(built.path).expect("a file") == expected);
}

/// A position in which the game has ended, to which moves lead from two levels.
const TWICE: u64 = 11 << 20 | 10;
/// One from which it takes one move less.
const TWICE_FROM: u64 = 9 << 20;

/// A position of the last level.
const LEAF: u64 = 17 << 20;

/// Levels that double, up to the 17th.
fn doubling(number: u64) -> Vec<u64> {
    let (level, place) = (number >> 20, number & 0xf_ffff);
    let next = (level + 1) << 20;
    if level < 17 { vec![next + 2 * place, next + 2 * place + 1] } else { Vec::new() }
}

#[test]
fn levels_in_several_ranges_are_the_same_for_any_number_of_threads() {
    let game = Numbers { name: "doubling-17".to_owned(), moves: doubling, ..Numbers::default() };
    let table = solved(game.clone()).1;
    assert_eq!(table.header().states, (1 << 18) - 1);
    assert_eq!(value(&table, 0), Value::from(core::Value::win(17)));
    let one = bytes(&game, 1);
    assert!([2, 3].iter().all(|&threads| bytes(&game, threads) == one));
}

/// Nobody remembers all positions of earlier levels, so that this one is found at the end.
#[test]
fn a_position_in_two_levels_is_found_among_many() {
    assert!(mix(TWICE) > u64::MAX / 4 * 3, "it is remembered");
    let once = |number| match number {
        TWICE_FROM => [doubling(number), vec![TWICE]].concat(),
        _ => doubling(number),
    };
    let doubling = Numbers {
        name: "doubling-17".to_owned(),
        moves: once,
        end: |number| (number == TWICE).then_some(End::Draw),
        ..Numbers::default()
    };
    let table = solved(doubling).1;
    // Behind the one that has ended 126 are missing.
    assert_eq!(table.header().states, (1 << 18) - 1 - 126);
    assert_eq!(value(&table, TWICE), Value::Draw);
}

/// Two positions between which play goes to and fro.
const TO: u64 = 18 << 20 | 3;
const FRO: u64 = 19 << 20 | 2;

/// Nobody remembers these two among so many.
#[test]
fn a_short_circle_far_from_the_start_is_found() {
    assert!([TO, FRO].iter().all(|&word| mix(word) > u64::MAX / 4 * 3), "one is remembered");
    let circle = Numbers {
        name: "circle-17".to_owned(),
        moves: |number| match number {
            TO => vec![FRO],
            FRO | LEAF => vec![TO],
            _ => doubling(number),
        },
        ..Numbers::default()
    };
    let table = solved(circle).1;
    assert_eq!(table.header().states, (1 << 18) - 1 + 2);
    assert_eq!([value(&table, TO), value(&table, LEAF)], [Value::Draw; 2]);
}
