//! Contour: how many cells of each row are taken, and how many points the player to move has more than the opponent.

use perfectplay_core::contour::Board;
use perfectplay_solve::{End, Game, Values};

pub(super) const SIDE: usize = 5;

pub(super) struct Contour {
    pub(super) board: Board,
}

/// A contour, and the lead of the player to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Contested {
    taken: [u8; SIDE],
    pub(super) lead: i16,
}

impl Game for Contour {
    type Position = Contested;
    type Move = String;

    fn name(&self) -> String {
        format!("contours-{SIDE}x{SIDE}")
    }

    fn start(&self) -> Contested {
        Contested { taken: [0; SIDE], lead: 0 }
    }

    fn pack(&self, Contested { taken, lead }: Contested) -> u64 {
        let lead = u64::from(lead.cast_unsigned());
        taken.iter().fold(lead, |word, &cells| word << 4 | u64::from(cells))
    }

    fn unpack(&self, mut word: u64) -> Contested {
        let mut taken = [0; SIDE];
        for cells in taken.iter_mut().rev() {
            *cells = (word & 15) as u8;
            word >>= 4;
        }
        Contested { taken, lead: (word as u16).cast_signed() }
    }

    fn moves(&self, from: Contested, mut each: impl FnMut(String, Contested)) {
        let taken: u8 = from.taken.iter().sum();
        for row in 0..SIDE {
            let column = usize::from(from.taken[row]);
            if column < SIDE && (row == 0 || usize::from(from.taken[row - 1]) > column) {
                let (a, b) = self.board.cell(row, column);
                let gain = if taken.is_multiple_of(2) { a } else { b };
                let mut after = Contested { lead: -(from.lead + gain as i16), ..from };
                after.taken[row] += 1;
                each(format!("{row},{column}"), after);
            }
        }
    }

    fn end(&self, Contested { taken, lead }: Contested) -> Option<End> {
        (taken == [SIDE as u8; SIDE]).then_some(End::Score(lead))
    }

    fn values(&self) -> Values {
        Values::Score
    }

    fn show(&self, Contested { taken, lead }: Contested) -> String {
        format!("{};{lead}", taken.map(|cells| cells.to_string()).join(","))
    }

    fn read(&self, text: &str) -> Option<Contested> {
        let (taken, lead) = text.split_once(';')?;
        let taken: Option<Vec<u8>> = taken.split(',').map(|cells| cells.parse().ok()).collect();
        Some(Contested { taken: taken?.try_into().ok()?, lead: lead.parse().ok()? })
    }
}
