//! Stake Your Claim: the key is the least of a board's eight images, two bits for a cell.

use fastrand::Rng;
use perfectplay_games::StakeTable;
use perfectplay_games::stake::Position;
use perfectplay_games::testing::image;
use perfectplay_published::stake;
use perfectplay_query::Probe;

use super::Game;

/// Boards of up to 4 × 4 cells, the largest of which there is a table.
#[derive(Debug)]
pub(crate) struct Stake;

impl Game for Stake {
    type Table = StakeTable;
    type Key = u32;
    /// The score, a signed byte.
    type Value = u8;

    fn packed(score: i8) -> u8 {
        score.cast_unsigned()
    }

    /// Both masks of a board, one in each half of a word. The steps below move both at once.
    #[inline(always)]
    fn key(&self, board: &Position) -> u32 {
        let [zeros, ones] = board.filled().map(packed);
        let size = board.size();
        let spare = 4 - size as u32;
        let upright = zeros << 16 | ones;
        let turned = transposed(upright);
        let mut least = u32::MAX;
        for image in [upright, turned] {
            let other = mirrored(image) >> spare;
            let images =
                [image, other, flipped(image) >> (4 * spare), flipped(other) >> (4 * spare)];
            least = images.into_iter().fold(least, u32::min);
        }
        let outside = OUTSIDE[size];
        least | outside << 16 | outside
    }

    const KEY: &'static str =
        "the least of the board's eight images, a bit for each digit and cell";

    /// A random image of a state's board: a table returns one of the images only.
    fn random(&self, table: &StakeTable, _: &[(u32, u8)], random: &mut Rng) -> Position {
        let index = random.u64(..table.header().states);
        let board = table.position_at(index).expect("a state");
        let (size, symmetry) = (board.size(), random.usize(..8));
        let moved = |mask: u64| {
            let cells = (0..64).filter(|cell| mask >> cell & 1 == 1);
            cells.fold(0, |moved, cell| {
                let (row, column) = image(symmetry, (size, size), (cell / 8, cell % 8));
                moved | 1 << (8 * row + column)
            })
        };
        Position::from_masks(size, board.filled().map(moved)).expect("an image")
    }

    const METHOD: &'static str = "alpha-beta search with a transposition table";
    const BEYOND: &'static str = "with more than 12 empty cells";

    fn solve(board: &Position) -> Option<u8> {
        let empty = board.empty_cells().count_ones();
        (empty <= 12).then(|| stake::score(board).cast_unsigned())
    }
}

/// By size, the cells outside of a board in a frame of 4 × 4. They are marked as both digits, which
/// no cell of a board is.
const OUTSIDE: [u32; 5] = [0xffff, 0xfffe, 0xffcc, 0xf888, 0];

/// The four rows of four cells from rows of eight bits.
#[inline]
fn packed(mask: u64) -> u32 {
    let rows = mask as u32;
    let pairs = (rows | rows >> 4) & 0x00ff_00ff;
    (pairs | pairs >> 8) & 0xffff
}

/// Columns in reverse order.
#[inline]
fn mirrored(board: u32) -> u32 {
    let board = (board & 0x5555_5555) << 1 | board >> 1 & 0x5555_5555;
    (board & 0x3333_3333) << 2 | board >> 2 & 0x3333_3333
}

/// Rows in reverse order.
#[inline]
fn flipped(board: u32) -> u32 {
    let board = (board & 0x0f0f_0f0f) << 4 | board >> 4 & 0x0f0f_0f0f;
    (board & 0x00ff_00ff) << 8 | board >> 8 & 0x00ff_00ff
}

/// Rows and columns exchanged.
#[inline]
fn transposed(board: u32) -> u32 {
    let moved = (board ^ board >> 3) & 0x0a0a_0a0a;
    let board = board ^ moved ^ moved << 3;
    let moved = (board ^ board >> 6) & 0x00cc_00cc;
    board ^ moved ^ moved << 6
}
