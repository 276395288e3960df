//! What is counted of a table's entries: by the builder for the header, and again by `verify`.
//! Each game has its own; none depends on the order of the entries.

use perfectplay_format::{Quantity, Statistic};

/// A number of things.
pub(crate) fn count(name: &str, count: u64) -> Statistic {
    statistic(name, Quantity::Count(count))
}

/// Any statistic.
pub(crate) fn statistic(name: &str, value: Quantity) -> Statistic {
    Statistic { name: name.to_owned(), value }
}
