//! Expectations as entries of 64 bits.

use perfectplay_format::Header;

use crate::coded::CodedTable;
use crate::error::Problem;
use crate::sections::parameter;
use crate::value::Value;

/// What entries of expectations are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// Doubles.
    Exact,
    /// Bounds: multiples of 2⁻ᵘ. The upper 48 bits of an entry are the lower bound, from −2⁴⁷ on; the lower 16 bits are how much
    /// larger the upper bound is.
    Bounds {
        /// The number u.
        unit: u32,
    },
}

/// What a lower bound has less than the upper 48 bits of its entry.
const ZERO: i64 = 1 << 47;

impl Expectation {
    /// How much larger an upper bound may be.
    pub const WIDEST: i64 = (1 << 16) - 1;
    /// The largest number of a unit.
    pub const FINEST: u32 = 46;

    /// What a header says that they are.
    pub(crate) fn of(header: &Header) -> Result<Self, Problem> {
        let kinds = CodedTable::EXPECTED.into()..=CodedTable::BOUNDS.into();
        let is_exact = parameter(header, "values", kinds)? == CodedTable::EXPECTED.into();
        let most = if is_exact { 0 } else { Self::FINEST };
        let unit = parameter(header, "unit", 0..=most.into())? as u32;
        Ok(if is_exact { Self::Exact } else { Self::Bounds { unit } })
    }

    /// The unit of bounds, 0 for doubles.
    #[must_use]
    pub const fn unit(self) -> u32 {
        match self {
            Self::Exact => 0,
            Self::Bounds { unit } => unit,
        }
    }

    /// The bounds of an entry, in units.
    #[must_use]
    pub const fn bounds(entry: u64) -> [i64; 2] {
        let lower = (entry >> 16).cast_signed() - ZERO;
        [lower, lower + (entry & 0xffff).cast_signed()]
    }

    /// The entry of bounds; `None` if they are too far from one another or from 0.
    #[must_use]
    pub fn entry_of_bounds([lower, upper]: [i64; 2]) -> Option<u64> {
        let is_possible =
            (-ZERO..ZERO).contains(&lower) && (0..=Self::WIDEST).contains(&(upper - lower));
        is_possible.then(|| ((lower + ZERO) << 16 | (upper - lower)).cast_unsigned())
    }

    /// The value of an entry; `None` if it is that of none.
    #[inline]
    #[must_use]
    pub fn value(self, entry: u64) -> Option<Value> {
        match self {
            Self::Exact => {
                let value = f64::from_bits(entry);
                (value.is_finite() && (value != 0.0 || entry == 0))
                    .then_some(Value::Expected(value))
            }
            Self::Bounds { unit } => {
                // Doubles have room for these numbers, and so are exact.
                let [lower, upper] =
                    Self::bounds(entry).map(|it| it as f64 / (1_u64 << unit) as f64);
                Some(Value::Between { lower, upper })
            }
        }
    }
}
