//! Drawings of the Number Game.

use perfectplay_core::Random;
use perfectplay_core::contour::Board;
use perfectplay_core::control::Control;
use perfectplay_core::number::Named;
use perfectplay_oracle::{Answer, Move, Moves, Position, SearchReport};

use crate::advice;
use crate::failure::Failure;
use crate::terminal::drawing::{for_the_mover, print_head, print_lines, print_moves};
use crate::terminal::output::{FAINT, Output, styled};
use crate::terminal::text;

pub(super) struct Shown;

impl crate::games::face::Shown for Shown {
    fn draw(&self, answer: &Answer, output: &mut Output) -> Result<(), Failure> {
        draw(answer, output)
    }

    fn rows(&self, position: &Position, _: &Position) -> Vec<String> {
        vec![position.to_string()]
    }

    fn board(
        &self,
        position: &Position,
        width: usize,
        _: &dyn Fn(&Move) -> Option<char>,
    ) -> Vec<String> {
        let lines = match position.to_string() {
            named if named.starts_with("after:") => named,
            available => text::indented(&available, 10, width),
        };
        lines.lines().map(str::to_owned).collect()
    }

    fn random(&self, rng: &mut Random) -> Option<(String, Option<Board>)> {
        Some((random(rng), None))
    }

    fn why_illegal(&self, position: &Position, text: &str) -> Option<String> {
        let number: u64 = text.trim().parse().ok()?;
        match position.to_string() {
            named if named.starts_with("after:") => {
                let named = Named::read(&named, Control::SILENT).ok()?;
                named.name(number, Control::SILENT).err().map(|error| error.to_string())
            }
            _ => Some(format!("{number} is not available")),
        }
    }
}

/// A position with two to four numbers named, in which the largest number left is at most 40. `None` if the last
/// two were no longer legal moves.
fn random(random: &mut Random) -> String {
    const LARGEST: usize = 40;
    loop {
        let (a, b) = (random.within(3..=8), random.within(5..=19));
        // Frobenius: of two numbers without a common factor this is the largest that is left.
        if a < b && (2..=a).all(|d| a % d != 0 || b % d != 0) && a * b - a - b <= LARGEST {
            let more =
                (0..random.within(0..=2)).map(|_| format!(",{}", random.within(4..=LARGEST)));
            return format!("after:{a},{b}{}", more.collect::<String>());
        }
    }
}

fn draw(answer: &Answer, output: &mut Output) -> Result<(), Failure> {
    if let Some(search) = &answer.search {
        return draw_search(answer, search, output);
    }
    print_head(output, answer, &for_the_mover(answer.value))?;
    print_moves(output, answer.moves.iter())
}

/// The result of a search and of theorems, for a position that no table has.
fn draw_search(answer: &Answer, search: &SearchReport, output: &mut Output) -> Result<(), Failure> {
    print_lines(output, &head(answer, search, output))?;
    let (Moves::All(moves) | Moves::Winning(moves)) = &answer.moves else { return Ok(()) };
    if !moves.is_empty() {
        output.line("")?;
        print_moves(output, moves.iter())?;
        if let Moves::Winning(_) = answer.moves {
            output.line("")?;
            output.line("There are more moves; these are known to win.")?;
        }
    }
    Ok(())
}

fn head(answer: &Answer, search: &SearchReport, output: &Output) -> Vec<(&'static str, String)> {
    let left = match (search.left, search.largest) {
        (Some(left), Some(largest)) => format!("{left} numbers, up to {largest}"),
        _ => "infinitely many numbers".to_owned(),
    };
    let visited = output.count(search.visited);
    let table = match (&answer.table, search.visited) {
        (Some(table), 0) => table.to_string(),
        (Some(table), _) => format!("{table}, and a search of {visited} positions"),
        (None, 0) => "none".to_owned(),
        (None, _) => format!("none: a search of {visited} positions"),
    };
    let mut lines = vec![
        ("position", answer.position.to_string()),
        ("left", left),
        ("value", for_the_mover(answer.value)),
        ("table", styled(FAINT, table)),
    ];
    if let Some(theorem) = &search.theorem {
        lines.push(("theorem", theorem.statement.clone()));
        lines.push(("source", theorem.source.to_owned()));
    }
    if let Some(reason) = &search.reason {
        lines.push(("reason", advice::for_unknown(reason)));
    }
    lines
}
