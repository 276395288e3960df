//! The parts that drawings of several games share.

use std::fmt::Display;
use std::str::FromStr;

use anstream::adapter::strip_str;
use anstyle::{AnsiColor, Style};
use perfectplay_core::{Outcome, Random};

use crate::{Answer, Line, Move, MoveAnswer, Position, Replies, Step};
use perfectplay_query::Value;

/// The style of wins and best moves.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
/// The style of losses.
pub const BAD: Style = AnsiColor::Red.on_default();
/// The style of headings.
pub const HEADING: Style = Style::new().bold();
/// The style of less important text.
pub const FAINT: Style = Style::new().dimmed();

/// A text in a style.
pub fn styled(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// A text without its styles.
pub fn shown(text: &str) -> String {
    strip_str(text).to_string()
}

/// A line that begins with a label.
pub fn labelled(name: &str, text: impl Display) -> String {
    format!("{} {text}", styled(HEADING, format_args!("{name:<9}")))
}

/// A value without colour.
pub fn plain(value: Option<Value>) -> String {
    value.map_or_else(|| "not known".to_owned(), |value| value.to_string())
}

/// What every drawing begins with: position, value and table.
pub fn head(answer: &Answer, value: &str) -> Vec<String> {
    let table = answer.table.as_deref().unwrap_or("none: solved on the spot");
    let doubt = match answer.members {
        None => String::new(),
        Some(0) => "; it cannot tell whether play reaches this position".to_owned(),
        Some(bits) => {
            format!("; it takes 1 in {} positions that play does not reach for its own", 1 << bits)
        }
    };
    vec![
        labelled("position", &answer.position),
        labelled("value", value),
        labelled("table", styled(FAINT, format_args!("{table}{doubt}"))),
        String::new(),
    ]
}

/// The moves of best play and the position after each, as lines that `board` draws; nothing if nobody asked for it.
pub fn best_play(answer: &Answer, board: impl Fn(&Position) -> Vec<String>) -> Vec<String> {
    let (text, steps): (String, &[Step]) = match &answer.line {
        Some(Line::Known(steps)) if steps.is_empty() => ("none".to_owned(), &[]),
        Some(Line::Known(steps)) => (joined(steps.iter().map(|step| &step.step)), steps),
        Some(Line::Unknown(why)) => (format!("not known: {why}"), &[]),
        None => return Vec::new(),
    };
    let frame = |(ply, step): (usize, &Step)| {
        let head = styled(HEADING, format_args!("{ply}: {}", step.step));
        [vec![head], step.position.as_ref().map(&board).unwrap_or_default()].concat()
    };
    let frames: Vec<Vec<String>> = (1..).zip(steps).map(frame).collect();
    [vec![String::new(), labelled("best play", text)], side_by_side(&frames)].concat()
}

/// Each move with the best replies to it; nothing if nobody asked for them.
pub fn replies(answer: &Answer) -> Vec<String> {
    let replies = |reply: &MoveAnswer| match reply.replies.as_ref()? {
        Replies::Known(replies) if replies.is_empty() => Some("none: the game is over".to_owned()),
        Replies::Known(replies) => Some(joined(replies.iter())),
        Replies::Unknown => Some("not known".to_owned()),
    };
    let row = |reply: &MoveAnswer| Some((reply.step.to_string(), replies(reply)?));
    let rows: Vec<(String, String)> = answer.moves.iter().filter_map(row).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let width = rows.iter().map(|(step, _)| step.len()).max().unwrap_or(0).max(4);
    let heading = styled(HEADING, format_args!("{:>width$}  best replies", "move"));
    let rows = rows.iter().map(|(step, replies)| format!("{step:>width$}  {replies}"));
    [String::new(), heading].into_iter().chain(rows).collect()
}

/// Moves with spaces between them.
pub fn joined<'a>(moves: impl Iterator<Item = &'a Move>) -> String {
    moves.map(Move::as_str).collect::<Vec<_>>().join(" ")
}

/// Blocks of lines, as many side by side as fit across a terminal.
fn side_by_side(blocks: &[Vec<String>]) -> Vec<String> {
    const TERMINAL: usize = 79;
    const INDENT: usize = 10;
    const GAP: usize = 3;
    let length = |line: &String| shown(line).chars().count();
    let width = blocks.iter().flatten().map(length).max().unwrap_or(0);
    let across = ((TERMINAL - INDENT + GAP) / (width + GAP)).max(1);
    let mut lines = Vec::new();
    for blocks in blocks.chunks(across) {
        lines.push(String::new());
        let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
        for row in 0..height {
            let mut line = " ".repeat(INDENT);
            for (place, block) in blocks.iter().enumerate() {
                let Some(text) = block.get(row) else { continue };
                // Blocks may differ in height, and trailing blanks are not written.
                let column = INDENT + place * (width + GAP);
                line.push_str(&" ".repeat(column - length(&line)));
                line.push_str(text);
            }
            lines.push(line);
        }
    }
    lines
}

/// Rows of single letters with a space between.
pub fn letters<L: Display>(
    (rows, columns): (usize, usize),
    letter: impl Fn(u8, u8) -> L,
) -> Vec<String> {
    let line = |row: u8| (0..columns as u8).map(move |column| (row, column));
    let text = |(row, column)| letter(row, column).to_string();
    (0..rows as u8).map(|row| line(row).map(text).collect::<Vec<_>>().join(" ")).collect()
}

/// How many columns rows of single letters have.
fn columns(rows: &[String]) -> usize {
    rows.iter().map(|row| shown(row).len().div_ceil(2)).max().unwrap_or(0)
}

/// Rows with the numbers of rows and columns.
pub fn numbered(rows: Vec<String>) -> Vec<String> {
    let numbers: String = (0..columns(&rows)).map(|column| format!(" {}", column % 10)).collect();
    with_numbers(&numbers, rows.iter().map(|cells| format!(" {cells}")))
}

/// Rows as on a chessboard: with the letters of up to 26 columns, and the numbers of rows from below.
pub fn lettered(rows: Vec<String>) -> Vec<String> {
    let letters: String = ('a'..='z').take(columns(&rows)).flat_map(|it| [' ', it]).collect();
    with_labels(&letters, (1..=rows.len()).rev().zip(rows.iter().map(|cells| format!(" {cells}"))))
}

/// The numbers of columns, and rows of cells with their numbers.
pub fn with_numbers(columns: &str, rows: impl Iterator<Item = String>) -> Vec<String> {
    with_labels(columns, rows.enumerate())
}

fn with_labels(columns: &str, rows: impl Iterator<Item = (usize, String)>) -> Vec<String> {
    let head = styled(FAINT, format_args!("{:9}{}", "", columns.trim_end()));
    let line = |(row, cells): (usize, String)| {
        format!("{}{}", styled(FAINT, format_args!("{row:>9}")), cells.trim_end())
    };
    std::iter::once(head).chain(rows.map(line)).collect()
}

/// The numbers of rows and columns, and cells in their styles, all as wide as the widest and at least this wide.
pub fn grid(
    (rows, columns): (usize, usize),
    least: usize,
    cell: impl Fn(usize, usize) -> (String, Style),
) -> Vec<String> {
    let cells: Vec<Vec<_>> =
        (0..rows).map(|row| (0..columns).map(|column| cell(row, column)).collect()).collect();
    let width = cells.iter().flatten().map(|(text, _)| text.len()).max().unwrap_or(0).max(least);
    let drawn = |(text, style): &_| format!(" {}", styled(*style, format_args!("{text:>width$}")));
    let numbers: String = (0..columns).map(|column| format!(" {column:>width$}")).collect();
    with_numbers(&numbers, cells.iter().map(|row| row.iter().map(drawn).collect()))
}

/// Who wins, for the player to move.
pub fn for_the_mover(value: Option<Value>) -> String {
    let known = |_| format!("{} for the player to move", coloured(value));
    value.map_or_else(|| plain(None), known)
}

/// A value in its colour.
pub fn coloured(value: Option<Value>) -> String {
    let text = plain(value);
    value.and_then(Value::outcome).map_or(text.clone(), |outcome| of_outcome(outcome, text))
}

/// Something in the colour of an outcome.
pub fn of_outcome(outcome: Outcome, what: impl Display) -> String {
    match outcome {
        Outcome::Win => styled(GOOD, what),
        Outcome::Loss => styled(BAD, what),
    }
}

/// What can be expected of 1 for a win and -1 for a loss, as the chance to win; a draw is half of one.
pub fn chance(expected: f64) -> String {
    format!("{:.2} %", 50.0 * (1.0 + expected))
}

/// The moves of a game, with the positions that they lead to, and what they are worth in words.
pub fn moves(answer: &Answer, told: impl Fn(Option<Value>) -> String) -> Vec<String> {
    let leads_to = |reply: &MoveAnswer| reply.position.as_ref().map(ToString::to_string);
    let texts = |reply: &MoveAnswer| [reply.step.to_string(), leads_to(reply).unwrap_or_default()];
    let rows: Vec<_> = answer.moves.iter().map(|reply| (texts(reply), reply)).collect();
    let width = |column: usize, least: usize| {
        rows.iter().map(|(texts, _)| texts[column].len()).max().unwrap_or(0).max(least)
    };
    let (step, leads_to) = (width(0, 4), width(1, 8));
    let heading = format!("{:>step$}  {:<leads_to$}  result", "move", "leads to");
    let row = |([text, position], reply): &([String; 2], &MoveAnswer)| {
        let result = told(reply.result);
        format!("{text:>step$}  {position:<leads_to$}  {result}{}", best(reply))
    };
    listed(&heading, rows.iter().map(row))
}

/// A row for each move, below a heading.
pub fn listed(heading: &str, moves: impl Iterator<Item = String>) -> Vec<String> {
    let mut moves = moves.peekable();
    match moves.peek() {
        Some(_) => std::iter::once(styled(HEADING, heading)).chain(moves).collect(),
        None => vec!["There is no move.".to_owned()],
    }
}

/// Marks the best moves.
pub fn best(reply: &MoveAnswer) -> String {
    styled(GOOD, if reply.is_best() { "  best" } else { "" })
}

/// The reply with a move, if there is one.
pub fn reply_with<'a>(answer: &'a Answer, step: &Move) -> Option<&'a MoveAnswer> {
    answer.moves.iter().find(|reply| reply.step == *step)
}

/// Cells in an order by chance, as the text of a board with this many columns.
pub fn shuffled(mut cells: Vec<char>, columns: usize, random: &mut Random) -> String {
    random.shuffle(&mut cells);
    cells.chunks(columns).map(String::from_iter).collect::<Vec<_>>().join("/")
}

/// A move as people type it.
pub fn read<T: FromStr>(text: &str) -> Option<T> {
    text.split_whitespace().collect::<String>().to_uppercase().parse().ok()
}

/// Why no move can be made there.
pub fn outside() -> String {
    "there is no such cell on the board".to_owned()
}
