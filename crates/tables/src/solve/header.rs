//! What the header of a game's table says.

use perfectplay_core::Outcome;
use perfectplay_format::{Quantity, Statistic};
use perfectplay_query::{CodedTable, CustomTable, Value, game_of_name};

use crate::solve::prelude::*;
use crate::solve::value::Counts;

/// The header's parameter that says what the values are.
pub(super) const VALUES: &str = "values";

/// The game's name, which must not be a path.
pub fn checked_name(game: &dyn Described) -> Result<String, SolveError> {
    let name = game.name();
    match game_of_name(&name) {
        None => Err(SolveError::Name(name)),
        Some(_) => Ok(name),
    }
}

pub(super) fn is_of(table: &CustomTable, game: &dyn Described, rules: &str) -> bool {
    let is_numbered = match table {
        CustomTable::Coded(_) => false,
        CustomTable::Numbered(_) => true,
        CustomTable::Indexed(table) => table.is_numbered(),
    };
    let kind = match table.kind() {
        CodedTable::BOUNDS => CodedTable::EXPECTED,
        kind => kind,
    };
    kind == game.values() as u8
        && table.header().rules == rules
        && is_numbered != game.layers().is_empty()
}

/// What entries have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Figures {
    pub(crate) lowest: f64,
    pub(crate) highest: f64,
    /// How far the bounds of one position are apart at most.
    pub(crate) widest: f64,
    /// How many are above, at and below 0, as far as they tell.
    pub(crate) signs: [u64; 3],
}

impl Default for Figures {
    fn default() -> Self {
        Self { lowest: f64::INFINITY, highest: f64::NEG_INFINITY, widest: 0.0, signs: [0; 3] }
    }
}

impl Figures {
    /// Those of another value as well.
    pub(crate) fn with(self, value: Value) -> Self {
        let [lower, upper] = match value {
            Value::Between { lower, upper } => [lower, upper],
            value => [value.number(); 2],
        };
        let number = value.number();
        let signs = [number > 0.0, number == 0.0, number < 0.0].map(u64::from);
        self.merged(Self { lowest: lower, highest: upper, widest: upper - lower, signs })
    }

    pub(crate) fn merged(self, other: Self) -> Self {
        Self {
            lowest: self.lowest.min(other.lowest),
            highest: self.highest.max(other.highest),
            widest: self.widest.max(other.widest),
            signs: [0, 1, 2].map(|way| self.signs[way] + other.signs[way]),
        }
    }
}

/// How many moves all positions have; and within what all expectations are, of bounds, how far they are apart at most, or how
/// many positions are won and lost.
pub(crate) fn indexed_statistics(
    moves: u64,
    figures: Figures,
    kind: IndexedEntries,
) -> Vec<Statistic> {
    let Figures { lowest, highest, widest, signs: [won, _, lost] } = figures;
    let statistic = |(name, value): (&str, _)| Statistic { name: name.to_owned(), value };
    let mut all = vec![("moves", Quantity::Count(moves))];
    all.extend(match kind {
        IndexedEntries::NoRepeat { .. } => {
            [("winning", Quantity::Count(won)), ("losing", Quantity::Count(lost))]
        }
        _ => [("lowest_value", Quantity::Real(lowest)), ("highest_value", Quantity::Real(highest))],
    });
    if matches!(kind, IndexedEntries::Bounds { .. }) {
        all.push(("widest_bounds", Quantity::Real(widest)));
    }
    all.into_iter().map(statistic).collect()
}

/// How many moves all positions have, and how often there are values of some kinds.
pub(super) fn statistics(values: Values, moves: u64, counts: &Counts) -> Vec<Statistic> {
    let statistic = |name: &str, value| Statistic { name: name.to_owned(), value };
    let mut statistics = vec![statistic("moves", Quantity::Count(moves))];
    let solved = || {
        counts
            .iter()
            .map(|&(value, count)| (StoredValue(value.cast_signed()).solved(values), count))
    };
    match values {
        Values::Outcome | Values::Misere | Values::OutcomeOnly | Values::NoRepeat => {
            let states = |outcome| {
                let of_outcome = solved().filter(|(value, _)| value.outcome() == outcome);
                Quantity::Count(of_outcome.map(|(_, count)| count).sum())
            };
            statistics.push(statistic("winning", states(Some(Outcome::Win))));
            statistics.push(statistic("drawn", states(None)));
            statistics.push(statistic("losing", states(Some(Outcome::Loss))));
            let longest = solved().filter_map(|(value, _)| value.plies()).max().unwrap_or_default();
            if values.has_plies() {
                statistics.push(statistic("longest_game_plies", Quantity::Count(longest.into())));
            }
        }
        Values::Score | Values::Grundy | Values::Expected => {
            let number = |&(value, _): &(u16, u64)| match values {
                Values::Grundy => i64::from(value),
                _ => value.cast_signed().into(),
            };
            let numbers = || counts.iter().map(number);
            let quantity = |number: Option<i64>| Quantity::Integer(number.unwrap_or_default());
            statistics.push(statistic("lowest_value", quantity(numbers().min())));
            statistics.push(statistic("highest_value", quantity(numbers().max())));
        }
    }
    statistics
}
