//! Any input of a contest is read case by case, or refused with an error that says where; the position of a
//! case is answered the same whether it was read from the contest's input or from its own text, and whether
//! its value alone is asked for, as contests do, or all its moves.
#![no_main]

use std::fmt::{Debug, Display};
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use perfectplay_games::built_in;
use perfectplay_games::contest::ContestReader;
use perfectplay_games::contour::ContourPosition;
use perfectplay_games::{contour, number, stake, tokens, tower};
use perfectplay_oracle::{Budget, Effort, Limits, Oracle, Position, Question, Silent};

/// More cases of an input are only read.
const ANSWERED: usize = 2;

static ORACLE: LazyLock<Oracle> = LazyLock::new(|| Oracle::without_tables(&built_in()));

// The first byte says which contest, and whether cases are answered.
fuzz_target!(|input: &[u8]| {
    let Some((kind, text)) = input.split_first() else { return };
    let Ok(text) = str::from_utf8(text) else { return };
    let most = if kind & 0x80 == 0 { ANSWERED } else { 0 };
    match kind % 8 {
        0 => cases::<number::ContestReader>(text, most, |position| (*position).into()),
        1 => cases::<tower::ContestReader>(text, most, |tower| tower.clone().into()),
        2 => cases::<stake::ContestReader>(text, most, |board| Position::from(*board)),
        3 => cases::<tokens::ContestReader>(text, most, |start| Position::from(start.clone())),
        4 => cases::<stake::BoardReader>(text, 0, |board| Position::from(*board)),
        5 => board(text, most),
        6 => {
            if let Err(error) = contour::Board::from_text(text) {
                check_error(error.line, Some(error.column), &error, text);
            }
        }
        _ => {
            if let Err(error) = tokens::Board::from_contest(text) {
                check_error(error.line, error.column, &error, text);
            }
        }
    }
});

/// Reads an input of many cases, and answers the first ones.
fn cases<R: ContestReader<Position: Debug + Display + FromStr + PartialEq, Problem: Display>>(
    text: &str,
    most: usize,
    position: fn(&R::Position) -> Position,
) {
    let (found, wrong) = perfectplay_fuzz::cases::<R>(text);
    for case in &found {
        assert_eq!(case.to_string().parse().ok().as_ref(), Some(case), "{case}");
    }
    if let Some(error) = wrong {
        check_error(error.line, error.column, &error, text);
    }
    found.iter().take(most).for_each(|case| answer(position(case)));
}

/// The contest with one board.
fn board(text: &str, most: usize) {
    match contour::Board::from_contest(text) {
        // Larger ones take long.
        Ok(board) if most > 0 && board.contours() <= 1_000 => {
            let start = ContourPosition::new(contour::Position::EMPTY, Arc::new(board));
            answer(start.expect("every board has the empty contour").into());
        }
        Ok(_) => {}
        Err(error) => check_error(error.line, Some(error.column), &error, text),
    }
}

/// Checks that an error is one short line, and that its place is in the text or at its end.
fn check_error(line: usize, column: Option<usize>, error: &impl Display, text: &str) {
    let message = error.to_string();
    assert!(!message.chars().any(char::is_control), "{message:?}");
    assert!(message.chars().count() < 400, "{message}");
    let lines = text.split('\n').count();
    assert!((1..=lines + 1).contains(&line), "{message}");
    let longest = text.split('\n').nth(line - 1).map_or(0, str::len);
    assert!(column.is_none_or(|column| (1..=longest + 1).contains(&column)), "{message}: {text:?}");
}

/// Answers a position as `judge` and as `probe` do.
fn answer(position: Position) {
    let limits = Limits { states: Some(2_000), memory: 1 << 20 };
    let budget = || Budget::of(&limits, Effort::Full, &Silent);
    let question = Question::new(position.clone());
    let value = ORACLE.value_within(&question, &budget());
    let answer = ORACLE.answer_within(&question, &budget());
    match (value, answer) {
        (Ok(value), Ok(answer)) => {
            assert_eq!(value.value, answer.value, "{position}");
            if let Some(value) = answer.value.and_then(|value| value.outcome()) {
                let mut winning = answer.moves.iter().map(|reply| reply.winning() == Some(true));
                let wins = value == perfectplay_oracle::Outcome::Win;
                assert_eq!(winning.any(|winning| winning), wins, "{position}");
            }
        }
        (Err(value), Err(answer)) => assert_eq!(value.to_string(), answer.to_string()),
        (value, answer) => panic!("{position}: {value:?}, {answer:?}"),
    }
}
