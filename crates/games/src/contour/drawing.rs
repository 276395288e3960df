//! Drawings of contour.

use std::cmp::Ordering;
use std::sync::Arc;

use perfectplay_protocol::drawings::parts::shown;

use crate::contour::{Board, Move as Cell, Position, on_board};
use crate::preludes::drawing::*;

/// The drawings of the game.
#[derive(Debug)]
pub(crate) struct Painter;

impl Drawings for Painter {
    fn answer(&self, answer: &Answer, _: &dyn Wording) -> Vec<String> {
        let Some((position, board)) = parts(&answer.position) else { return Vec::new() };
        let player = if position.a_to_move() { "A" } else { "B" };
        let value = answer.value.map(|value| value.to_string()).unwrap_or_default();
        let head = head(answer, &format!("{value} for {player}, the player to move"));
        [head, results(answer, &position, &board), vec![String::new()], moves(answer)].concat()
    }

    /// Taken cells as `#`, others as dots.
    fn rows(&self, position: &AnyPosition, _: &AnyPosition) -> Vec<String> {
        let Some((position, board)) = parts(position) else { return Vec::new() };
        let is_taken = |row: u8, column: u8| is_taken(&position, row.into(), column.into());
        let letter = |row, column| if is_taken(row, column) { "#" } else { "." };
        letters((board.rows(), board.columns()), letter)
    }

    /// Taken cells as their owner, or as `#`; others with what A and what B scores there, as `5:3`; or one above the other if
    /// lines would be longer than `width`.
    fn board(&self, position: &AnyPosition, width: usize, owner: &Owner<'_>) -> Vec<String> {
        let Some((position, board)) = parts(position) else { return Vec::new() };
        let drawn = |text: fn((u32, u32)) -> String| {
            grid((board.rows(), board.columns()), 0, |row, column| {
                match is_taken(&position, row, column) {
                    true => {
                        let owner = owner(&Move::new(Cell { row, column })).unwrap_or('#');
                        (owner.to_string(), HEADING)
                    }
                    false => (text(board.cell(row, column)), Style::new()),
                }
            })
        };
        let lines = drawn(|(a, b)| format!("{a}:{b}"));
        if lines.iter().all(|line| shown(line).len() <= width) {
            return lines;
        }
        let (a, b) = (drawn(|(a, _)| a.to_string()), drawn(|(_, b)| b.to_string()));
        let rows = a.into_iter().zip(b).skip(1);
        let pairs = rows.flat_map(|(a, b)| [a, b, String::new()]);
        std::iter::once("A's score above B's:".to_owned()).chain(pairs).collect()
    }

    /// A board of three to five rows and columns, with scores of one digit.
    fn random(&self, random: &mut Random) -> Option<(String, Option<GameRef>)> {
        let (rows, columns) = (random.within(3..=5), random.within(3..=5));
        let mut scores = || -> Vec<Vec<u32>> {
            (0..rows).map(|_| (0..columns).map(|_| random.below(10) as u32).collect()).collect()
        };
        let (a, b) = (scores(), scores());
        // Some cells are taken, so that there are several moves.
        let board = Board::new(&a, &b).ok().map(Arc::new);
        Some(("2,1".to_owned(), board.as_ref().map(on_board)))
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
            Ordering::Less => "the cell is taken".to_owned(),
            Ordering::Equal => "the cell above it is not taken".to_owned(),
            Ordering::Greater => "the cell to its left is not taken".to_owned(),
        })
    }
}

/// A contour, and its board.
fn parts(position: &AnyPosition) -> Option<(Position, Board)> {
    let [(_, a), (_, b)] = &position.board()?.rows[..] else { return None };
    Some((Position::of(position.words()), Board::new(a, b).ok()?))
}

fn is_taken(position: &Position, row: usize, column: usize) -> bool {
    column < usize::from(position.taken()[row])
}

/// Taken cells as `#`, those that can be claimed with their result, the best with
/// a `*`, others as dots.
fn results(answer: &Answer, position: &Position, board: &Board) -> Vec<String> {
    grid((board.rows(), board.columns()), 2, |row, column| {
        let reply = reply_with(answer, &Move::new(Cell { row, column }));
        match reply.and_then(|reply| Some((reply.result?, reply.is_best()))) {
            Some((result, true)) => (format!("{result}*"), GOOD),
            Some((result, false)) => (result.to_string(), Style::new()),
            None if is_taken(position, row, column) => ("#".to_owned(), Style::new()),
            None => (".".to_owned(), FAINT),
        }
    })
}

fn moves(answer: &Answer) -> Vec<String> {
    let rows: Vec<_> = answer
        .moves
        .iter()
        .filter_map(|reply| Some((reply.position.as_ref()?.to_string(), reply)))
        .collect();
    let leads_to = rows.iter().map(|(position, _)| position.len()).max().unwrap_or(0).max(8);
    let heading = format!("{:>5}  {:>8}  {:<leads_to$}  result", "move", "gain", "leads to");
    let row = |(position, reply): &(String, &MoveAnswer)| {
        let (step, gain) = (reply.step.to_string(), reply.gain.unwrap_or_default());
        let result = reply.result.map(|result| result.to_string()).unwrap_or_default();
        format!("{step:>5}  {gain:>8}  {position:<leads_to$}  {result}{}", best(reply))
    };
    listed(&heading, rows.iter().map(row))
}
