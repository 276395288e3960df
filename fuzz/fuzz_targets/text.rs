//! Any text is a position, a move, a board or a name of any game, or is refused with an error of one short
//! line; what was read prints as a text that reads as the same, and so does what moves make of it.
#![no_main]

use std::fmt::Display;
use std::str::FromStr;

use libfuzzer_sys::fuzz_target;
use perfectplay::{can_be_there, most_bytes, table_named};
use perfectplay_core::Rules;
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
        0 => number_position(text),
        1 => named(text),
        2 => drop(read::<Move>(text)),
        3 => tower_position(text),
        4 => drop(read::<tower::Move>(text)),
        5 => contour_position(text),
        6 => drop(read::<contour::Move>(text)),
        7 => stake_position(text),
        8 => drop(read::<stake::Move>(text)),
        9 => tokens_position(text),
        10 => drop(read::<tokens::Move>(text)),
        11 => drop(read::<tokens::Board>(text)),
        12 => chomp_position(text),
        13 => drop(read::<chomp::Move>(text)),
        14 => name(text),
        _ => board(text),
    }
});

fn read<T: FromStr<Err: Display> + Display + PartialEq>(text: &str) -> Option<T> {
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

fn number_position(text: &str) {
    let Some(position) = read::<number::Position>(text) else { return };
    assert_eq!(number::Position::from_mask(position.mask()), Ok(position));
    for step in position.numbers().map(Move) {
        let child = position.after(step).expect("it is available");
        assert_eq!(number::Position::from_mask(child.mask()), Ok(child));
    }
    assert_eq!(NamedNumbers::from(position).position(), Some(position));
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

fn tower_position(text: &str) {
    let Some(tower) = read::<tower::Position>(text) else { return };
    for ((_, step), after) in tower::Tower.moves(&tower).into_iter().take(8) {
        assert_eq!(tower.after(step).as_ref(), Some(&after));
        assert_eq!(read(&step.to_string()), Some(step));
        assert_eq!(read(&after.to_string()), Some(after));
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

fn stake_position(text: &str) {
    let Some(board) = read::<stake::Position>(text) else { return };
    assert_eq!(stake::Position::from_masks(board.size(), board.filled()), Ok(board));
    for step in board.moves().take(8) {
        assert_eq!(read(&step.to_string()), Some(step));
        let after = board.after(step).expect("a legal move");
        assert_eq!(read(&after.to_string()), Some(after));
    }
}

fn tokens_position(text: &str) {
    let Some(position) = read::<tokens::Position>(text) else { return };
    for (step, effect) in tokens::rules::moves(&position) {
        assert_eq!(read(&step.to_string()), Some(step));
        let after = effect.position();
        assert_eq!(position.after(step), after);
        if let Some(after) = after {
            assert_eq!(read(&after.to_string()), Some(after));
        }
    }
}

fn chomp_position(text: &str) {
    let Some(position) = read::<chomp::Position>(text) else { return };
    assert_eq!(position.transposed().transposed(), position);
    for step in position.moves().step_by(1 + position.area() / 8) {
        assert_eq!(read(&step.to_string()), Some(step));
        let after = position.after(step).expect("a legal move");
        assert_eq!(read(&after.to_string()), Some(after));
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
