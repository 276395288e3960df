//! Entries of 64 bits.

use perfectplay_core::Outcome;
use perfectplay_format::Header;

use crate::coded::CodedTable;
use crate::error::Problem;
use crate::sections::parameter;
use crate::value::Value;

/// What entries of 64 bits are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum IndexedEntries {
    /// Expectations as doubles.
    Exact,
    /// Bounds of expectations: multiples of 2⁻ᵘ, where u is `unit`. The upper 48 bits of an entry are the lower bound, from −2⁴⁷ on; the lower 16 bits are how much
    /// larger the upper bound is.
    Bounds { unit: u32 },
    /// Who wins where no position may come back. A move wins from a won position if it leads to the *partner* of its group. The
    /// lower bits of an entry, `mates` of them, are the place of the position with which a maximum matching joins it among
    /// those that it can be joined with, from 1 on, or 0. The upper ones are the group.
    NoRepeat { mates: u32 },
}

/// The group of lost positions, the partner of which is [`WON`].
pub const LOST: u64 = 0;
/// The group of positions that are won by moves to lost ones.
pub const WON: u64 = 1;

/// What a lower bound has less than the upper 48 bits of its entry.
const ZERO: i64 = 1 << 47;

impl IndexedEntries {
    /// How much larger an upper bound may be.
    pub const WIDEST: i64 = (1 << 16) - 1;
    /// The largest number of a unit.
    pub const FINEST: u32 = 46;
    /// The most bits of a place.
    pub const MATES: u32 = 16;

    /// What a header says that they are.
    pub(crate) fn of(header: &Header) -> Result<Self, Problem> {
        let kinds = CodedTable::EXPECTED.into()..=CodedTable::NO_REPEAT.into();
        let kind = parameter(header, "values", kinds)? as u8;
        let unit = |most: u32| Ok::<_, Problem>(parameter(header, "unit", 0..=most.into())? as u32);
        Ok(match kind {
            CodedTable::EXPECTED => unit(0).map(|_| Self::Exact)?,
            CodedTable::BOUNDS => Self::Bounds { unit: unit(Self::FINEST)? },
            _ => Self::NoRepeat { mates: unit(Self::MATES)? },
        })
    }

    /// The unit of bounds, or how many bits a place has; 0 for doubles.
    #[must_use]
    pub const fn unit(self) -> u32 {
        match self {
            Self::Exact => 0,
            Self::Bounds { unit } => unit,
            Self::NoRepeat { mates } => mates,
        }
    }

    /// What the values are, as in [`CodedTable::kind`].
    #[must_use]
    pub const fn kind(self) -> u8 {
        match self {
            Self::Exact => CodedTable::EXPECTED,
            Self::Bounds { .. } => CodedTable::BOUNDS,
            Self::NoRepeat { .. } => CodedTable::NO_REPEAT,
        }
    }

    /// The group of an entry where no position may come back, and the place of its position's mate.
    #[must_use]
    pub const fn group(self, entry: u64) -> [u64; 2] {
        [entry >> self.unit(), entry & ((1 << self.unit()) - 1)]
    }

    /// Whether a move wins, where no position may come back: from and to positions of these entries.
    #[must_use]
    pub const fn wins(self, from: u64, to: u64) -> bool {
        let ([from, _], [to, _]) = (self.group(from), self.group(to));
        from != LOST && to == from ^ 1
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
            Self::NoRepeat { .. } => Some(match self.group(entry) {
                [LOST, _] => Outcome::Loss.into(),
                _ => Outcome::Win.into(),
            }),
        }
    }
}
