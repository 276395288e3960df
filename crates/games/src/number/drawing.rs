//! Drawings of the Number Game.

use perfectplay_core::control::Control;
use perfectplay_protocol::drawings::parts::{coloured, moves};
use perfectplay_protocol::{Position, SearchReport};

use crate::number::NamedNumbers;
use crate::preludes::drawing::*;

/// The column in which the numbers of a position begin.
const INDENT: usize = 10;

/// The drawings of the game.
#[derive(Debug)]
pub(crate) struct Painter;

impl Drawings for Painter {
    fn answer(&self, answer: &Answer, wording: &dyn Wording) -> Vec<String> {
        let Some(search) = &answer.search else {
            return [head(answer, &for_the_mover(answer.value)), moves(answer, coloured)].concat();
        };
        let mut lines = search_head(answer, search, wording);
        if answer.moves.iter().next().is_some() {
            lines.push(String::new());
            lines.extend(moves(answer, coloured));
            if let Moves::Winning(_) = answer.moves {
                lines.push(String::new());
                lines.push("There are more moves; these are known to win.".to_owned());
            }
        }
        lines
    }

    fn rows(&self, position: &Position, _: &Position) -> Vec<String> {
        vec![position.to_string()]
    }

    fn board(&self, position: &Position, width: usize, _: &Owner<'_>) -> Vec<String> {
        let text = position.to_string();
        if text.starts_with("after:") {
            return vec![text];
        }
        let mut lines = vec![" ".repeat(INDENT)];
        for number in text.split(' ') {
            match lines.last_mut() {
                Some(line) if line.len() == INDENT => *line += number,
                Some(line) if line.len() + number.len() < width => *line += &format!(" {number}"),
                _ => lines.push(format!("{:INDENT$}{number}", "")),
            }
        }
        lines
    }

    /// A position with two to four numbers named, in which the largest number left is at most 40. `None` if the last
    /// two were no longer legal moves.
    fn random(&self, random: &mut Random) -> Option<(String, Option<GameRef>)> {
        const LARGEST: usize = 40;
        loop {
            let (a, b) = (random.within(3..=8), random.within(5..=19));
            // Frobenius: of two numbers without a common factor this is the largest that is left.
            if a < b && (2..=a).all(|d| a % d != 0 || b % d != 0) && a * b - a - b <= LARGEST {
                let more =
                    (0..random.within(0..=2)).map(|_| format!(",{}", random.within(4..=LARGEST)));
                let named = format!("after:{a},{b}{}", more.collect::<String>());
                return Some((named, None));
            }
        }
    }

    fn why_illegal(&self, position: &Position, text: &str) -> Option<String> {
        let number: u64 = text.trim().parse().ok()?;
        match position.to_string() {
            named if named.starts_with("after:") => {
                let named = NamedNumbers::read(&named, Control::SILENT).ok()?;
                named.name(number, Control::SILENT).err().map(|error| error.to_string())
            }
            _ => Some(format!("{number} is not available")),
        }
    }

    /// With quotes or without.
    fn joins(&self, words: &[&str]) -> bool {
        !words.iter().any(|word| word.contains(char::is_whitespace))
    }
}

/// The result of a search and of theorems, for a position that no table has.
fn search_head(answer: &Answer, search: &SearchReport, wording: &dyn Wording) -> Vec<String> {
    let left = match (search.left, search.largest) {
        (Some(left), Some(largest)) => format!("{left} numbers, up to {largest}"),
        _ => "infinitely many numbers".to_owned(),
    };
    let visited = wording.count(search.visited);
    let table = match (&answer.table, search.visited) {
        (Some(table), 0) => table.to_string(),
        (Some(table), _) => format!("{table}, and a search of {visited} positions"),
        (None, 0) => "none".to_owned(),
        (None, _) => format!("none: a search of {visited} positions"),
    };
    let mut lines = vec![
        labelled("position", &answer.position),
        labelled("left", left),
        labelled("value", for_the_mover(answer.value)),
        labelled("table", styled(FAINT, table)),
    ];
    if let Some(theorem) = &search.theorem {
        lines.push(labelled("theorem", &theorem.statement));
        lines.push(labelled("source", theorem.source));
    }
    if let Some(reason) = &search.reason {
        lines.push(labelled("reason", wording.reason(reason)));
    }
    lines
}
