//! Many positions at once.

/// How many positions are looked up together: about as many reads of memory as a core can have in flight.
const BATCH: usize = 16;

/// Positions in a row, or references to them.
#[derive(Debug)]
pub enum Positions<'a, P> {
    /// The positions.
    Owned(&'a [P]),
    /// References to them.
    Borrowed(&'a [&'a P]),
}

/// A position or a reference to one, so that tables can be asked for slices of both.
///
/// It is sealed, as it is the name of these two.
pub trait AsPosition<P>: sealed::AsPosition<P> {}

impl<P> AsPosition<P> for P {}
impl<P> AsPosition<P> for &P {}

pub(crate) mod sealed {
    use super::Positions;

    pub trait AsPosition<P>: Sized {
        fn all(positions: &[Self]) -> Positions<'_, P>;
    }

    impl<P> AsPosition<P> for P {
        #[inline]
        fn all(positions: &[P]) -> Positions<'_, P> {
            Positions::Owned(positions)
        }
    }

    impl<P> AsPosition<P> for &P {
        #[inline]
        fn all(positions: &[Self]) -> Positions<'_, P> {
            Positions::Borrowed(positions)
        }
    }
}

/// Calls [`gather`] for positions or for references to them. The closures stand in the code once for each, so that
/// both are compiled into their loops.
#[macro_export]
macro_rules! gathered {
    ($positions:expr, $values:expr, $index:expr, $entry:expr) => {
        match $positions {
            $crate::batches::Positions::Owned(positions) => {
                $crate::batches::gather(positions, $values, $index, $entry)
            }
            $crate::batches::Positions::Borrowed(positions) => {
                let index = |position: &&_| ($index)(*position);
                $crate::batches::gather(positions, $values, index, $entry)
            }
        }
    };
}
pub use crate::gathered;

/// Calls [`ask_each`] in the same way.
#[macro_export]
macro_rules! one_by_one {
    ($positions:expr, $values:expr, $value:expr) => {
        match $positions {
            $crate::batches::Positions::Owned(positions) => {
                $crate::batches::ask_each(positions, $values, $value)
            }
            $crate::batches::Positions::Borrowed(positions) => {
                $crate::batches::ask_each(positions, $values, |position: &&_| ($value)(*position))
            }
        }
    };
}
pub use crate::one_by_one;

/// Writes the values of positions into places, as `entry` reads them at the index of each; `None` where there is
/// no index, or no entry. All indexes of a batch come first, then a loop of little more than loads, so that the
/// processor has all of them in flight.
#[inline]
pub fn gather<P, V>(
    positions: &[P],
    values: &mut [Option<V>],
    index: impl Fn(&P) -> Option<u64>,
    entry: impl Fn(u64) -> Option<V>,
) {
    check(positions, values);
    for (positions, values) in positions.chunks(BATCH).zip(values.chunks_mut(BATCH)) {
        // No entry has the largest number as its index.
        let mut indexes = [u64::MAX; BATCH];
        for (place, position) in indexes.iter_mut().zip(positions) {
            *place = index(position).unwrap_or(u64::MAX);
        }
        for (value, index) in values.iter_mut().zip(indexes) {
            *value = entry(index);
        }
    }
}

/// Writes the values of positions into places one by one, where that is as fast.
#[inline]
pub fn ask_each<P, V>(positions: &[P], values: &mut [Option<V>], value: impl Fn(&P) -> Option<V>) {
    check(positions, values);
    for (place, position) in values.iter_mut().zip(positions) {
        *place = value(position);
    }
}

fn check<P, V>(positions: &[P], values: &[V]) {
    assert_eq!(positions.len(), values.len(), "each position has a place for its value");
}
