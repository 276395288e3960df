//! Codeforces 424E, Colored Jenga: how many minutes are to be expected?

use std::io::Read;

use perfectplay_core::tower;
use perfectplay_oracle::{Oracle, Position, Question};

use super::input::{Bad, number, shown, words};
use super::print_value;
use crate::bar::Watch;
use crate::failure::Failure;
use crate::lines::Lines;
use crate::output::Output;

pub(super) fn run(
    mut input: Lines<impl Read>,
    oracle: &Oracle,
    output: &mut Output,
) -> Result<(), Failure> {
    let tower = read_tower(&mut input)?;
    let question = Question::new(Position::Tower(tower));
    print_value(oracle, &question, &Watch::default(), output, |value| value.to_string())
}

/// n, then n lines of three letters, bottom first.
fn read_tower(input: &mut Lines<impl Read>) -> Result<tower::Position, Failure> {
    let levels = next_words(input, "the number of levels", |words| {
        let &[(column, word), ref rest @ ..] = words else { unreachable!("no line is empty") };
        let levels = number(column, word, 2..=6, "the number of levels")?;
        no_more(rest)?;
        Ok(levels)
    })?;
    let mut text = String::new();
    for level in 1..=levels {
        let name = format!("level {level} of {levels}");
        next_words(input, &name, |words| {
            let &[(column, word), ref rest @ ..] = words else { unreachable!("no line is empty") };
            check_level(level, column, word)?;
            no_more(rest)?;
            if level > 1 {
                text.push('/');
            }
            text.push_str(word);
            Ok(())
        })?;
    }
    no_more_lines(input)?;
    text.parse().map_err(|error: tower::PositionError| Failure::input(error.to_string()))
}

/// Reads the words of the next line that has any.
fn next_words<T>(
    input: &mut Lines<impl Read>,
    expected: &str,
    read: impl FnOnce(&[(usize, &str)]) -> Result<T, Bad>,
) -> Result<T, Failure> {
    loop {
        let number = input.number() + 1;
        let place = format!("line {number}");
        let Some(line) = input.next()? else {
            let what = format!("the input ends where {expected} should be");
            return Err(Bad::whole_line(what).failure(place));
        };
        let words: Vec<_> = words(line).collect();
        if !words.is_empty() {
            return read(&words).map_err(|bad| bad.failure(place));
        }
    }
}

/// Nothing but blanks may follow.
fn no_more_lines(input: &mut Lines<impl Read>) -> Result<(), Failure> {
    loop {
        let place = format!("line {}", input.number() + 1);
        let Some(line) = input.next()? else { return Ok(()) };
        if let Some((column, word)) = words(line).next() {
            let what = format!("`{}` after the last level", shown(word));
            return Err(Bad::at(column, what).failure(place));
        }
    }
}

/// A full level: three letters.
fn check_level(level: u64, column: usize, word: &str) -> Result<(), Bad> {
    for (letter, place) in word.chars().zip(["left", "middle", "right"]) {
        if !matches!(letter, 'R' | 'G' | 'B') {
            let letter = letter.escape_debug();
            let what = format!("level {level}, {place} place: `{letter}` is not R, G or B");
            return Err(Bad::at(column, what));
        }
    }
    match word.chars().count() {
        3 => Ok(()),
        count => {
            let blocks = if count == 1 { "block" } else { "blocks" };
            let what =
                format!("level {level} has {count} {blocks} (`{}`) instead of 3", shown(word));
            Err(Bad::at(column, what))
        }
    }
}

fn no_more(rest: &[(usize, &str)]) -> Result<(), Bad> {
    match rest.first() {
        None => Ok(()),
        Some(&(column, word)) => {
            Err(Bad::at(column, format!("`{}` is one word too many", shown(word))))
        }
    }
}
