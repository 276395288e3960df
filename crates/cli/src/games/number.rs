//! Drawings of the Number Game.

use perfectplay_oracle::{Answer, Moves, SearchReport};

use crate::advice;
use crate::drawing::{for_the_mover, print_head, print_lines, print_moves};
use crate::failure::Failure;
use crate::output::{FAINT, Output, styled};

pub(super) fn draw(answer: &Answer, output: &mut Output) -> Result<(), Failure> {
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
