//! Dobutsu Shogi (Let's Catch the Lion), by Madoka Kitao: 3 × 4 cells, a lion, an elephant, a giraffe and a chick each.
//!
//! The elephant steps diagonally, the giraffe straight, the lion either way, the chick ahead; on the farthest row it becomes
//! a hen, which steps as a lion but not back to the sides. Captured pieces are the captor's, who may put one on an empty cell
//! in place of a move, a hen as a chick. Who catches the lion has won, and so has a lion that reaches the farthest row where
//! nothing can catch it at once. Lions that can be caught are.

use perfectplay_tables::solve::{End, Game, ReadError};

use crate::boards::{Step, cells, name, rows};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Dobutsu;

const WIDTH: usize = 3;
const CELLS: usize = 12;
/// Pieces, in four bits of each cell; those of the opponent have one bit more. Pieces in hand are counted behind the cells.
const LION: u64 = 1;
const CHICK: u64 = 4;
const HEN: u64 = 5;
const OTHER: u64 = 8;
const LETTERS: &str = ".LEGCH";
/// Bits of the hand of the player to move, two for each of elephants, giraffes and chicks; the opponent's are behind them.
const HAND: u32 = 48;
const HANDS: u32 = 6;

/// By piece and cell: the cells to which it steps.
const STEPS: [[u16; CELLS]; 6] = steps();

const fn steps() -> [[u16; CELLS]; 6] {
    // From the left: ahead, beside, back.
    let ways: [&[(i32, i32)]; 6] = [
        &[],
        &[(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1)],
        &[(-1, 1), (1, 1), (-1, -1), (1, -1)],
        &[(0, 1), (-1, 0), (1, 0), (0, -1)],
        &[(0, 1)],
        &[(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (0, -1)],
    ];
    let mut steps = [[0; CELLS]; 6];
    let mut piece = 1;
    while piece < 6 {
        let mut cell = 0;
        while cell < CELLS {
            let mut way = 0;
            while way < ways[piece].len() {
                let column = (cell % WIDTH) as i32 + ways[piece][way].0;
                let row = (cell / WIDTH) as i32 + ways[piece][way].1;
                if 0 <= column && column < 3 && 0 <= row && row < 4 {
                    steps[piece][cell] |= 1 << (row * 3 + column);
                }
                way += 1;
            }
            cell += 1;
        }
        piece += 1;
    }
    steps
}

const fn piece(position: u64, cell: usize) -> u64 {
    position >> (4 * cell) & 15
}

fn bits(mut cells: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = cells.trailing_zeros() as usize;
        cells &= cells.wrapping_sub(1);
        (cell < CELLS).then_some(cell)
    })
}

/// The position as the other player sees it.
fn turned(position: u64) -> u64 {
    let cells = position & ((1 << HAND) - 1);
    let reversed = (cells << 16).swap_bytes();
    let reversed = (reversed & 0x0f0f_0f0f_0f0f_0f0f) << 4 | reversed >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
    let full = (reversed | reversed >> 1 | reversed >> 2) & 0x1111_1111_1111;
    let hands = position >> HAND;
    reversed ^ full << 3 | (hands >> HANDS | (hands & 63) << HANDS) << HAND
}

fn mirrored(position: u64) -> u64 {
    const MIDDLE: u64 = 0x0f0_0f0_0f0_0f0;
    const LEFT: u64 = 0x00f_00f_00f_00f;
    position & (MIDDLE | !((1 << HAND) - 1)) | (position & LEFT) << 8 | position >> 8 & LEFT
}

fn cell_name(cell: usize) -> String {
    name(cell % WIDTH, cell / WIDTH)
}

/// Where the player to move has a piece, and where the opponent's lion is.
fn own(position: u64) -> (u16, u16) {
    let (mut own, mut lion) = (0, 0);
    for cell in 0..CELLS {
        let piece = piece(position, cell);
        own |= u16::from((1..OTHER).contains(&piece)) << cell;
        lion |= u16::from(piece == LION | OTHER) << cell;
    }
    (own, lion)
}

impl Game for Dobutsu {
    /// No piece at all: the lion was caught.
    type Position = u64;
    /// From a cell, or of a piece in the hand, to a cell.
    type Move = Step<(usize, usize)>;

    fn name(&self) -> String {
        "dobutsu-3x4".to_owned()
    }

    fn start(&self) -> u64 {
        0xa9b_0c0_040_312
    }

    fn pack(&self, position: u64) -> u64 {
        position
    }

    fn unpack(&self, word: u64) -> u64 {
        word
    }

    fn moves(&self, position: u64, mut each: impl FnMut(Self::Move, u64)) {
        let (own, lion) = own(position);
        let played = |from, to| Step((from, to), |(from, to)| cell_name(from) + &cell_name(to));
        let step = |from: usize| STEPS[piece(position, from) as usize][from] & !own;
        let mut is_caught = false;
        for from in bits(own).filter(|&from| step(from) & lion != 0) {
            is_caught = true;
            each(played(from, lion.trailing_zeros() as usize), 0);
        }
        if is_caught {
            return;
        }
        for from in bits(own) {
            let moved = piece(position, from);
            for to in bits(step(from)) {
                let taken = piece(position, to) & !OTHER;
                let moved = if moved == CHICK && to >= CELLS - WIDTH { HEN } else { moved };
                let after = position & !(15 << (4 * from) | 15 << (4 * to)) | moved << (4 * to);
                let hand =
                    if taken == 0 { 0 } else { 1 << (HAND + 2 * taken.min(CHICK) as u32 - 4) };
                each(played(from, to), turned(after + hand));
            }
        }
        let full = (0..CELLS).filter(|&cell| piece(position, cell) != 0);
        let empty = full.fold(0xfff, |empty, cell| empty & !(1 << cell));
        for put in 2..=CHICK {
            let hand = HAND + 2 * put as u32 - 4;
            if position >> hand & 3 != 0 {
                for to in bits(empty) {
                    let after = (position - (1 << hand)) | put << (4 * to);
                    let dropped = Step((put as usize, to), |(put, to)| {
                        format!("{}*{}", LETTERS.as_bytes()[put] as char, cell_name(to))
                    });
                    each(dropped, turned(after));
                }
            }
        }
    }

    fn end(&self, position: u64) -> Option<End> {
        let (own, lion) = own(position);
        let catches = |from: usize| STEPS[piece(position, from) as usize][from] & lion != 0;
        let is_home = lion & 7 != 0 && !bits(own).any(catches);
        (lion == 0 || is_home).then_some(End::Loss)
    }

    fn canonical(&self, position: u64) -> u64 {
        position.min(mirrored(position))
    }

    /// The board from the side of the player to move, whose pieces are capital letters, and both hands.
    fn show(&self, position: u64) -> String {
        let letter = |cell: usize| {
            let piece = piece(position, cell);
            let letter = LETTERS.as_bytes()[(piece & 7) as usize] as char;
            if piece & OTHER == 0 { letter } else { letter.to_ascii_lowercase() }
        };
        let board =
            rows(WIDTH, (0..4).rev().flat_map(|row| (0..3).map(move |it| letter(3 * row + it))));
        let count = |place: u32| position >> (HAND + 2 * place) & 3;
        let hand = |letters: &str, first: u32| -> String {
            let each = (first..).zip(letters.chars());
            each.map(|(place, letter)| letter.to_string().repeat(count(place) as usize)).collect()
        };
        let hands = hand("EGC", 0) + &hand("egc", 3);
        if hands.is_empty() { board } else { format!("{board} {hands}") }
    }

    fn read(&self, text: &str) -> Result<u64, ReadError> {
        let (board, hands) = text.split_once(' ').unwrap_or((text, ""));
        let mut position = 0;
        for (cell, letter) in cells(WIDTH, 4, board)?.into_iter().enumerate() {
            let piece =
                LETTERS.find(letter.to_ascii_uppercase()).ok_or("pieces are L, E, G, C and H")?;
            let other = if letter.is_ascii_lowercase() { OTHER } else { 0 };
            let place = (3 - cell / WIDTH) * WIDTH + cell % WIDTH;
            position |= (piece as u64 | other) << (4 * place);
        }
        for letter in hands.chars() {
            let place = "EGCegc".find(letter).ok_or("hands have E, G and C")?;
            position += 1 << (HAND + 2 * place as u32);
        }
        Ok(position)
    }

    fn rules(&self) -> &str {
        "Catch the lion, or bring yours to the farthest row where nothing can catch it. Captured pieces are yours to put on \
         empty cells."
    }
}
