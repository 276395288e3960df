//! The reader of tables whose encoding is `codes+lines`: values of packed positions, without an index.

use perfectplay_core::coded::{CodedValues, Dictionary, LINE, Range};
use perfectplay_format::Quantity::{Count, Integer};
use perfectplay_format::{Header, TableFile};

use crate::bytes::Bytes;
use crate::error::Problem;
use crate::sections::{Whole, check_parts, parameter, wrong_sections};
use crate::table_name::game_of_name;

/// The sections in their order.
pub const CODED_SECTIONS: [&str; 5] = ["dictionary", "index", "ranges", "codes", "lines"];

/// A table of values of packed positions, of a game that this program need not know.
///
/// It has a value for each of its positions, and any value for other words: who asks has to know that a word is one
/// of a position, or to see that the value contradicts those that moves lead to.
#[derive(Debug)]
pub struct CodedTable {
    file: TableFile<Bytes>,
    dictionary: Dictionary,
    sections: [Whole; 4],
    kind: u8,
}

impl CodedTable {
    /// The encoding of these tables.
    pub const ENCODING: &'static str = "codes+lines";
    /// What the values of each kind are, by the number that the header has for it.
    pub const KINDS: [&'static str; 8] = [
        "outcomes with plies",
        "outcomes with plies, misère",
        "scores",
        "Grundy values",
        "outcomes only",
        "expectations",
        "bounds of expectations",
        "outcomes where no position may come back",
    ];
    /// The numbers of some kinds.
    pub(crate) const GRUNDY: u8 = 3;
    pub(crate) const OUTCOMES_ONLY: u8 = 4;
    /// The number of expectations.
    pub const EXPECTED: u8 = 5;
    /// The number of bounds of expectations.
    pub const BOUNDS: u8 = 6;
    /// The number of outcomes where no position may come back.
    pub const NO_REPEAT: u8 = 7;

    pub(crate) const fn is_of_outcomes(kind: u8) -> bool {
        matches!(kind, 0 | 1 | Self::OUTCOMES_ONLY)
    }
}

/// The only `i16` that is no value: nothing is the opposite of it.
const NO_VALUE: u16 = 1 << 15;

/// Checks that the name is that of a game at a size, and that the rules tag is one of the game.
pub(crate) fn check_names(header: &Header) -> Result<(), Problem> {
    let game = &*header.game;
    if game_of_name(&header.name) != Some(game) {
        return Err(Problem::inconsistent("its name is not that of a custom game"));
    }
    let hash = header.rules.split_once('/').filter(|&(rules, _)| rules == game);
    let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if hash.is_some_and(|(_, hash)| hash.len() == 16 && hash.bytes().all(is_digit)) {
        return Ok(());
    }
    Err(Problem::inconsistent("its rules tag is not one of its game"))
}

impl CodedTable {
    /// Reads an opened table as one with this encoding.
    ///
    /// # Errors
    /// If it has another one, or is not one that this program understands.
    pub fn new(file: TableFile<Bytes>) -> Result<Self, Problem> {
        let header = file.header();
        if header.encoding != Self::ENCODING {
            return Err(Problem::inconsistent(format!("the encoding is `{}`", header.encoding)));
        }
        let kind = parameter(header, "values", 0..=Self::OUTCOMES_ONLY.into())? as u8;
        check_parts(header, &["values"], &CODED_SECTIONS, "")?;
        check_names(header)?;
        let [dictionary, sections @ ..] = CODED_SECTIONS.map(|name| Whole::of(&file, name));
        let [index, ranges, codes, lines] = sections;
        let sections = [index?, ranges?, codes?, lines?];
        let dictionary = Dictionary::from_bytes(dictionary?.bytes(&file));
        let is_of_kind = |it: &Dictionary| kind == Self::GRUNDY || !it.values().contains(&NO_VALUE);
        let dictionary = dictionary.filter(is_of_kind);
        let dictionary = dictionary
            .ok_or_else(|| Problem::inconsistent("its dictionary is not one of values"))?;
        let [_, ranges, _, lines] = sections.each_ref().map(|one| one.bytes(&file).len());
        let of_levels = dictionary.levels().iter().map(|&lines| u64::from(lines)).sum::<u64>();
        let are_ranges = ranges > 0 && ranges.is_multiple_of(Range::BYTES);
        if !are_ranges || of_levels.checked_mul(LINE as u64) != Some(lines as u64) {
            return Err(wrong_sections());
        }
        Ok(Self { file, dictionary, sections, kind })
    }

    /// Whether the states and statistics of the header are possible with the values that occur. Whether they are right only
    /// the rules say.
    pub fn has_possible_figures(&self) -> bool {
        let Header { states, statistics, .. } = self.header();
        let values = self.dictionary.values().iter().map(|&value| match self.kind {
            Self::GRUNDY => i64::from(value),
            _ => value.cast_signed().into(),
        });
        let figures: Vec<_> = statistics.iter().map(|one| (&*one.name, one.value)).collect();
        let is_possible = match (self.kind, &figures[..]) {
            (
                0 | 1 | Self::OUTCOMES_ONLY,
                &[
                    ("moves", Count(_)),
                    ("winning", Count(won)),
                    ("drawn", Count(drawn)),
                    ("losing", Count(lost)),
                    ref longest @ ..,
                ],
            ) => {
                let fits = |count, sign| {
                    let occur =
                        values.clone().filter(|value| value.signum() == sign).count() as u64;
                    count >= occur && (count > 0) == (occur > 0)
                };
                let sum: u128 = [won, drawn, lost].map(u128::from).iter().sum();
                let decided = values.clone().filter(|&value| value != 0);
                let most = decided.map(|value| 32_767 - value.unsigned_abs()).max();
                let are_counts = fits(won, 1) && fits(drawn, 0) && fits(lost, -1);
                let is_longest = match (self.kind, longest) {
                    (Self::OUTCOMES_ONLY, []) => most.unwrap_or_default() == 0,
                    (0 | 1, &[("longest_game_plies", Count(longest))]) => {
                        longest == most.unwrap_or_default()
                    }
                    _ => false,
                };
                are_counts && is_longest && sum == (*states).into()
            }
            (
                2 | Self::GRUNDY,
                &[
                    ("moves", Count(_)),
                    ("lowest_value", Integer(lowest)),
                    ("highest_value", Integer(highest)),
                ],
            ) => (Some(lowest), Some(highest)) == (values.clone().min(), values.clone().max()),
            _ => false,
        };
        is_possible && *states >= values.len() as u64
    }

    /// The table's header.
    pub fn header(&self) -> &Header {
        self.file.header()
    }

    /// What the values are, as the header has it: 0 for outcomes with plies, 1 for those of a misère game, 2 for
    /// scores, 3 for Grundy values, 4 for outcomes alone.
    pub const fn kind(&self) -> u8 {
        self.kind
    }

    /// The values that occur, and what else belongs to all ranges.
    pub const fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    /// The sections behind the dictionary: index, ranges, codes and lines.
    #[inline]
    pub fn sections(&self) -> [&[u8]; 4] {
        self.sections.each_ref().map(|section| section.bytes(&self.file))
    }

    /// The values of words.
    #[inline]
    pub fn values(&self) -> CodedValues<'_> {
        CodedValues::over(&self.dictionary, self.sections())
    }

    /// The file.
    pub const fn file(&self) -> &TableFile<Bytes> {
        &self.file
    }
}
