//! Positions in both of their forms.

use std::fmt;

use super::{NamedNumbers, Position};

/// A position of the Number Game, in one of its two forms.
#[derive(Clone, Debug, PartialEq)]
pub enum NumberPosition {
    /// The numbers that are still available, none above 63.
    Available(Position),
    /// The numbers named so far, whichever numbers are then available.
    Named(Box<NamedNumbers>),
}

impl fmt::Display for NumberPosition {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Available(position) => position.fmt(f),
            Self::Named(named) => named.fmt(f),
        }
    }
}
