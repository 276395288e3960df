//! Dots and boxes on 2 × 2 boxes: who draws the last side of a box owns it, and moves again.

use perfectplay_tables::solve::{End, Game, Values};

pub(crate) struct DotsAndBoxes;

/// The lines that are drawn, and how many more boxes the player to move owns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Board {
    pub(crate) lines: u16,
    pub(crate) lead: i16,
}

/// The sides of each box: six lines across, row by row, and six down.
const BOXES: [u16; 4] = [0b000011_000101, 0b000110_001010, 0b011000_010100, 0b110000_101000];

fn owned(lines: u16) -> i16 {
    BOXES.iter().filter(|&&sides| lines & sides == sides).count() as i16
}

impl Game for DotsAndBoxes {
    type Position = Board;
    type Move = u32;

    fn name(&self) -> String {
        "dots-2x2".to_owned()
    }

    fn start(&self) -> Board {
        Board { lines: 0, lead: 0 }
    }

    fn pack(&self, board: Board) -> u64 {
        u64::from(board.lines) << 16 | u64::from(board.lead.cast_unsigned())
    }

    fn unpack(&self, word: u64) -> Board {
        Board { lines: (word >> 16) as u16, lead: (word as u16).cast_signed() }
    }

    fn moves(&self, board: Board, mut each: impl FnMut(u32, Board)) {
        for line in (0..12).filter(|line| board.lines >> line & 1 == 0) {
            let lines = board.lines | 1 << line;
            let made = owned(lines) - owned(board.lines);
            let lead = if made > 0 { board.lead + made } else { -board.lead };
            each(line, Board { lines, lead });
        }
    }

    fn same_player(&self, from: Board, to: Board) -> bool {
        owned(to.lines) > owned(from.lines)
    }

    fn end(&self, board: Board) -> Option<End> {
        (board.lines == 0xfff).then_some(End::Score(board.lead))
    }

    fn values(&self) -> Values {
        Values::Score
    }
}
