//! One position's outcome, compared with the plain rules.

use crate::number::rules::Available;
use crate::number::table::NumberOutcomesTable;
use crate::number::{Position, rules};
use crate::preludes::making::*;

/// Compares a position, which is losing if no move leads to a losing one; returns whether it is losing.
pub(super) fn check(
    table: &NumberOutcomesTable,
    available: &Available,
    position: Position,
) -> Result<bool, VerifyError> {
    let value = |position: Position| {
        table.value(&position).map_err(|error| wrong(table, error.to_string()))
    };
    if position.to_string().parse() != Ok(position) {
        return Err(wrong(table, format!("the text {position} reads as another position")));
    }
    let mut by_rules = Outcome::Loss;
    for number in rules::moves(available) {
        if value(rules::position(&rules::after(available, number)))? == Outcome::Loss {
            by_rules = Outcome::Win;
            break;
        }
    }
    let stored = value(position)?;
    if stored != by_rules {
        let reason =
            format!("{position} is stored as a {stored}, and its moves make it a {by_rules}");
        return Err(wrong(table, reason));
    }
    Ok(stored == Outcome::Loss)
}
