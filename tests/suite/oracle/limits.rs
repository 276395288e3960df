//! What an answer may cost: limits, effort, interruption.

use perfectplay_games::number;

use super::common::*;

#[test]
fn limits_are_kept_and_the_error_names_the_table_that_would_help() {
    let oracle = without_tables();
    let beyond = |game, text: &str, limits: &Limits| {
        let question = ask(game, text);
        match within(&oracle, &question, limits) {
            Err(Error::Beyond(beyond)) => *beyond,
            other => panic!("{other:?}"),
        }
    };
    let towers = ["RGB"; 10].join("/");
    let found = beyond("tower", &towers, &Limits::default());
    assert_eq!(found.table.unwrap().to_string(), "tower-10");
    assert!(matches!(found.limit, BrokenLimit::States { allowed: 200_000_000, .. }));
    let found = beyond("tower", &["RGB"; 8].join("/"), &Limits::default());
    assert!(matches!(found.limit, BrokenLimit::Memory { allowed, .. } if allowed == 256 << 20));
    // 24 empty cells are refused at once, and 36 with any limits.
    let cells = format!("{}/....0", ["....."; 4].join("/"));
    let found = beyond("stake", &cells, &Limits::default());
    let is_large = |work: &Work| work.states > 50_000_000_000;
    assert!(matches!(&found.limit, BrokenLimit::States { work, .. } if is_large(work)));
    assert_eq!(found.table.unwrap().to_string(), "stake-5");
    let all = Limits::at_most(u64::MAX, u64::MAX);
    let found = beyond("stake", &["......"; 6].join("/"), &all);
    assert!(matches!(found.limit, BrokenLimit::Solver(_)) && found.table.is_none());
    let tiny = at_most(5);
    assert!(matches!(beyond("contour", "0", &tiny).limit, BrokenLimit::States { .. }));
    assert!(matches!(beyond("tokens", "P.P/...", &tiny).limit, BrokenLimit::States { .. }));
    let number = ask("number", "2 3 4 5 6");
    let answer = within(&oracle, &number, &tiny).unwrap();
    assert!(answer.search.unwrap().visited <= 5);
}

#[test]
fn whether_a_question_is_answered_does_not_depend_on_earlier_ones() {
    let oracle = without_tables();
    let few = at_most(3);
    for &(game, text, _) in ASKED {
        let question = ask(game, text).with_plies(Plies::Always);
        let alone = within(&without_tables(), &question, &few).is_ok();
        assert!(oracle.answer(&question).is_ok());
        assert_eq!(within(&oracle, &question, &few).is_ok(), alone, "{game}");
    }
}

#[test]
fn work_that_is_not_quick_is_announced_and_can_be_interrupted() {
    let observer = Impatient::default();
    let limits = Limits::default().with_memory(1 << 30);
    let board = format!("{}/.....", ["010.1", "10...", ".....", "....."].join("/"));
    let question = ask("stake", &board);
    let stopped = without_tables().within(&Budget::new(&limits, &observer)).answer(&question);
    refused!(stopped, Error::Interrupted(_));
    let states = perfectplay_games::stake::Index::new(19).unwrap().len();
    assert_eq!(observer.begun.into_inner().unwrap(), [states]);
}

#[test]
fn less_effort_gives_the_same_answer_or_none() {
    let small: Vec<_> = ASKED.iter().map(|&(game, text, _)| (game, text)).collect();
    let asked = small.iter().copied().chain([
        ("number", "after:11,16,58"),
        ("number", "after:16,17,19"),
        ("number", "after:62,63"),
        ("stake", "..../..../..../...."),
        ("tokens", "P......./......../......../......../......../......../......../.......P"),
        ("chomp", "9,9,9,9,9,9"),
        ("tower", "RGB/GRG/RGB/GRG/RGB"),
    ]);
    let has_line = |game, text| game != "tower" && small.contains(&(game, text));
    let mut by_effort = [0, 0, 0];
    for (game, text) in asked {
        for (oracle, plies, line) in [
            (with_tables(), Plies::IfQuick, false),
            (with_tables(), Plies::IfStored, false),
            (without_tables(), Plies::IfQuick, false),
            (without_tables(), Plies::IfStored, false),
            (without_tables(), Plies::IfStored, has_line(game, text)),
        ] {
            let states = (game == "number").then_some(300_000);
            let limits = Limits::default().with_states(states);
            let question = ask(game, text).with_plies(plies).with_line(line);
            let full = within(&oracle, &question, &limits).unwrap();
            let value = oracle.within(&Budget::new(&limits, &Silent)).value(&question).unwrap();
            for effort in [Effort::AtOnce, Effort::Quick, Effort::Full] {
                let budget = || Budget::of(&limits, effort, &Silent);
                let answer = oracle.within(&budget()).try_answer(&question).unwrap();
                assert!(answer.is_some() || effort < Effort::Full, "{text}");
                by_effort[effort as usize] += usize::from(answer.is_some());
                assert!(answer.is_none_or(|answer| answer == full), "{text} {effort:?}");
                let less = oracle.within(&budget()).try_value(&question).unwrap();
                assert!(less.is_none_or(|less| less == value), "{text} {effort:?}");
            }
        }
    }
    // Each effort is enough for some questions that a smaller one is not enough for.
    assert!(by_effort.is_sorted_by(|less, more| less < more), "{by_effort:?}");
}

#[test]
fn the_effort_to_read_numbers_grows_with_their_sums() {
    let needs = |text: &str| {
        let efforts = [Effort::AtOnce, Effort::Quick, Effort::Full];
        efforts.into_iter().find(|&effort| {
            let budget = Budget::of(&Limits::default(), effort, &Silent);
            Attempt::default()
                .read_within(&budget, |budget| Question::read(game("number"), text, budget))
                .map_or(true, |question| question.is_some())
        })
    };
    let every = |step: usize, from: usize, count: usize| {
        let numbers = (from..).step_by(step).take(count).map(|number| number.to_string());
        format!("after:{}", numbers.collect::<Vec<_>>().join(","))
    };
    for text in ["2 3 5", "after:62,63", "after:100003,100005", "nonsense", "after:1,2"] {
        assert_eq!(needs(text), Some(Effort::AtOnce), "{text}");
    }
    assert_eq!(needs("after:20011,20021,20023"), Some(Effort::Quick));
    assert_eq!(needs("after:1048571,1048573,1048575"), Some(Effort::Quick));
    assert_eq!(needs(&every(2, 30_001, 1_500)), Some(Effort::Full));
    // What no effort reads is an error that says so.
    assert_eq!(needs(&every(2, 1_000_001, 4_000)), Some(Effort::Full));
}

/// `after:` and every `step`th number from `first` on, so that none is a sum of others, in at most 32 KiB.
fn long_list(first: u64, step: usize) -> String {
    let mut text = format!("after:{first}");
    for number in (first..2 * first).step_by(step).skip(1) {
        text.push_str(&format!(",{number}"));
        if text.len() > 32_760 {
            break;
        }
    }
    text
}

#[test]
fn the_longest_lists_of_named_numbers_take_few_steps() {
    let limits = at_most(1);
    for (first, step, most) in [
        (801, 1, 10_000_000),
        (3_201, 4, 15_000_000),
        (12_001, 1, 250_000_000),
        (99_991, 2, 250_000_000),
        (1_000_003, 1, 250_000_000),
        (1_048_575, 4, 250_000_000),
    ] {
        let budget = Budget::new(&limits, &Silent);
        let all = budget.steps();
        let question = Question::read(game("number"), &long_list(first, step), &budget);
        let oracle = without_tables();
        match question.and_then(|question| oracle.within(&budget).answer(&question)) {
            Ok(answer) => assert!(answer.search.is_some()),
            Err(Error::Position(error)) => {
                assert_eq!(error.to_string(), number::PositionError::TooLargeForSums.to_string());
            }
            Err(other) => panic!("{other}"),
        }
        let spent = all - budget.steps();
        assert!((most / 10..most).contains(&spent), "{first} {step}: {spent}");
    }
}
