//! Six Men's Morris: two squares, one in the other, of eight points each, whose middles are joined.
//!
//! Six pieces each are placed in turn, then moved along lines. Who makes a mill, a side of a square, takes a piece off the
//! board that is in no mill, or any if all are. Who has fewer than three pieces left, or cannot move, has lost.

use perfectplay_tables::solve::{End, Game, ReadError};

use crate::boards::{self, Grid, OneSided, bits, numbers, parts, set};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct SixMensMorris;

const PIECES: u32 = 6;
/// Points 0 to 7 go round the outer square, with corners at even places; 8 to 15 round the inner one. This draws them.
const GRID: Grid = Grid::new(5, 5);
/// The cell of each point.
const CELLS: [u32; 16] = [0, 2, 4, 14, 24, 22, 20, 10, 6, 7, 8, 13, 18, 17, 16, 11];
const MILLS: [u32; 8] = [0x07, 0x1c, 0x70, 0xc1, 0x0700, 0x1c00, 0x7000, 0xc100];

/// How many pieces the player to move and the opponent have to place, and the points of each.
type Points = [u32; 4];

/// The points beside one.
const fn beside(point: u32) -> u32 {
    let (square, place) = (point & 8, point & 7);
    let across = if place % 2 == 1 { 1 << (point ^ 8) } else { 0 };
    1 << (square | (place + 1) & 7) | 1 << (square | (place + 7) & 7) | across
}

/// The points that are in mills.
fn in_mills(points: u32) -> u32 {
    MILLS.into_iter().filter(|mill| points & mill == *mill).fold(0, |all, mill| all | mill)
}

/// Points after one of sixteen symmetries: turned by so many corners, mirrored, and turned inside out.
fn moved(points: u32, symmetry: u32) -> u32 {
    let square = |square: u8| {
        let mirrored =
            if symmetry & 4 == 0 { square } else { square.reverse_bits().rotate_left(1) };
        mirrored.rotate_left(2 * (symmetry & 3))
    };
    let [outer, inner] = (points as u16).to_le_bytes().map(square);
    let both = if symmetry & 8 == 0 { [outer, inner] } else { [inner, outer] };
    u16::from_le_bytes(both).into()
}

fn name(point: u32) -> String {
    GRID.name(CELLS[point as usize])
}

/// Calls `each` with what follows once the player to move has come to a point.
fn settle(step: String, to: u32, after: Points, each: &mut impl FnMut(String, Points)) {
    let [hand, other_hand, own, other] = after;
    if in_mills(own) >> to & 1 == 0 {
        return each(step, [other_hand, hand, other, own]);
    }
    let free = other & !in_mills(other);
    for taken in bits(if free == 0 { other } else { free }) {
        let left = other & !(1 << taken);
        each(format!("{step}x{}", name(taken)), [other_hand, hand, left, own]);
    }
}

impl Game for SixMensMorris {
    type Position = Points;
    type Move = String;
    boards::packed!();

    fn name(&self) -> String {
        "morris-6".to_owned()
    }

    fn start(&self) -> Points {
        [PIECES, PIECES, 0, 0]
    }

    fn moves(&self, [hand, other_hand, own, other]: Points, mut each: impl FnMut(String, Points)) {
        let empty = 0xffff & !(own | other);
        if hand > 0 {
            for to in bits(empty) {
                settle(name(to), to, [hand - 1, other_hand, own | 1 << to, other], &mut each);
            }
            return;
        }
        for from in bits(own) {
            for to in bits(beside(from) & empty) {
                let after = [hand, other_hand, boards::moved(own, from, to), other];
                settle(name(from) + &name(to), to, after, &mut each);
            }
        }
    }

    fn end(&self, [hand, _, own, _]: Points) -> Option<End> {
        (own.count_ones() + hand < 3).then_some(End::Loss)
    }

    fn canonical(&self, [hand, other_hand, own, other]: Points) -> Points {
        let all = (0..16).map(|it| [hand, other_hand, moved(own, it), moved(other, it)]);
        all.min().expect("there are some")
    }

    /// How many were placed, and how many of these were taken.
    fn stage(&self, [hand, other_hand, own, other]: Points) -> u32 {
        let placed = 2 * PIECES - hand - other_hand;
        16 * placed + placed - (own | other).count_ones()
    }

    /// Both squares, and how many pieces both have to place.
    fn show(&self, [hand, other_hand, own, other]: Points) -> String {
        format!(
            "{} {hand}-{other_hand}",
            GRID.show(
                [own, other].map(|points| set(bits(points).map(|it| CELLS[it as usize]))),
                "XO"
            )
        )
    }

    fn read(&self, text: &str) -> Result<Points, ReadError> {
        let [squares, hands] = parts(text)?;
        let sets: [u32; 2] = GRID.read(squares, "XO")?;
        if sets.iter().any(|cells| cells & !set(CELLS) != 0) {
            return Err("there are pieces where no points are".into());
        }
        let is_in = |cells: u32| move |point: &u32| cells >> CELLS[*point as usize] & 1 == 1;
        let [own, other] = sets.map(|cells| set((0..16).filter(is_in(cells))));
        let [hand, other_hand] = numbers(hands)?;
        Ok([hand, other_hand, own, other])
    }

    fn rules(&self) -> &str {
        "Place six pieces each, then move along lines. Three on a side of a square take a piece. Fewer than three, or no \
         move, and you lose."
    }
}

impl OneSided for SixMensMorris {
    fn other_side(&self, [hand, other_hand, own, other]: Points) -> Points {
        [other_hand, hand, other, own]
    }
}
