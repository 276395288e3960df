//! Colored Jenga (Codeforces 424E): one player, a die, and as few minutes as possible.

use std::fmt::Display;

use perfectplay_tables::solve::{End, Game, Values};

/// The game from all full towers of so many levels, at most four.
#[derive(Clone, Copy, Debug)]
pub struct Jenga {
    /// How many levels a full tower has.
    pub levels: u32,
}

/// The blocks that may be taken: the colour of each, the number of its level, and what is left of that.
fn takes(tower: u64) -> impl Iterator<Item = (u64, u32, u64)> {
    let all = (1..10).flat_map(|number| [0, 2, 4].map(|place| (number, place)));
    all.filter_map(move |(number, place): (u32, u32)| {
        let level = tower >> (6 * number) & 63;
        let rest = level & !(3 << place);
        (rest < level && stands(rest)).then_some((level >> place & 3, number, rest))
    })
}

/// Levels of six bits, the top one lowest, and the colour that was rolled, or 0.
type At = (u64, u64);

/// A level keeps its middle block or both its sides.
const fn stands(level: u64) -> bool {
    level & 12 > 0 || level & 3 > 0 && level & 48 > 0
}

impl Game for Jenga {
    type Position = At;
    type Move = String;

    fn name(&self) -> String {
        format!("jenga-{}", self.levels)
    }

    fn start(&self) -> At {
        ((0..3 * self.levels).fold(0, |tower, _| tower << 2 | 1), 0)
    }

    fn starts(&self, mut each: impl FnMut(At)) {
        let color = |number: u64, place| number / 3_u64.pow(place) % 3 + 1;
        let places = 0..3 * self.levels;
        for number in 0..3_u64.pow(places.end) {
            each((places.clone().fold(0, |all, place| all << 2 | color(number, place)), 0));
        }
    }

    fn pack(&self, (tower, rolled): At) -> u64 {
        tower << 2 | rolled
    }

    fn unpack(&self, word: u64) -> At {
        (word >> 2, word & 3)
    }

    /// What cannot be moved is rolled for nothing.
    fn rolls(&self, (tower, rolled): At, mut each: impl FnMut(u32, &dyn Display, At)) {
        let sides = [("black", 0, 1), ("red", 1, 1), ("green", 2, 2), ("blue", 3, 2)];
        for (name, color, weight) in sides.into_iter().filter(|_| rolled == 0) {
            let is_movable = takes(tower).any(|(of, ..)| of == color);
            each(weight, &name, (tower, if is_movable { color } else { 0 }));
        }
    }

    /// A new level is begun if the top one is full.
    fn moves(&self, (tower, rolled): At, mut each: impl FnMut(String, At)) {
        let is_full = [3, 12, 48].iter().all(|place| tower & place > 0);
        for (color, number, rest) in takes(tower).filter(|&(color, ..)| color == rolled) {
            let left = tower & !(63 << (6 * number)) | rest << (6 * number);
            let left = left << if is_full { 6 } else { 0 };
            let free = [0, 2, 4].into_iter().filter(|to| left >> to & 3 == 0);
            free.for_each(|to| each(format!("{number}:{rest}>{to}"), (left | color << to, 0)));
        }
    }

    /// Levels below the top in order, each or its mirror image, without those that give nothing any more. The middle of a
    /// level of two never leaves, so that its colour does not matter.
    fn canonical(&self, (tower, rolled): At) -> At {
        let seen = |level: u64| level.min(level >> 4 | level & 12 | (level & 3) << 4);
        let lasting = |level: u64| if stands(level & !12) { level } else { level & !12 | 4 };
        let levels = (1..10).map(|number| tower >> (6 * number) & 63);
        let live = levels.filter(|level| takes(level << 6).next().is_some());
        let mut levels: Vec<u64> = live.map(|level| seen(lasting(level))).collect();
        levels.sort_unstable();
        (levels.iter().fold(0, |tower, level| (tower | level) << 6) | seen(tower & 63), rolled)
    }

    fn end(&self, (tower, _): At) -> Option<End> {
        takes(tower).next().is_none().then_some(End::Score(0))
    }

    /// A minute for each roll.
    fn gain(&self, (_, rolled): At, _: At) -> i16 {
        if rolled == 0 { -1 } else { 0 }
    }

    fn players(&self) -> u8 {
        1
    }

    fn values(&self) -> Values {
        Values::Expected
    }
}
