//! POJ 1143, Number Game: which moves win?

use perfectplay::{Error, Plies};
use perfectplay_games::contest::LineResult;
use perfectplay_games::number::{ContestReader, Position};

use crate::input::cases::Cases;
use crate::prelude::*;
use crate::terminal::json_line_of;

/// How many cases are answered at a time.
const BATCH: usize = 4096;

pub(super) fn run(
    mut cases: Cases<ContestReader>,
    oracle: &Oracle,
    output: &mut Output,
) -> Result<()> {
    let mut case = 1u64;
    loop {
        if cases.might_wait() {
            output.flush()?;
        }
        let mut batch = Vec::new();
        let end = read_batch(&mut cases, &mut batch);
        let question = |position: &Position, _: &Budget<'_>| {
            let position = (*position).into();
            Ok(Question::new(position).with_plies(Plies::IfStored))
        };
        let json = output.json;
        let print = |_: &Position, answer: Result<Answer, Error>| {
            answer.map(|answer| printed(&answer, json)).map_err(Failure::from)
        };
        let limits = Limits::default();
        let take = |printed: Result<Vec<u8>>| {
            if !json {
                output.write(format!("Test Case #{case}\n").as_bytes())?;
            }
            case += 1;
            output.write(&printed?)
        };
        oracle.ask_all(&batch, &limits, &Watch::default(), question, print, take)?;
        if end? {
            return Ok(());
        }
    }
}

/// Reads cases for as long as they are available without waiting. Says whether the input has ended.
fn read_batch(cases: &mut Cases<ContestReader>, batch: &mut Vec<Position>) -> Result<bool> {
    while batch.len() < BATCH {
        match cases.read_line()? {
            LineResult::More => {}
            LineResult::Case(position) => batch.push(position),
            LineResult::End => return Ok(true),
        }
        if cases.might_wait() {
            break;
        }
    }
    Ok(false)
}

/// An answer as JSON, or what the contest asks for.
fn printed(answer: &Answer, json: bool) -> Vec<u8> {
    if json { json_line_of(answer) } else { winning_moves(answer).into_bytes() }
}

/// The winning moves, ascending, as the contest prints them.
fn winning_moves(answer: &Answer) -> String {
    let winning = answer.moves.iter().filter(|reply| reply.winning() == Some(true));
    let winning = winning.filter_map(|reply| reply.step.as_str().parse().ok());
    let mut winning: Vec<u64> = winning.collect();
    if winning.is_empty() {
        return "There's no winning move.\n\n".to_owned();
    }
    winning.sort_unstable();
    let numbers: String = winning.iter().map(|number| format!(" {number}")).collect();
    format!("The winning moves are:{numbers}\n\n")
}
