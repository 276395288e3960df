//! Drawings of contour.

use anstream::adapter::strip_str;
use anstyle::Style;
use perfectplay_core::Random;
use perfectplay_core::contour::{Board, Move as Cell, Position};
use perfectplay_oracle::{Answer, Move, Position as AnyPosition, Worded as _};

use crate::failure::Failure;
use crate::games::illegal::{outside, read};
use crate::terminal::drawing::{best, letters, print_head, print_text, reply_with, with_numbers};
use crate::terminal::output::{FAINT, GOOD, HEADING, Output, styled};

pub(super) struct Shown;

impl crate::games::face::Shown for Shown {
    fn draw(&self, answer: &Answer, output: &mut Output) -> Result<(), Failure> {
        let Some((position, board)) = parts(&answer.position) else { return Ok(()) };
        draw(answer, &position, board, output)
    }

    fn rows(&self, position: &AnyPosition, _: &AnyPosition) -> Vec<String> {
        parts(position).map_or_else(Vec::new, |(position, board)| claimed(&position, board))
    }

    fn board(
        &self,
        position: &AnyPosition,
        width: usize,
        owner: &dyn Fn(&Move) -> Option<char>,
    ) -> Vec<String> {
        let Some((position, board)) = parts(position) else { return Vec::new() };
        scores(&position, board, width, owner)
    }

    fn random(&self, rng: &mut Random) -> Option<(String, Option<Board>)> {
        Some(random(rng))
    }

    fn is_second_to_move(&self, position: &AnyPosition) -> bool {
        !Position::of(position.words()).a_to_move()
    }

    fn why_illegal(&self, position: &AnyPosition, text: &str) -> Option<String> {
        let (position, board) = parts(position)?;
        let Cell { row, column } = read(text)?;
        let taken = position.taken().get(row).copied().map_or(0, usize::from);
        Some(match column.cmp(&taken) {
            _ if row >= board.rows() || column >= board.columns() => outside(),
            std::cmp::Ordering::Less => "the cell is taken".to_owned(),
            std::cmp::Ordering::Equal => "the cell above it is not taken".to_owned(),
            std::cmp::Ordering::Greater => "the cell to its left is not taken".to_owned(),
        })
    }
}

/// A contour, and its board.
fn parts(position: &AnyPosition) -> Option<(Position, &Board)> {
    Some((Position::of(position.words()), position.board()?))
}

/// A board of three to five rows and columns, with scores of one digit.
fn random(random: &mut Random) -> (String, Option<Board>) {
    let (rows, columns) = (random.within(3..=5), random.within(3..=5));
    let mut scores = || -> Vec<Vec<u32>> {
        (0..rows).map(|_| (0..columns).map(|_| random.below(10) as u32).collect()).collect()
    };
    let (a, b) = (scores(), scores());
    // Some cells are taken, so that there are several moves.
    ("2,1".to_owned(), board_of(&a, &b))
}

fn board_of(a: &[Vec<u32>], b: &[Vec<u32>]) -> Option<Board> {
    Board::new(a, b).ok()
}

fn draw(
    answer: &Answer,
    position: &Position,
    board: &Board,
    output: &mut Output,
) -> Result<(), Failure> {
    let player = if position.a_to_move() { "A" } else { "B" };
    let value = answer.value.map(|value| value.to_string()).unwrap_or_default();
    print_head(output, answer, &format!("{value} for {player}, the player to move"))?;
    print_text(output, &results(answer, position, board))?;
    output.line("")?;
    print_moves(answer, output)
}

fn is_taken(position: &Position, row: usize, column: usize) -> bool {
    column < usize::from(position.taken()[row])
}

/// A position in best play: taken cells as `#`, others as dots.
fn claimed(position: &Position, board: &Board) -> Vec<String> {
    let is_taken = |row: u8, column: u8| is_taken(position, row.into(), column.into());
    let letter = |row, column| if is_taken(row, column) { "#" } else { "." };
    letters(board.rows(), board.columns(), letter)
}

/// A position without results: taken cells as their owner, or as `#`; others with what A and what B scores there,
/// as `5:3`; or one above the other if lines would be longer than `width`.
fn scores(
    position: &Position,
    board: &Board,
    width: usize,
    owner: impl Fn(&Move) -> Option<char>,
) -> Vec<String> {
    let drawn = |text: fn((u32, u32)) -> String| {
        aligned(board, 0, |row, column| match is_taken(position, row, column) {
            true => {
                let owner = owner(&Move::new(Cell { row, column })).unwrap_or('#');
                (owner.to_string(), HEADING)
            }
            false => (text(board.cell(row, column)), Style::new()),
        })
    };
    let lines = drawn(|(a, b)| format!("{a}:{b}"));
    if lines.iter().all(|line| strip_str(line).to_string().len() <= width) {
        return lines;
    }
    let (a, b) = (drawn(|(a, _)| a.to_string()), drawn(|(_, b)| b.to_string()));
    let rows = a.into_iter().zip(b).skip(1);
    let pairs = rows.flat_map(|(a, b)| [a, b, String::new()]);
    std::iter::once("A's score above B's:".to_owned()).chain(pairs).collect()
}

/// Taken cells as `#`, those that can be claimed with their result, the best with
/// a `*`, others as dots.
fn results(answer: &Answer, position: &Position, board: &Board) -> Vec<String> {
    aligned(board, 2, |row, column| {
        let cell = Move::new(Cell { row, column });
        let reply = reply_with(answer, |step| *step == cell);
        match reply.and_then(|reply| Some((reply.result?, reply.best == Some(true)))) {
            Some((result, true)) => (format!("{result}*"), GOOD),
            Some((result, false)) => (result.to_string(), Style::new()),
            None if is_taken(position, row, column) => ("#".to_owned(), Style::new()),
            None => (".".to_owned(), FAINT),
        }
    })
}

/// The cells of a board, all as wide as the widest, and at least this wide.
fn aligned(
    board: &Board,
    least: usize,
    cell: impl Fn(usize, usize) -> (String, Style),
) -> Vec<String> {
    let (rows, columns) = (board.rows(), board.columns());
    let cells: Vec<Vec<_>> =
        (0..rows).map(|row| (0..columns).map(|column| cell(row, column)).collect()).collect();
    let width = cells.iter().flatten().map(|(text, _)| text.len()).max().unwrap_or(0).max(least);
    let drawn = |(text, style): &(String, Style)| {
        format!(" {}", styled(*style, format_args!("{text:>width$}")))
    };
    let numbers: String = (0..columns).map(|column| format!(" {column:>width$}")).collect();
    with_numbers(&numbers, cells.iter().map(|row| row.iter().map(drawn).collect()))
}

fn print_moves(answer: &Answer, output: &mut Output) -> Result<(), Failure> {
    let rows: Vec<_> = answer
        .moves
        .iter()
        .filter_map(|reply| Some((reply.position.as_ref()?.to_string(), reply)))
        .collect();
    if rows.is_empty() {
        return output.line("There is no move.");
    }
    let leads_to = rows.iter().map(|(position, _)| position.len()).max().unwrap_or(0).max(8);
    let heading = format!("{:>5}  {:>8}  {:<leads_to$}  result", "move", "gain", "leads to");
    output.line(styled(HEADING, heading))?;
    for (position, reply) in &rows {
        output.line(format_args!(
            "{:>5}  {:>8}  {position:<leads_to$}  {}{}",
            reply.step.to_string(),
            reply.gain.unwrap_or_default(),
            reply.result.map(|result| result.to_string()).unwrap_or_default(),
            best(reply),
        ))?;
    }
    Ok(())
}
