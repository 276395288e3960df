//! Plain reads of memory, which no table can do without.

use std::hint::black_box;

use fastrand::Rng;

use crate::nanoseconds;

/// Numbers of which each is the place of the next one: from 0 on they lead through all places in random
/// order.
pub fn random_cycle(len: usize) -> Vec<u32> {
    let mut cycle: Vec<u32> = (0..len as u32).collect();
    let mut random = Rng::with_seed(3);
    for last in (1..len).rev() {
        cycle.swap(last, random.usize(..last));
    }
    cycle
}

/// Random places.
pub fn places(len: usize, asked: usize) -> Vec<u32> {
    let mut random = Rng::with_seed(1);
    (0..asked).map(|_| random.u32(..len as u32)).collect()
}

/// The nanoseconds of a read, of many at once.
pub fn independent(memory: &[u32], places: &[u32]) -> f64 {
    nanoseconds(places.len(), || {
        places.iter().map(|&place| u64::from(memory[place as usize])).sum()
    })
}

/// The nanoseconds of a read at a place that the one before gives.
pub fn dependent(memory: &[u32], asked: usize) -> f64 {
    nanoseconds(asked, || (0..asked).fold(0u32, |place, _| memory[place as usize]).into())
}

/// The nanoseconds of reading all words in order, this many times.
pub fn in_order(memory: &[u32], times: usize) -> f64 {
    nanoseconds(times, || {
        let sum = |_| black_box(memory).iter().fold(0u32, |sum, &word| sum.wrapping_add(word));
        (0..times).map(sum).map(u64::from).sum()
    })
}
