//! Many positions at once have the values that they have one by one.

use std::fmt::Debug;

use perfectplay_games::number;

use super::positions::{layers, with_positions};
use crate::common::*;

/// Asks for the positions, and for one that the table does not have at every 23rd place, in batches
/// of all lengths; returns how many had a value.
fn compare<T: Probe<Value: Debug + PartialEq>>(
    table: &T,
    positions: impl Iterator<Item = T::Position>,
    beyond: &str,
) -> u64 {
    let mut positions: Vec<_> = positions.collect();
    for place in (0..positions.len()).step_by(23) {
        positions.insert(place, beyond.parse().unwrap());
    }
    let (mut rest, mut asked, mut length) = (&positions[..], 0, 0);
    loop {
        let (batch, others) = rest.split_at(length.min(rest.len()));
        let mut found = vec![None; batch.len()];
        table.values(batch, &mut found);
        for (position, found) in batch.iter().zip(found) {
            assert_eq!(found, table.value(position).ok());
            asked += u64::from(found.is_some());
        }
        if others.is_empty() && length > 0 {
            return asked;
        }
        (rest, length) = (others, (length + 1) % 40);
    }
}

/// A position that no committed table of the game has.
fn beyond(table: &Table) -> String {
    match table {
        Table::Number(_) => number::Position::full(number::Position::MAX_NUMBER).to_string(),
        Table::Tower(_) => ["RGB"; 40].join("/"),
        Table::Contour(_) => "16,16".to_owned(),
        Table::Stake(_) => ["........"; 8].join("/"),
        Table::Chomp(_) => "16,16,16".to_owned(),
        Table::Tokens(_) => "P......P".to_owned(),
        _ => unreachable!("no committed table here is of such a game"),
    }
}

#[test]
fn many_positions_at_once_have_the_values_of_one_after_the_other() {
    let folder = TableFolder::new(golden());
    for name in folder.names().unwrap() {
        let table = folder.read(&name, Table::new).unwrap();
        let beyond = beyond(&table);
        let asked = with_positions!(&table, |table, positions| compare(table, positions, &beyond));
        // The list lacks the position without numbers.
        let left_out = matches!(table, Table::Number(NumberTable::Outcomes(_)));
        assert_eq!(asked + u64::from(left_out), table.header().states, "{name}");
        if let Table::Number(table) = &table {
            assert_eq!(1 + compare(table, layers(table.bound()), &beyond), table.header().states);
        }
    }
}
