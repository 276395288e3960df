//! The reader of tables whose encoding is `code+functions`: values of packed positions, without an index.

use perfectplay_core::Game;
use perfectplay_core::coded::{Code, CodedValues};
use perfectplay_format::{Header, Quantity, TableFile};

use crate::bytes::Bytes;
use crate::error::Problem;
use crate::sections::{Whole, check_parts, parameter, wrong_sections};

/// The sections in their order.
pub const CODED_SECTIONS: [&str; 4] = ["code", "functions", "shards", "bits"];

/// A table of values of packed positions, of a game that this program need not know.
///
/// It has a value for each of its positions, and any value for other words: who asks has to know that a word is one
/// of a position, or to see that the value contradicts those that moves lead to.
#[derive(Debug)]
pub struct CodedTable {
    file: TableFile<Bytes>,
    code: Code,
    sections: [Whole; 3],
    kind: u8,
}

impl CodedTable {
    /// The encoding of these tables.
    pub const ENCODING: &'static str = "code+functions";
    /// What the values of each kind are, by the number that the header has for it.
    pub const KINDS: [&'static str; 4] =
        ["outcomes with plies", "outcomes with plies, misère", "scores", "Grundy values"];
    /// The number of Grundy values as a kind, which is the largest.
    const GRUNDY: u8 = 3;
}

/// The only `i16` that is no value: nothing is the opposite of it.
const NO_VALUE: u16 = 1 << 15;

/// The game of a table's name: `kayles` of `kayles-40`. `None` if the name is not lower-case letters and digits, a
/// hyphen, and such letters and digits. The game may be one that is built in.
pub fn game_of_name(name: &str) -> Option<&str> {
    let is_part = |part: &str| {
        let is_sound = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        !part.is_empty() && part.bytes().all(is_sound)
    };
    let (game, size) = name.split_once('-')?;
    (is_part(game) && is_part(size)).then_some(game)
}

/// Checks that the figures of a header can be those of a table with this code. Whether they are, only the rules say.
fn check_figures(header: &Header, kind: u8, code: &Code) -> Result<(), String> {
    let names: &[&str] = match kind {
        0 | 1 => &["moves", "winning", "drawn", "losing", "longest_game_plies"],
        _ => &["moves", "lowest_value", "highest_value"],
    };
    let found = &header.statistics;
    let is_count = |name: &&str| !name.ends_with("_value");
    let kinds = found.iter().map(|one| (&*one.name, matches!(one.value, Quantity::Count(_))));
    if !kinds.eq(names.iter().map(|name| (*name, is_count(name)))) {
        return Err("its statistics are not those of such a game".to_owned());
    }
    let exactly = |place: usize, follows: Quantity| match &found[place] {
        one if one.value == follows => Ok(()),
        one => {
            Err(format!("its {} is {:?}, and its values make it {follows:?}", one.name, one.value))
        }
    };
    let (states, signed) = (header.states, |&value: &u16| i64::from(value.cast_signed()));
    let values: Vec<i64> = match kind {
        CodedTable::GRUNDY => code.values().iter().map(|&value| value.into()).collect(),
        _ => code.values().iter().map(signed).collect(),
    };
    if states < values.len() as u64 {
        return Err(format!("it has {states} states, and {} values occur", values.len()));
    }
    if kind >= 2 {
        let [lowest, highest] = [values.iter().min(), values.iter().max()];
        exactly(1, Quantity::Integer(*lowest.expect("a code has values")))?;
        return exactly(2, Quantity::Integer(*highest.expect("a code has values")));
    }
    let mut sum = 0;
    for (one, sign) in found[1..4].iter().zip([1, 0, -1]) {
        let occur = values.iter().filter(|value| value.signum() == sign).count() as u64;
        let Quantity::Count(count) = one.value else { continue };
        if count < occur || (count > 0) != (occur > 0) {
            return Err(format!("its {} is {count}, and {occur} such values occur", one.name));
        }
        sum += u128::from(count);
    }
    if sum != states.into() {
        return Err(format!("it has {states} states, and {sum} of them are won, drawn or lost"));
    }
    let plies =
        values.iter().filter(|&&value| value != 0).map(|value| 32_767 - value.unsigned_abs());
    exactly(4, Quantity::Count(plies.max().unwrap_or_default()))
}

/// Checks that the name is that of a game at a size, and that the rules tag is one of the game.
fn check_names(header: &Header) -> Result<(), Problem> {
    let game = &*header.game;
    if game_of_name(&header.name) != Some(game) || game.parse::<Game>().is_ok() {
        return Err(Problem::inconsistent("its name is not that of a game of one's own"));
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
        let kind = parameter(header, "values", 0..=Self::GRUNDY.into())? as u8;
        check_parts(header, &["values"], &CODED_SECTIONS, "")?;
        check_names(header)?;
        let code = Code::from_bytes(Whole::of(&file, "code")?.bytes(&file));
        let code = code.filter(|code| kind == Self::GRUNDY || !code.values().contains(&NO_VALUE));
        let code = code.ok_or_else(|| Problem::inconsistent("its code is not one of values"))?;
        let sections = [
            Whole::of(&file, "functions")?,
            Whole::of(&file, "shards")?,
            Whole::of(&file, "bits")?,
        ];
        let table = Self { file, code, sections, kind };
        if table.values().are_sound() { Ok(table) } else { Err(wrong_sections()) }
    }

    /// Checks that the header's figures do not contradict the values that occur. Only the rules say whether they are right.
    ///
    /// # Errors
    /// What contradicts them.
    pub fn check_figures(&self) -> Result<(), String> {
        check_figures(self.header(), self.kind, &self.code)
    }

    /// The same for an opened table of which nothing but the code is read. Any other encoding is fine.
    ///
    /// # Errors
    /// What contradicts them, or why the code cannot be read.
    pub fn check_figures_of(file: &TableFile<Bytes>) -> Result<(), Problem> {
        let header = file.header();
        if header.encoding != Self::ENCODING {
            return Ok(());
        }
        let kind = parameter(header, "values", 0..=Self::GRUNDY.into())? as u8;
        let code = Code::from_bytes(Whole::of(file, "code")?.bytes(file));
        let code = code.ok_or_else(|| Problem::inconsistent("its code is not one of values"))?;
        check_figures(header, kind, &code).map_err(Problem::inconsistent)
    }

    /// The table's header.
    pub fn header(&self) -> &Header {
        self.file.header()
    }

    /// What the values are, as the header has it: 0 for outcomes with plies, 1 for those of a misère game, 2 for
    /// scores, 3 for Grundy values.
    pub const fn kind(&self) -> u8 {
        self.kind
    }

    /// The code of the values.
    pub const fn code(&self) -> &Code {
        &self.code
    }

    /// The sections behind the code: functions, shards and bits.
    #[inline]
    pub fn sections(&self) -> [&[u8]; 3] {
        self.sections.each_ref().map(|section| section.bytes(&self.file))
    }

    /// The values of words.
    #[inline]
    pub fn values(&self) -> CodedValues<'_> {
        CodedValues::over(&self.code, self.sections())
    }

    /// The file.
    pub const fn file(&self) -> &TableFile<Bytes> {
        &self.file
    }
}
