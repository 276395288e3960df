//! Answers of every game, with tables and without.

use perfectplay_games::stake::Index;

use super::common::*;

#[test]
fn every_game_gives_the_same_answers_with_and_without_tables() {
    for &(game, text, value) in ASKED {
        let question = ask(game, text);
        let (with, without) = (with_tables(), without_tables());
        let (with, without) = (with.answer(&question).unwrap(), without.answer(&question).unwrap());
        assert_eq!(with.value.unwrap().to_string(), value, "{game}");
        assert!(with.table.is_some() && without.table.is_none(), "{game}");
        assert_eq!((&with.position, with.value), (&without.position, without.value), "{game}");
        assert_eq!(with.moves, without.moves, "{game}");
        let mut json = serde_json::to_value(&with).unwrap();
        json["table"] = serde_json::Value::Null;
        assert_eq!(json, serde_json::to_value(&without).unwrap(), "{game}");
        assert_eq!(json["game"], game);
    }
}

#[test]
fn a_value_alone_is_that_of_the_answer() {
    for oracle in [with_tables(), without_tables()] {
        for &(game, text, expected) in ASKED {
            for plies in [Plies::IfStored, Plies::IfQuick, Plies::Always] {
                let question = ask(game, text).with_plies(plies);
                let found = oracle.value(&question).unwrap();
                let answer = oracle.answer(&question).unwrap();
                assert_eq!((found.value, &found.table), (answer.value, &answer.table), "{game}");
                let mut json = serde_json::to_value(&answer).unwrap();
                for part in ["moves", "rolls", "board"] {
                    json.as_object_mut().unwrap().shift_remove(part);
                }
                assert_eq!(serde_json::to_string(&found).unwrap(), json.to_string(), "{game}");
                // A table may have the outcome without plies.
                assert!(expected.starts_with(&found.value.unwrap().to_string()), "{game}");
            }
        }
    }
}

/// A table that counts how often it is read.
#[derive(Debug)]
struct CountingTable {
    bytes: Vec<u8>,
    reads: AtomicU64,
}

impl ReadAt for CountingTable {
    fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> std::io::Result<()> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        self.bytes.read_exact_at(bytes, offset)
    }
}

#[test]
fn a_value_alone_is_read_alone() {
    for (game, table, text) in [
        ("number", "number-12", "2 3 4 5 6"),
        ("chomp", "chomp-3x4", "4,3,1"),
        ("stake", "stake-3", "01/.."),
        ("tokens", "tokens-2x3", "P.P/..."),
        ("tower", "tower-2", "RGB/GRG"),
    ] {
        let bytes = golden_table(table);
        let length = bytes.len() as u64;
        let counted = Arc::new(CountingTable { bytes, reads: AtomicU64::new(0) });
        let tables = Tables::default().with_reader(table, counted.clone(), length);
        let oracle = Oracle::new(&built_in(), tables).unwrap();
        let reads = |ask: &dyn Fn()| {
            let before = counted.reads.load(Ordering::Relaxed);
            ask();
            counted.reads.load(Ordering::Relaxed) - before
        };
        let value = |plies| {
            let value = oracle.value(&ask(game, text).with_plies(plies)).unwrap();
            assert_eq!(value.table.as_deref(), Some(table));
        };
        // It is opened.
        value(Plies::IfStored);
        for plies in [Plies::IfStored, Plies::IfQuick, Plies::Always] {
            assert_eq!(reads(&|| value(plies)), 1, "{game} {plies:?}");
        }
        assert!(reads(&|| drop(oracle.answer(&ask(game, text)).unwrap())) >= 1, "{game}");
    }
}

#[test]
fn a_line_begins_with_the_first_best_move_and_ends_with_the_game() {
    for oracle in [with_tables(), without_tables()] {
        for &(game, text, _) in ASKED {
            let question = ask(game, text).with_line(true);
            if game == "tower" {
                refused!(oracle.answer(&question), Error::Usage { .. });
                continue;
            }
            let answer = oracle.answer(&question).unwrap();
            let Some(Line::Known(steps)) = &answer.line else { panic!("{game} has a line") };
            assert_eq!(steps[0].step, answer.moves.iter().next().unwrap().step, "{game}");
            let last = steps.last().unwrap();
            if let Some(position) = &last.position {
                let end = oracle.answer(&Question::new(position.clone())).unwrap();
                assert!(end.moves.iter().next().is_none(), "{game}");
            }
            if let Some(plies) = answer.value.unwrap().plies() {
                assert_eq!(usize::from(plies), steps.len());
            }
        }
    }
}

#[test]
fn replies_are_the_best_moves_of_the_position_after_each_move() {
    for oracle in [with_tables(), without_tables()] {
        for &(game, text, _) in ASKED {
            for plies in [Plies::IfStored, Plies::Always] {
                let question = ask(game, text).with_plies(plies);
                let with = oracle.answer(&question.clone().with_replies(true));
                if game == "tower" {
                    refused!(with, Error::Usage(UsageError::Replies(_)));
                    continue;
                }
                let (mut with, without) = (with.unwrap(), oracle.answer(&question).unwrap());
                let Moves::All(moves) = &mut with.moves else { panic!("all moves are known") };
                for reply in &mut *moves {
                    let expected = reply.position.clone().map_or_else(Vec::new, |position| {
                        let after = Question::new(position).with_plies(plies);
                        let after = oracle.answer(&after).unwrap();
                        let best = after.moves.iter().filter(|reply| reply.is_best());
                        best.map(|reply| reply.step.clone()).collect()
                    });
                    assert_eq!(reply.replies.take(), Some(Replies::Known(expected)), "{game}");
                }
                assert!(!moves.is_empty(), "{game}");
                assert_eq!(with, without, "{game}: nothing else changes");
            }
        }
    }
}

#[test]
fn replies_that_are_not_known_are_not_given() {
    let oracle = without_tables();
    let is_known = |reply: &MoveAnswer| matches!(reply.replies, Some(Replies::Known(_)));
    let question = ask("number", "after:11,16,58").with_replies(true);
    let answer = within(&oracle, &question, &at_most(1)).unwrap();
    let undecided = |reply: &&MoveAnswer| reply.result.is_none();
    assert!(answer.moves.iter().any(|reply| undecided(&reply)));
    assert!(!answer.moves.iter().filter(undecided).any(is_known));
    // Nor do replies that are searched for.
    let question = ask("number", "after:12,17").with_replies(true);
    let answer = within(&oracle, &question, &at_most(100_000)).unwrap();
    let known = answer.moves.iter().filter(|reply| is_known(reply)).count();
    assert!((1..answer.moves.iter().count()).contains(&known), "{known}");
    // The sixteen positions after a move take several times what the board takes.
    let question = ask("stake", "..../..../..../....").with_replies(true);
    let answer = oracle.answer(&question).unwrap();
    assert!(answer.moves.iter().all(is_known));
    for (times, expected) in [(1, 0..1), (3, 1..16)] {
        let limits = at_most(times * Index::new(16).unwrap().len());
        let answer = within(&oracle, &question, &limits).unwrap();
        let known = answer.moves.iter().filter(|reply| is_known(reply)).count();
        assert!(expected.contains(&known), "{known}");
    }
}

#[test]
fn replies_are_all_that_keep_the_outcome_where_no_plies_are_known() {
    let (oracle, few) = (without_tables(), at_most(500));
    let mut by_precision = [0, 0];
    for (rows, columns) in
        (1..=7).flat_map(|rows| (rows..=14 - rows).map(move |columns| (rows, columns)))
    {
        let question = ask("chomp", &vec![columns.to_string(); rows].join(","));
        let question = question.with_plies(Plies::IfStored).with_replies(true);
        let answer = within(&oracle, &question, &few).unwrap();
        for reply in answer.moves.iter() {
            let position = reply.position.clone().unwrap();
            // All is known here, with plies.
            let after = oracle.answer(&Question::new(position)).unwrap();
            let has_plies = reply.value.unwrap().plies().is_some();
            by_precision[usize::from(has_plies)] += 1;
            let keeps = |reply: &&MoveAnswer| match has_plies {
                true => reply.is_best(),
                false => reply.result.unwrap().outcome() == after.value.unwrap().outcome(),
            };
            let mut expected: Vec<String> =
                after.moves.iter().filter(keeps).map(|reply| reply.step.to_string()).collect();
            let Some(Replies::Known(found)) = &reply.replies else { panic!("{reply:?}") };
            let mut found: Vec<String> = found.iter().map(ToString::to_string).collect();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{rows} x {columns}, {}", reply.step);
        }
    }
    assert!(by_precision.iter().all(|&moves| moves > 100), "{by_precision:?}");
}

#[test]
fn a_question_takes_no_more_than_one_position_may_whatever_it_asks_for() {
    let bar = |rows, columns: usize| vec![columns.to_string(); rows].join(",");
    let sixteen = Index::new(16).unwrap().len();
    for (game, text, states) in [
        ("stake", "..../..../..../....".to_owned(), sixteen),
        ("stake", "..../..../..../....".to_owned(), 2 * sixteen),
        ("stake", ".../.../...".to_owned(), 50_000),
        ("chomp", bar(5, 9), 2_002),
        ("chomp", bar(6, 14), 5_000),
        ("contour", "2".to_owned(), 10),
        ("tokens", "P.../..../..../...P".to_owned(), 500),
        ("number", "after:11,16,58".to_owned(), 50_000),
        ("number", "2 3 4 5 6".to_owned(), 50_000),
    ] {
        let limits = at_most(states);
        let question = ask(game, &text).with_replies(true).with_line(true);
        let oracle = without_tables();
        let asked = || {
            let budget = Budget::new(&limits, &Silent);
            let answer = oracle.within(&budget).answer(&question).unwrap();
            assert!(budget.solved_states() <= states, "{text}: {}", budget.solved_states());
            (answer, budget.solved_states())
        };
        let first = asked();
        // What an earlier question left makes no difference.
        assert_eq!(asked(), first, "{text}");
        let alone = within(&oracle, &ask(game, &text), &limits).unwrap();
        let outcome = |answer: &Answer| answer.value.and_then(|value| value.outcome());
        assert_eq!(outcome(&first.0), outcome(&alone), "{text}");
    }
}

#[test]
fn numbers_of_equal_results_come_by_size_from_tables_solvers_and_searches() {
    let few = at_most(200);
    for text in ["after:13,19,21", "after:12,14,15,17", "after:11,16,58", "after:8"] {
        for oracle in [with_tables(), without_tables()] {
            let answer = within(&oracle, &ask("number", text), &few).unwrap();
            let moves: Vec<_> = answer.moves.iter().collect();
            let keys = moves.iter().map(|reply| {
                let number: u64 = reply.step.to_string().parse().unwrap();
                let plies = |result: Value| i64::from(result.plies().unwrap_or(0));
                let worth = reply.result.map_or(0, |result| 1000 - plies(result));
                (if reply.winning() == Some(true) { -worth } else { worth }, number)
            });
            assert!(!moves.is_empty() && keys.is_sorted(), "{text}");
        }
    }
}

#[test]
fn plies_are_added_to_a_tables_outcome_as_the_question_says() {
    let of_number = "more than the 3 states that are allowed";
    let of_bar = "16 states and 16 B of memory, where 3 states are allowed";
    for (game, text, table, known, work) in [
        ("number", "2 3 4 5 6", "number-30", 5, of_number),
        ("chomp", "3,3,1", "chomp-3x4", 6, of_bar),
    ] {
        let folder = folder(&[table]);
        let oracle = oracle_of(&folder);
        let question = ask(game, text);
        let plies = |plies| {
            let answer = oracle.answer(&question.clone().with_plies(plies)).unwrap();
            assert_eq!(answer.table.as_deref(), Some(table));
            answer.value.unwrap().plies()
        };
        assert_eq!(plies(Plies::IfStored), None);
        assert_eq!(plies(Plies::IfQuick), Some(known));
        assert_eq!(plies(Plies::Always), Some(known));
        // Beyond the limit there are none, or an error if they must be.
        let few = at_most(3);
        let with_few = |plies| within(&oracle, &question.clone().with_plies(plies), &few);
        assert_eq!(with_few(Plies::IfQuick).unwrap().value.unwrap().plies(), None);
        let beyond = with_few(Plies::Always).unwrap_err();
        let expected = "no table knows how many plies this position takes, and solving it takes";
        assert_eq!(beyond.to_string(), format!("{expected} {work}"));
        assert!(matches!(beyond, Error::Beyond(beyond) if beyond.plies));
    }
}

#[test]
fn a_bar_without_a_table_has_plies_where_that_is_asked_for_and_else_an_outcome() {
    let without = without_tables();
    // 10,400,600 positions with plies, or a hundredth as many rows of them without.
    let large = ask("chomp", &["13"; 13].join(","));
    let limits = at_most(200_000);
    let answer = within(&without, &large, &limits).unwrap();
    assert_eq!(answer.value.unwrap().to_string(), "win");
    let best: Vec<_> = answer.moves.iter().filter(|reply| reply.is_best()).collect();
    assert_eq!(best.len(), 1);
    assert_eq!(best[0].step.to_string(), "1,1");
    // So no line is known to be best.
    let line = within(&without, &large.clone().with_line(true), &limits).unwrap();
    assert!(matches!(line.line, Some(Line::Unknown(_))) && line.moves == answer.moves);
    let limits = at_most(1_000);
    let Err(Error::Beyond(beyond)) = within(&without, &large, &limits) else {
        panic!("more than a thousand states");
    };
    assert!(beyond.to_string().starts_with("no table has this position, and solving it takes "));
    assert_eq!(beyond.table.unwrap().to_string(), "chomp-13x13");
    let always = large.with_plies(Plies::Always);
    let beyond = within(&without, &always, &limits).unwrap_err().to_string();
    let expected = "no table knows how many plies this position takes, and solving it takes ";
    assert!(beyond.starts_with(expected), "{beyond}");
}

#[test]
fn a_game_without_boards_refuses_one_as_usage() {
    let refused = game("tower").shared().on_board("1 1\n5\n".into());
    assert_eq!(refused.unwrap_err().code(), Code::Usage);
}
