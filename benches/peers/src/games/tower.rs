//! Colored Jenga: the key is the state of a tower, which the library computes, in one word.

use fastrand::Rng;
use perfectplay_games::TowerTable;
use perfectplay_games::tower::{Level, Position, State};
use perfectplay_published::tower;
use perfectplay_query::Probe;

use super::Game;

/// The towers that play from full ones reaches.
#[derive(Debug)]
pub(crate) struct Tower;

impl Game for Tower {
    type Table = TowerTable;
    type Key = u64;
    type Value = f64;

    fn packed(minutes: f64) -> f64 {
        minutes
    }

    /// The counts in unary, each ended by a 1. Together levels and kinds are so few that they fit: twelve
    /// levels have 60 bits.
    #[inline(always)]
    fn key(&self, position: &Position) -> u64 {
        let state = State::from(position);
        let complete = state.complete();
        // Three chains, which a processor computes at the same time.
        let (green, green_bits) = unary(&complete[..8]);
        let (blue, blue_bits) = unary(&complete[8..16]);
        let (fixed, fixed_bits) = unary(&complete[16..]);
        let (two, two_bits) = unary(&state.two_block());
        let (blocks, kind) = state.top();
        let mut key = 1 << green_bits | green;
        key = key << blue_bits | blue;
        key = key << fixed_bits | fixed;
        key = key << two_bits | two;
        // One to three blocks, and at most 18 kinds.
        (key << 2 | blocks as u64) << 5 | kind as u64
    }

    const KEY: &'static str = "how many levels there are of each kind, in unary, and the kind of the top; green and blue \
         exchanged where that makes it canonical";

    /// A state's tower, with its levels in random order, and green and blue exchanged or not: a table
    /// returns towers of one order only.
    fn random(&self, table: &TowerTable, _: &[(u64, f64)], random: &mut Rng) -> Position {
        let index = random.u64(..table.header().states);
        let tower = table.position_at(index).expect("a state");
        let mut levels = tower.levels().to_vec();
        let below = levels.len() - 1;
        random.shuffle(&mut levels[..below]);
        let tower = Position::new(levels).expect("the levels of a tower");
        if random.bool() {
            return tower;
        }
        let exchanged = |letter| match letter {
            'G' => 'B',
            'B' => 'G',
            other => other,
        };
        let text: String = tower.to_string().chars().map(exchanged).collect();
        text.parse().expect("the text of a tower")
    }

    const METHOD: &'static str = "memoised search with a hash map of packed towers";
    const BEYOND: &'static str = "with more than 21 blocks";

    /// 21 are the blocks of seven full levels.
    fn solve(tower: &Position) -> Option<f64> {
        let blocks: usize = tower.levels().iter().copied().map(Level::blocks).sum();
        (blocks <= 21).then(|| tower::value(tower))
    }
}

#[inline]
fn unary(counts: &[u8]) -> (u64, u32) {
    counts.iter().fold((0, 0), |(word, bits), &count| {
        let width = u32::from(count) + 1;
        (word << width | 1, bits + width)
    })
}
