//! Drawings of Chomp.

use perfectplay_core::Outcome;
use perfectplay_protocol::Position;

use crate::chomp::{Move as Cell, Position as Bar};
use crate::preludes::drawing::*;

/// The drawings of the game.
#[derive(Debug)]
pub(crate) struct Painter;

impl Drawings for Painter {
    fn answer(&self, answer: &Answer, _: &dyn Wording) -> Vec<String> {
        let bar = Bar::of(answer.position.words());
        let mut lines = head(answer, &for_the_mover(answer.value));
        if bar == Bar::NOTHING {
            lines.push("Nothing is left: the other player took the corner.".to_owned());
            return lines;
        }
        lines.extend(results(answer, &bar));
        let best = answer.moves.iter().filter(|reply| reply.is_best());
        lines.push(String::new());
        lines.push(labelled("best", joined(best.map(|reply| &reply.step))));
        if let Some(grundy) = answer.grundy {
            lines.extend([String::new(), labelled("Grundy", grundy), String::new()]);
            lines.extend(grundy_values(answer, &bar));
        }
        lines
    }

    /// The cells that are left of the bar at the start.
    fn rows(&self, position: &Position, start: &Position) -> Vec<String> {
        let (bar, start) = (Bar::of(position.words()), Bar::of(start.words()));
        let left = |row: u8| bar.left().get(usize::from(row)).copied().unwrap_or(0);
        let letter = |row, column| if column < left(row) { "o" } else { "." };
        letters((start.rows(), start.columns()), letter)
    }

    fn board(&self, position: &Position, _: usize, _: &Owner<'_>) -> Vec<String> {
        let mut rows = self.rows(position, position);
        let Some(first) = rows.first_mut() else { return Vec::new() };
        // The poisoned corner.
        first.replace_range(..1, "!");
        numbered(rows)
    }

    fn of_size(&self, rows: usize, columns: Option<usize>) -> Option<String> {
        Some(vec![columns?.to_string(); rows].join(","))
    }

    /// A bar of three to five rows, the lower ones perhaps shorter.
    fn random(&self, random: &mut Random) -> Option<(String, Option<GameRef>)> {
        let (rows, mut left) = (random.within(3..=5), random.within(4..=7));
        let row = |_| {
            left = left.min(random.within(2..=9)).max(1);
            left.to_string()
        };
        Some(((0..rows).map(row).collect::<Vec<_>>().join(","), None))
    }

    fn why_illegal(&self, _: &Position, text: &str) -> Option<String> {
        read::<Cell>(text).map(|_| "that cell is not left".to_owned())
    }
}

/// Cells with the Grundy value of what is left after taking them; the corner as a `!`.
fn grundy_values(answer: &Answer, bar: &Bar) -> Vec<String> {
    grid((bar.rows(), bar.columns()), 2, |row, column| {
        let cell = Move::new(Cell { row: row as u8, column: column as u8 });
        match reply_with(answer, &cell).map(|reply| reply.grundy) {
            Some(Some(0)) => ("0".to_owned(), GOOD),
            Some(Some(grundy)) => (grundy.to_string(), Style::new()),
            Some(None) => ("!".to_owned(), FAINT),
            None => (".".to_owned(), FAINT),
        }
    })
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
    let reply = reply_with(answer, &Move::new(cell));
    let Some((reply, result)) = reply.and_then(|reply| Some((reply, reply.result?))) else {
        return (".".to_owned(), false);
    };
    let corner = if (cell.row, cell.column) == (0, 0) { "!" } else { "" };
    let letter = if result.outcome() == Some(Outcome::Win) { 'W' } else { 'L' };
    let plies = result.plies().map(|plies| plies.to_string()).unwrap_or_default();
    (format!("{corner}{letter}{plies}"), reply.is_best())
}
