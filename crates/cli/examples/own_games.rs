//! A program with two games of one's own: tic-tac-toe, and Kayles. It has all commands of `perfectplay`.
//!
//! ```text
//! cargo run --release --example own_games build
//! cargo run --release --example own_games probe tictactoe-3x3 XX./OO./...
//! ```

use std::process::ExitCode;

use perfectplay_cli::solve::{End, Game, Values};

struct TicTacToe;

/// The cells of the player to move, and of the opponent, as bits.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Board {
    own: u16,
    other: u16,
}

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Game for TicTacToe {
    type Position = Board;
    type Move = String;

    fn name(&self) -> String {
        "tictactoe-3x3".to_owned()
    }

    fn start(&self) -> Board {
        Board { own: 0, other: 0 }
    }

    fn pack(&self, board: Board) -> u64 {
        u64::from(board.own) << 9 | u64::from(board.other)
    }

    fn unpack(&self, word: u64) -> Board {
        Board { own: (word >> 9) as u16, other: word as u16 & 0o777 }
    }

    fn moves(&self, board: Board, mut each: impl FnMut(String, Board)) {
        for cell in (0..9).filter(|cell| (board.own | board.other) >> cell & 1 == 0) {
            let after = Board { own: board.other, other: board.own | 1 << cell };
            each(format!("{},{}", cell / 3, cell % 3), after);
        }
    }

    fn end(&self, board: Board) -> Option<End> {
        if LINES.iter().any(|line| board.other & line == *line) {
            return Some(End::Loss);
        }
        (board.own | board.other == 0o777).then_some(End::Draw)
    }

    /// X moves first.
    fn show(&self, board: Board) -> String {
        let letters = if board.own.count_ones() == board.other.count_ones() { "XO" } else { "OX" };
        let (own, other) = letters.split_at(1);
        let cell = |cell: u16| match (board.own >> cell & 1, board.other >> cell & 1) {
            (1, _) => own,
            (_, 1) => other,
            _ => ".",
        };
        let row = |row: u16| (3 * row..3 * row + 3).map(cell).collect::<String>();
        [row(0), row(1), row(2)].join("/")
    }

    fn read(&self, text: &str) -> Option<Board> {
        let letters: Vec<char> = text.chars().filter(|&letter| letter != '/').collect();
        let cells = |player: char| {
            let bit = |(cell, &letter): (usize, &char)| u16::from(letter == player) << cell;
            letters.iter().enumerate().map(bit).sum::<u16>()
        };
        if letters.len() != 9 {
            return None;
        }
        let (x, o) = (cells('X'), cells('O'));
        let (own, other) = if x.count_ones() == o.count_ones() { (x, o) } else { (o, x) };
        let board = Board { own, other };
        (self.show(board) == text).then_some(board)
    }

    fn rules(&self) -> &str {
        "Players take empty cells in turn. Three of one's own in a row win."
    }
}

/// A row of pins. A player takes one, or two that stand together; who takes the last one wins.
struct Kayles {
    pins: u32,
}

impl Game for Kayles {
    /// The pins that stand, as bits.
    type Position = u64;
    type Move = String;

    fn name(&self) -> String {
        format!("kayles-{}", self.pins)
    }

    fn start(&self) -> u64 {
        (1 << self.pins) - 1
    }

    fn pack(&self, pins: u64) -> u64 {
        pins
    }

    fn unpack(&self, word: u64) -> u64 {
        word
    }

    fn moves(&self, pins: u64, mut each: impl FnMut(String, u64)) {
        for pin in 0..self.pins {
            if pins >> pin & 1 == 1 {
                each(format!("{pin}"), pins & !(1 << pin));
            }
            if pins >> pin & 3 == 3 {
                each(format!("{pin}+{}", pin + 1), pins & !(3 << pin));
            }
        }
    }

    /// Only the lengths of the rows matter: the longest comes first.
    fn canonical(&self, mut pins: u64) -> u64 {
        let mut lengths = Vec::new();
        while pins != 0 {
            pins >>= pins.trailing_zeros();
            lengths.push(pins.trailing_ones());
            pins >>= pins.trailing_ones();
        }
        lengths.sort_unstable();
        lengths.into_iter().rev().fold(0, |word, length| word << (length + 1) | ((1 << length) - 1))
    }

    fn values(&self) -> Values {
        Values::Grundy
    }

    fn rules(&self) -> &str {
        "Take one pin, or two that stand together. Whoever takes the last one wins."
    }
}

fn main() -> ExitCode {
    perfectplay_cli::run_with(vec![Box::new(TicTacToe), Box::new(Kayles { pins: 20 })])
}
