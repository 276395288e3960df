//! What can become of a damaged table: it is refused, or `verify` says what is wrong, or nothing is wrong; and it
//! gives the same answers in all ways of asking, and never panics.

use std::str::FromStr;

use perfectplay_games::number::{self, Layer, Position};
use perfectplay_games::{NumberTable, TokensContents};
use perfectplay_query::{CustomTable, Entries, ProbeError};

use super::any_file::opens;
use super::sound::{AnyTable, Kind};
use super::{Query, ask_whatever_it_is, custom};
use crate::damage::prelude::*;

/// How many positions of a table are asked for, in addition to those of [`Query`].
const ASKED: u64 = 40;

/// The encodings for which FORMAT.md does not fix every byte.
const WITH_CHOICES: [&str; 3] = ["filters+lines", "losing1+steps8", "codes+lines"];

/// What becomes of a damaged table. All entries are verified if `is_whole`, and otherwise only its bytes.
pub(super) fn judge(kind: &Kind, damaged: &DamagedFile, asked: &[Query], is_whole: bool) -> Fate {
    let bytes = &damaged.bytes[..];
    opens(bytes);
    ask_whatever_it_is(bytes, asked);
    let is_sound = bytes == kind.bytes;
    if !is_sound && !damaged.sealed {
        let checked = TableFile::open(bytes).and_then(|file| file.verify_bytes(|_| true));
        assert!(checked.is_err(), "checksums fit other bytes");
    }
    let depth = if is_whole { Depth::Entries } else { Depth::Bytes };
    match (kind.open(bytes), kind.verify(bytes, depth)) {
        (Ok(table), Ok(_)) if damaged.sealed && !is_whole => {
            table.answers(asked, false);
            Fate::Same
        }
        (Ok(table), Ok(_)) => {
            let sound = kind.open(&kind.bytes).unwrap().answers(asked, true);
            let same = table.answers(asked, is_sound) == sound;
            assert!(same, "verify finds wrong answers right");
            let is_free = WITH_CHOICES.contains(&&*kind.header.encoding);
            assert!(is_sound || is_free, "verify finds other bytes right");
            Fate::Same
        }
        (Ok(table), Err(error)) => {
            table.answers(asked, is_sound);
            assert_is_message(&error.to_string(), 100_000);
            Fate::Denounced
        }
        (Err(error), Err(_)) => {
            assert!(!is_sound);
            assert!(error.problem.is_damage() || error.to_string().contains("name the file"));
            assert_is_message(&error.to_string(), 100_000);
            Fate::Refused
        }
        (Err(error), Ok(_)) => panic!("verify finds a table right that is not opened: {error}"),
    }
}

impl AnyTable {
    fn answers(&self, asked: &[Query], is_sound: bool) -> Vec<Option<u64>> {
        match self {
            Self::BuiltIn(table) => answers(table, asked, is_sound),
            Self::Custom(table) => custom::answers(&**table, asked, is_sound),
        }
    }
}

/// What a table says about some of its positions, and about those that are asked for; it is asked everything that
/// it can be asked.
pub(super) fn answers(table: &Table, asked: &[Query], is_sound: bool) -> Vec<Option<u64>> {
    let questions = Questions { asked, is_sound };
    let states = table.header().states;
    // For the largest families that takes too long.
    let whole = |count: &dyn Fn() -> u64| (states < 1 << 20).then(count);
    match table {
        Table::Number(numbers) => {
            let counts = (numbers.bound() <= 12).then(|| numbers.counts());
            assert!(!is_sound || counts.is_none_or(|counts| counts.is_ok()));
            match numbers {
                NumberTable::Plies(table) => questions.of_states(
                    table,
                    |answer| answer.value,
                    |value| u64::from(value.plies.unwrap_or(u16::MAX)),
                ),
                NumberTable::Outcomes(table) => {
                    let at = |index| POSITIONS.get(usize::try_from(index).ok()?).copied();
                    let mut positions = questions.all(POSITIONS.len() as u64, at);
                    positions.extend((2..=30).map(Position::full));
                    let of_answer = |answer: &number::Answer| answer.value.outcome;
                    let mut found =
                        questions.of(table, &positions, of_answer, |outcome| outcome as u64);
                    found.push(Some(table.counts().fold(0, |sum: u64, count| {
                        sum ^ count.positions.wrapping_mul(31).wrapping_add(count.losing)
                    })));
                    found
                }
            }
        }
        Table::Custom(CustomTable::Numbered(table)) => {
            (0..ASKED).map(|number| table.value(number).map(u64::from)).collect()
        }
        Table::Custom(CustomTable::Coded(table)) => {
            let values = table.values();
            (0..ASKED).map(|word| values.value(word).map(u64::from)).collect()
        }
        Table::Custom(CustomTable::Indexed(table)) => {
            (0..ASKED).map(|word| table.entry(table.place(word).ok()??)).collect()
        }
        Table::Tower(table) => questions.of_states(table, |answer| answer.value, f64::to_bits),
        Table::Contour(table) => {
            questions.of_states(table, |answer| answer.value, i64::cast_unsigned)
        }
        Table::Stake(table) => {
            questions.of_states(table, |answer| answer.value, |score| score as u64)
        }
        Table::Chomp(table) => {
            let of_answer = |answer: &chomp::Answer| answer.value.outcome;
            let mut found = questions.of_states(table, of_answer, |outcome| outcome as u64);
            found.push(whole(&|| table.lost_bits()));
            found
        }
        Table::Tokens(table) => {
            let starts = match table.contents() {
                TokensContents::Family(family) => {
                    questions.all(family.len(), |index| family.position(index))
                }
                TokensContents::Board(reader, _) => {
                    let pairs = reader.index();
                    questions.all(pairs.len() as u64, |number| {
                        let pair = pairs.pair(usize::try_from(number).ok()?)?;
                        tokens::Position::new(reader.board().clone(), pair).ok()
                    })
                }
            };
            for start in &starts {
                let has_one = table.strategy(start).is_ok();
                let needs_none = table.board().is_none() || !table.covers(start);
                assert!(!is_sound || has_one || needs_none, "{start}");
            }
            let of_answer = |answer: &tokens::Answer| answer.value;
            let mut found = questions.of(table, &starts, of_answer, |outcome| outcome as u64);
            found.push(whole(&|| table.lost_bits()));
            found
        }
    }
}

/// Every position with numbers up to 24.
static POSITIONS: LazyLock<Vec<Position>> =
    LazyLock::new(|| (2..=24).flat_map(|largest| Layer::new(largest).ascending()).collect());

/// What a table is asked, and whether it must know the answer.
#[derive(Clone, Copy)]
struct Questions<'a> {
    asked: &'a [Query],
    is_sound: bool,
}

impl Questions<'_> {
    /// Some positions of a table with this many states, including the first and the last, and those that are asked
    /// for.
    fn all<P: FromStr>(&self, states: u64, at: impl Fn(u64) -> Option<P>) -> Vec<P> {
        let asked = self.asked.iter().filter_map(|asked| match asked {
            Query::At(index) => at(*index).or_else(|| at(index.checked_rem(states)?)),
            Query::Text(text) => text.parse().ok(),
        });
        some_of(states).filter_map(&at).chain(asked).collect()
    }

    /// Asks a table with an entry for each state.
    fn of_states<T: Entries>(
        &self,
        table: &T,
        of_answer: impl Fn(&T::Answer) -> T::Value,
        key: impl Fn(T::Value) -> u64,
    ) -> Vec<Option<u64>> {
        let states = table.header().states;
        for index in [states, states.wrapping_add(1), u64::MAX] {
            assert!(table.position_at(index).is_none() && table.entry_at(index).is_none());
        }
        for index in some_of(states).filter(|_| self.is_sound) {
            assert_eq!(table.index_of(&table.position_at(index).unwrap()), Some(index));
        }
        let positions = self.all(states, |index| table.position_at(index));
        for position in &positions {
            let mut entries = [None];
            table.entries(&[position], &mut entries);
            assert_eq!(entries[0], table.entry(position).ok(), "{position}");
        }
        self.of(table, &positions, of_answer, key)
    }

    /// Asks for positions in all possible ways.
    fn of<T: Probe>(
        &self,
        table: &T,
        positions: &[T::Position],
        of_answer: impl Fn(&T::Answer) -> T::Value,
        key: impl Fn(T::Value) -> u64,
    ) -> Vec<Option<u64>> {
        let mut values = vec![None; positions.len()];
        table.values(positions, &mut values);
        for (position, found) in positions.iter().zip(&values) {
            let (value, answer) = (table.value(position), table.answer(position));
            let is_known = value.is_ok() && answer.is_ok();
            assert!(is_known || !self.is_sound || !table.covers(position), "{position}");
            assert_eq!(*found, value.as_ref().ok().copied(), "{position}");
            if let (Ok(value), Ok(answer)) = (&value, &answer) {
                assert_eq!(*value, of_answer(answer), "{position}");
            }
            for error in [value.err(), answer.err()].into_iter().flatten() {
                let is_damage = matches!(error, ProbeError::Damaged(..));
                assert!(is_damage || !table.covers(position), "{position}: {error}");
                assert_is_message(&error.to_string(), 100_000);
            }
        }
        values.into_iter().map(|value| value.map(&key)).collect()
    }
}

/// Some numbers below a bound, including the first and the last.
fn some_of(bound: u64) -> impl Iterator<Item = u64> {
    let asked = bound.min(ASKED);
    (0..asked).map(move |number| match asked < bound {
        true => (u128::from(number) * u128::from(bound - 1) / u128::from(asked - 1)) as u64,
        false => number,
    })
}
