//! Six Men's Morris: two squares, one in the other, of eight points each, whose middles are joined.
//!
//! Six pieces each are placed in turn, then moved along lines. Who makes a mill, a side of a square, takes a piece off the
//! board that is in no mill, or any if all are. Who has fewer than three pieces left, or cannot move, has lost.

use perfectplay_tables::solve::{End, Game, ReadError};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct SixMensMorris;

const PIECES: u32 = 6;
/// Points 0 to 7 go round the outer square, with corners at even places; 8 to 15 round the inner one.
const MILLS: [u16; 8] = mills();

const fn mills() -> [u16; 8] {
    let mut mills = [0; 8];
    let mut side = 0;
    while side < 4 {
        let first = 2 * side;
        let mill = 1 << first | 1 << (first + 1) | 1 << ((first + 2) % 8);
        mills[side] = mill;
        mills[side + 4] = mill << 8;
        side += 1;
    }
    mills
}

/// The points beside one.
const fn beside(point: u32) -> u16 {
    let (square, place) = (point & 8, point & 7);
    let across = if place % 2 == 1 { 1 << (point ^ 8) } else { 0 };
    1 << (square | (place + 1) & 7) | 1 << (square | (place + 7) & 7) | across
}

/// The points of the player to move and of the opponent, and how many pieces each has to place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Points {
    own: u16,
    other: u16,
    hand: u8,
    other_hand: u8,
}

fn points(mut points: u16) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let point = points.trailing_zeros();
        points &= points.wrapping_sub(1);
        (point < 16).then_some(point)
    })
}

/// The points that are in mills.
fn in_mills(points: u16) -> u16 {
    MILLS.into_iter().filter(|mill| points & mill == *mill).fold(0, |all, mill| all | mill)
}

/// Points after one of sixteen symmetries: turned by so many corners, mirrored, and turned inside out.
fn moved(points: u16, symmetry: u32) -> u16 {
    let square = |square: u16| {
        let square = square as u8;
        let mirrored =
            if symmetry & 4 == 0 { square } else { square.reverse_bits().rotate_left(1) };
        u16::from(mirrored.rotate_left(2 * (symmetry & 3)))
    };
    let both = square(points & 255) | square(points >> 8) << 8;
    if symmetry & 8 == 0 { both } else { both.swap_bytes() }
}

impl SixMensMorris {
    fn name(point: u32) -> char {
        (b'a' + point as u8) as char
    }

    /// Calls `each` with what follows once the player to move has come to a point.
    fn settle(step: &str, to: u32, after: Points, each: &mut impl FnMut(String, Points)) {
        let Points { own, other, hand, other_hand } = after;
        let next = |other| Points { own: other, other: own, hand: other_hand, other_hand: hand };
        if in_mills(own) >> to & 1 == 0 {
            return each(step.to_owned(), next(other));
        }
        let free = other & !in_mills(other);
        for taken in points(if free == 0 { other } else { free }) {
            each(format!("{step}x{}", Self::name(taken)), next(other & !(1 << taken)));
        }
    }
}

impl Game for SixMensMorris {
    type Position = Points;
    type Move = String;

    fn name(&self) -> String {
        "morris-6".to_owned()
    }

    fn start(&self) -> Points {
        Points { own: 0, other: 0, hand: PIECES as u8, other_hand: PIECES as u8 }
    }

    fn pack(&self, Points { own, other, hand, other_hand }: Points) -> u64 {
        u64::from(own) << 16
            | u64::from(other)
            | u64::from(hand) << 32
            | u64::from(other_hand) << 40
    }

    fn unpack(&self, word: u64) -> Points {
        let (own, other) = ((word >> 16) as u16, word as u16);
        Points { own, other, hand: (word >> 32) as u8, other_hand: (word >> 40) as u8 }
    }

    fn moves(&self, from: Points, mut each: impl FnMut(String, Points)) {
        let empty = !(from.own | from.other);
        if from.hand > 0 {
            for to in points(empty) {
                let after = Points { own: from.own | 1 << to, hand: from.hand - 1, ..from };
                Self::settle(&Self::name(to).to_string(), to, after, &mut each);
            }
            return;
        }
        for point in points(from.own) {
            for to in points(beside(point) & empty) {
                let after = Points { own: from.own & !(1 << point) | 1 << to, ..from };
                let step = format!("{}{}", Self::name(point), Self::name(to));
                Self::settle(&step, to, after, &mut each);
            }
        }
    }

    fn end(&self, from: Points) -> Option<End> {
        (from.own.count_ones() + u32::from(from.hand) < 3).then_some(End::Loss)
    }

    fn canonical(&self, from: Points) -> Points {
        let symmetries = 0..16;
        let all = symmetries.map(|it| (moved(from.own, it), moved(from.other, it)));
        let (own, other) = all.min().expect("there are some");
        Points { own, other, ..from }
    }

    fn stage(&self, from: Points) -> u32 {
        let hands = u32::from(from.hand + from.other_hand);
        let pieces = from.own.count_ones() + from.other.count_ones();
        // How many were placed, and how many of these were taken.
        16 * (2 * PIECES - hands) + (2 * PIECES - hands - pieces)
    }

    /// The points a to h of the outer square and i to p of the inner one, X for the player to move, and how many pieces both have
    /// to place.
    fn show(&self, from: Points) -> String {
        let mark = |point: u32| match (from.own >> point & 1, from.other >> point & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        };
        let squares: [String; 2] = [0..8, 8..16].map(|square| square.map(mark).collect());
        format!("{}/{} {}-{}", squares[0], squares[1], from.hand, from.other_hand)
    }

    fn read(&self, text: &str) -> Result<Points, ReadError> {
        let parts =
            text.split_once(' ').and_then(|(points, hands)| Some((points, hands.split_once('-')?)));
        let (squares, (hand, other_hand)) =
            parts.ok_or("it is 16 points and two hands, as in ......../........ 6-6")?;
        let cells = crate::boards::cells(8, 2, squares)?;
        let of =
            |mark: char| (0..16).filter(|&it| cells[it] == mark).fold(0, |all, it| all | 1 << it);
        Ok(Points {
            own: of('X'),
            other: of('O'),
            hand: hand.parse()?,
            other_hand: other_hand.parse()?,
        })
    }

    fn rules(&self) -> &str {
        "Place six pieces each, then move along lines. Three on a side of a square take a piece. Fewer than three, or no \
         move, and you lose."
    }
}
