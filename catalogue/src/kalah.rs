//! Kalah on small boards: a row of houses each, with seeds, and a store at its right end.
//!
//! A player sows the seeds of an own house one by one, on through the own store and round past the opponent's, also into the
//! house they came from. Who ends in the own store moves again. Who ends in an own empty house takes that seed and those
//! opposite, if there are any, or with `takes_alone` in any case. When the player to move has no seeds, the other keeps the
//! rest.

use perfectplay_tables::solve::{End, Game, ReadError, Values};

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
    mover: u8,
}

impl Houses {
    fn left(&self) -> i16 {
        self.seeds.as_flattened().iter().map(|&seeds| i16::from(seeds)).sum()
    }
}

impl Kalah {
    /// Sows the seeds of a house.
    fn sow(&self, from: usize, mut houses: Houses) -> Houses {
        let mover = usize::from(houses.mover);
        let mut left = std::mem::take(&mut houses.seeds[mover][from]);
        // Own houses, the store, and the opponent's houses.
        let mut place = from;
        while left > 0 {
            left -= 1;
            place = (place + 1) % (2 * self.houses + 1);
            match place {
                own if own < self.houses => houses.seeds[mover][own] += 1,
                store if store == self.houses => {}
                other => houses.seeds[1 - mover][other - self.houses - 1] += 1,
            }
        }
        if place < self.houses && houses.seeds[mover][place] == 1 {
            let opposite = &mut houses.seeds[1 - mover][self.houses - 1 - place];
            if *opposite > 0 || self.takes_alone {
                *opposite = 0;
                houses.seeds[mover][place] = 0;
            }
        }
        if place != self.houses {
            houses.mover = 1 - houses.mover;
        }
        houses
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
        houses << 1 | u64::from(mover)
    }

    fn unpack(&self, word: u64) -> Houses {
        let house = |number: usize| (word >> (1 + 5 * (7 - number))) as u8 & 31;
        let seeds = [0, 4].map(|first| std::array::from_fn(|it| house(first + it)));
        Houses { seeds, mover: word as u8 & 1 }
    }

    fn moves(&self, houses: Houses, mut each: impl FnMut(usize, Houses)) {
        let own = houses.seeds[usize::from(houses.mover)];
        for from in (0..self.houses).filter(|&it| own[it] > 0) {
            each(from + 1, self.sow(from, houses));
        }
    }

    fn end(&self, houses: Houses) -> Option<End> {
        let is_stuck = houses.seeds[usize::from(houses.mover)] == [0; 4];
        is_stuck.then(|| End::Score(-houses.left()))
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
        let row = |seeds: [u8; 4]| seeds.map(|it| it.to_string())[..self.houses].join(",");
        format!("{} {} {}", row(seeds[0]), row(seeds[1]), mover + 1)
    }

    fn read(&self, text: &str) -> Result<Houses, ReadError> {
        let parts: Vec<&str> = text.split(' ').collect();
        let &[first, second, mover @ ("1" | "2")] = &parts[..] else {
            return Err("it is two rows, and 1 or 2 for who moves".into());
        };
        let mut seeds = [[0; 4]; 2];
        for (seeds, row) in seeds.iter_mut().zip([first, second]) {
            let row = row.split(',').map(str::parse).collect::<Result<Vec<u8>, _>>()?;
            if row.len() != self.houses || row.iter().any(|&seeds| seeds > 31) {
                return Err(format!("a row has {} houses of at most 31 seeds", self.houses).into());
            }
            seeds[..row.len()].copy_from_slice(&row);
        }
        Ok(Houses { seeds, mover: u8::from(mover == "2") })
    }

    fn rules(&self) -> &str {
        "Sow the seeds of a house. A last seed in your store moves again; in your empty house it takes those opposite."
    }
}
