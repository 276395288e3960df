//! What the drawings of all games have in common.

use std::fmt::Display;

use anstream::adapter::strip_str;
use perfectplay_oracle::{Answer, Line, Move, MoveAnswer, Outcome, Position, Replies, Step, Value};

use crate::failure::Failure;
use crate::terminal::output::{BAD, FAINT, GOOD, HEADING, Output, styled};

/// What every drawing begins with: position, value and table.
pub(crate) fn print_head(output: &mut Output, answer: &Answer, value: &str) -> Result<(), Failure> {
    let table = answer.table.as_deref().unwrap_or("none: solved on the spot");
    let doubt = match answer.members {
        None => String::new(),
        Some(0) => "; it cannot tell whether play reaches this position".to_owned(),
        Some(bits) => {
            format!("; it takes 1 in {} positions that play does not reach for its own", 1 << bits)
        }
    };
    let table = styled(FAINT, format_args!("{table}{doubt}"));
    let position = answer.position.to_string();
    let lines = [("position", position), ("value", value.to_owned()), ("table", table)];
    print_lines(output, &lines)?;
    output.line("")
}

/// Lines that begin with a label.
pub(crate) fn print_lines(output: &mut Output, lines: &[(&str, String)]) -> Result<(), Failure> {
    lines.iter().try_for_each(|(name, text)| output.line(format_args!("{} {text}", label(name))))
}

/// The label of a line.
pub(crate) fn label(name: &str) -> String {
    styled(HEADING, format_args!("{name:<9}"))
}

/// What a drawing ends with if best play was asked for: the moves, and the position after each,
/// as lines that `board` draws.
pub(crate) fn print_line(
    output: &mut Output,
    answer: &Answer,
    board: impl Fn(&Position) -> Vec<String>,
) -> Result<(), Failure> {
    let (text, steps): (String, &[Step]) = match &answer.line {
        Some(Line::Known(steps)) if steps.is_empty() => ("none".to_owned(), &[]),
        Some(Line::Known(steps)) => {
            let moves: Vec<String> = steps.iter().map(|step| step.step.to_string()).collect();
            (moves.join(" "), steps)
        }
        Some(Line::Unknown(why)) => (format!("not known: {why}"), &[]),
        _ => return Ok(()),
    };
    output.line("")?;
    output.line(format_args!("{} {text}", styled(HEADING, "best play")))?;
    let frames: Vec<Vec<String>> = (1..)
        .zip(steps)
        .map(|(ply, step)| {
            let head = styled(HEADING, format_args!("{ply}: {}", step.step));
            let board = step.position.as_ref().map(&board).unwrap_or_default();
            std::iter::once(head).chain(board).collect()
        })
        .collect();
    print_side_by_side(output, &frames)
}

/// What a drawing ends with if replies were asked for: each move with the best replies to it.
pub(crate) fn print_replies(output: &mut Output, answer: &Answer) -> Result<(), Failure> {
    let replies = |reply: &MoveAnswer| match reply.replies.as_ref()? {
        Replies::Known(replies) if replies.is_empty() => Some("none: the game is over".to_owned()),
        Replies::Known(replies) => {
            Some(replies.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        }
        _ => Some("not known".to_owned()),
    };
    let rows: Vec<(String, String)> = answer
        .moves
        .iter()
        .filter_map(|reply| Some((reply.step.to_string(), replies(reply)?)))
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    let width = rows.iter().map(|(step, _)| step.len()).max().unwrap_or(0).max(4);
    output.line("")?;
    output.line(styled(HEADING, format_args!("{:>width$}  best replies", "move")))?;
    rows.iter()
        .try_for_each(|(step, replies)| output.line(format_args!("{step:>width$}  {replies}")))
}

/// Blocks of lines, as many side by side as fit across the terminal.
fn print_side_by_side(output: &mut Output, blocks: &[Vec<String>]) -> Result<(), Failure> {
    const TERMINAL: usize = 79;
    const INDENT: usize = 10;
    const GAP: usize = 3;
    let length = |line: &String| strip_str(line).to_string().chars().count();
    let width = blocks.iter().flatten().map(length).max().unwrap_or(0);
    let across = ((TERMINAL - INDENT + GAP) / (width + GAP)).max(1);
    for blocks in blocks.chunks(across) {
        output.line("")?;
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
            output.line(line)?;
        }
    }
    Ok(())
}

/// Rows of single letters with a space between.
pub(crate) fn letters<L: Display>(
    rows: usize,
    columns: usize,
    letter: impl Fn(u8, u8) -> L,
) -> Vec<String> {
    let line = |row: u8| {
        let letters = (0..columns as u8).map(|column| letter(row, column).to_string());
        letters.collect::<Vec<_>>().join(" ")
    };
    (0..rows as u8).map(line).collect()
}

/// The same with the numbers of rows and columns.
pub(crate) fn numbered(rows: Vec<String>) -> Vec<String> {
    let columns = rows.iter().map(|row| strip_str(row).to_string().len().div_ceil(2)).max();
    let numbers: String =
        (0..columns.unwrap_or(0)).map(|column| format!(" {}", column % 10)).collect();
    with_numbers(&numbers, rows.iter().map(|cells| format!(" {cells}")))
}

/// The numbers of columns, and rows of cells with their numbers.
pub(crate) fn with_numbers(columns: &str, rows: impl Iterator<Item = String>) -> Vec<String> {
    let head = styled(FAINT, format_args!("{:9}{}", "", columns.trim_end()));
    let line = |(row, cells): (usize, String)| {
        format!("{}{}", styled(FAINT, format_args!("{row:>9}")), cells.trim_end())
    };
    std::iter::once(head).chain(rows.enumerate().map(line)).collect()
}

/// Prints lines.
pub(crate) fn print_text(output: &mut Output, lines: &[String]) -> Result<(), Failure> {
    lines.iter().try_for_each(|line| output.line(line))
}

/// Who wins, for the player to move.
pub(crate) fn for_the_mover(value: Option<Value>) -> String {
    match value {
        None => plain(None),
        value => format!("{} for the player to move", drawn(value)),
    }
}

/// A value in its colour.
pub(crate) fn drawn(value: Option<Value>) -> String {
    match value.and_then(Value::outcome) {
        Some(outcome) => styled_outcome(outcome, plain(value)),
        None => plain(value),
    }
}

/// A value without colour.
pub(crate) fn plain(value: Option<Value>) -> String {
    value.map_or_else(|| "not known".to_owned(), |value| value.to_string())
}

/// Something in the colour of an outcome.
pub(crate) fn styled_outcome(outcome: Outcome, what: impl Display) -> String {
    match outcome {
        Outcome::Win => styled(GOOD, what),
        Outcome::Loss => styled(BAD, what),
    }
}

/// A list of moves of a game that is won or lost, with the positions that they lead to.
pub(crate) fn print_moves<'a>(
    output: &mut Output,
    moves: impl Iterator<Item = &'a MoveAnswer>,
) -> Result<(), Failure> {
    let rows: Vec<(String, String, &MoveAnswer)> =
        moves.map(|reply| (reply.step.to_string(), text(reply.position.as_ref()), reply)).collect();
    if rows.is_empty() {
        return output.line("There is no move.");
    }
    let width = |text: fn(&(String, String, &MoveAnswer)) -> usize, least: usize| {
        rows.iter().map(text).max().unwrap_or(0).max(least)
    };
    let (step, leads_to) = (width(|row| row.0.len(), 4), width(|row| row.1.len(), 8));
    let heading = format!("{:>step$}  {:<leads_to$}  result", "move", "leads to");
    output.line(styled(HEADING, heading))?;
    for (text, position, reply) in &rows {
        output.line(format_args!(
            "{text:>step$}  {position:<leads_to$}  {}{}",
            drawn(reply.result),
            best(reply)
        ))?;
    }
    Ok(())
}

/// Marks the best moves.
pub(crate) fn best(reply: &MoveAnswer) -> String {
    styled(GOOD, if reply.best == Some(true) { "  best" } else { "" })
}

/// The reply with a move, if there is one.
pub(crate) fn reply_with(answer: &Answer, is_it: impl Fn(&Move) -> bool) -> Option<&MoveAnswer> {
    answer.moves.iter().find(|reply| is_it(&reply.step))
}

fn text(position: Option<&Position>) -> String {
    position.map(ToString::to_string).unwrap_or_default()
}
