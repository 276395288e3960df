//! Compares a sample: some positions of every layer, drawn by the plain rules alone and without listing other
//! positions.
//!
//! # Any position of a layer
//!
//! Start with the position in which all numbers up to F are available, and go down from F − 1: toss
//! a coin for each number y, and name it if that makes no other number unavailable. These are legal
//! moves, so they lead to a position, and F is still available. Every position of the layer can be
//! drawn: naming its unavailable numbers below F from the largest down takes away no other number
//! each time, as sums of them are larger, and unavailable themselves. Coins with different odds, from
//! one head in eight tosses to seven, lead to positions with few and with many available numbers.
//!
//! The tosses are the same every time.

use perfectplay_core::Random;

use super::position;
use crate::number::rules::Available;
use crate::number::table::NumberOutcomesTable;
use crate::number::{Position, rules};
use crate::preludes::making::*;

/// How many positions one thread compares at a time.
const TASK: u64 = 256;

/// Compares this many positions, about equally many from every layer, but no more from a layer than it has.
pub(super) fn check(
    table: &NumberOutcomesTable,
    positions: u64,
    control: Control<'_>,
) -> Result<u64, VerifyError> {
    control.set_length(positions);
    // Tasks are numbered layer by layer: a list of them would grow with the sample.
    let mut layers = Vec::new();
    let mut number = 0;
    for (largest, share) in shares(table.bound(), positions) {
        layers.push((number, largest, share));
        number += share.div_ceil(TASK);
    }
    tasks(number as usize).each(|task| {
        let task = task as u64;
        let layer = layers.partition_point(|&(first, ..)| first <= task) - 1;
        let (first, largest, share) = layers[layer];
        let start = (task - first) * TASK;
        let end = (start + TASK).min(share);
        for number in start..end {
            let available = draw(largest, number);
            position::check(table, &available, rules::position(&available))?;
        }
        Ok::<_, VerifyError>(control.advance(end - start)?)
    })?;
    Ok(positions)
}

/// How many of this many positions each layer has; 1 stands for the empty position.
pub fn shares(bound: u8, positions: u64) -> Vec<(u8, u64)> {
    let mut layers: Vec<u8> = (1..=bound).collect();
    // The share that a small layer does not need is left for larger ones.
    layers.sort_by_key(|&largest| Position::count_with_largest(largest));
    let mut rest = positions;
    let mut waiting = u64::from(bound);
    let share = |largest| {
        let share = (rest / waiting).min(Position::count_with_largest(largest));
        rest -= share;
        waiting -= 1;
        (largest, share)
    };
    layers.into_iter().map(share).collect()
}

/// A position with this largest number. Different numbers give different positions in most cases.
pub fn draw(largest: u8, number: u64) -> Available {
    let mut available = [false; 64];
    let (heads, mut random) = (1 + number % 7, Random::with_seed(number << 8 | u64::from(largest)));
    (2..=largest).for_each(|number| available[usize::from(number)] = true);
    for number in (2..largest).rev() {
        if random.below(8) < heads {
            let mut without = available;
            without[usize::from(number)] = false;
            if rules::after(&available, number) == without {
                available = without;
            }
        }
    }
    available
}
