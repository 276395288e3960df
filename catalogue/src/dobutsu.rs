//! Dobutsu Shogi (Let's Catch the Lion), by Madoka Kitao: 3 × 4 cells, a lion, an elephant, a giraffe and a chick each.
//!
//! The elephant steps diagonally, the giraffe straight, the lion either way, the chick ahead; on the farthest row it becomes
//! a hen, which steps as a lion but not back to the sides. Captured pieces are the captor's, who may put one on an empty cell
//! in place of a move, a hen as a chick. Who catches the lion has won, and so has a lion that reaches the farthest row where
//! nothing can catch it at once. Lions that can be caught are.

use perfectplay_tables::solve::{End, Game, ReadError};

use crate::boards::{DIAGONAL, Grid, OneSided, Path, STRAIGHT, Step, WAYS, Way, bits, set};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Dobutsu;

const GRID: Grid = Grid::new(3, 4);
/// Pieces, in four bits of each cell; those of the opponent have one bit more.
const LION: u64 = 1;
const CHICK: u64 = 4;
const HEN: u64 = 5;
const OTHER: u64 = 8;
const LETTERS: &str = ".LEGCH\0\0\0legch";
/// Behind the cells, two bits for each of these count the pieces in both hands.
const HANDS: &str = "EGCegc";
const HAND: u32 = 48;
/// What each piece adds to the hand of the player to move.
const IN_HAND: [u64; 6] = [0, 0, 1 << HAND, 1 << (HAND + 2), 1 << (HAND + 4), 1 << (HAND + 4)];

/// The ways of each piece.
const STEPS: [&[Way]; 6] = [
    &[],
    &WAYS,
    &DIAGONAL,
    &STRAIGHT,
    &[(0, -1)],
    &[(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (-1, -1)],
];

const fn piece(position: u64, cell: u32) -> u64 {
    position >> (4 * cell) & 15
}

/// The cells whose pieces are such.
fn all(position: u64, is_such: impl Fn(u64) -> bool) -> u32 {
    set((0..GRID.cells()).filter(|&cell| is_such(piece(position, cell))))
}

/// The own pieces that could step to some cells.
fn reaching(position: u64, cells: u32) -> impl Iterator<Item = u32> {
    let own = bits(all(position, |it| (1..OTHER).contains(&it)));
    own.filter(move |&it| GRID.beside(it, STEPS[piece(position, it) as usize]) & cells != 0)
}

/// The position as the other player sees it.
const fn turned(position: u64) -> u64 {
    let reversed = (position << 16).swap_bytes();
    let reversed = (reversed & 0x0f0f_0f0f_0f0f) << 4 | reversed >> 4 & 0x0f0f_0f0f_0f0f;
    let full = (reversed | reversed >> 1 | reversed >> 2) & 0x1111_1111_1111;
    let hands = position >> HAND;
    reversed ^ full << 3 | (hands >> 6 | (hands & 63) << 6) << HAND
}

/// The number of a letter among some.
fn place(letters: &str, letter: char) -> Result<u32, ReadError> {
    Ok(letters.find(letter).ok_or_else(|| format!("{letter} is none of {letters}"))? as u32)
}

impl Game for Dobutsu {
    /// No piece at all: the lion was caught.
    type Position = u64;
    /// The piece that is put, and the cells.
    type Move = Step<(&'static str, Path)>;

    fn name(&self) -> String {
        "dobutsu-3x4".to_owned()
    }

    fn start(&self) -> u64 {
        0x312_040_0c0_a9b
    }

    fn pack(&self, position: u64) -> u64 {
        position
    }

    fn unpack(&self, word: u64) -> u64 {
        word
    }

    fn moves(&self, position: u64, mut each: impl FnMut(Self::Move, u64)) {
        let mut play = |put, cells: &[u32], after| {
            each(Step((put, GRID.path(cells)), |(put, path)| format!("{put}{path}")), after);
        };
        let lion = all(position, |it| it == LION | OTHER);
        let free = all(position, |it| it == 0 || it & OTHER != 0);
        let targets = if reaching(position, lion).next().is_some() { lion } else { free };
        for from in reaching(position, targets) {
            let moved = piece(position, from);
            for to in bits(GRID.beside(from, STEPS[moved as usize]) & targets) {
                let moved = if moved == CHICK && to < GRID.width { HEN } else { moved };
                let taken = IN_HAND[(piece(position, to) & !OTHER) as usize];
                let left = position & !(15 << (4 * from) | 15 << (4 * to));
                let after = turned((left | moved << (4 * to)) + taken);
                play("", &[from, to], if targets == lion { 0 } else { after });
            }
        }
        for (put, letter) in (2..=CHICK).zip(["E*", "G*", "C*"]) {
            let hand = IN_HAND[put as usize];
            let is_free = |it| it == 0 && (position / hand) & 3 != 0;
            for to in bits(all(position, is_free) & targets) {
                play(letter, &[to], turned((position - hand) | put << (4 * to)));
            }
        }
    }

    fn end(&self, position: u64) -> Option<End> {
        let lion = all(position, |it| it == LION | OTHER);
        let is_home = lion & GRID.row(3) != 0 && reaching(position, lion).next().is_none();
        (lion == 0 || is_home).then_some(End::Loss)
    }

    /// The least of the position and its mirror image.
    fn canonical(&self, position: u64) -> u64 {
        const LEFT: u64 = 0x00f_00f_00f_00f;
        const SIDES: u64 = LEFT | LEFT << 8;
        let sides = (position & LEFT) << 8 | position >> 8 & LEFT;
        position.min(position & !SIDES | sides)
    }

    /// The board from the side of the player to move, whose pieces are capital letters, and both hands.
    fn show(&self, position: u64) -> String {
        let letter = |cell| char::from(LETTERS.as_bytes()[piece(position, cell) as usize]);
        let mut text = GRID.draw(letter) + " ";
        for (place, letter) in (0..).zip(HANDS.chars()) {
            let count = position >> (HAND + 2 * place) & 3;
            (0..count).for_each(|_| text.push(letter));
        }
        text.trim_end().to_owned()
    }

    fn read(&self, text: &str) -> Result<u64, ReadError> {
        let (board, hands) = text.split_once(' ').unwrap_or((text, ""));
        let mut position = 0;
        for (cell, letter) in GRID.letters(board)?.into_iter().enumerate() {
            position |= u64::from(place(LETTERS, letter)?) << (4 * cell);
        }
        for letter in hands.chars() {
            position += 1 << (HAND + 2 * place(HANDS, letter)?);
        }
        Ok(position)
    }

    fn rules(&self) -> &str {
        "Catch the lion, or bring yours to the farthest row where nothing can catch it. Captured pieces are yours to put on \
         empty cells."
    }
}

impl OneSided for Dobutsu {
    const NAMES: [&str; 2] = ["L", "l"];

    fn other_side(&self, position: u64) -> u64 {
        turned(position)
    }

    fn other_side_move(&self, Step((put, path), text): Self::Move) -> Self::Move {
        Step((put, path.moved(3)), text)
    }
}
