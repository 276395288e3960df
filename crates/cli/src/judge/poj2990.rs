//! POJ 2990, Board Game: who wins?

use std::io::Read;

use perfectplay_core::Outcome;
use perfectplay_core::tokens::{Position, Solved};

use super::input::{Bad, number, shown, words};
use crate::failure::Failure;
use crate::lines::Lines;
use crate::output::Output;

pub(super) fn run(mut input: Lines<impl Read>, output: &mut Output) -> Result<(), Failure> {
    for case in 1.. {
        if input.might_wait() {
            output.flush()?;
        }
        let Some(position) = read_case(case, &mut input)? else { break };
        let outcome = Solved::new(position.board()).outcome(position.pieces());
        output.line(if outcome == Some(Outcome::Win) { "Alice wins." } else { "Bob wins." })?;
    }
    Ok(())
}

fn place(case: u64, line: u64) -> String {
    format!("case {case}, line {line}")
}

/// `m n`, then m lines of n characters; `None` at the end of the input. Empty lines
/// between cases, however many, do not matter.
fn read_case(case: u64, input: &mut Lines<impl Read>) -> Result<Option<Position>, Failure> {
    let (rows, columns) = loop {
        let Some(line) = input.next()? else { return Ok(None) };
        let words: Vec<_> = words(line).collect();
        if !words.is_empty() {
            let size = read_size(&words, line.len());
            break size.map_err(|bad| bad.failure(place(case, input.number())))?;
        }
    };
    let mut text = String::new();
    for row in 0..rows {
        let here = place(case, input.number() + 1);
        let Some(line) = input.next()? else {
            let what = format!("the input ends where row {row} of {rows} should be");
            return Err(Bad::whole_line(what).failure(here));
        };
        let line = line.trim_end();
        check_row(row, columns, line).map_err(|bad| bad.failure(here))?;
        if row > 0 {
            text.push('/');
        }
        text.push_str(line);
    }
    let position = text.parse();
    position.map(Some).map_err(|error| Bad::whole_line(error).failure(place(case, input.number())))
}

fn read_size(words: &[(usize, &str)], end: usize) -> Result<(u64, u64), Bad> {
    let side = |word: Option<&(usize, &str)>, meaning: &str| match word {
        Some(&(column, word)) => number(column, word, 1..=8, meaning),
        None => Err(Bad::at(end + 1, format!("the line ends where {meaning} should be, 1 to 8"))),
    };
    let rows = side(words.first(), "the number of rows")?;
    let columns = side(words.get(1), "the number of columns")?;
    match words.get(2) {
        None => Ok((rows, columns)),
        Some(&(column, word)) => {
            Err(Bad::at(column, format!("`{}` is one word too many", shown(word))))
        }
    }
}

fn check_row(row: u64, columns: u64, line: &str) -> Result<(), Bad> {
    for (place, letter) in line.chars().enumerate() {
        if !matches!(letter, '.' | '#' | 'P') {
            let what = format!("`{}` is not . (empty), # (removed) or P", letter.escape_debug());
            return Err(Bad::at(place + 1, what));
        }
    }
    match line.chars().count() as u64 {
        cells if cells == columns => Ok(()),
        cells => Err(Bad::whole_line(format!("row {row} has {cells} cells instead of {columns}"))),
    }
}
