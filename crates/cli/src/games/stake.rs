//! Drawings of Stake Your Claim.

use fastrand::Rng;
use perfectplay_core::stake::{Move as Cell, Position as Board};
use perfectplay_oracle::{Answer, Move};

use crate::failure::Failure;
use crate::terminal::drawing::{letters, print_head, print_text, reply_with, with_numbers};
use crate::terminal::guide::Guide;
use crate::terminal::output::{GOOD, Output, styled};

pub(super) const GUIDE: Guide = Guide {
    name: "Stake Your Claim",
    rules: "Fill an empty cell with your own digit, 0 or 1. Cells of a digit that touch at their \
        sides make a region.",
    players: Some(["player 0", "player 1"]),
    moves: "A move is a cell: its row and its column, counted from 0, as `1,2`.",
    aim: "When the board is full, the player with the larger biggest region wins by the \
        difference.",
    limits: "Boards up to 8 × 8 with at most 24 empty cells; up to 5 × 5 with a table, whatever is \
        empty.",
    tables: "`stake-N`, N from 1 to 5, has every board up to N × N; `stake-4` is built by default. \
        `build stake --board FILE` makes the table of what a larger board can become.",
};

/// A 4 × 4 board of which four to eight cells are filled.
pub(super) fn random(random: &mut Rng) -> String {
    let filled = 2 * random.usize(2..=4);
    let mut cells: Vec<char> =
        (0..16).map(|cell| if cell >= filled { '.' } else { ['0', '1'][cell % 2] }).collect();
    random.shuffle(&mut cells);
    cells.chunks(4).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

pub(super) fn draw(answer: &Answer, board: &Board, output: &mut Output) -> Result<(), Failure> {
    let player = board.mover();
    let value = answer.value.map(|value| value.to_string()).unwrap_or_default();
    print_head(output, answer, &format!("{value} for player {player}, who is to move"))?;
    print_text(output, &results(answer, board))?;
    if answer.moves.iter().next().is_none() {
        output.line("")?;
        output.line("The board is full.")?;
    }
    Ok(())
}

/// A position without results: its digits, empty cells as dots.
pub(super) fn digits(board: &Board) -> Vec<String> {
    letters(board.size(), board.size(), |row, column| match board.get(Cell { row, column }) {
        Some(digit) => digit.to_string(),
        None => ".".to_owned(),
    })
}

/// Digits in brackets, empty cells with the result of filling them, the best with
/// a `*`.
fn results(answer: &Answer, board: &Board) -> Vec<String> {
    let size = board.size() as u8;
    let numbers: String = (0..size).map(|column| format!("{column:>4} ")).collect();
    let cells = |row| (0..size).map(|column| cell(answer, board, Cell { row, column })).collect();
    with_numbers(&numbers, (0..size).map(cells))
}

/// Right-aligned in four places, and one for the star.
fn cell(answer: &Answer, board: &Board, cell: Cell) -> String {
    if let Some(digit) = board.get(cell) {
        return format!(" [{digit}] ");
    }
    let reply = reply_with(answer, |step| *step == Move::Stake(cell));
    match reply.and_then(|reply| Some((reply.result?.score()?, reply.best == Some(true)))) {
        Some((score, true)) => styled(GOOD, format_args!("{score:>+4}*")),
        Some((score, false)) => format!("{score:>+4} "),
        None => "   . ".to_owned(),
    }
}
