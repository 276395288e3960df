//! The Number Game: the fast code against the plain rules, and published facts.

use std::cmp::Reverse;

use perfectplay_core::{Rules, Value};
use perfectplay_games::number::{Entry, PositionError, answer as answer_of};

use super::*;

/// Every position with numbers up to `bound`, by the plain rules.
fn positions(bound: u8) -> Vec<Position> {
    let mut all = Vec::new();
    rules::for_each_position(bound, &mut |available| all.push(rules::position(available)));
    all
}

/// The entry of every position up to `bound`, in rank order, by the fast solver.
fn entries(bound: u8) -> (Vec<Position>, Vec<u8>, Vec<Entry>) {
    let index = Index::new(bound);
    let (positions, trie) = index.build().unwrap();
    let mut entries: Vec<Entry> = Vec::new();
    for &position in &positions {
        let path = index.over(&trie).unwrap().path(position).unwrap();
        let entry = Entry::of(position, |step| {
            let (_, rank) = path.after(step)?;
            entries.get(rank as usize).map(|entry| entry.value())
        });
        entries.push(entry.expect("a move leads to a smaller rank"));
    }
    (positions, trie, entries)
}

#[test]
fn sets_of_numbers_without_a_violated_sum_are_positions_and_no_others() {
    let mut count = 0;
    for mask in (0..1u64 << 16).map(|mask| mask << 2) {
        let mut available = [false; 64];
        (2..18).for_each(|number| available[number] = mask >> number & 1 == 1);
        let violated = rules::violated_sum(&available);
        match Position::from_mask(mask) {
            Ok(_) => count += 1,
            Err(PositionError::ImpossibleSum { sum, parts: (y, z) }) => {
                assert_eq!(y + z, sum);
                assert!(available[usize::from(sum)]);
                assert!(!available[usize::from(y)] && !available[usize::from(z)]);
            }
            Err(error) => panic!("{mask:b}: {error}"),
        }
        assert_eq!(Position::from_mask(mask).is_err(), violated.is_some(), "{mask:b}");
    }
    assert_eq!(count, Position::count_up_to(17));
}

#[test]
fn every_index_lists_the_positions_of_the_plain_rules_and_ranks_them_without_gaps() {
    for bound in 2..=24 {
        let index = Index::new(bound);
        let (listed, trie) = index.build().unwrap();
        let ranks = index.over(&trie).unwrap();
        let mut expected = positions(bound);
        let mut sorted = listed.clone();
        expected.sort_unstable();
        sorted.sort_unstable();
        assert_eq!(sorted, expected, "bound {bound}");
        for (rank, &position) in listed.iter().enumerate() {
            assert_eq!(ranks.rank(position), Some(rank as u64), "bound {bound}: {position}");
            assert_eq!(ranks.position(rank as u64), Some(position), "bound {bound}: rank {rank}");
        }
        for rank in [listed.len() as u64, u64::from(u32::MAX), u64::MAX] {
            assert_eq!(ranks.position(rank), None, "bound {bound}");
        }
    }
}

#[test]
fn a_damaged_trie_gives_no_rank_or_a_wrong_one_but_never_a_panic() {
    let index = Index::new(17);
    let (positions, trie) = index.build().unwrap();
    for byte in 0..trie.len() {
        let mut damaged = trie.clone();
        damaged[byte] ^= 0xff;
        let ranks = index.over(&damaged).unwrap();
        for &position in positions.iter().step_by(7) {
            let _ = ranks.rank(position);
        }
        for rank in (0..positions.len() as u64 + 5).step_by(11) {
            let _ = ranks.position(rank);
        }
    }
    for length in 0..trie.len().min(300) {
        if let Some(ranks) = index.over(&trie[..length]) {
            let _ = (ranks.rank(Position::full(17)), ranks.position(3));
        }
    }
}

#[test]
fn moves_and_entries_agree_with_the_plain_rules_on_every_position_up_to_22() {
    let (positions, _, entries) = entries(22);
    let mut plain = PlainSolver::new(WithPlies(Number));
    for (&position, entry) in positions.iter().zip(&entries) {
        let mut winning = 0;
        for (step, child) in Number.moves(&position) {
            assert_eq!(position.after(step), Some(child), "{position}: {step}");
            if plain.entry(&child).outcome == Outcome::Loss {
                winning |= 1 << step.0;
            }
        }
        assert_eq!(entry.value(), plain.entry(&position), "{position}");
        assert_eq!(entry.winning(), winning, "{position}");
    }
}

#[test]
fn solving_on_the_spot_agrees_with_the_entries_and_stops_at_its_limit() {
    let (positions, _, entries) = entries(20);
    let known: HashMap<Position, Value> =
        positions.iter().copied().zip(entries.iter().map(|entry| entry.value())).collect();
    let solve = |position, most| Solver::default().answer(position, most, Control::SILENT).unwrap();
    for &position in positions.iter().step_by(13).chain(positions.last()) {
        let answer = solve(position, 10_000).unwrap();
        let stored = answer_of(position, |step| {
            let child = position.after(step).unwrap();
            Some((child, known[&child]))
        });
        assert_eq!(Some(&answer), stored.as_ref());
        assert_eq!(answer.value, known[&position]);
    }
    assert_eq!(solve(Position::full(20), 3_514), None);
    assert!(solve(Position::full(20), 3_515).is_some());
}

#[test]
fn the_moves_of_2_to_20_are_sorted_by_result_and_number_and_the_winning_ones_are_known() {
    let answer = answer(Position::full(20));
    assert_eq!(answer.winning_moves(), [5, 7, 12, 16, 18, 19].map(Move));
    let keys = answer.moves.iter().map(|reply| (Reverse(reply.result), reply.step.0));
    assert!(keys.is_sorted_by(|one, other| one < other));
    assert!(answer.moves[0].best && answer.moves[0].result == answer.value);
}

#[test]
fn generators_are_the_unavailable_numbers_that_are_no_sum_of_two() {
    rules::for_each_position(18, &mut |available| {
        let unavailable = |number: &usize| !available.get(*number).is_some_and(|&free| free);
        let all: Vec<usize> = (2..128).filter(unavailable).collect();
        let is_sum =
            |number: usize| all.iter().any(|&y| y + 2 <= number && all.contains(&(number - y)));
        let expected: Vec<usize> = all.iter().copied().filter(|&number| !is_sum(number)).collect();
        let position = rules::position(available);
        let generators: Vec<usize> = position.generators().map(usize::from).collect();
        assert_eq!(generators, expected, "{position}");
        assert_eq!(usize::from(position.multiplicity()), all[0], "{position}");
        let named: Vec<String> = generators.iter().map(usize::to_string).collect();
        assert_eq!(format!("after:{}", named.join(",")).parse(), Ok(position));
    });
    let full = Position::full(63);
    assert_eq!((full.multiplicity(), full.generators().count()), (64, 64));
}

#[test]
fn numbers_with_other_separators_are_refused_with_the_form_to_write() {
    const SEPARATORS: [&str; 9] = [" ", ",", ";", "|", "; ", " / ", "=", ")", "\t"];
    const STARTS: [&str; 7] = ["", "after", "after:", "After:", "After: ", "AFTER", "{"];
    many_times(|rng| {
        let start = *rng.choice(&STARTS).unwrap();
        let (mut words, mut text) = (Vec::new(), start.to_owned());
        for _ in 0..rng.usize(1..9) {
            words.push(rng.u64(2..1000).to_string());
            text.push_str(words.last().unwrap());
            (0..rng.usize(1..=2)).for_each(|_| text.push_str(rng.choice(SEPARATORS).unwrap()));
        }
        match text.parse::<NamedNumbers>() {
            Err(PositionError::NamedForm { expected, .. }) => {
                assert!(start.eq_ignore_ascii_case("after") || start.len() > 5, "{text:?}");
                assert_eq!(expected, format!("after:{}", words.join(",")));
            }
            Err(PositionError::AvailableForm { expected, .. }) => {
                assert!(start.len() <= 1, "{text:?}");
                assert_eq!(expected, words.join(" "));
            }
            Err(error @ (PositionError::NotANumber(..) | PositionError::NamedNotANumber(..))) => {
                panic!("{text:?}: {error:?}")
            }
            _ => {}
        }
    });
}

#[test]
fn naming_any_numbers_up_to_63_agrees_with_the_plain_rules() {
    many_times(|rng| {
        let mut fast = Position::full(63);
        let mut plain = rules::available(fast);
        for _ in 0..rng.usize(..8) {
            let number = rng.u8(2..64);
            if fast.allows(Move(number)) {
                fast = fast.after(Move(number)).unwrap();
                plain = rules::after(&plain, number);
            }
            assert_eq!(fast, rules::position(&plain));
            assert_eq!(fast.to_string().parse::<Position>(), Ok(fast));
        }
    });
}

/// Where a directory has all positions there are no nodes.
#[test]
fn nodes_where_none_can_be_are_no_index() {
    for (bound, may_have_more) in [(2, false), (6, false), (10, false), (11, true), (23, true)] {
        let index = Index::new(bound);
        let (_, mut trie) = index.build().unwrap();
        assert!(index.over(&trie).is_some(), "{bound}");
        trie.extend([0; 8]);
        assert_eq!(index.over(&trie).is_some(), may_have_more, "{bound}");
    }
}
