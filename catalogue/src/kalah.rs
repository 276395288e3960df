//! Kalah on small boards: a row of houses each, with seeds, and a store at its right end.
//!
//! A player sows the seeds of an own house one by one, on through the own store and round past the opponent's, also into the
//! house they came from. Who ends in the own store moves again. Who ends in an own empty house takes that seed and those
//! opposite, if there are any, or with `takes_alone` in any case. When the player to move has no seeds, the other keeps the
//! rest.

use perfectplay_tables::solve::{End, Game, ReadError, Values};

use crate::boards::{choice, parts};

/// The game on a board of this size.
#[derive(Clone, Copy, Debug)]
pub struct Kalah {
    /// How many houses each player has, at most four.
    pub houses: usize,
    /// How many seeds each house has at first.
    pub seeds: u8,
    /// Whether the last seed in an own empty house is taken even if the house opposite is empty.
    pub takes_alone: bool,
}

/// Seeds in the houses of both players, from the left of each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Houses {
    seeds: [[u8; 4]; 2],
    mover: usize,
}

impl Houses {
    fn left(&self) -> i16 {
        self.seeds.as_flattened().iter().map(|&seeds| i16::from(seeds)).sum()
    }
}

impl Kalah {
    /// Both variants.
    #[must_use]
    pub fn variants(houses: usize, seeds: u8) -> [Self; 2] {
        [false, true].map(|takes_alone| Self { houses, seeds, takes_alone })
    }

    /// Sows the seeds of a house.
    fn sow(&self, from: usize, Houses { mut seeds, mover }: Houses) -> Houses {
        let left = std::mem::take(&mut seeds[mover][from]);
        // Own houses, the store, and the opponent's houses.
        let mut place = from;
        for _ in 0..left {
            place = (place + 1) % (2 * self.houses + 1);
            match place.checked_sub(self.houses) {
                None => seeds[mover][place] += 1,
                Some(0) => {}
                Some(other) => seeds[1 - mover][other - 1] += 1,
            }
        }
        if place < self.houses && seeds[mover][place] == 1 {
            let opposite = self.houses - 1 - place;
            if self.takes_alone || seeds[1 - mover][opposite] > 0 {
                (seeds[mover][place], seeds[1 - mover][opposite]) = (0, 0);
            }
        }
        Houses { seeds, mover: if place == self.houses { mover } else { 1 - mover } }
    }
}

impl Game for Kalah {
    type Position = Houses;
    type Move = usize;

    fn name(&self) -> String {
        let variant = if self.takes_alone { "alone" } else { "" };
        format!("kalah{variant}-{}x{}", self.houses, self.seeds)
    }

    fn start(&self) -> Houses {
        let seeds = std::array::from_fn(|house| if house < self.houses { self.seeds } else { 0 });
        Houses { seeds: [seeds; 2], mover: 0 }
    }

    /// Five bits for each house, and below them who moves.
    fn pack(&self, Houses { seeds, mover }: Houses) -> u64 {
        let houses = seeds.as_flattened().iter().fold(0, |word, &it| word << 5 | u64::from(it));
        houses << 1 | mover as u64
    }

    fn unpack(&self, word: u64) -> Houses {
        let row = |low: u32| [15, 10, 5, 0].map(|place| (word >> (low + place)) as u8 & 31);
        Houses { seeds: [row(21), row(1)], mover: word as usize & 1 }
    }

    fn moves(&self, houses: Houses, mut each: impl FnMut(usize, Houses)) {
        for from in (0..self.houses).filter(|&it| houses.seeds[houses.mover][it] > 0) {
            each(from + 1, self.sow(from, houses));
        }
    }

    fn end(&self, houses: Houses) -> Option<End> {
        (houses.seeds[houses.mover] == [0; 4]).then(|| End::Score(-houses.left()))
    }

    /// What a move puts into the store is no longer in a house.
    fn gain(&self, from: Houses, to: Houses) -> i16 {
        from.left() - to.left()
    }

    fn same_player(&self, from: Houses, to: Houses) -> bool {
        from.mover == to.mover
    }

    fn values(&self) -> Values {
        Values::Score
    }

    /// Both rows from the left of each player, and who moves.
    fn show(&self, Houses { seeds, mover }: Houses) -> String {
        let [first, second] =
            seeds.map(|row| row.map(|it| it.to_string())[..self.houses].join(","));
        format!("{first} {second} {}", mover + 1)
    }

    fn read(&self, text: &str) -> Result<Houses, ReadError> {
        let [first, second, mover] = parts(text)?;
        let mut houses = Houses { mover: choice(&["1", "2"], mover)? as usize, ..self.start() };
        for (seeds, row) in houses.seeds.iter_mut().zip([first, second]) {
            let row = row.split(',').map(str::parse).collect::<Result<Vec<u8>, _>>()?;
            if row.len() != self.houses {
                return Err(format!("a row has {} houses", self.houses).into());
            }
            seeds[..row.len()].copy_from_slice(&row);
        }
        Ok(houses)
    }

    fn rules(&self) -> &str {
        "Sow the seeds of a house. A last seed in your store moves again; in your empty house it takes those opposite."
    }
}
