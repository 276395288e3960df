//! Layers of the Number Game, and the static functions that store who wins.

use perfectplay_games::number::{
    Census, Choosing, GroupSolver, Key, Keys, Layer, LookUps, Outcomes, OutcomesBuilder, Selection,
    Size, Span,
};

use super::*;
use perfectplay_core::Outcome;
use perfectplay_core::retrieval::RetrievalError;

/// All positions of a layer.
fn listed(largest: u8) -> Vec<Position> {
    let layer = Layer::new(largest);
    let mut solver = GroupSolver::new(layer);
    let mut all = Vec::new();
    layer.groups().unwrap().concat().iter().for_each(|&group| all.extend(solver.positions(group)));
    all
}

#[test]
fn layers_have_as_many_positions_as_oeis_a124506_says_and_list_them_by_mask() {
    for largest in 2..=44 {
        let (layer, expected) = (Layer::new(largest), Position::count_with_largest(largest));
        let mut solver = GroupSolver::new(layer);
        let groups = layer.groups().unwrap().concat();
        let count: u64 = groups.iter().map(|&group| solver.positions(group).count() as u64).sum();
        assert_eq!(count, expected, "{largest}");
        let (mut count, mut last) = (0, 0);
        for position in layer.ascending() {
            assert!(position.mask() > last && position.largest() == largest);
            (count, last) = (count + 1, position.mask());
        }
        assert_eq!(count, expected, "{largest}");
    }
}

#[test]
fn layers_list_every_position_once() {
    let mut expected = vec![Vec::new(); 28];
    rules::for_each_position(27, &mut |available| {
        let position = rules::position(available);
        expected[usize::from(position.largest())].push(position);
    });
    for largest in 2..=27 {
        let mut listed = listed(largest);
        listed.sort_unstable();
        expected[usize::from(largest)].sort_unstable();
        assert_eq!(listed, expected[usize::from(largest)], "{largest}");
        let ascending: Vec<_> = Layer::new(largest).ascending().collect();
        assert_eq!(ascending, listed, "{largest}");
    }
}

/// The outcomes up to a bound on one thread, and the losing positions.
fn outcomes(bound: u8) -> (OutcomesBuilder, Vec<Position>) {
    let mut builder = OutcomesBuilder::default();
    let mut all_losing = vec![Position::NONE];
    for largest in 2..=bound {
        let layer = Layer::new(largest);
        let groups = layer.groups().unwrap();
        let (positions, losing) = solved(layer, &groups, builder.outcomes());
        all_losing.extend(listed_of(&losing));
        finish(&mut builder, largest, &positions);
    }
    (builder, all_losing)
}

/// The positions of a layer, and the losing ones.
fn solved<'a>(
    layer: Layer,
    groups: &'a [Vec<Position>],
    smaller: Outcomes<'_>,
) -> (Vec<Key>, Selection<'a>) {
    let (mut solver, mut choosing) = (GroupSolver::new(layer), Choosing::new(layer));
    let (mut positions, mut losing) = (Vec::new(), Selection::new(layer, groups));
    let mut look_ups = LookUps::new(smaller);
    while let Some(list) = losing.next_list() {
        let mut pieces = Vec::new();
        for groups in Selection::pieces_of(list) {
            for &group in groups {
                let is_lost =
                    |&position: &Position| smaller.outcome(position).unwrap() == Outcome::Loss;
                let find_lost = |positions: &[Position]| {
                    let found = look_ups.find_lost(positions);
                    assert_eq!(found.is_some(), positions.iter().any(is_lost));
                    assert!(found.is_none_or(|place| is_lost(&positions[place])));
                    found
                };
                solver.solve(group, &losing, find_lost, |position, is_lost| {
                    positions.push(Key::new(position, is_lost));
                    if is_lost {
                        choosing.choose(position);
                    }
                });
                choosing.end_group();
            }
            pieces.push(choosing.piece().unwrap());
        }
        losing.push(pieces);
    }
    (positions, losing)
}

fn listed_of(chosen: &Selection<'_>) -> Vec<Position> {
    let pieces = chosen.lists().flatten();
    pieces.flat_map(|(groups, piece)| chosen.listed(groups, piece)).collect()
}

#[test]
fn chosen_positions_are_those_that_were_chosen() {
    let (builder, _) = outcomes(32);
    for largest in [2, 3, 9, 28, 29, 30, 31, 33] {
        let layer = Layer::new(largest);
        let groups = layer.groups().unwrap();
        let (positions, losing) = solved(layer, &groups, builder.outcomes());
        let mut expected: Vec<Position> = Vec::new();
        for key in positions {
            let (position, is_lost) = (key.position(), key.is_lost());
            assert_eq!(losing.near(position).contains(position), is_lost, "{position}");
            expected.extend(is_lost.then_some(position));
        }
        let mut listed = listed_of(&losing);
        assert_eq!((listed.len(), losing.positions()), (expected.len(), expected.len() as u64));
        assert!(losing.bytes() >= 2 * losing.positions());
        listed.sort_unstable();
        expected.sort_unstable();
        assert_eq!(listed, expected, "{largest}");
    }
}

/// Adds a layer.
fn finish(builder: &mut OutcomesBuilder, largest: u8, keys: &[Key]) {
    let mut census = Census::new(largest);
    keys.iter().for_each(|key| census.add(key.position(), key.is_lost()));
    builder.begin(&census);
    let mut bumped = Vec::new();
    for bits in 1..=OutcomesBuilder::MOST_BITS {
        let lost = keys.iter().filter(|key| key.is_lost());
        let lost = lost.filter(|key| builder.filters().bits(key.position()) == Some(bits));
        bumped.extend(add(builder, Span::new(bits), lost.copied().collect()));
    }
    add_bumped(builder, Span::new(1), bumped);
    let passing = keys.iter().filter(|key| builder.filters().pass(key.position()));
    let passing: Vec<Key> = passing.copied().collect();
    let mut side_by_side = Vec::new();
    let positions = keys.iter().map(|key| key.position());
    builder.filters().for_each_passing(positions, |position| side_by_side.push(position));
    assert!(passing.iter().map(|key| key.position()).eq(side_by_side), "{largest}");
    let bumped = add(builder, Span::new(0), passing);
    add_bumped(builder, Span::new(0), bumped);
}

/// Adds the lines of keys; returns those that they do not hold.
fn add(builder: &mut OutcomesBuilder, span: Span, keys: Vec<Key>) -> Vec<Key> {
    let equations = keys.iter().map(|&key| builder.equations(span, key, 0).equations() as u64);
    let size = OutcomesBuilder::size(span, keys.len() as u64, equations.sum());
    let all = Keys::new(size, 0..size.shards()).unwrap();
    keys.iter().for_each(|&key| all.add(key));
    let solve = |shard| all.solve(shard, |key, hash| builder.equations(span, key, hash));
    let shards = all.shards().map(solve).collect::<Result<Vec<_>, _>>().unwrap();
    builder.add(span, &shards).unwrap();
    shards.into_iter().flat_map(|shard| shard.bumped).collect()
}

fn add_bumped(builder: &mut OutcomesBuilder, mut span: Span, mut bumped: Vec<Key>) {
    while !bumped.is_empty() {
        span = span.next().unwrap();
        bumped = add(builder, span, bumped);
    }
}

#[test]
fn more_keys_of_a_shard_than_there_is_room_for_are_an_error() {
    let keys = Keys::new(Size { keys: 1, lines: 1, level: 0 }, 0..1).unwrap();
    let key = Key::new(Position::full(9), true);
    (0..2).for_each(|_| keys.add(key));
    let builder = OutcomesBuilder::default();
    let error = keys.solve(0, |key, hash| builder.equations(Span::new(0), key, hash)).unwrap_err();
    assert_eq!(error, RetrievalError::Crowded(2));
}

#[test]
fn outcomes_are_those_of_the_plain_rules() {
    let (builder, mut losing) = outcomes(24);
    let mut plain = PlainSolver::new(WithPlies(Number));
    let mut expected = Vec::new();
    rules::for_each_position(24, &mut |available| {
        let position = rules::position(available);
        let outcome = plain.entry(&position).outcome;
        assert_eq!(builder.outcomes().outcome(position), Some(outcome), "{position}");
        assert_eq!(on_demand(&builder, position), Some(outcome), "{position}");
        if outcome == Outcome::Loss {
            expected.push(position);
        }
    });
    losing.sort_unstable();
    expected.sort_unstable();
    assert_eq!(losing, expected);
    assert_eq!(builder.outcomes().outcome(Position::full(25)), None);
    assert_eq!(on_demand(&builder, Position::full(25)), None);
}

/// The outcome of a position where the lines are read on demand.
fn on_demand(builder: &OutcomesBuilder, position: Position) -> Option<Outcome> {
    let [classes, spans, lines] = builder.sections();
    let outcomes = Outcomes::over_accepted(24, [classes, spans, &[]]);
    outcomes.outcome_by(position, |number| lines.as_chunks::<128>().0.get(number).copied())
}

#[test]
fn a_builder_continues_outcomes() {
    let (builder, _) = outcomes(16);
    let restored = OutcomesBuilder::restored(builder.outcomes());
    assert_eq!((restored.bound(), restored.sections()), (16, builder.sections()));
    assert!(Outcomes::over(16, builder.sections()).is_some());
    assert!(Outcomes::over(17, builder.sections()).is_none());
}

#[test]
fn any_outcomes_of_any_number_of_positions_can_be_stored() {
    let all = listed(37);
    for (count, every) in
        [(0, 1), (1, 1), (2, 2), (129, 3), (5_000, 2), (20_000, 1), (60_000, 17), (591_443, 40)]
    {
        let keys = all[..count].iter().enumerate();
        let keys: Vec<Key> =
            keys.map(|(place, &position)| Key::new(position, place % every == 0)).collect();
        let mut builder = OutcomesBuilder::default();
        (2..=36).for_each(|largest| builder.begin(&Census::new(largest)));
        finish(&mut builder, 37, &keys);
        for key in keys {
            let outcome = if key.is_lost() { Outcome::Loss } else { Outcome::Win };
            assert_eq!(builder.outcomes().outcome(key.position()), Some(outcome), "{count}");
        }
    }
}
