//! Whatever is asked of any game, the time that it takes has been spent from its budget, in steps or states.
#![no_main]

use std::fmt::Write;
use std::time::Duration;

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use perfectplay_oracle::{Budget, Effort, Game, Limits, Oracle, Question, Silent};
use rustix::time::{ClockId, clock_gettime};

/// What is asked.
#[derive(Debug, Arbitrary)]
enum Asked<'a> {
    /// A text for one of the games.
    Text { game: u8, text: &'a str },
    /// A long list of named numbers: the first, and what each has more than the one before.
    Named { first: u32, steps: &'a [u8] },
}

/// The longest text of a list.
const LONGEST: usize = 32 << 10;

fuzz_target!(|asked: Asked<'_>| {
    let (game, text) = match asked {
        Asked::Text { game, text } => {
            (Game::ALL[usize::from(game) % Game::ALL.len()], text.to_owned())
        }
        Asked::Named { first, steps } => (Game::Number, list(first, steps)),
    };
    let limits = Limits { states: Some(1_000), memory: 8 << 20 };
    let budget = Budget::of(&limits, Effort::Quick, &Silent);
    let all = budget.steps();
    let start = clock_gettime(ClockId::ThreadCPUTime);
    if let Ok(Some(question)) = Question::try_read(game, &text, None, &budget) {
        let _ = Oracle::without_tables().try_answer(&question, &budget);
    }
    let taken = Duration::try_from(clock_gettime(ClockId::ThreadCPUTime) - start);
    let spent = all - budget.steps();
    // Sanitizers make each step several times as long.
    let most = Duration::from_millis(500) + Duration::from_nanos(200 * spent);
    assert!(taken.is_ok_and(|taken| taken < most), "{taken:?} with {spent} steps");
});

/// Numbers up to twice the first: none is a sum of others.
fn list(first: u32, steps: &[u8]) -> String {
    let mut text = format!("after:{first}");
    let mut number = u64::from(first);
    for &step in steps.iter().filter(|&&step| step > 0).cycle() {
        number += u64::from(step);
        if number >= 2 * u64::from(first) || text.len() > LONGEST {
            break;
        }
        write!(text, ",{number}").expect("a text takes all letters");
    }
    text
}
