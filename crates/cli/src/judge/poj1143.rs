//! POJ 1143, Number Game: which moves win?

use std::io::Read;

use perfectplay_core::number::Position;
use perfectplay_query::TableFolder;

use crate::failure::Failure;
use crate::lines::Lines;
use crate::numbers::Numbers;
use crate::output::Output;

/// The contest's numbers go from 2 to this.
const LARGEST: u64 = 20;

pub(super) fn run(
    mut input: Lines<impl Read>,
    folder: &TableFolder,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut numbers = Numbers::new(folder)?;
    let mut case = 1u64;
    loop {
        if input.might_wait() {
            output.flush()?;
        }
        let bad = |line: u64, column: Option<usize>, what: String| {
            let column = column.map(|column| format!(", column {column}")).unwrap_or_default();
            Failure::Input(format!("case {case}, line {line}{column}: {what}"))
        };
        let Some(line) = input.next()? else {
            let what = "the input ends without the line `0` that closes it".to_owned();
            return Err(bad(input.number(), None, what));
        };
        let read = read_case(line);
        match read.map_err(|Bad { column, what }| bad(input.number(), column, what))? {
            Line::Blank => continue,
            Line::End => return Ok(()),
            Line::Case(position) => {
                let (answer, _) = numbers.answer(position)?;
                output.line(format_args!("Test Case #{case}"))?;
                let winning = answer.winning_moves();
                if winning.is_empty() {
                    output.line("There's no winning move.\n")?;
                } else {
                    let moves: String = winning.iter().map(|number| format!(" {number}")).collect();
                    output.line(format_args!("The winning moves are:{moves}\n"))?;
                }
            }
        }
        case += 1;
    }
}

enum Line {
    Blank,
    End,
    Case(Position),
}

/// What is wrong with a line, and in which column, from 1.
struct Bad {
    column: Option<usize>,
    what: String,
}

/// `n a1 … an`, or `0`.
fn read_case(line: &str) -> Result<Line, Bad> {
    let mut words = words(line);
    let Some((column, word)) = words.next() else { return Ok(Line::Blank) };
    let promised = number(column, word, 0..=LARGEST, "how many numbers follow")?;
    if promised == 0 {
        return Ok(Line::End);
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
            return Err(Bad { column: Some(column), what: format!("{number} appears twice") });
        }
        mask |= 1 << number;
        found += 1;
    }
    if found < promised {
        let what = format!("{promised} numbers were promised, and the line ends after {found}");
        return Err(Bad { column: Some(line.len() + 1), what });
    }
    Position::from_mask(mask)
        .map(Line::Case)
        .map_err(|error| Bad { column: None, what: error.to_string() })
}

/// The words of a line with the columns where they begin.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split_ascii_whitespace()
        .map(move |word| (word.as_ptr() as usize - line.as_ptr() as usize + 1, word))
}

fn number(
    column: usize,
    word: &str,
    range: std::ops::RangeInclusive<u64>,
    meaning: &str,
) -> Result<u64, Bad> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|number| digits && range.contains(number)).ok_or_else(|| Bad {
        column: Some(column),
        what: format!("`{}` is not {meaning}, {} to {}", shown(word), range.start(), range.end()),
    })
}

/// A word as a message shows it: on one line, and not endless.
fn shown(word: &str) -> String {
    word.chars().take(24).flat_map(char::escape_debug).collect()
}
