//! Descriptions that are wrong: each mistake is named, with the position.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use perfectplay::{GameRef, custom_game};
use perfectplay_tables::BuildError;
use perfectplay_tables::solve::Mistake;

use crate::*;

/// A pile of stones, of which one or two are taken, described without a mistake.
fn pile() -> Numbers {
    Numbers {
        name: "pile-20".to_owned(),
        rules: "Take one or two.",
        start: 20,
        moves: |stones| taken(stones, &[]),
        ..Numbers::default()
    }
}

/// What is left when one or two are taken; with seven stones more moves.
fn taken(stones: u64, of_seven: &[u64]) -> Vec<u64> {
    let left = (1..=stones.min(2)).map(|taken| stones - taken);
    left.chain(of_seven.iter().copied().filter(|_| stones == 7)).collect()
}

/// What building a game, opening its table, and verifying it says.
fn all_steps(game: Numbers, folder: &TableFolder) -> Result<u64, SolveError> {
    build(&game, folder)?;
    SolvedTable::open(game, folder)?.verify()
}

/// Asserts that a mistake is found at a position, or at one of several, and that nothing is left of the build.
fn assert_named(wrong: Numbers, at: &str, is_named: fn(&Mistake) -> bool) {
    let (_directory, folder) = folder();
    match all_steps(wrong, &folder) {
        Err(SolveError::Mistake { position, mistake }) if is_named(&mistake) => {
            assert!(at.split('|').any(|at| position == at), "{position:?}: {mistake}");
        }
        other => panic!("{at}: {other:?}"),
    }
    let files = folder.names().expect("a folder");
    assert!(files.is_empty(), "{at}: {files:?}");
}

/// Whether a game that flickers was asked an odd number of times.
static ASKED: AtomicBool = AtomicBool::new(false);

#[test]
fn each_mistake_of_words_and_symmetries_is_named() {
    // Two positions have the same word, and `unpack` alone makes another position of one.
    assert_named(Numbers { pack: |stones| stones.min(19), ..pile() }, "20", |it| {
        it.to_string().contains("makes 19 of that word")
    });
    let unpack = |word| if word == 7 { 8 } else { word };
    assert_named(Numbers { unpack, ..pile() }, "7", |it| {
        it.to_string().contains("either `unpack` is wrong")
    });
    // `canonical` of what it has made is something else; it makes positions of others that have other moves; it makes
    // one position of all.
    let canonical = |stones| if matches!(stones, 3 | 4) { 7 - stones } else { stones };
    assert_named(Numbers { canonical, ..pile() }, "3|4", |it| matches!(it, Mistake::Canonical(..)));
    let canonical = |stones| if stones == 8 { 7 } else { stones };
    assert_named(
        Numbers { canonical, ..pile() },
        "8",
        |it| matches!(it, Mistake::Symmetry(canonical) if canonical == "7"),
    );
    assert_named(Numbers { canonical: |_| 20, ..pile() }, "1", |it| {
        matches!(it, Mistake::Symmetry(..))
    });
}

#[test]
fn each_mistake_of_moves_is_named() {
    let moves = |stones| taken(stones, &[6; 1 << 16]);
    assert_named(Numbers { moves, ..pile() }, "7", |it| matches!(it, Mistake::Moves(..)));
    let moves = |stones| match stones {
        7 => panic!("a mistake that a test makes"),
        _ => taken(stones, &[]),
    };
    assert_named(Numbers { moves, ..pile() }, "7", |it| *it == Mistake::Panic);
    // Two moves with the same text.
    let step = |stones, place| (if stones == 7 { 1 } else { place }).to_string();
    assert_named(Numbers { step, ..pile() }, "7", |it| matches!(it, Mistake::MoveText(..)));
    let moves = |stones| match stones {
        7 if ASKED.fetch_xor(true, Relaxed) => taken(stones, &[4]),
        _ => taken(stones, &[]),
    };
    assert_named(Numbers { moves, ..pile() }, "7", |it| *it == Mistake::Flickers);
}

#[test]
fn each_mistake_of_values_is_named() {
    let end = |stones| (stones == 20).then_some(End::Draw);
    assert_named(Numbers { end, ..pile() }, "20", |it| *it == Mistake::NoGame);
    assert_named(Numbers { start: 0, ..pile() }, "0", |it| *it == Mistake::NoGame);
    // An end that these values do not have, and a score that is not told.
    let end = |stones| (stones == 7).then_some(End::Score(1));
    assert_named(Numbers { end, ..pile() }, "7", |it| matches!(it, Mistake::End(..)));
    let values = Values::Score;
    assert_named(Numbers { values, ..pile() }, "0", |it| *it == Mistake::NoScore);
    // Grundy values where positions repeat.
    let (values, moves) = (Values::Grundy, |stones| taken(stones, &[9]));
    assert_named(Numbers { values, moves, ..pile() }, "7|8|9", |it| *it == Mistake::Repeats);
}

#[test]
fn each_mistake_of_texts_is_named() {
    let show = |stones: u64| if stones == 7 { "seven".to_owned() } else { stones.to_string() };
    let is_text = |it: &Mistake| *it == Mistake::Text;
    assert_named(Numbers { show, ..pile() }, "seven (word 7, 7)", is_text);
    // What a terminal would obey: a position's text, that of a move, and rules.
    let is_control = |it: &Mistake| matches!(it, Mistake::Control(..));
    let show = |stones: u64| format!("{}{stones}", if stones == 7 { "\x1b[2J" } else { "" });
    assert_named(Numbers { show, ..pile() }, "\u{1b}[2J7 (word 7, 7)", is_control);
    let step = |stones, place| match (stones, place) {
        (7, 1) => "\x1b[2J".to_owned(),
        _ => place.to_string(),
    };
    assert_named(Numbers { step, ..pile() }, "7", is_control);
    assert_named(Numbers { rules: "Take one\x1b[2J or two.", ..pile() }, "20", is_control);
}

#[test]
fn names_are_checked() {
    let (_directory, folder) = folder();
    for name in
        ["", "pile", "-20", "pile-", "Pile-20", "../pile-20", "pile-20-2", "pile_20", "pile-20/"]
    {
        let refused = all_steps(Numbers { name: name.to_owned(), ..pile() }, &folder);
        refused!(refused, SolveError::Name(..), "{name}");
    }
    assert!(folder.names().expect("a folder").is_empty());
    let named = |name: &str, others: &[GameRef]| {
        custom_game(Numbers { name: name.to_owned(), ..pile() }, others)
    };
    refused!(named("chomp-20", &built_in()), SolveError::Taken(..));
    let first = named("pile-20", &built_in()).expect("a game");
    refused!(named("pile-20", &[first]), SolveError::Twice(..));
}

#[test]
fn a_table_of_other_rules_is_refused_and_built_again() {
    let (_directory, folder) = folder();
    let three =
        || Numbers { moves: |stones| (stones.saturating_sub(3)..stones).collect(), ..pile() };
    assert_eq!(all_steps(pile(), &folder).expect("a table"), 21);
    let refused = SolvedTable::open(three(), &folder).expect_err("refused");
    assert!(refused.to_string().contains("rules of its game have changed"), "{refused}");
    refused!(build(&three(), &folder), SolveError::Build(BuildError::Occupied { .. }));
    assert!(SolvedTable::open(pile(), &folder).is_ok());
    assert!(Build::default().force(true).solve(&three(), &folder).expect("a table").anew);
    assert!(SolvedTable::open(three(), &folder).is_ok());
}
