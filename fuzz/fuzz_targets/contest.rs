//! Any input of a contest is read case by case, or refused with an error that says where; the position of a
//! case is answered the same whether it was read from the contest's input or from its own text, and whether
//! its value alone is asked for, as contests do, or all its moves.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use perfectplay::{Budget, Effort, Limits, Oracle, Position, Question, Silent};
use perfectplay_fuzz::{Wrong, cases, cases_of, wrong};
use perfectplay_games::{built_in, contour, stake, tokens};

/// More cases of an input are only read.
const ANSWERED: usize = 2;

const LIMITS: Limits = Limits::at_most(2_000, 1 << 20);

static ORACLE: LazyLock<Oracle> = LazyLock::new(|| Oracle::without_tables(&built_in()));

// The first byte says which contest, and whether cases are answered.
fuzz_target!(|input: &[u8]| {
    let Some((kind, text)) = input.split_first() else { return };
    let Ok(text) = str::from_utf8(text) else { return };
    let most = if kind & 0x80 == 0 && kind % 8 != 4 { ANSWERED } else { 0 };
    let (found, wrong) = match kind % 8 {
        which @ 0..4 => cases(which, text),
        4 => cases_of::<stake::BoardReader>(text),
        5 => cases(4, text),
        6 => (vec![], contour::Board::from_text(text).err().map(wrong)),
        _ => (vec![], tokens::Board::from_contest(text).err().map(wrong)),
    };
    for case in &found {
        let budget = Budget::of(&LIMITS, Effort::Full, &Silent);
        let again = case.game().shared().read(&case.to_string(), &budget);
        assert!(again.is_ok_and(|again| again == *case), "{case}");
    }
    wrong.into_iter().for_each(|wrong| check_error(wrong, text));
    found.into_iter().take(most).for_each(answer);
});

/// Checks that an error is one short line, and that its place is in the text or at its end.
fn check_error((line, column, message): Wrong, text: &str) {
    assert!(!message.chars().any(char::is_control), "{message:?}");
    assert!(message.chars().count() < 400, "{message}");
    let lines = text.split('\n').count();
    assert!((1..=lines + 1).contains(&line), "{message}");
    let longest = text.split('\n').nth(line - 1).map_or(0, str::len);
    assert!(column.is_none_or(|column| (1..=longest + 1).contains(&column)), "{message}: {text:?}");
}

/// Answers a position as `judge` and as `probe` do.
fn answer(position: Position) {
    let budget = || Budget::of(&LIMITS, Effort::Full, &Silent);
    let question = Question::new(position.clone());
    let value = ORACLE.within(&budget()).value(&question);
    let answer = ORACLE.within(&budget()).answer(&question);
    match (value, answer) {
        (Ok(value), Ok(answer)) => {
            assert_eq!(value.value, answer.value, "{position}");
            if let Some(value) = answer.value.and_then(|value| value.outcome()) {
                let mut winning = answer.moves.iter().map(|reply| reply.winning() == Some(true));
                let wins = value == perfectplay::Outcome::Win;
                assert_eq!(winning.any(|winning| winning), wins, "{position}");
            }
        }
        (Err(value), Err(answer)) => assert_eq!(value.to_string(), answer.to_string()),
        (value, answer) => panic!("{position}: {value:?}, {answer:?}"),
    }
}
