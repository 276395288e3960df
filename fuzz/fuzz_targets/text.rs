//! Any text is a position, a move, a board or a name of any game, or is refused with an error of one short
//! line; what was read prints as a text that reads as the same, and so does what moves make of it.
#![no_main]

use std::fmt::Display;
use std::str::FromStr;

use libfuzzer_sys::fuzz_target;
use perfectplay::{Position, can_be_there, most_bytes, table_named};
use perfectplay_core::control::{Control, Steps};
use perfectplay_games::built_in;
use perfectplay_games::number::{Move, NamedNumbers};
use perfectplay_games::{chomp, contour, number, stake, tokens, tower};
use perfectplay_query::{TableBoard as _, TableName};

// The first byte says what the rest is taken for.
fuzz_target!(|input: &[u8]| {
    let Some((kind, text)) = input.split_first() else { return };
    let Ok(text) = str::from_utf8(text) else { return };
    match kind % 16 {
        0 => position::<number::Position, Move>(text),
        1 => named(text),
        2 => drop(read::<Move>(text)),
        3 => position::<tower::Position, tower::Move>(text),
        4 => drop(read::<tower::Move>(text)),
        5 => contour_position(text),
        6 => drop(read::<contour::Move>(text)),
        7 => position::<stake::Position, stake::Move>(text),
        8 => drop(read::<stake::Move>(text)),
        9 => position::<tokens::Position, tokens::Move>(text),
        10 => drop(read::<tokens::Move>(text)),
        11 => drop(read::<tokens::Board>(text)),
        12 => position::<chomp::Position, chomp::Move>(text),
        13 => drop(read::<chomp::Move>(text)),
        14 => name(text),
        _ => board(text),
    }
});

/// What is read from a text, and prints as one that reads as the same.
trait Text: FromStr<Err: Display> + Display + PartialEq {}

impl<T: FromStr<Err: Display> + Display + PartialEq> Text for T {}

fn read<T: Text>(text: &str) -> Option<T> {
    match text.parse::<T>() {
        Ok(thing) => {
            let written = thing.to_string();
            assert!(written.parse::<T>().is_ok_and(|again| again == thing), "{written}");
            Some(thing)
        }
        Err(error) => {
            check_message(&error);
            None
        }
    }
}

fn check_message(error: &impl Display) {
    let message = error.to_string();
    assert!(!message.chars().any(char::is_control), "{message:?}");
    assert!(message.chars().count() < 400, "{message}");
}

/// A position, its first moves, and what they make of it.
fn position<P: Text + Into<Position>, M: Text>(text: &str) {
    let Some(position) = read::<P>(text) else { return };
    let moves = position.into().legal_moves().expect("the rules list them");
    for legal in moves.into_iter().take(8) {
        assert!(read::<M>(legal.step.as_str()).is_some(), "{}", legal.step);
        if let Some(after) = legal.position.map(|after| after.to_string()) {
            assert_eq!(read::<P>(&after).map(|read| read.to_string()), Some(after));
        }
    }
}

/// Within few steps, as sums of many numbers take long.
fn named(text: &str) {
    let (steps, more) = (Steps::new(1 << 14), Steps::new(1 << 15));
    match NamedNumbers::read(text, Control::new(&steps)) {
        Ok(named) => {
            let written = named.to_string();
            // Generators alone may take more steps than all numbers in their order.
            if let Ok(again) = NamedNumbers::read(&written, Control::new(&more)) {
                assert_eq!(again, named);
            }
            if let Some(position) = named.position() {
                assert_eq!(position.numbers().count() as u128, named.count().unwrap_or(0));
                assert_eq!(u128::from(position.largest()), named.largest().unwrap_or(1));
            }
            for number in [2, 3, 7, 100, 1_000_003] {
                let next = named.name(number, Control::new(&more));
                assert!(named.allows(number) || next.is_err(), "{written} {number}");
                assert!(next.is_err() || !next.is_ok_and(|next| next.allows(number)));
            }
        }
        Err(error) => check_message(&error),
    }
}

fn contour_position(text: &str) {
    let Some(position) = read::<contour::Position>(text) else { return };
    let taken = position.taken();
    assert_eq!(contour::Position::new(taken), Ok(position));
    if position.check(16, 16).is_ok() {
        let rank = position.rank(16, 16).expect("it fits");
        assert_eq!(contour::Position::unrank(16, 16, rank), Some(position));
    }
}

fn name(text: &str) {
    let (games, name) = (built_in(), read::<TableName>(text));
    let table = table_named(text, &games).ok();
    assert!(table.is_none_or(|table| table.name() == text && name.is_some()));
    if let Some(name) = name {
        let _ = can_be_there(&name, &games);
        assert!(most_bytes(&name, &games) > 0);
        let is_plain =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        assert!(text.bytes().all(is_plain), "{text}");
    }
}

/// Boards as texts of contests.
fn board(text: &str) {
    if let Ok(board) = contour::Board::from_text(text) {
        assert_eq!(contour::Board::from_text(&board.to_contest()).as_ref(), Ok(&board));
        assert_eq!(board.fingerprint().len(), 8);
    }
    if let Ok(board) = tokens::Board::from_contest(text) {
        assert_eq!(tokens::Board::from_contest(&board.to_contest()).as_ref(), Ok(&board));
        assert_eq!(read(&board.to_string()), Some(board));
    }
}
