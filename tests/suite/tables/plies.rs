//! Values in memory, with plies.

use perfectplay_games::NumberValues;
use perfectplay_games::number::{Number, Position, rules};
use perfectplay_tables::{Interrupted, SolveError};

use super::common::*;

#[test]
fn values_are_those_of_the_plain_rules() {
    let plies = NumberValues::solve(22, Control::SILENT).unwrap();
    let mut plain = PlainSolver::new(WithPlies(Number));
    rules::for_each_position(22, &mut |available| {
        let position = rules::position(available);
        assert_eq!(plies.value(position), Some(plain.entry(&position)), "{position}");
    });
    assert_eq!(plies.value(Position::full(23)), None);
}

#[test]
fn outcomes_are_those_of_a_table() {
    let (_directory, folder) = folder();
    build(&planned("number-33"), &folder);
    let table = folder.read("number-33", NumberTable::new).unwrap();
    let plies = NumberValues::solve(33, Control::SILENT).unwrap();
    for position in (2..=33).flat_map(|largest| Layer::new(largest).ascending()) {
        let value = plies.value(position).unwrap();
        assert_eq!(Ok(value.outcome.into()), table.value(&position), "{position}");
        assert_eq!(value.plies.unwrap() % 2 == 1, value.outcome == Outcome::Win);
    }
}

#[test]
fn solving_can_be_interrupted() {
    let stopped = NumberValues::solve(24, Control::new(&STOPPED)).map(drop);
    assert_eq!(stopped, Err(SolveError::Interrupted(Interrupted)));
}

#[test]
fn the_index_has_room_for_the_positions_up_to_the_largest_bound() {
    let states = |bound| planned(&format!("number-{bound}")).states().unwrap();
    assert!(states(NumberValues::MAX_BOUND) <= 1 << 32);
    assert!(states(NumberValues::MAX_BOUND + 1) > 1 << 32);
}
