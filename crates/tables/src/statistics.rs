//! Statistics of a table's entries, which the builder counts for the header, and `verify` again. Each
//! game has its own; none depends on the order of the entries.

use perfectplay_format::{Quantity, Statistic};

/// A statistic that is a number of things.
pub(crate) fn count(name: &str, count: u64) -> Statistic {
    statistic(name, Quantity::Count(count))
}

/// Any statistic.
pub(crate) fn statistic(name: &str, value: Quantity) -> Statistic {
    Statistic { name: name.to_owned(), value }
}
