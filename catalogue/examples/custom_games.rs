//! A program with the three games of docs/custom-game.md.

use std::process::ExitCode;

use perfectplay_cli::Program;
use perfectplay_cli::solve::{End, Game, ReadError, Values};

/// Take one to three stones. Whoever takes the last one wins.
struct Pile {
    stones: u8,
}

impl Game for Pile {
    type Position = u8;
    type Move = u8;

    fn name(&self) -> String {
        format!("pile-{}", self.stones)
    }

    fn start(&self) -> u8 {
        self.stones
    }

    fn pack(&self, stones: u8) -> u64 {
        stones.into()
    }

    fn unpack(&self, word: u64) -> u8 {
        word as u8
    }

    fn moves(&self, stones: u8, mut each: impl FnMut(u8, u8)) {
        for taken in 1..=stones.min(3) {
            each(taken, stones - taken);
        }
    }
}

/// Three in a row win.
struct TicTacToe;

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const LETTERS: [char; 3] = ['.', 'X', 'O'];

impl Game for TicTacToe {
    type Position = [u8; 9]; // of each cell: 0 is empty, 1 is X, 2 is O
    type Move = String;

    fn name(&self) -> String {
        "tictactoe-3x3".to_owned()
    }

    fn start(&self) -> [u8; 9] {
        [0; 9]
    }

    fn pack(&self, cells: [u8; 9]) -> u64 {
        cells.iter().fold(0, |word, &cell| 3 * word + u64::from(cell))
    }

    fn unpack(&self, mut word: u64) -> [u8; 9] {
        let mut cells = [0; 9];
        for cell in cells.iter_mut().rev() {
            *cell = (word % 3) as u8;
            word /= 3;
        }
        cells
    }

    fn moves(&self, cells: [u8; 9], mut each: impl FnMut(String, [u8; 9])) {
        let taken = cells.iter().filter(|&&cell| cell > 0).count();
        for place in (0..9).filter(|&place| cells[place] == 0) {
            let mut after = cells;
            after[place] = 1 + taken as u8 % 2; // X begins
            each(format!("{},{}", place / 3, place % 3), after);
        }
    }

    fn end(&self, cells: [u8; 9]) -> Option<End> {
        let is_won =
            |&[a, b, c]: &[usize; 3]| cells[a] > 0 && cells[a] == cells[b] && cells[b] == cells[c];
        if LINES.iter().any(is_won) {
            return Some(End::Loss); // for the player whose turn it would be
        }
        (!cells.contains(&0)).then_some(End::Draw)
    }

    fn show(&self, cells: [u8; 9]) -> String {
        let row = |row: &[u8]| row.iter().map(|&cell| LETTERS[cell as usize]).collect::<String>();
        cells.chunks(3).map(row).collect::<Vec<_>>().join("/")
    }

    fn read(&self, text: &str) -> Result<[u8; 9], ReadError> {
        let letters = text.chars().filter(|&letter| letter != '/');
        let cell = |letter| LETTERS.iter().position(|&one| one == letter).map(|cell| cell as u8);
        let cells: Option<Vec<u8>> = letters.map(cell).collect();
        cells
            .ok_or("a cell is `.`, `X` or `O`")?
            .try_into()
            .map_err(|_| "there are nine cells".into())
    }

    fn rules(&self) -> &str {
        "Players take empty cells in turn. Whoever has three in a row wins."
    }
}

/// A row of pins: take one, or two that stand together.
struct Kayles {
    pins: u32,
}

impl Game for Kayles {
    type Position = u64; // the pins that stand, as bits
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

    // Only the lengths of the rows matter: the longest first.
    fn canonical(&self, mut pins: u64) -> u64 {
        let mut lengths = Vec::new();
        while pins != 0 {
            pins >>= pins.trailing_zeros();
            lengths.push(pins.trailing_ones());
            pins >>= pins.trailing_ones();
        }
        lengths.sort();
        lengths.iter().rev().fold(0, |word, length| word << (length + 1) | ((1 << length) - 1))
    }

    fn values(&self) -> Values {
        Values::Grundy
    }

    fn rules(&self) -> &str {
        "Take one pin, or two that stand together. Whoever takes the last one wins."
    }
}

fn main() -> ExitCode {
    Program::new("my-games")
        .game(Pile { stones: 21 })
        .game(TicTacToe)
        .game(Kayles { pins: 20 })
        .run()
}
