//! Many positions at once.

use std::borrow::Borrow;

/// How many positions are looked up together: about as many reads of memory as a core can have in flight.
const BATCH: usize = 16;

/// Writes the values of positions into places, as `entry` reads them at the index of each; `None` where there is
/// no index, or no entry. All indexes of a batch come first, then a loop of little more than loads, so that the
/// processor has all of them in flight.
#[inline]
pub(crate) fn gathered<P, Q: Borrow<P>, V>(
    positions: &[Q],
    values: &mut [Option<V>],
    index: impl Fn(&P) -> Option<u64>,
    entry: impl Fn(u64) -> Option<V>,
) {
    check(positions, values);
    for (positions, values) in positions.chunks(BATCH).zip(values.chunks_mut(BATCH)) {
        // No entry has the largest number as its index.
        let mut indexes = [u64::MAX; BATCH];
        for (place, position) in indexes.iter_mut().zip(positions) {
            *place = index(position.borrow()).unwrap_or(u64::MAX);
        }
        for (value, index) in values.iter_mut().zip(indexes) {
            *value = entry(index);
        }
    }
}

/// Writes the values of positions into places one by one, where that is as fast.
#[inline]
pub(crate) fn one_by_one<P, Q: Borrow<P>, V>(
    positions: &[Q],
    values: &mut [Option<V>],
    value: impl Fn(&P) -> Option<V>,
) {
    check(positions, values);
    for (place, position) in values.iter_mut().zip(positions) {
        *place = value(position.borrow());
    }
}

fn check<P, V>(positions: &[P], values: &[V]) {
    assert_eq!(positions.len(), values.len(), "each position has a place for its value");
}
