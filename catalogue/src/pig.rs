//! Pig: a player rolls a die as often as they dare and then keeps the sum, which a 1 makes nothing. Who has 100 points wins.

use perfectplay_tables::solve::{Game, ReadError, Values};

use crate::boards::{OneSided, choice, parts};

/// The game to so many points, at most 255.
#[derive(Clone, Copy, Debug)]
pub struct Pig {
    /// How many points win.
    pub goal: u64,
}

/// What a player has to do: choose, roll, or hand the die over.
const CHOICE: u64 = 0;
const ROLL: u64 = 1;
const PASS: u64 = 2;
const DOINGS: [&str; 3] = ["choice", "roll", "pass"];

impl Game for Pig {
    /// The points of the player to move, those of the other one, the sum of this turn, and what is to be done.
    type Position = [u64; 4];
    type Move = &'static str;

    fn name(&self) -> String {
        format!("pig-{}", self.goal)
    }

    fn start(&self) -> [u64; 4] {
        [0, 0, 0, CHOICE]
    }

    fn pack(&self, [own, other, sum, doing]: [u64; 4]) -> u64 {
        ((own << 8 | other) << 8 | sum) << 2 | doing
    }

    fn unpack(&self, word: u64) -> [u64; 4] {
        [word >> 18, word >> 10 & 255, word >> 2 & 255, word & 3]
    }

    /// A player rolls at least once, and not with as many points as win: a game in which all hold, or roll for fun, need not end.
    fn moves(
        &self,
        [own, other, sum, doing]: [u64; 4],
        mut each: impl FnMut(&'static str, [u64; 4]),
    ) {
        if doing == PASS {
            return each("pass", [other, own, 0, CHOICE]);
        }
        if other < self.goal && own + sum < self.goal {
            each("roll", [own, other, sum, ROLL]);
        }
        if sum > 0 {
            each("hold", [other, own + sum, 0, CHOICE]);
        }
    }

    fn rolls(
        &self,
        position: [u64; 4],
        mut each: impl FnMut(u32, &dyn std::fmt::Display, [u64; 4]),
    ) {
        let [own, other, sum, doing] = position;
        if doing == ROLL {
            each(1, &1, [own, other, 0, PASS]);
            (2..=6).for_each(|die| {
                each(1, &die, [own, other, (sum + die).min(self.goal - own), CHOICE]);
            });
        }
    }

    /// Who decides to roll has not had the turn yet.
    fn same_player(&self, _: [u64; 4], [.., doing]: [u64; 4]) -> bool {
        doing == ROLL
    }

    /// No move changes the sum of what both have but to hold.
    fn stage(&self, [own, other, ..]: [u64; 4]) -> u32 {
        (own + other) as u32
    }

    fn values(&self) -> Values {
        Values::Expected
    }

    fn show(&self, [own, other, sum, doing]: [u64; 4]) -> String {
        format!("{own} {other} {sum} {}", DOINGS[doing as usize])
    }

    fn read(&self, text: &str) -> Result<[u64; 4], ReadError> {
        let [own, other, sum, doing] = parts(text)?;
        let [own, other, sum] = [own.parse()?, other.parse()?, sum.parse()?];
        let doing = choice(&DOINGS, doing)?.into();
        let is_one = own < self.goal && other <= self.goal && sum <= self.goal - own;
        is_one.then_some([own, other, sum, doing]).ok_or("there are not as many points".into())
    }

    fn rules(&self) -> &str {
        "Roll as often as you dare, then hold to keep the sum of the turn. A 1 takes it and ends the turn."
    }
}

impl OneSided for Pig {
    const NAMES: [&str; 2] = ["1", "2"];

    fn other_side(&self, [own, other, sum, doing]: [u64; 4]) -> [u64; 4] {
        [other, own, sum, doing]
    }
}
