//! States: the part of a tower that its value depends on.

use super::multiset::{KINDS, Multiset8};
use super::{Color, Level, Place, Position};

/// The number of kinds of complete levels: middle × unordered sides.
pub(super) const COMPLETE_KINDS: usize = 18;

/// The number of kinds of top levels by their number of blocks, 0 to 3.
pub(super) const TOP_KINDS: [usize; 4] = [0, 6, 15, 18];

/// One level of each complete kind; mirror images are of the same kind. Exchanging green and blue
/// exchanges kinds j and j + 8 for j < 8 (the *green half* and the *blue half*) and keeps the last
/// two.
const COMPLETE: [&[u8; 3]; COMPLETE_KINDS] = [
    b"RRG", b"GRG", b"RGR", b"RGG", b"RGB", b"GGG", b"GGB", b"BGB", //
    b"RRB", b"BRB", b"RBR", b"RBB", b"RBG", b"BBB", b"BBG", b"GBG", //
    b"RRR", b"GRB",
];

/// One level of each top kind. With one block the two kinds of a colour are neighbours. With more,
/// the kinds that hold green come first, and those that hold blue are contiguous too (see
/// [`HOLDS`]), so that the solver reads no others.
const TOP: [&[&[u8; 3]]; 4] = [
    &[],
    &[b"R..", b".R.", b"G..", b".G.", b"B..", b".B."],
    &[
        b"G.R", b"RG.", b"GR.", b"G.G", b"GG.", b"G.B", b"BG.", b"GB.", //
        b"B.B", b"BB.", b"B.R", b"RB.", b"BR.", b"R.R", b"RR.",
    ],
    &[
        b"RGR", b"RGG", b"RRG", b"GRG", b"GGG", b"GGB", b"BGB", b"GBG", b"GBB", b"GRB", b"RGB",
        b"RBG", //
        b"BBB", b"RBR", b"RBB", b"RRB", b"BRB", b"RRR",
    ],
];

/// By number of blocks: how many top kinds hold green, and as many hold blue. With 2 or 3 blocks
/// the green ones start at kind 0, the blue ones at [`HOLDS_BLUE_FROM`]. (The red ones cannot be
/// contiguous as well.)
pub(super) const HOLDS: [usize; 4] = [0, 2, 8, 12];

/// The first top kind of 2 or 3 blocks that holds blue.
pub(super) const HOLDS_BLUE_FROM: usize = 5;

const fn level(letters: &[u8; 3]) -> Level {
    Level::new(block(letters[0]), block(letters[1]), block(letters[2]))
}

const fn block(letter: u8) -> Option<Color> {
    match letter {
        b'R' => Some(Color::Red),
        b'G' => Some(Color::Green),
        b'B' => Some(Color::Blue),
        _ => None,
    }
}

/// A level as the top.
#[derive(Clone, Copy, Debug)]
struct Top {
    /// Its number of blocks.
    blocks: u8,
    /// Its number among the top kinds with as many blocks, and that with green and blue exchanged.
    kinds: [u8; 2],
}

/// `TOPS[level.bits()]`.
static TOPS: [Top; 64] = {
    let mut table = [Top { blocks: 0, kinds: [0; 2] }; 64];
    for_range! { blocks in 1..=3 =>
        for_range! { kind in 0..TOP_KINDS[blocks] =>
            let one = level(TOP[blocks][kind]);
            let kinds = [kind as u8, EXCHANGED_TOP[blocks][kind]];
            let top = Top { blocks: blocks as u8, kinds };
            table[one.bits()] = top;
            table[one.mirrored().bits()] = top;
        }
    }
    table
};

/// The two-block levels among the other kinds, by the colour of their side.
const TWO_BLOCK: [usize; 3] = [2, 3, 4];

/// What the levels below the top contribute: three [`Multiset8`] of complete levels of the green half, of the blue
/// half, and of the other kinds, which are the two complete kinds of neither half, then the two-block levels by
/// the colour of their side. Dead levels, which can give no block, contribute nothing. The fourth word is unused:
/// four are two vectors.
type Counts = [u64; 4];

/// `COUNTS[level.bits()]`: what a level below the top contributes.
static COUNTS: [Counts; 64] = {
    let mut table = [[0; 4]; 64];
    for_range! { kind in 0..COMPLETE_KINDS =>
        let one = level(COMPLETE[kind]);
        let mut counts = [0; 4];
        counts[kind / KINDS] = one_of(kind % KINDS).0;
        table[one.bits()] = counts;
        table[one.mirrored().bits()] = counts;
    }
    for_range! { middle in 0..3 =>
        for_range! { side in 0..3 =>
            let one = Level::new(Some(Color::ALL[side]), Some(Color::ALL[middle]), None);
            let counts = [0, 0, one_of(TWO_BLOCK[side]).0, 0];
            table[one.bits()] = counts;
            table[one.mirrored().bits()] = counts;
        }
    }
    table
};

#[inline]
fn add(counts: &mut Counts, level: Level) {
    for (count, one) in counts.iter_mut().zip(&COUNTS[level.bits()]) {
        *count += one;
    }
}

const fn one_of(kind: usize) -> Multiset8 {
    let mut counts = [0; KINDS];
    counts[kind] = 1;
    Multiset8::new(counts)
}

/// `KIND_OF_COMPLETE[level.bits()]`: the kind of a complete level.
const KIND_OF_COMPLETE: [u8; 64] = {
    let mut table = [0; 64];
    for_range! { kind in 0..COMPLETE_KINDS =>
        let one = level(COMPLETE[kind]);
        table[one.bits()] = kind as u8;
        table[one.mirrored().bits()] = kind as u8;
    }
    table
};

/// `EXCHANGED_TOP[blocks][kind]`: the top kind with green and blue exchanged.
pub(super) const EXCHANGED_TOP: [[u8; 18]; 4] = {
    let mut table = [[0; 18]; 4];
    for_range! { blocks in 1..=3 =>
        for_range! { kind in 0..TOP_KINDS[blocks] =>
            let other = exchanged_level(level(TOP[blocks][kind]));
            let mut place = 0;
            while level(TOP[blocks][place]).bits() != other.bits()
                && level(TOP[blocks][place]).mirrored().bits() != other.bits()
            {
                place += 1;
            }
            table[blocks][kind] = place as u8;
        }
    }
    table
};

const fn exchanged_level(level: Level) -> Level {
    Level::new(
        exchanged_block(level.get(Place::Left)),
        exchanged_block(level.get(Place::Middle)),
        exchanged_block(level.get(Place::Right)),
    )
}

const fn exchanged_block(block: Option<Color>) -> Option<Color> {
    match block {
        Some(Color::Green) => Some(Color::Blue),
        Some(Color::Blue) => Some(Color::Green),
        same => same,
    }
}

/// A level of a complete kind.
pub(super) const fn complete_level(kind: usize) -> Level {
    level(COMPLETE[kind])
}

pub(super) const fn complete_kind(level: Level) -> usize {
    KIND_OF_COMPLETE[level.bits()] as usize
}

/// A level of the top kind `kind` < `TOP_KINDS[blocks]`.
pub(super) const fn top_level(blocks: usize, kind: usize) -> Level {
    level(TOP[blocks][kind])
}

/// The top kind of a level among the kinds with as many blocks.
pub(super) const fn top_kind(level: Level) -> usize {
    TOPS[level.bits()].kinds[0] as usize
}

/// The part of a tower that its value depends on, with green and blue exchanged where that makes it
/// canonical.
///
/// It leaves out the order of levels, dead levels, and the colour of the middle of a two-block
/// level. Of a state and the one with green and blue exchanged, that one is canonical whose
/// complete levels have more in the green half than in the blue half; if both halves have as many,
/// the one whose green half has the larger rank. If both halves are equal, both states are
/// canonical, and have two entries with the same value: one state in 500 for towers of ten levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) green: Multiset8,
    pub(super) blue: Multiset8,
    /// The complete kinds of neither half, then the two-block levels by the colour of their side.
    pub(super) others: Multiset8,
    pub(super) blocks: u8,
    pub(super) top: u8,
}

impl State {
    /// How many complete levels of each of the 18 kinds lie below the top.
    pub fn complete(&self) -> [u8; COMPLETE_KINDS] {
        let mut complete = [0; COMPLETE_KINDS];
        complete[..KINDS].copy_from_slice(&self.green.counts());
        complete[KINDS..2 * KINDS].copy_from_slice(&self.blue.counts());
        complete[2 * KINDS..].copy_from_slice(&self.others.counts()[..2]);
        complete
    }

    /// How many levels below the top have their middle and one side, by the colour of the side.
    pub fn two_block(&self) -> [u8; 3] {
        let [_, _, red, green, blue, ..] = self.others.counts();
        [red, green, blue]
    }

    /// The number of blocks of the top level, 1 to 3, and its kind among those.
    pub fn top(&self) -> (usize, usize) {
        (usize::from(self.blocks), usize::from(self.top))
    }
}

impl From<&Position> for State {
    #[inline(always)]
    fn from(tower: &Position) -> Self {
        let (top, _) = tower.split_top();
        let mut counts = Counts::default();
        for group in tower.kept().groups() {
            group.iter().for_each(|&level| add(&mut counts, level));
        }
        tower.kept().many().iter().for_each(|&level| add(&mut counts, level));
        // The top is among them, and contributes nothing.
        for (count, one) in counts.iter_mut().zip(&COUNTS[top.bits()]) {
            *count -= one;
        }
        let [green, blue, others, _] = counts.map(Multiset8);
        // More levels make it larger, and among equally many the larger rank.
        let exchange = green < blue;
        let [_, two_green, two_blue] = TWO_BLOCK;
        let (both, blue_sides) = (others.from(two_green), others.from(two_blue));
        let top = &TOPS[top.bits()];
        Self {
            green: green.max(blue),
            blue: green.min(blue),
            others: others.with(two_blue, if exchange { both - blue_sides } else { blue_sides }),
            blocks: top.blocks,
            top: top.kinds[usize::from(exchange)],
        }
    }
}

/// A tower of the state: first the complete levels, then the two-block levels with red middles,
/// then the top.
impl From<&State> for Position {
    fn from(state: &State) -> Self {
        let mut levels = Vec::new();
        for (kind, &count) in state.complete().iter().enumerate() {
            levels.extend((0..count).map(|_| complete_level(kind)));
        }
        for (color, &count) in Color::ALL.into_iter().zip(&state.two_block()) {
            let two = Level::new(Some(color), Some(Color::Red), None);
            levels.extend((0..count).map(|_| two));
        }
        levels.push(top_level(usize::from(state.blocks), usize::from(state.top)));
        Self::new(levels).expect("live levels stand and the top has a block")
    }
}
