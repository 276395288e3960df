//! The Number Game beyond tables: numbers named so far, search and theorems, against
//! the plain rules, the solver, and published facts.

use std::cell::RefCell;

use perfectplay_core::control::Interrupted;
use perfectplay_games::number::{Finding, Search, Verdict};

use super::*;
use crate::lines;

/// The outcomes of all positions up to `bound`.
fn outcomes(bound: u8) -> HashMap<Position, Outcome> {
    let mut solver = Solver::default();
    let outcome = |position| {
        let answer = solver.answer(position, usize::MAX, Control::SILENT).unwrap();
        (position, answer.unwrap().value.outcome)
    };
    Index::new(bound).build().unwrap().0.into_iter().map(outcome).collect()
}

/// The result of a search that ends in the positions up to `bound`, and how many it visits.
fn find(text: &str, bound: u8, limit: u64) -> (Finding, u64) {
    let solver = RefCell::new(Solver::default());
    let oracle = |position: Position| {
        let answer = || solver.borrow_mut().answer(position, usize::MAX, Control::SILENT).unwrap();
        (position.largest() <= bound).then(|| answer().unwrap().value.outcome)
    };
    let mut search = Search::new(limit, 1 << 30, Control::SILENT, oracle, |_| false);
    let named: NamedNumbers = text.parse().unwrap();
    let verdict = Verdict::of(&named, Control::SILENT).unwrap();
    let finding = search.find(&named, verdict.as_ref()).unwrap();
    (finding, search.visited())
}

/// The moves found to win.
fn winning(finding: &Finding) -> Vec<u64> {
    let won = finding.moves.iter().filter(|found| found.outcome == Some(Outcome::Loss));
    won.map(|found| found.number).collect()
}

#[test]
fn published_losing_positions_are_found_by_search() {
    for (text, largest) in [
        ("after:2,3", 0),
        ("after:6,7,16", 17),
        ("after:5,16,18", 29),
        ("after:9,10,16", 33),
        ("after:16,25,26,46,54,60", 81),
        ("after:16,19,26,44,62", 91),
        ("after:11,16,58", 111),
    ] {
        let named: NamedNumbers = text.parse().unwrap();
        assert_eq!(named.largest(), Some(largest), "{text}");
        let (finding, visited) = find(text, 16, 1_000_000);
        assert_eq!(finding.outcome, Some(Outcome::Loss), "{text}");
        assert_eq!(Some(finding.moves.len() as u128), named.count(), "{text}");
        assert!(finding.moves.iter().all(|found| found.outcome == Some(Outcome::Win)), "{text}");
        assert!(visited < 400_000, "{text}: {visited}");
        // Positions of up to 63 are solved as well.
        if let Some(position) = named.position() {
            assert_eq!(answer(position).value.outcome, Outcome::Loss, "{text}");
        }
    }
}

#[test]
fn a_search_agrees_with_the_solver_on_every_move_of_every_position_up_to_24() {
    let outcomes = outcomes(24);
    for (&position, &outcome) in &outcomes {
        // Without any oracle small ones are searched to the end of the game.
        let bound = if position.largest() <= 18 { 0 } else { 13 };
        let oracle = |child: Position| (child.largest() <= bound).then(|| outcomes[&child]);
        let named = NamedNumbers::from(position);
        let mut search = Search::new(u64::MAX, 1 << 30, Control::SILENT, oracle, |_| false);
        let finding = search.find(&named, None).unwrap();
        assert_eq!(finding.outcome, Some(outcome), "{position}");
        let numbers: Vec<u64> = finding.moves.iter().map(|found| found.number).collect();
        assert!(numbers.into_iter().eq(position.numbers().map(u64::from)), "{position}");
        for found in finding.moves {
            let child = position.after(Move(found.number as u8)).unwrap();
            assert_eq!(found.outcome, Some(outcomes[&child]), "{position}: {}", found.number);
        }
    }
}

#[test]
fn a_search_stops_at_its_limit_and_returns_what_it_found() {
    for limit in [0, 1, 10, 1000] {
        let (finding, visited) = find("after:11,16,58", 16, limit);
        assert_eq!(visited, limit);
        assert_eq!(finding.outcome, None);
        assert!(finding.moves.iter().any(|found| found.outcome.is_none()));
        let known = finding.moves.iter().filter(|found| found.outcome.is_some());
        assert!(known.count() > 5, "limit {limit}");
        let (finding, visited) = find("after:16", 16, limit);
        assert!(visited <= limit && finding.outcome.is_none() && finding.moves.is_empty());
    }
}

#[test]
fn a_search_can_be_stopped_by_the_caller() {
    let mut reported = Vec::new();
    let report = |visited| {
        reported.push(visited);
        reported.len() == 3
    };
    let mut search = Search::new(u64::MAX, 1 << 20, Control::SILENT, |_| None, report);
    assert_eq!(search.find(&"after:16,57,58".parse().unwrap(), None), Err(Interrupted));
    assert_eq!(reported, [1024, 2048, 3072]);
}

#[test]
fn positions_of_every_size_are_searched() {
    // Naming 3 ends the game, whatever the largest number is.
    for number in [65u64, 127, 129, 257, 511, 513, 1023, 1025, 99_999] {
        let (finding, _) = find(&format!("after:2,{number}"), 0, 10);
        assert_eq!((finding.outcome, winning(&finding)), (Some(Outcome::Win), vec![3]), "{number}");
    }
    for (text, largest) in [("after:17,23,39", 167), ("after:17,23", 351)] {
        assert_eq!(text.parse::<NamedNumbers>().unwrap().largest(), Some(largest));
        let (finding, _) = find(text, 20, 100_000);
        assert_eq!((finding.outcome, winning(&finding)[0]), (Some(Outcome::Win), 8), "{text}");
    }
    assert_eq!(find("after:8,17,23", 20, 1000).0.outcome, Some(Outcome::Loss));
}

#[test]
fn theorems_agree_with_the_solver_on_every_position_up_to_24() {
    let outcomes = outcomes(24);
    let (mut lost, mut won_by_unknown_moves, mut won_by_known_moves) = (0, 0, 0);
    for (&position, &outcome) in &outcomes {
        let Some(verdict) = Verdict::of(&NamedNumbers::from(position), Control::SILENT).unwrap()
        else {
            continue;
        };
        assert_eq!(verdict.outcome, outcome, "{position}: {}", verdict.theorem);
        for &number in &verdict.winning {
            let child = position.after(Move(number as u8)).unwrap();
            assert_eq!(outcomes[&child], Outcome::Loss, "{position}: {}", verdict.theorem);
        }
        lost += u32::from(outcome == Outcome::Loss);
        won_by_unknown_moves += u32::from(verdict.winning.is_empty() && outcome == Outcome::Win);
        won_by_known_moves += u32::from(!verdict.winning.is_empty());
    }
    let decided = (lost, won_by_unknown_moves, won_by_known_moves);
    assert!(decided.0 > 5 && decided.1 > 100 && decided.2 > 50, "{decided:?}");
}

#[test]
fn complete_pairs_with_8_and_12_are_lost_and_one_without_its_partner_is_won() {
    let pairs = [[5, 7], [9, 11], [13, 15], [17, 19], [21, 23], [10, 14], [18, 22], [4, 6]];
    for chosen in 1u32..1 << pairs.len() {
        let numbers = pairs.iter().enumerate().filter(|(place, _)| chosen >> place & 1 == 1);
        let mut numbers: Vec<u64> = numbers.flat_map(|(_, pair)| *pair).collect();
        numbers.extend([8, 12]);
        let named = naming(numbers);
        let verdict = Verdict::of(&named, Control::SILENT).unwrap().unwrap();
        assert_eq!(verdict.outcome, Outcome::Loss, "{named}");
        if named.largest().is_some() {
            let (finding, _) = find(&named.to_string(), 16, 300_000);
            assert_eq!(finding.outcome, Some(Outcome::Loss), "{named}");
        }
    }
    for (text, partner) in
        [("after:8,12,101", 103), ("after:8,12,18", 22), ("after:8,12,31", 29), ("after:8,12,5", 7)]
    {
        let verdict = Verdict::of(&text.parse().unwrap(), Control::SILENT).unwrap().unwrap();
        assert_eq!((verdict.outcome, verdict.winning), (Outcome::Win, vec![partner]), "{text}");
    }
}

/// The named numbers after naming those of a list that can be named, in ascending order.
fn naming(mut numbers: Vec<u64>) -> NamedNumbers {
    numbers.sort_unstable();
    let start = "after:".parse::<NamedNumbers>().unwrap();
    let name = |named: NamedNumbers, number| named.name(number, Control::SILENT).unwrap_or(named);
    numbers.into_iter().fold(start, name)
}

#[test]
fn positions_with_infinitely_many_numbers_are_decided_by_published_theorems() {
    for (text, result) in lines(include_str!("../../published/number-theorems.txt")) {
        let (finding, visited) = find(text, 20, 0);
        let mut words = result.split(' ');
        let outcome = if words.next() == Some("win") { Outcome::Win } else { Outcome::Loss };
        assert_eq!((finding.outcome, visited), (Some(outcome), 0), "{text}");
        let winning = winning(&finding);
        let mut some_winning = words.map(|word| word.parse().unwrap());
        assert!(some_winning.all(|number| winning.contains(&number)), "{text}: {winning:?}");
        assert_eq!(winning.is_empty(), outcome == Outcome::Loss, "{text}");
    }
    for text in ["after:16", "after:18", "after:24", "after:1048576", "after:64,80"] {
        assert_eq!(Verdict::of(&text.parse().unwrap(), Control::SILENT).unwrap(), None, "{text}");
        assert_eq!(find(text, 20, 0).0.outcome, None, "{text}");
    }
}

#[test]
fn positions_of_even_numbers_have_their_published_outcomes() {
    // Sicherman's table of {m, n}, and his list of lost positions.
    for (text, some_winning) in
        [("after:6,16", 7), ("after:10,16", 9), ("after:16,18", 5), ("after:14,16", 8)]
    {
        let (finding, _) = find(text, 20, 1_000_000);
        assert_eq!(finding.outcome, Some(Outcome::Win), "{text}");
        assert!(winning(&finding).contains(&some_winning), "{text}: {:?}", winning(&finding));
    }
    for text in ["after:12,16,22", "after:10,16,24", "after:8,20,26"] {
        assert_eq!(find(text, 20, 1_000_000).0.outcome, Some(Outcome::Loss), "{text}");
    }
}

#[test]
fn moves_in_lost_positions_with_infinitely_many_numbers_lose() {
    for text in ["after:4,6", "after:6,9", "after:8,12", "after:10,12,18", "after:12,16,22"] {
        let (finding, _) = find(text, 20, 1_000_000);
        assert_eq!(finding.outcome, Some(Outcome::Loss), "{text}");
        let named: NamedNumbers = text.parse().unwrap();
        let mut finite = 0;
        for number in (2..34).filter(|&number| named.allows(number)) {
            let left = named.name(number, Control::SILENT).unwrap();
            if left.largest().is_some() {
                let (finding, _) = find(&left.to_string(), 20, 1_000_000);
                assert_eq!(finding.outcome, Some(Outcome::Win), "{text}: {number}");
                finite += 1;
            }
        }
        assert!(finite > 10, "{text}");
    }
}

#[test]
fn the_quiet_end_theorem_leads_to_quiet_ends() {
    // 1 is a gap, too.
    let is_quiet = |(largest, count): (u128, u128)| largest > 1 && (count + 1) * 2 == largest + 1;
    let is_quiet_end =
        |named: &NamedNumbers| named.largest().zip(named.count()).is_some_and(is_quiet);
    let (positions, _) = Index::new(15).build().unwrap();
    let mut checked = 0;
    for quiet in positions.into_iter().map(NamedNumbers::from).filter(is_quiet_end) {
        for factor in [2, 3, 4, 6] {
            let multiples = quiet.generators().iter().map(|number| number * factor).collect();
            let named = naming(multiples);
            let coprime = |number: &u64| {
                (2..=factor).all(|d| !factor.is_multiple_of(d) || !number.is_multiple_of(d))
            };
            for number in (2..40).filter(|&number| !quiet.allows(number)).filter(coprime) {
                let left = named.name(number, Control::SILENT).unwrap();
                assert!(is_quiet_end(&left), "{named}: {number}");
                let largest = u128::from(factor) * quiet.largest().unwrap()
                    + u128::from((factor - 1) * number);
                assert_eq!(left.largest(), Some(largest), "{named}: {number}");
                checked += 1;
            }
        }
    }
    assert!(checked > 1000, "{checked}");
}

#[test]
fn positions_are_the_same_as_their_generators_named() {
    for position in Index::new(20).build().unwrap().0.into_iter().chain([Position::full(63)]) {
        let named = NamedNumbers::from(position);
        assert_eq!(named.position(), Some(position));
        assert_eq!(named.largest(), Some(position.largest().into()));
        assert_eq!(named.count(), Some(position.mask().count_ones().into()));
        assert_eq!(named.to_string().parse::<NamedNumbers>(), Ok(named.clone()));
        assert_eq!(position.to_string().parse::<NamedNumbers>(), Ok(named));
    }
}

#[test]
fn the_gaps_of_two_huge_numbers_are_counted() {
    let named: NamedNumbers = "after:999999999999999989,1000000000000000000".parse().unwrap();
    let (m, n) = (999_999_999_999_999_989u128, 1_000_000_000_000_000_000u128);
    assert_eq!(named.largest(), Some(m * n - m - n));
    assert_eq!(named.count(), Some((m - 1) * (n - 1) / 2 - 1));
    assert_eq!(Verdict::of(&named, Control::SILENT).unwrap().unwrap().outcome, Outcome::Win);
    assert_eq!(named.common_factor(), 1);
    let even: NamedNumbers = "after:999999999999999998,1000000000000000000".parse().unwrap();
    assert_eq!((even.largest(), even.count(), even.common_factor()), (None, None, 2));
}

#[test]
fn a_hundred_thousand_numbers_are_read_or_refused() {
    let list = |numbers: &mut dyn Iterator<Item = u64>| {
        let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
        format!("after:{}", numbers.join(",")).parse::<NamedNumbers>()
    };
    assert_eq!(list(&mut (3..=100_000).rev()).unwrap().generators(), [3, 4, 5]);
    assert_eq!(list(&mut (50_000..=50_999).rev()).unwrap().generators().len(), 1000);
    let refused = list(&mut (100_001..=200_000).rev()).unwrap_err().to_string();
    assert!(refused.starts_with("these numbers are too large: "), "{refused}");
    let alternating = |k: u64| if k.is_multiple_of(2) { 500_000 - k } else { 900_001 + k };
    assert!(list(&mut (0..100_000).map(alternating)).is_err());
    assert!(list(&mut std::iter::repeat_n(7, 100_000)).is_err());
}

#[test]
fn naming_any_numbers_agrees_with_a_plain_sieve() {
    const END: usize = 16_000;
    many_times(|rng| {
        let mut sums = vec![false; END];
        sums[0] = true;
        let mut named: NamedNumbers = "after:".parse().unwrap();
        let (factor, mut order) = ([1, 1, 2, 3, 6][rng.usize(..5)], Vec::new());
        for _ in 0..rng.usize(..7) {
            let number = if rng.u8(..4) == 0 { rng.u64(2..120) } else { rng.u64(2..20) * factor };
            match named.name(number, Control::SILENT) {
                Ok(further) => {
                    assert!(!sums[number as usize]);
                    for sum in number as usize..END {
                        sums[sum] |= sums[sum - number as usize];
                    }
                    order.push(number.to_string());
                    // Naming one more is reading it as the last.
                    let read = format!("after:{}", order.join(",")).parse().unwrap();
                    assert_eq!(read, further);
                    named = if rng.bool() { read } else { further };
                }
                Err(error) => assert!(sums[number as usize], "{error}"),
            }
        }
        let left: Vec<u64> = (2..END as u64).filter(|&number| !sums[number as usize]).collect();
        let allowed = (2..END as u64).filter(|&number| named.allows(number));
        assert!(allowed.eq(left.iter().copied()), "{named}");
        if named.common_factor() == 1 {
            assert_eq!(named.largest(), Some(left.last().copied().unwrap_or(0).into()));
            assert_eq!(named.count(), Some(left.len() as u128));
        } else {
            assert_eq!(named.largest(), None);
        }
        assert_eq!(named.to_string().parse::<NamedNumbers>(), Ok(named));
    });
}
