//! How many positions a game has, and what they take, told from its first levels.

use std::time::{Duration, Instant};

use serde::Serialize;

/// Fewer factors tell nothing.
const FEWEST: usize = 4;
/// No game that can be solved has more levels.
const MOST: usize = 1 << 24;
/// Solving and writing take this many times as long as finding.
const WORK: f64 = 3.5;
/// Bytes of memory for each position of the largest level, and for the values and functions of each position.
const OF_LARGEST: f64 = 5.4;
const OF_EACH: f64 = 1.2;
/// Bytes of memory for what does not depend on the game.
const BUFFERS: f64 = 24e6;

/// The levels of a game that were found so far: `levels[k]` has the positions that are k moves from the start.
#[derive(Clone, Debug)]
pub struct Growth {
    /// How many positions each has.
    pub levels: Vec<u64>,
    /// How many moves lead from all of them.
    pub moves: u64,
    /// How many bytes of memory they take.
    pub memory: u64,
    /// How many of those can be on the disk.
    pub disk: u64,
    begun: Instant,
    found: Duration,
}

/// What a game will take, as far as can be told.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Expected {
    /// How many positions.
    #[serde(rename = "states")]
    pub positions: f64,
    /// In how many levels.
    pub levels: usize,
    /// Whether all levels were found, or the largest, so that this is likely right within a factor of two; else it is an order
    /// of magnitude.
    #[serde(rename = "near")]
    pub is_near: bool,
    /// Bytes of memory.
    pub memory: f64,
    /// Bytes of those that can be on the disk instead.
    pub disk: f64,
    /// For as many threads as have found the levels.
    pub seconds: f64,
}

impl Default for Growth {
    fn default() -> Self {
        let (begun, found) = (Instant::now(), Duration::ZERO);
        Self { levels: Vec::new(), moves: 0, memory: 0, disk: 0, begun, found }
    }
}

impl Growth {
    /// Adds a level, from which so many moves lead, and which takes so many bytes of memory, or of disk instead.
    pub fn add(&mut self, positions: u64, moves: u64, memory: u64, disk: u64) {
        self.levels.push(positions);
        self.moves += moves;
        self.memory += memory;
        self.disk += disk;
        self.found = self.begun.elapsed();
    }

    /// How many positions were found.
    pub fn positions(&self) -> u64 {
        self.levels.iter().sum()
    }

    /// What the game will take, all levels of which were found or not; `None` if too little is known, or levels grow as much as
    /// ever. A level is as many times as large as the one before as a line tells through the logarithms of these factors, the
    /// latest two thirds of them.
    pub fn expected(&self, is_whole: bool) -> Option<Expected> {
        let found = self.positions() as f64;
        let sizes = self.levels.iter().map(|&positions| (positions as f64).ln());
        let sizes: Vec<f64> = sizes.collect();
        let mut size = *sizes.last()?;
        let (mut positions, mut levels) = (found, sizes.len());
        let (mut largest, mut is_near) = (sizes.iter().copied().fold(0.0, f64::max), is_whole);
        if !is_whole {
            let (mut factor, slope) = line(&sizes)?;
            is_near = factor < 0.0;
            while size + factor >= 0.0 {
                (size, factor) = (size + factor, factor + slope);
                (positions, levels) = (positions + size.exp(), levels + 1);
                largest = size.max(largest);
                if levels > MOST {
                    return None;
                }
            }
        }
        let each = |bytes: u64| positions * bytes as f64 / found;
        let values = positions * OF_EACH;
        let disk = if self.disk > 0 { each(self.disk) + values } else { 0.0 };
        let seconds = self.found.as_secs_f64() / found * positions * WORK;
        let memory = each(self.memory) + values + largest.exp() * OF_LARGEST + BUFFERS;
        Some(Expected { positions, levels, is_near, memory, disk, seconds })
    }
}

/// The next difference between sizes, and how much each is more than the one before; `None` if they do not fall.
fn line(sizes: &[f64]) -> Option<(f64, f64)> {
    let factors: Vec<f64> = sizes.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let known = factors.get(factors.len() / 3..).filter(|known| known.len() >= FEWEST)?;
    let (count, middle) = (known.len() as f64, (known.len() - 1) as f64 / 2.0);
    let mean = known.iter().sum::<f64>() / count;
    let places = || (0..known.len()).map(|place| place as f64 - middle);
    let slope = places().zip(known).map(|(place, factor)| place * factor).sum::<f64>()
        / places().map(|place| place * place).sum::<f64>();
    (slope < 0.0).then_some((mean + slope * (count - middle), slope))
}
