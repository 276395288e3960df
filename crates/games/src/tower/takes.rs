//! Moves by kinds of levels: the blocks that a complete level can give, and the top kinds that a
//! block leads to.

use super::multiset::Triple;
use super::state::{
    COMPLETE_KINDS, HOLDS_BLUE_FROM, TOP_KINDS, complete_kind, complete_level, top_kind, top_level,
};
use super::{Color, Level, Place};

/// A block that a complete level can give: its colour, and the colour of the side of the two-block
/// level that stays, or [`Triple::SAME`] if the level is dead afterwards.
#[derive(Clone, Copy)]
pub(super) struct Take {
    pub(super) color: usize,
    pub(super) leaves: usize,
}

/// `TAKES[kind]`: the blocks that a complete level can give; two equal sides are listed once.
pub(super) const TAKES: [[Option<Take>; 3]; COMPLETE_KINDS] = {
    let mut table = [[None; 3]; COMPLETE_KINDS];
    for_range! { kind in 0..COMPLETE_KINDS =>
        let level = complete_level(kind);
        let (left, middle, right) =
            (color(level, Place::Left), color(level, Place::Middle), color(level, Place::Right));
        table[kind] = [
            Some(Take { color: middle, leaves: Triple::SAME }),
            Some(Take { color: left, leaves: right }),
            if left == right { None } else { Some(Take { color: right, leaves: left }) },
        ];
    }
    table
};

const fn color(level: Level, place: Place) -> usize {
    match level.get(place) {
        Some(color) => color as usize,
        None => panic!("a complete level"),
    }
}

/// `COMPLETE_OF_TOP[kind]`: the complete kind that a complete top becomes below a new top.
pub(super) const COMPLETE_OF_TOP: [usize; COMPLETE_KINDS] = {
    let mut table = [0; COMPLETE_KINDS];
    for_range! { kind in 0..COMPLETE_KINDS =>
        table[kind] = complete_kind(top_level(3, kind));
    }
    table
};

/// `Places[top kind][colour]`: the one or two top kinds after putting a block of the colour on the
/// top. They are counted from the first kind that the kernel reads for the colour.
pub(super) type Places<const TOPS: usize> = [[[usize; 2]; 3]; TOPS];

pub(super) const ONE: Places<{ TOP_KINDS[1] }> = places(1);
pub(super) const TWO: Places<{ TOP_KINDS[2] }> = places(2);

const fn places<const TOPS: usize>(blocks: usize) -> Places<TOPS> {
    let mut table = [[[usize::MAX; 2]; 3]; TOPS];
    for_range! { kind in 0..TOPS =>
        let level = top_level(blocks, kind);
        for_range! { color in 0..3 =>
            let first = if color == 2 { HOLDS_BLUE_FROM } else { 0 };
            for_range! { place in 0..3 =>
                if level.get(Place::ALL[place]).is_none() {
                    let to =
                        top_kind(level.with(Place::ALL[place], Some(Color::ALL[color]))) - first;
                    let [one, _] = table[kind][color];
                    table[kind][color] = if one == usize::MAX { [to, to] } else { [one, to] };
                }
            }
        }
    }
    table
}
