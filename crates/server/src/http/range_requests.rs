//! Range requests: which bytes of a file a client asks for.

use std::ops::Range;

/// What the header `Range` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ByteRange {
    /// The whole file: the header is missing, or one that servers must ignore, or asks for several ranges, which
    /// they may ignore.
    Whole,
    /// These bytes, at least one.
    Bytes(Range<u64>),
    /// The file has none of these bytes.
    Beyond,
}

impl ByteRange {
    /// Parses the header's value for a file of this length.
    pub(crate) fn parse(value: &str, length: u64) -> Self {
        Self::parse_one(value, length).unwrap_or(Self::Whole)
    }

    fn parse_one(value: &str, length: u64) -> Option<Self> {
        let (unit, range) = value.split_once('=')?;
        let (first, last) = range.trim().split_once('-')?;
        if !unit.trim().eq_ignore_ascii_case("bytes") {
            return None;
        }
        let number = |text: &str| match text {
            "" => None,
            digits if !digits.bytes().all(|byte| byte.is_ascii_digit()) => None,
            // A number that is too large is beyond every file.
            digits => Some(digits.parse().unwrap_or(u64::MAX)),
        };
        let range = match (first, last) {
            ("", last) => length.saturating_sub(number(last)?)..length,
            (first, "") => number(first)?..length,
            (first, last) => {
                let (first, last) = (number(first)?, number(last)?);
                if last < first {
                    return None;
                }
                first..length.min(last.saturating_add(1))
            }
        };
        Some(if range.is_empty() { Self::Beyond } else { Self::Bytes(range) })
    }
}
