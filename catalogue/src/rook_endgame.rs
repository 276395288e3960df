//! The endgame of king and rook against king on a chess board, from every legal position. It is White's who has the rook.

use perfectplay_tables::solve::{End, Game, ReadError};

use crate::boards::{self, Grid, STRAIGHT, WAYS, Way, choice, parts};

/// The endgame.
#[derive(Clone, Copy, Debug)]
pub struct RookEndgame;

const GRID: Grid = Grid::new(8, 8);
const MOVERS: [&str; 2] = ["black", "white"];

/// The cells of the white king, the rook and the black king, and 1 if White is to move. A rook that was taken is where the black
/// king is.
type Pieces = [u32; 4];

fn steps(from: u32, ways: &[Way]) -> impl Iterator<Item = u32> {
    ways.iter().filter_map(move |&way| GRID.step(from, way))
}

/// The cells in straight lines from one, as far as no other is in the way.
fn lines(from: u32, others: [u32; 2]) -> impl Iterator<Item = u32> {
    let free = move |way| GRID.ray(from, way).take_while(move |cell| !others.contains(cell));
    STRAIGHT.into_iter().flat_map(free)
}

const fn is_taken([_, rook, black, _]: Pieces) -> bool {
    rook == black
}

/// Whether the rook attacks the black king.
fn is_check([king, rook, black, _]: Pieces) -> bool {
    lines(black, [king; 2]).any(|cell| cell == rook)
}

/// Whether whoever moves could not take a king.
fn is_legal(pieces: Pieces) -> bool {
    let [king, rook, black, white] = pieces;
    let apart = king != black && king != rook && steps(king, &WAYS).all(|cell| cell != black);
    apart && !(white == 1 && is_check(pieces))
}

impl Game for RookEndgame {
    type Position = Pieces;
    type Move = String;
    boards::packed!();

    fn name(&self) -> String {
        "rook-8x8".to_owned()
    }

    fn start(&self) -> Pieces {
        [60, 56, 4, 1]
    }

    fn starts(&self, mut each: impl FnMut(Pieces)) {
        let all = (0..1 << 19).map(|it| [it >> 13, it >> 7 & 63, it >> 1 & 63, it & 1]);
        all.filter(|&it| is_legal(it) && !is_taken(it)).for_each(&mut each);
    }

    fn moves(&self, [king, rook, black, white]: Pieces, mut each: impl FnMut(String, Pieces)) {
        let mut play = |letter: &str, to: u32, after: Pieces| {
            if is_legal(after) {
                each(letter.to_owned() + &GRID.name(to), after);
            }
        };
        if white == 0 {
            return steps(black, &WAYS).for_each(|to| play("", to, [king, rook, to, 1]));
        }
        steps(king, &WAYS).for_each(|to| play("K", to, [to, rook, black, 0]));
        lines(rook, [king, black]).for_each(|to| play("R", to, [king, to, black, 0]));
    }

    /// A king that cannot move and is not attacked is stalemated.
    fn end(&self, pieces: Pieces) -> Option<End> {
        let [king, rook, black, white] = pieces;
        let can_move = || steps(black, &WAYS).any(|to| is_legal([king, rook, to, 1]));
        let is_stalemate = white == 0 && !is_check(pieces) && !can_move();
        (is_taken(pieces) || is_stalemate).then_some(End::Draw)
    }

    fn canonical(&self, [king, rook, black, white]: Pieces) -> Pieces {
        let moved = |it| [king, rook, black].map(|cell| GRID.moved_cell(cell, it));
        let [king, rook, black] = GRID.symmetries().map(moved).min().expect("there are some");
        [king, rook, black, white]
    }

    fn show(&self, [king, rook, black, white]: Pieces) -> String {
        let [king, rook, black] = [king, rook, black].map(|cell| GRID.name(cell));
        format!("K{king} R{rook} k{black} {}", MOVERS[white as usize])
    }

    fn read(&self, text: &str) -> Result<Pieces, ReadError> {
        let [king, rook, black, mover] = parts(text)?;
        let cell = |text: &str, letter| text.strip_prefix(letter).and_then(|it| GRID.named(it));
        match [cell(king, 'K'), cell(rook, 'R'), cell(black, 'k')] {
            [Some(king), Some(rook), Some(black)] => {
                Ok([king, rook, black, choice(&MOVERS, mover)?])
            }
            _ => Err("cells are as in Ke1 Ra1 ke8".into()),
        }
    }
}
