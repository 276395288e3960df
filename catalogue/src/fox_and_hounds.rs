//! Fox and Hounds (Wolf and Sheep): four hounds hunt a fox on the dark squares of a chess board.
//!
//! All move to an empty square diagonally next to them, the hounds only ahead. The hounds begin on the eighth row, the fox
//! on any square of the first one, and it moves first. It wins on the eighth row, and when no hound can move. The hounds win
//! when the fox cannot move.

use perfectplay_tables::solve::{End, Game, ReadError};

use crate::boards::{DIAGONAL, Grid, Path, Way, bits, choice, parts, set};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct FoxAndHounds;

const GRID: Grid = Grid::new(8, 8);
const MOVERS: [&str; 2] = ["fox", "hounds"];

/// The cell of a dark square, of which there are four in each row.
const fn cell(square: u32) -> u32 {
    2 * square + (square / 4 + 1) % 2
}

/// The squares to which steps lead.
fn beside(square: u32, ways: &[Way]) -> impl Iterator<Item = u32> {
    ways.iter().filter_map(move |&way| Some(GRID.step(cell(square), way)? / 2))
}

impl Game for FoxAndHounds {
    /// The squares of the hounds, that of the fox, and 1 if the hounds are to move.
    type Position = [u32; 3];
    type Move = Path;

    fn name(&self) -> String {
        "foxhounds-8x8".to_owned()
    }

    fn start(&self) -> [u32; 3] {
        [0b1111, 30, 0]
    }

    fn starts(&self, mut each: impl FnMut([u32; 3])) {
        (28..32).for_each(|fox| each([0b1111, fox, 0]));
    }

    fn pack(&self, [hounds, fox, mover]: [u32; 3]) -> u64 {
        u64::from(hounds) << 6 | u64::from(fox << 1 | mover)
    }

    fn unpack(&self, word: u64) -> [u32; 3] {
        [(word >> 6) as u32, word as u32 >> 1 & 31, word as u32 & 1]
    }

    fn moves(&self, [hounds, fox, mover]: [u32; 3], mut each: impl FnMut(Path, [u32; 3])) {
        let is_empty = |&square: &u32| square != fox && hounds >> square & 1 == 0;
        let path = |from, to| GRID.path([cell(from), cell(to)]);
        if mover == 0 {
            let steps = beside(fox, &DIAGONAL).filter(is_empty);
            return steps.for_each(|to| each(path(fox, to), [hounds, to, 1]));
        }
        for from in bits(hounds) {
            for to in beside(from, &[(-1, 1), (1, 1)]).filter(is_empty) {
                each(path(from, to), [hounds & !(1 << from) | 1 << to, fox, 0]);
            }
        }
    }

    fn end(&self, [_, fox, _]: [u32; 3]) -> Option<End> {
        (fox < 4).then_some(End::Loss)
    }

    /// The board with D for hounds and F for the fox, and who moves.
    fn show(&self, [hounds, fox, mover]: [u32; 3]) -> String {
        let board = GRID.draw(|at| match at / 2 {
            square if cell(square) != at => '.',
            square if square == fox => 'F',
            square => ['.', 'D'][(hounds >> square & 1) as usize],
        });
        format!("{board} {}", MOVERS[mover as usize])
    }

    fn read(&self, text: &str) -> Result<[u32; 3], ReadError> {
        let [board, mover] = parts(text)?;
        let cells = GRID.letters(board)?;
        let of = |letter| set((0..32).filter(|&it| cells[cell(it) as usize] == letter));
        if !of('F').is_power_of_two() {
            return Err("there is one fox".into());
        }
        Ok([of('D'), of('F').trailing_zeros(), choice(&MOVERS, mover)?])
    }

    fn rules(&self) -> &str {
        "The fox runs to the eighth row. The hounds, which never step back, shut it in."
    }
}
