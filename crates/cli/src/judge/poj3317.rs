//! POJ 3317, Stake Your Claim: which move, and for how much?

use std::io::Read;

use perfectplay_core::stake::Position;
use perfectplay_oracle::{Oracle, Question};

use super::input::{Bad, number, shown, words};
use super::{warn_of_missing_end, warn_of_more};
use crate::failure::Failure;
use crate::lines::Lines;
use crate::output::Output;

pub(super) fn run(
    mut input: Lines<impl Read>,
    oracle: &Oracle,
    output: &mut Output,
) -> Result<(), Failure> {
    for case in 1.. {
        if input.might_wait() {
            output.flush()?;
        }
        let Some(board) = read_case(case, &mut input)? else {
            warn_of_more(&input);
            break;
        };
        let cells = board.empty_cells().count_ones();
        if !(1..=10).contains(&cells) {
            let what = format!("the board has {cells} empty cells, and the contest's have 1 to 10");
            return Err(Bad::whole_line(what).failure(place(case, input.number())));
        }
        let question = Question::new(perfectplay_oracle::Position::Stake(board));
        let answer = oracle.answer(&question)?;
        if output.json {
            output.answer(&answer)?;
        } else if let (Some(best), Some(score)) =
            (answer.moves.iter().next(), answer.value.and_then(|value| value.score()))
        {
            output.line(format_args!("({}) {score}", best.step))?;
        }
    }
    Ok(())
}

fn place(case: u64, line: u64) -> String {
    format!("case {case}, line {line}")
}

/// A case; `None` for the 0 that ends the input, or should.
fn read_case(case: u64, input: &mut Lines<impl Read>) -> Result<Option<Position>, Failure> {
    let Some((line, column, word)) = next_word(case, input)? else {
        warn_of_missing_end(input.number());
        return Ok(None);
    };
    let size = number(column, &word, 0..=8, "the size of a board")
        .map_err(|bad| bad.failure(place(case, line)))?;
    if size == 0 {
        return Ok(None);
    }
    let mut text = String::new();
    let mut last = line;
    for row in 0..size {
        let Some((line, column, word)) = next_word(case, input)? else {
            let what = format!("the input ends where row {row} of {size} should be");
            return Err(Bad::whole_line(what).failure(place(case, input.number())));
        };
        check_row(row, size, column, &word).map_err(|bad| bad.failure(place(case, line)))?;
        if row > 0 {
            text.push('/');
        }
        text.push_str(&word);
        last = line;
    }
    let board = text.parse().map_err(|error| Bad::whole_line(error).failure(place(case, last)))?;
    Ok(Some(board))
}

/// The one word of the next line that has any, with line and column; `None` at the end.
fn next_word(
    case: u64,
    input: &mut Lines<impl Read>,
) -> Result<Option<(u64, usize, String)>, Failure> {
    loop {
        let line = input.number() + 1;
        let place = place(case, line);
        let Some(text) = input.next()? else { return Ok(None) };
        let mut words = words(text);
        let Some((column, word)) = words.next() else { continue };
        if let Some((column, more)) = words.next() {
            let what = format!("`{}` is one word too many", shown(more));
            return Err(Bad::at(column, what).failure(place));
        }
        return Ok(Some((line, column, word.to_owned())));
    }
}

fn check_row(row: u64, size: u64, column: usize, word: &str) -> Result<(), Bad> {
    for (place, letter) in word.chars().enumerate() {
        if !matches!(letter, '0' | '1' | '.') {
            let what = format!("`{}` is not 0, 1 or . (empty)", letter.escape_debug());
            return Err(Bad::at(column + place, what));
        }
    }
    match word.chars().count() {
        cells if cells as u64 == size => Ok(()),
        cells => {
            let what = format!("row {row} has {cells} cells instead of {size}");
            Err(Bad::at(column, what))
        }
    }
}

/// Reads one board, as `--board` takes it: a case, with nothing but a 0 behind it.
pub(crate) fn read_board(mut input: Lines<impl Read>) -> Result<Position, Failure> {
    let Some(board) = read_case(1, &mut input)? else {
        return Err(Failure::input("there is no board"));
    };
    let mut more = next_word(1, &mut input)?;
    if more.as_ref().is_some_and(|(.., word)| word == "0") {
        more = next_word(1, &mut input)?;
    }
    match more {
        None => Ok(board),
        Some((line, column, word)) => {
            let what = format!("`{}` after the board; a table is of one board", shown(&word));
            Err(Bad::at(column, what).failure(format_args!("line {line}")))
        }
    }
}
