//! POJ 2990, Board Game: who wins?

use std::io::Read;

use perfectplay_core::tokens::{Case, ContestError, Position};
use perfectplay_oracle::{Oracle, Outcome, Question, Silent};

use super::print_value;
use crate::failure::Failure;
use crate::lines::Lines;
use crate::output::Output;

/// The longest side of the contest's boards.
const MOST: usize = 8;

pub(super) fn run(mut input: Lines<impl Read>, output: &mut Output) -> Result<(), Failure> {
    let oracle = Oracle::without_tables();
    for case in 1.. {
        if input.might_wait() {
            output.flush()?;
        }
        let Some(position) = read_case(case, &mut input)? else { break };
        let question = Question::new(perfectplay_oracle::Position::Tokens(Box::new(position)));
        print_value(&oracle, &question, &Silent, output, |value| {
            let wins = value.outcome() == Some(Outcome::Win);
            if wins { "Alice wins." } else { "Bob wins." }.to_owned()
        })?;
    }
    Ok(())
}

/// `m n`, then m lines of n characters; `None` at the end of the input. Empty lines
/// between cases, however many, do not matter.
fn read_case(number: u64, input: &mut Lines<impl Read>) -> Result<Option<Position>, Failure> {
    let bad = |error: ContestError| Failure::input(format!("case {number}, {error}"));
    let mut case = loop {
        let line = input.number() as usize + 1;
        let Some(text) = input.next()? else { return Ok(None) };
        if !text.trim().is_empty() {
            break Case::begin(line, text, MOST).map_err(bad)?;
        }
    };
    while !case.is_complete() {
        let line = input.number() as usize + 1;
        let Some(text) = input.next()? else { return Err(bad(case.cut_off(line))) };
        case.read_row(line, text).map_err(bad)?;
    }
    let line = input.number();
    let start = case.start();
    start.map(Some).map_err(|error| Failure::input(format!("case {number}, line {line}: {error}")))
}
