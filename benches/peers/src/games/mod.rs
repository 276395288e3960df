//! What is asked: the positions of a game, their values, and the key under which somebody who has no
//! index would store them.

pub(crate) mod chomp;
pub(crate) mod number;
pub(crate) mod stake;
pub(crate) mod tokens;
pub(crate) mod tower;

use std::fmt::Debug;
use std::hash::Hash;

use bytemuck::Pod;
use fastrand::Rng;
use perfectplay_query::{Probe, TableReader};

/// A game, of the size of one table.
pub(crate) trait Game: Send + Sync + 'static {
    /// The reader of perfectplay's table.
    type Table: TableReader + Send + Sync;
    type Key: Key;
    type Value: Value;

    /// A value of the table as stores have it.
    fn packed(value: <Self::Table as Probe>::Value) -> Self::Value;

    /// The value by perfectplay's table.
    #[inline(always)]
    fn value(table: &Self::Table, position: &Position<Self>) -> Option<Self::Value> {
        table.value(position).ok().map(Self::packed)
    }

    /// The values of up to [`BATCH`] positions at once.
    #[inline]
    fn values(
        table: &Self::Table,
        positions: &[Position<Self>],
        values: &mut [Option<Self::Value>],
    ) {
        let mut found = [None; BATCH];
        let found = &mut found[..positions.len()];
        table.values(positions, found);
        for (value, found) in values.iter_mut().zip(found) {
            *value = found.map(Self::packed);
        }
    }

    /// The key of a position. Positions with the same key have the same value.
    fn key(&self, position: &Position<Self>) -> Self::Key;

    /// What the key is, for the report.
    const KEY: &'static str;

    /// Every position, or one of those that have its key.
    fn positions(&self, table: &Self::Table) -> impl Iterator<Item = Position<Self>> {
        (0..table.header().states).map(|index| {
            let position = table.position_at(index).expect("a position");
            assert_eq!(table.index_of(&position), Some(index), "{position}");
            position
        })
    }

    /// A random position, drawn from the whole table.
    fn random(
        &self,
        table: &Self::Table,
        entries: &Entries<Self>,
        random: &mut Rng,
    ) -> Position<Self> {
        let _ = entries;
        table.position_at(random.u64(..table.header().states)).expect("a position")
    }

    /// Whether the losing positions alone are stored as well, as a set: there are no other values than
    /// outcomes, and few of them are losses.
    fn has_sets(&self) -> bool {
        false
    }

    /// The method that is published for the game, which takes no table, but solves a position anew.
    const METHOD: &'static str;

    /// Which positions are beyond it and skipped, if any are; for the report.
    const BEYOND: &'static str = "";

    /// What it finds; `None` if the position is beyond it.
    fn solve(position: &Position<Self>) -> Option<Self::Value>;

    /// What of a table's value it finds.
    fn solved(value: Self::Value) -> Self::Value {
        value
    }
}

/// A position as the game's own code has it: where every probe starts from.
pub(crate) type Position<G> = <<G as Game>::Table as Probe>::Position;

/// Keys with their values.
pub(crate) type Entries<G> = [(<G as Game>::Key, <G as Game>::Value)];

/// How many positions are asked at once.
pub(crate) const BATCH: usize = 64;

/// A key of fixed width.
pub(crate) trait Key: Value + Ord + Hash {}

impl Key for u32 {}
impl Key for u64 {}

/// What stores have, of fixed width: a key, or its value, which is a byte, a double, or none at all in a set.
pub(crate) trait Value:
    Copy + PartialEq + Debug + Pod + Send + Sync + bincode::Encode + bincode::Decode<()> + 'static
{
    const NAME: &'static str;

    fn to_bits(self) -> u64;

    /// What has these bits, as many as it takes.
    fn from_bits(bits: u64) -> Self;
}

macro_rules! values {
    ($($value:ty, $name:literal, $to:expr, $from:expr;)*) => {
        $(
            impl Value for $value {
                const NAME: &'static str = $name;

                fn to_bits(self) -> u64 {
                    $to(self)
                }

                fn from_bits(bits: u64) -> Self {
                    $from(bits)
                }
            }
        )*
    };
}
values! {
    u8, "a byte", u64::from, |bits: u64| bits as u8;
    u32, "four bytes", u64::from, |bits: u64| bits as u32;
    u64, "eight bytes", u64::from, u64::from;
    f64, "a double", f64::to_bits, f64::from_bits;
    (), "none", |()| 0, |_| ();
}
