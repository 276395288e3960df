//! What is asked: the positions of a game, their values, and the key under which somebody who has no
//! index would store them.

#[macro_use]
mod table;

mod chomp;
mod number;
mod stake;
mod tokens;
mod tower;

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use anyhow::Result;
use bytemuck::Pod;
use fastrand::Rng;
use perfectplay_core::Outcome;
use perfectplay_query::TableFolder;

pub(crate) use chomp::Chomp;
pub(crate) use number::Number;
pub(crate) use stake::Stake;
pub(crate) use tokens::Tokens;
pub(crate) use tower::Tower;

/// A game, of the size of one table.
pub(crate) trait Game: Send + Sync + 'static {
    /// A position as the game's own code has it: where every probe starts from.
    type Position: Clone + Display + FromStr<Err: Display> + Send + Sync;
    type Key: Key;
    type Value: Value;
    /// The reader of perfectplay's table.
    type Table: Send + Sync;

    fn open(folder: &TableFolder, name: &str) -> Result<Self::Table>;

    /// The value by perfectplay's table.
    fn value(table: &Self::Table, position: &Self::Position) -> Option<Self::Value>;

    /// The values of up to [`BATCH`] positions at once.
    fn values(
        table: &Self::Table,
        positions: &[Self::Position],
        values: &mut [Option<Self::Value>],
    );

    /// The key of a position. Positions with the same key have the same value.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// What the key is, for the report.
    const KEY: &'static str;

    /// All keys with their values, in any order; a key may come more than once.
    fn entries(&self, table: &Self::Table) -> Vec<(Self::Key, Self::Value)>;

    /// A random position, drawn from the whole table.
    fn random(
        &self,
        table: &Self::Table,
        entries: &[(Self::Key, Self::Value)],
        random: &mut Rng,
    ) -> Self::Position;

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
    fn solve(position: &Self::Position) -> Option<Self::Value>;

    /// What of a table's value it finds.
    fn solved(value: Self::Value) -> Self::Value {
        value
    }
}

/// How many positions are asked at once.
pub(crate) const BATCH: usize = 64;

/// A key of fixed width: `u32` or `u64`.
pub(crate) trait Key: Value + Ord + Hash + redb::Key {
    /// The key in the order of its bytes, for stores that compare bytes.
    type Bytes: AsRef<[u8]>;

    fn big_endian(self) -> Self::Bytes;
}

/// What stores have, of fixed width: a key, or its value, which is a byte, a double, or none at all in a set.
pub(crate) trait Value:
    Copy
    + PartialEq
    + Debug
    + Pod
    + Send
    + Sync
    + bincode::Encode
    + bincode::Decode<()>
    + for<'a> redb::Value<SelfType<'a> = Self>
    + 'static
{
    const NAME: &'static str;

    fn to_bits(self) -> u64;

    /// What has these bits, as many as it takes.
    fn from_bits(bits: u64) -> Self;
}

macro_rules! keys {
    ($($key:ty),*) => {
        $(
            impl Key for $key {
                type Bytes = [u8; size_of::<Self>()];

                fn big_endian(self) -> Self::Bytes {
                    self.to_be_bytes()
                }
            }
        )*
    };
}
keys!(u32, u64);

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

/// The byte of an outcome.
pub(crate) fn byte(outcome: Outcome) -> u8 {
    outcome as u8
}
