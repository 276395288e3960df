//! Small positions of all games, of which few bytes decide.

use std::sync::Arc;

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use perfectplay::Position;
use perfectplay_games::contour::ContourPosition;
use perfectplay_games::tower::Color;
use perfectplay_games::{chomp, contour, number, stake, tokens, tower};

/// What a small position is made of; the steps choose moves.
#[allow(missing_docs, reason = "the names of most fields say all")]
#[derive(Arbitrary, Clone, Debug)]
pub enum SmallPosition {
    /// The numbers up to a bound, after naming some.
    Number { bound: u8, steps: [u8; 4] },
    /// A tower of so many full levels, of three blocks each, after moves.
    Tower { levels: u8, blocks: [u8; 9], steps: [u8; 5] },
    /// A contour of a board, after moves. The scores of both players are shifted to the left.
    Contour { rows: u8, columns: u8, shift: u8, scores: [u8; 18], steps: [u8; 6] },
    /// A board whose cells are filled in this order, except for a few that stay empty.
    Stake { size: u8, order: [u8; 25], empty: u8 },
    /// A row or a board of two rows, without the removed cells, and two pieces on it, after moves.
    Tokens { is_row: bool, removed: u8, pieces: [u8; 2], steps: [u8; 3] },
    /// What is left of a bar: rows, each within the one above.
    Chomp { rows: [u8; 5] },
}

/// One of these, by a byte.
fn choice<T: Copy>(all: &[T], byte: u8) -> Option<T> {
    all.get(usize::from(byte).checked_rem(all.len())?).copied()
}

impl SmallPosition {
    /// The position; `None` where the pieces of a board are not on two cells.
    pub fn position(&self) -> Option<Position> {
        let (start, steps): (Position, &[u8]) = match self {
            Self::Number { bound, steps } => (number::Position::full(2 + bound % 15).into(), steps),
            Self::Tower { levels, blocks, steps } => (tower(1 + levels % 3, blocks).into(), steps),
            Self::Contour { rows, columns, shift, scores, steps } => {
                let sides = (1 + usize::from(rows % 3), 1 + usize::from(columns % 3));
                (contour(sides, shift % 24, scores).into(), steps)
            }
            Self::Stake { size, order, empty } => {
                (stake(usize::from(size % 5 + 1), order, usize::from(empty % 6)).into(), &[])
            }
            Self::Tokens { is_row, removed, pieces, steps } => {
                (tokens(*is_row, *removed, *pieces)?.into(), steps)
            }
            Self::Chomp { rows } => (chomp(*rows).into(), &[]),
        };
        Some(walk(start, steps))
    }
}

/// The position after moves that the steps choose.
fn walk(mut position: Position, steps: &[u8]) -> Position {
    for &step in steps {
        let mut moves = position.legal_moves().unwrap_or_default();
        let place = usize::from(step).checked_rem(moves.len());
        let Some(after) = place.and_then(|place| moves.swap_remove(place).position) else { break };
        position = after;
    }
    position
}

fn tower(levels: u8, blocks: &[u8; 9]) -> tower::Position {
    let full = blocks.map(|block| Some(Color::ALL[usize::from(block % 3)]));
    let full = full.chunks(3).map(|level| tower::Level::new(level[0], level[1], level[2]));
    tower::Position::new(full.take(levels.into()).collect()).expect("full levels stand")
}

fn contour((rows, columns): (usize, usize), shift: u8, scores: &[u8; 18]) -> ContourPosition {
    let scores = scores.map(|score| u32::from(score % 128) << shift);
    let rows_of = |scores: &[u32]| -> Vec<Vec<u32>> {
        scores.chunks(3).take(rows).map(|row| row[..columns].to_vec()).collect()
    };
    let board = contour::Board::new(&rows_of(&scores[..9]), &rows_of(&scores[9..]));
    let board = Arc::new(board.expect("small scores"));
    ContourPosition::new(contour::Position::EMPTY, board).expect("every board has it")
}

fn stake(size: usize, order: &[u8; 25], empty: usize) -> stake::Position {
    let cells = size * size;
    // A row has eight bits.
    let mut places: Vec<usize> = (0..cells).map(|cell| cell / size * 8 + cell % size).collect();
    for (at, byte) in order.iter().take(cells).enumerate() {
        places.swap(at, at + usize::from(*byte) % (cells - at));
    }
    let mut filled = [0; 2];
    for (at, place) in places.iter().take(cells - cells.min(empty)).enumerate() {
        filled[at % 2] |= 1 << place;
    }
    stake::Position::from_masks(size, filled).expect("each player has filled as many")
}

fn tokens(is_row: bool, removed: u8, pieces: [u8; 2]) -> Option<tokens::Position> {
    let (rows, columns) = if is_row { (1, 6) } else { (2, 3) };
    let mut board = tokens::Board::new(rows, columns).expect("short sides");
    let all: Vec<tokens::Cell> = board.cells().collect();
    for (number, &cell) in all.iter().enumerate() {
        board.set_free(cell, removed >> number & 1 == 0);
    }
    let mut free: Vec<tokens::Cell> = board.cells().collect();
    // Six take long by the plain rules.
    if free.len() > 5 {
        board.set_free(free.remove(usize::from(removed >> 6)), false);
    }
    let [one, other] = pieces.map(|piece| choice(&free, piece));
    let pair = tokens::Pair::new(one?, other?)?;
    Some(tokens::Position::new(board, pair).expect("the cells are free"))
}

fn chomp(rows: [u8; 5]) -> chomp::Position {
    let mut widest = 6;
    let left = rows.map(|row| {
        widest = (row % 7).min(widest);
        widest
    });
    chomp::Position::new(&left).expect("no row is longer than the one above")
}
