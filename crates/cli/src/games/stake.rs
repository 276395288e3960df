//! Drawings of Stake Your Claim.

use perfectplay_core::Random;
use perfectplay_core::contour;
use perfectplay_core::stake::{Move as Cell, Position as Board};
use perfectplay_oracle::{Answer, Move, Position, Worded as _};

use crate::failure::Failure;
use crate::games::illegal::{outside, read};
use crate::terminal::drawing::{
    letters, numbered, print_head, print_text, reply_with, with_numbers,
};
use crate::terminal::output::{GOOD, Output, styled};

pub(super) struct Shown;

impl crate::games::face::Shown for Shown {
    fn draw(&self, answer: &Answer, output: &mut Output) -> Result<(), Failure> {
        draw(answer, &Board::of(answer.position.words()), output)
    }

    fn rows(&self, position: &Position, _: &Position) -> Vec<String> {
        digits(&Board::of(position.words()))
    }

    fn board(
        &self,
        position: &Position,
        _: usize,
        _: &dyn Fn(&Move) -> Option<char>,
    ) -> Vec<String> {
        numbered(self.rows(position, position))
    }

    fn of_size(&self, rows: usize, columns: Option<usize>) -> Option<String> {
        columns.is_none().then(|| vec![".".repeat(rows); rows].join("/"))
    }

    fn random(&self, rng: &mut Random) -> Option<(String, Option<contour::Board>)> {
        Some((random(rng), None))
    }

    fn is_second_to_move(&self, position: &Position) -> bool {
        Board::of(position.words()).mover() != 0
    }

    fn why_illegal(&self, position: &Position, text: &str) -> Option<String> {
        let board = Board::of(position.words());
        let cell: Cell = read(text)?;
        Some(board.get(cell).map_or_else(outside, |digit| format!("the cell has a {digit}")))
    }
}

/// A 4 × 4 board of which four to eight cells are filled.
fn random(random: &mut Random) -> String {
    let filled = 2 * random.within(2..=4);
    let mut cells: Vec<char> =
        (0..16).map(|cell| if cell >= filled { '.' } else { ['0', '1'][cell % 2] }).collect();
    random.shuffle(&mut cells);
    cells.chunks(4).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

fn draw(answer: &Answer, board: &Board, output: &mut Output) -> Result<(), Failure> {
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
fn digits(board: &Board) -> Vec<String> {
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
    let reply = reply_with(answer, |step| *step == Move::new(cell));
    match reply.and_then(|reply| Some((reply.result?.score()?, reply.best == Some(true)))) {
        Some((score, true)) => styled(GOOD, format_args!("{score:>+4}*")),
        Some((score, false)) => format!("{score:>+4} "),
        None => "   . ".to_owned(),
    }
}
