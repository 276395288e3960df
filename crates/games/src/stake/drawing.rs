//! Drawings of Stake Your Claim.

use perfectplay_protocol::Position;

use crate::preludes::drawing::*;
use crate::stake::{Move as Cell, Position as Board};

/// The drawings of the game.
#[derive(Debug)]
pub(crate) struct Painter;

impl Drawings for Painter {
    fn answer(&self, answer: &Answer, _: &dyn Wording) -> Vec<String> {
        let board = Board::of(answer.position.words());
        let value = answer.value.map(|value| value.to_string()).unwrap_or_default();
        let value = format!("{value} for player {}, who is to move", board.mover());
        let mut lines = head(answer, &value);
        lines.extend(results(answer, &board));
        if answer.moves.iter().next().is_none() {
            lines.extend(["", "The board is full."].map(String::from));
        }
        lines
    }

    /// Digits, and empty cells as dots.
    fn rows(&self, position: &Position, _: &Position) -> Vec<String> {
        let board = Board::of(position.words());
        let digit = |row, column| board.get(Cell { row, column });
        let letter =
            |row, column| digit(row, column).map_or(".".to_owned(), |digit| digit.to_string());
        letters((board.size(), board.size()), letter)
    }

    fn of_size(&self, rows: usize, columns: Option<usize>) -> Option<String> {
        columns.is_none().then(|| vec![".".repeat(rows); rows].join("/"))
    }

    /// A 4 × 4 board of which four to eight cells are filled.
    fn random(&self, random: &mut Random) -> Option<(String, Option<GameRef>)> {
        let filled = 2 * random.within(2..=4);
        let cell = |cell| if cell >= filled { '.' } else { ['0', '1'][cell % 2] };
        Some((shuffled((0..16).map(cell).collect(), 4, random), None))
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
    let reply = reply_with(answer, &Move::new(cell));
    match reply.and_then(|reply| Some((reply.result?.score()?, reply.is_best()))) {
        Some((score, true)) => styled(GOOD, format_args!("{score:>+4}*")),
        Some((score, false)) => format!("{score:>+4} "),
        None => "   . ".to_owned(),
    }
}
