//! Drawings of Chomp.

use perfectplay_core::Random;
use perfectplay_core::chomp::{Move as Cell, Position as Bar};
use perfectplay_core::contour::Board;
use perfectplay_oracle::{Answer, Move, Outcome, Position, Worded as _};

use crate::failure::Failure;
use crate::games::illegal::read;
use crate::terminal::drawing::{
    for_the_mover, letters, numbered, print_head, print_lines, print_text, reply_with, with_numbers,
};
use crate::terminal::output::{BAD, FAINT, GOOD, Output, styled};

pub(super) struct Shown;

impl crate::games::face::Shown for Shown {
    fn draw(&self, answer: &Answer, output: &mut Output) -> Result<(), Failure> {
        draw(answer, &Bar::of(answer.position.words()), output)
    }

    fn rows(&self, position: &Position, start: &Position) -> Vec<String> {
        cells(&Bar::of(position.words()), &Bar::of(start.words()))
    }

    fn board(
        &self,
        position: &Position,
        _: usize,
        _: &dyn Fn(&Move) -> Option<char>,
    ) -> Vec<String> {
        match Bar::of(position.words()) {
            bar if bar.rows() > 0 => numbered(with_corner(&bar)),
            _ => Vec::new(),
        }
    }

    fn of_size(&self, rows: usize, columns: Option<usize>) -> Option<String> {
        Some(vec![columns?.to_string(); rows].join(","))
    }

    fn random(&self, rng: &mut Random) -> Option<(String, Option<Board>)> {
        Some((random(rng), None))
    }

    fn why_illegal(&self, _: &Position, text: &str) -> Option<String> {
        read::<Cell>(text).map(|_| "that cell is not left".to_owned())
    }
}

/// A bar of three to five rows, the lower ones perhaps shorter.
fn random(random: &mut Random) -> String {
    let (rows, mut left) = (random.within(3..=5), random.within(4..=7));
    let row = |_| {
        left = left.min(random.within(2..=9)).max(1);
        left.to_string()
    };
    (0..rows).map(row).collect::<Vec<_>>().join(",")
}

fn draw(answer: &Answer, bar: &Bar, output: &mut Output) -> Result<(), Failure> {
    print_head(output, answer, &for_the_mover(answer.value))?;
    if *bar == Bar::NOTHING {
        return output.line("Nothing is left: the other player took the corner.");
    }
    print_text(output, &results(answer, bar))?;
    output.line("")?;
    let best = answer.moves.iter().filter(|reply| reply.best == Some(true));
    let best: Vec<String> = best.map(|reply| reply.step.to_string()).collect();
    print_lines(output, &[("best", best.join(" "))])?;
    let Some(grundy) = answer.grundy else { return Ok(()) };
    output.line("")?;
    print_lines(output, &[("Grundy", grundy.to_string())])?;
    output.line("")?;
    print_text(output, &grundy_values(answer, bar))
}

/// The cells that are left of the original bar.
fn cells(bar: &Bar, start: &Bar) -> Vec<String> {
    let left = |row: u8| bar.left().get(usize::from(row)).copied().unwrap_or(0);
    letters(start.rows(), start.columns(), |row, column| if column < left(row) { "o" } else { "." })
}

/// The cells that are left, with the poisoned corner as a `!`.
fn with_corner(bar: &Bar) -> Vec<String> {
    let mut rows = cells(bar, bar);
    if let Some(first) = rows.first_mut().filter(|row| row.starts_with('o')) {
        first.replace_range(..1, "!");
    }
    rows
}

/// Cells with the Grundy value of what is left after taking them; the corner as a `!`.
fn grundy_values(answer: &Answer, bar: &Bar) -> Vec<String> {
    let (rows, columns) = (bar.rows() as u8, bar.columns() as u8);
    let value = |row, column| {
        let cell = Move::new(Cell { row, column });
        let grundy = reply_with(answer, |step| *step == cell).map(|reply| reply.grundy);
        match grundy {
            Some(Some(grundy)) => grundy.to_string(),
            Some(None) => "!".to_owned(),
            None => ".".to_owned(),
        }
    };
    let cells: Vec<Vec<String>> =
        (0..rows).map(|row| (0..columns).map(|column| value(row, column)).collect()).collect();
    let width = cells.iter().flatten().map(String::len).max().unwrap_or(0).max(2);
    let numbers: String = (0..columns).map(|column| format!(" {column:>width$}")).collect();
    let drawn = |text: &String| match text.as_str() {
        "0" => format!(" {}", styled(GOOD, format_args!("{text:>width$}"))),
        "." | "!" => format!(" {}", styled(FAINT, format_args!("{text:>width$}"))),
        _ => format!(" {text:>width$}"),
    };
    with_numbers(&numbers, cells.iter().map(|row| row.iter().map(drawn).collect()))
}

/// Cells with the result of taking them and the number of plies, `W6` or `L3`, the best with a `*`, the corner
/// with a `!`; those that are gone as dots.
fn results(answer: &Answer, bar: &Bar) -> Vec<String> {
    let (rows, columns) = (bar.rows() as u8, bar.columns() as u8);
    let cells: Vec<Vec<(String, bool)>> = (0..rows)
        .map(|row| (0..columns).map(|column| result(answer, Cell { row, column })).collect())
        .collect();
    let width = cells.iter().flatten().map(|(text, _)| text.len()).max().unwrap_or(0).max(2);
    let drawn = |(text, is_best): &(String, bool)| {
        let style = match text.trim_start_matches('!').chars().next() {
            Some('W') => GOOD,
            Some('L') => BAD,
            _ => FAINT,
        };
        match is_best {
            true => format!(" {}", styled(style, format_args!("{text:>width$}*"))),
            false => format!(" {} ", styled(style, format_args!("{text:>width$}"))),
        }
    };
    let numbers: String = (0..columns).map(|column| format!(" {column:>width$} ")).collect();
    with_numbers(&numbers, cells.iter().map(|row| row.iter().map(drawn).collect()))
}

/// A cell's text, and whether taking it is best.
fn result(answer: &Answer, cell: Cell) -> (String, bool) {
    let reply = reply_with(answer, |step| *step == Move::new(cell));
    let Some((reply, result)) = reply.and_then(|reply| Some((reply, reply.result?))) else {
        return (".".to_owned(), false);
    };
    let corner = if (cell.row, cell.column) == (0, 0) { "!" } else { "" };
    let letter = if result.outcome() == Some(Outcome::Win) { 'W' } else { 'L' };
    let plies = result.plies().map(|plies| plies.to_string()).unwrap_or_default();
    (format!("{corner}{letter}{plies}"), reply.best == Some(true))
}
