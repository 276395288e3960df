//! POJ 1143, Number Game: which moves win?

use std::io::Read;

use perfectplay_core::number::Position;
use perfectplay_oracle::{Answer, Budget, Error, Limits, Move, Oracle, Plies, Question};

use super::input::{Bad, number, shown, words};
use super::{warn_of_missing_end, warn_of_more};
use crate::bar::Watch;
use crate::failure::Failure;
use crate::lines::Lines;
use crate::output::{Output, json_line_of};

/// The contest's numbers go from 2 to this.
const LARGEST: u64 = 20;

/// So many cases are answered at a time.
const BATCH: usize = 4096;

pub(super) fn run(
    mut input: Lines<impl Read>,
    oracle: &Oracle,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut case = 1u64;
    loop {
        if input.might_wait() {
            output.flush()?;
        }
        let mut batch = Vec::new();
        let end = read_batch(&mut input, case, &mut batch);
        let question = |position: &Position, _: &Budget<'_>| {
            let position = perfectplay_oracle::Position::Number(*position);
            Ok(Question::new(position).with_plies(Plies::IfStored))
        };
        let json = output.json;
        let print = |_: &Position, answer: Result<Answer, Error>| {
            answer.map(|answer| printed(&answer, json)).map_err(Failure::from)
        };
        let limits = Limits::default();
        let take = |printed: Result<Vec<u8>, Failure>| {
            if !json {
                output.write(format!("Test Case #{case}\n").as_bytes())?;
            }
            case += 1;
            output.write(&printed?)
        };
        oracle.answer_all(&batch, &limits, &Watch::default(), question, print, take)?;
        if end? {
            return Ok(());
        }
    }
}

/// Reads cases, of which the first has the number `case`, as long as they are there without
/// waiting. Tells whether the input has ended.
fn read_batch(
    input: &mut Lines<impl Read>,
    case: u64,
    batch: &mut Vec<Position>,
) -> Result<bool, Failure> {
    while batch.len() < BATCH {
        let case = case + batch.len() as u64;
        let Some(line) = input.next()? else {
            warn_of_missing_end(input.number());
            return Ok(true);
        };
        let read = read_case(line);
        let place = format_args!("case {case}, line {}", input.number());
        match read.map_err(|bad| bad.failure(place))? {
            Line::Blank => {}
            Line::End => {
                warn_of_more(input);
                return Ok(true);
            }
            Line::Case(position) => batch.push(position),
        }
        if input.might_wait() {
            break;
        }
    }
    Ok(false)
}

/// An answer as JSON, or what the contest asks for.
fn printed(answer: &Answer, json: bool) -> Vec<u8> {
    if !json {
        return winning_moves(answer).into_bytes();
    }
    json_line_of(answer)
}

/// The winning moves, ascending, as the contest prints them.
fn winning_moves(answer: &Answer) -> String {
    let winning = answer.moves.iter().filter(|reply| reply.winning() == Some(true));
    let winning = winning.filter_map(|reply| match reply.step {
        Move::Number(number) => Some(number),
        _ => None,
    });
    let mut winning: Vec<u64> = winning.collect();
    if winning.is_empty() {
        return "There's no winning move.\n\n".to_owned();
    }
    winning.sort_unstable();
    let mut text = String::with_capacity(128);
    text.push_str("The winning moves are:");
    for number in winning {
        text.push(' ');
        text.push_str(&number.to_string());
    }
    text.push_str("\n\n");
    text
}

enum Line {
    Blank,
    End,
    Case(Position),
}

/// `n a1 … an`, or `0`.
fn read_case(line: &str) -> Result<Line, Bad> {
    let mut words = words(line);
    let Some((column, word)) = words.next() else { return Ok(Line::Blank) };
    let promised = number(column, word, 0..=LARGEST, "how many numbers follow")?;
    if promised == 0 {
        return match words.next() {
            None => Ok(Line::End),
            Some((column, word)) => {
                let what = format!("`{}` after the `0` that closes the input", shown(word));
                Err(Bad::at(column, what))
            }
        };
    }
    let mut mask = 0u64;
    let mut found = 0;
    for (column, word) in words {
        if found == promised {
            let what =
                format!("{promised} numbers were promised, and `{}` is one more", shown(word));
            return Err(Bad { column: Some(column), what });
        }
        let number = number(column, word, 2..=LARGEST, "an available number")?;
        if mask >> number & 1 == 1 {
            return Err(Bad::at(column, format!("{number} appears twice")));
        }
        mask |= 1 << number;
        found += 1;
    }
    if found < promised {
        let what = format!("{promised} numbers were promised, and the line ends after {found}");
        return Err(Bad::at(line.len() + 1, what));
    }
    Position::from_mask(mask).map(Line::Case).map_err(Bad::whole_line)
}
