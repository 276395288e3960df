//! Hare and Hounds on eleven points: three hounds, which never step back, hunt a hare, which steps anywhere beside it.
//!
//! Points are cells of 5 × 3 without the corners, joined along rows and columns, and diagonally where the sum of column and
//! row is odd. The hounds win when the hare cannot move, the hare when no hound is left of it.

use perfectplay_tables::solve::{End, Game, ReadError};

use crate::boards::{self, Grid, WAYS, bits, is_diagonal};

/// The game. The hounds begin on the left, and move first.
#[derive(Clone, Copy, Debug)]
pub struct Hounds {
    /// Whether the hare moves first.
    pub hare_first: bool,
    /// Whether the hare begins in the centre, rather than at the right end.
    pub in_centre: bool,
}

const GRID: Grid = Grid::new(5, 3);
const CORNERS: u32 = 0b10001_00000_10001;

/// The points of the hounds and of the hare.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hunt {
    hounds: u32,
    hare: u32,
    hare_moves: bool,
}

/// The points that a piece reaches from one, and whether the step leads back to the left.
fn beside(from: u32) -> impl Iterator<Item = (u32, bool)> {
    let is_joined = move |way| !is_diagonal(way) || (from % 5 + from / 5) % 2 == 1;
    let steps = WAYS.into_iter().filter(move |&way| is_joined(way));
    let all = steps.filter_map(move |way| Some((GRID.step(from, way)?, way.0 < 0)));
    all.filter(|(to, _)| CORNERS >> to & 1 == 0)
}

impl Game for Hounds {
    type Position = Hunt;
    type Move = String;

    fn name(&self) -> String {
        let first = if self.hare_first { "harefirst" } else { "hounds" };
        format!("{first}{}-11", if self.in_centre { "centre" } else { "" })
    }

    fn start(&self) -> Hunt {
        let hare = if self.in_centre { 7 } else { 9 };
        Hunt { hounds: 1 << 1 | 1 << 5 | 1 << 11, hare, hare_moves: self.hare_first }
    }

    fn pack(&self, Hunt { hounds, hare, hare_moves }: Hunt) -> u64 {
        boards::pack([hounds, hare, hare_moves.into()])
    }

    fn unpack(&self, word: u64) -> Hunt {
        let [hounds, hare, hare_moves] = boards::unpack(word);
        Hunt { hounds, hare, hare_moves: hare_moves == 1 }
    }

    fn moves(&self, at: Hunt, mut each: impl FnMut(String, Hunt)) {
        let is_free = |to: u32| to != at.hare && at.hounds >> to & 1 == 0;
        let after = Hunt { hare_moves: !at.hare_moves, ..at };
        let text = |from, to| GRID.name(from) + &GRID.name(to);
        if at.hare_moves {
            let steps = beside(at.hare).filter(|&(to, _)| is_free(to));
            return steps.for_each(|(to, _)| each(text(at.hare, to), Hunt { hare: to, ..after }));
        }
        for from in bits(at.hounds) {
            for (to, _) in beside(from).filter(|&(to, is_back)| !is_back && is_free(to)) {
                each(text(from, to), Hunt { hounds: at.hounds & !(1 << from) | 1 << to, ..after });
            }
        }
    }

    fn end(&self, at: Hunt) -> Option<End> {
        let has_passed = !bits(at.hounds).any(|hound| hound % 5 < at.hare % 5);
        has_passed.then_some(if at.hare_moves { End::Win } else { End::Loss })
    }

    fn canonical(&self, at: Hunt) -> Hunt {
        let [hounds, hare] = GRID.least([at.hounds, 1 << at.hare], [0, 2]);
        Hunt { hounds, hare: hare.trailing_zeros(), ..at }
    }

    /// The board with D for hounds and H for the hare, and who moves.
    fn show(&self, at: Hunt) -> String {
        let board = GRID.show([at.hounds, 1 << at.hare, CORNERS], "DH-");
        format!("{board} {}", if at.hare_moves { "hare" } else { "hounds" })
    }

    fn read(&self, text: &str) -> Result<Hunt, ReadError> {
        let (board, mover) = text.split_once(' ').ok_or("after the board it says who moves")?;
        let [hounds, hare, _] = GRID.read(board, "DH-")?;
        if !hare.is_power_of_two() || !["hare", "hounds"].contains(&mover) {
            return Err("there is one hare, and `hare` or `hounds` move".into());
        }
        Ok(Hunt { hounds, hare: hare.trailing_zeros(), hare_moves: mover == "hare" })
    }

    fn rules(&self) -> &str {
        "Hounds step ahead or sideways, the hare anywhere. Hounds shut the hare in; the hare slips past them."
    }
}
