//! `probe number` beyond the tables: searches, theorems, and honest ignorance.

use crate::common::{Program, Run};

/// Runs `probe number` with JSON on these arguments.
fn probe(program: &Program, arguments: &[&str]) -> Run {
    let run = program.run_well(&[&["probe", "number", "--json"], arguments].concat());
    assert_eq!(run.stderr, "", "{arguments:?}");
    assert_eq!(run.stdout.lines().count(), 1, "{arguments:?}");
    run
}

#[test]
fn a_published_losing_position_is_found_by_search_into_the_largest_table() {
    let program = Program::with_tables();
    let run = probe(&program, &["after:11,16,58"]);
    assert!(run.stdout.starts_with(
        "{\"game\":\"number\",\"position\":\"after:11,16,58\",\"value\":{\"outcome\":\"loss\"},\
         \"moves\":[{\"move\":\"2\",\"position\":\"after:2,11\",\
         \"value\":{\"outcome\":\"win\"},\"result\":{\"outcome\":\"loss\"},\
         \"best\":true,\"winning\":false},{\"move\":\"3\","
    ));
    assert_eq!(run.stdout.matches("\"result\":{\"outcome\":\"loss\"}").count(), 60);
    assert!(run.stdout.contains("],\"table\":\"number-40\",\"searched\":"), "{run:?}");
    assert!(run.stdout.ends_with(",\"left\":60,\"largest\":111}\n"), "{run:?}");
    // Every position that a move leads to is read back.
    let reply = probe(&program, &["after:10,11,16"]);
    assert!(reply.stdout.contains("\"winning\":true"), "{reply:?}");
    // Without tables the search goes to the end.
    let run = probe(&Program::new(), &["after:11,16,58"]);
    assert!(run.stdout.contains("\"value\":{\"outcome\":\"loss\"}"), "{run:?}");
    assert!(run.stdout.contains("\"table\":null,\"searched\":"), "{run:?}");
}

#[test]
fn numbers_that_json_does_not_hold_everywhere_are_texts() {
    let run = probe(&Program::new(), &["after:999999937,1000000007"]);
    assert!(
        run.stdout.contains(",\"left\":\"499999970999999807\",\"largest\":\"999999941999999615\"")
    );
}

#[test]
fn a_position_that_no_table_has_is_searched_and_keeps_its_form() {
    let numbers: Vec<String> = (2..=45).map(|number| number.to_string()).collect();
    let numbers = numbers.join(" ");
    let run = probe(&Program::with_tables(), &[&numbers, "--limit", "30000"]);
    assert!(run.stdout.starts_with(&format!("{{\"game\":\"number\",\"position\":\"{numbers}\"")));
    assert!(run.stdout.contains("\"table\":\"number-40\",\"searched\":30000,"), "{run:?}");
    let run = probe(&Program::with_tables(), &[&numbers, "--limit", "0"]);
    assert!(run.stdout.contains("\"value\":null,\"moves\":[{\"move\":\""), "{run:?}");
    let unknown = "no theorem that is known here decides it; the search reached its limit";
    assert!(run.stdout.ends_with(&format!("\"reason\":\"{unknown}\"}}\n")), "{run:?}");
    // People are told what helps.
    let run = Program::with_tables().run(&["probe", "number", &numbers, "--limit", "0"]);
    let help =
        "which --limit raises; `perfectplay build number-45` makes the table that has it, in ";
    assert!(run.stdout.contains(&format!("{unknown}, {help}")), "{run:?}");
}

#[test]
fn a_search_beyond_its_limit_leaves_unknown_what_it_did_not_find() {
    let run = probe(&Program::with_tables(), &["after:11,16,58", "--limit", "100"]);
    assert!(run.stdout.contains("\"position\":\"after:11,16,58\",\"value\":null,\"moves\":["));
    let unknown = "\"value\":null,\"result\":null,\"best\":null,\"winning\":null}";
    assert!(run.stdout.contains(unknown), "{run:?}");
    assert!(run.stdout.contains("\"searched\":100,\"left\":60,\"largest\":111,\"reason\":\""));
    assert!(run.stdout.contains("the search reached its limit\"}"));
}

#[test]
fn theorems_decide_with_their_sources() {
    let program = Program::with_tables();
    for (position, value, moves, source) in [
        ("after:", "win", Some("5"), "Winning Ways"),
        ("after:10", "win", Some("5"), "Winning Ways"),
        ("after:6", "win", Some("4"), "Winning Ways"),
        ("after:8,10", "win", Some("22"), "Sicherman"),
        ("after:8,12,31", "win", Some("29"), "Blok"),
        ("after:5", "loss", None, "Hutchings"),
        ("after:4,6", "loss", None, "Winning Ways"),
        ("after:6,9", "loss", None, "Winning Ways"),
        ("after:8,12", "loss", None, "Winning Ways"),
        ("after:998244353,1000000007", "win", None, "Hutchings"),
    ] {
        let run = probe(&program, &[position, "--limit", "0"]);
        assert!(run.stdout.contains(&format!("\"value\":{{\"outcome\":\"{value}\"}}")), "{run:?}");
        match moves {
            Some(number) => {
                assert!(run.stdout.contains(&format!("{{\"move\":\"{number}\"")), "{run:?}");
            }
            None => assert!(run.stdout.contains("\"moves\":null"), "{run:?}"),
        }
        assert!(run.stdout.contains("\"theorem\":{\"statement\":\""), "{run:?}");
        assert!(run.stdout.contains(source), "{run:?}");
    }
}

#[test]
fn what_nobody_knows_is_not_known() {
    let program = Program::with_tables();
    let run = program.run_well(&["probe", "number", "after:16", "--limit", "1000"]);
    assert_eq!(
        run.stdout,
        "\
position  after:16
left      infinitely many numbers
value     not known
table     number-40, and a search of 1000 positions
reason    no theorem that is known here decides it; the search reached its limit, which --limit raises
"
    );
    let run = probe(&program, &["after:16", "--limit", "1000"]);
    assert!(run.stdout.contains("\"value\":null,\"moves\":null,"), "{run:?}");
    assert!(run.stdout.contains("\"left\":null,\"largest\":null,\"reason\":"), "{run:?}");
}

#[test]
fn people_see_that_infinitely_many_numbers_are_left_and_which_moves_win() {
    let run = Program::with_tables().run(&["probe", "number", "after:8"]);
    assert_eq!(
        run.stdout,
        "\
position  after:8
left      infinitely many numbers
value     win for the player to move
table     none
theorem   naming 12 wins: with 8, 12 and complete pairs named, the reply to each number is its partner: 2 and 3, 4 and 6, 4j+1 and 4j+3, 8j+2 and 8j+6
source    Winning Ways, chapter 18, and Blok, Sylver Coinage positions with g=2 (2021)

move  leads to    result
  12  after:8,12  win  best

There are more moves; these are known to win.
"
    );
}

#[test]
fn all_kinds_of_answers_come_out_a_line_each() {
    let input = b"2 3 4 5 6\nafter:4,6\nafter:11,16,58\n\nafter:16\nafter:4,3\n";
    let run = Program::with_tables().feed(&["probe", "number", "-", "--limit", "20000"], input);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let values: Vec<&str> =
        run.stdout.lines().map(|line| line.split_once("\"value\":").unwrap().1).collect();
    assert_eq!(values.len(), 5);
    for (value, expected) in values.iter().zip([
        "{\"outcome\":\"win\",\"plies\":5}",
        "{\"outcome\":\"loss\"}",
        "{\"outcome\":\"loss\"}",
        "null",
        "{\"outcome\":\"win\",\"plies\":1}",
    ]) {
        assert!(value.starts_with(expected), "{value}");
    }
    let run = Program::with_tables().feed(&["probe", "number", "-"], b"after:4,6\nafter:4,8\n");
    run.assert_fails(
        2,
        "line 2: 8 may not be named: 8 = 4 + 4, both sums of the numbers before it",
    );
    assert_eq!(run.stdout.lines().count(), 1);
}

#[test]
fn hostile_lists_are_refused_in_one_line() {
    let program = Program::new();
    let descending: Vec<String> = (10_000..20_000).rev().map(|n: u32| n.to_string()).collect();
    // Other short ones are among the texts that all games refuse.
    for position in [
        "after:,",
        "after:-4",
        "after:4;6",
        "after:1048577,1048579,1048583,9999999",
        &format!("after:{}7", "7,".repeat(30_000)),
        &format!("after:{}", "9".repeat(60_000)),
        &format!("after:{}", descending.join(",")),
    ] {
        // Windows has no longer command lines.
        if cfg!(windows) && position.len() > 30_000 {
            continue;
        }
        let run = program.run(&["probe", "number", position, "--limit", "100"]);
        let shown: String = position.chars().take(40).collect();
        assert_eq!((run.code, run.stderr.lines().count()), (2, 1), "{shown}: {}", run.stderr);
        assert!(run.stderr.len() < 400, "{shown}");
    }
    let spaces = " ".repeat(if cfg!(windows) { 20_000 } else { 60_000 });
    program.run_well(&["probe", "number", &format!("after:4{spaces}"), "--limit", "100"]);
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let program = Program::with_tables();
    // Where no line is known the answer comes without one, and says why.
    let run = program.run_well(&["probe", "number", "after:4,6", "--line"]);
    assert!(run.stdout.starts_with("position  after:4,6\n"), "{run:?}");
    assert!(run.stdout.ends_with(
        "\nbest play not known: how many plies the game lasts is not known, so no line of play is \
         known to be best\n"
    ), "{run:?}");
    let run = program.run(&["probe", "number", "after:4,6", "--line", "--json"]);
    assert!(run.stdout.contains(",\"line\":null,\"table\":"), "{run:?}");
    for limit in ["-1", "x", "99999999999999999999999"] {
        let limit = format!("--limit={limit}");
        assert_eq!(program.run(&["probe", "number", "after:4,6", &limit]).code, 2);
    }
}

#[test]
fn a_damaged_table_is_named() {
    let program = Program::with_tables();
    // The classes, behind the counts.
    program.change("tables/number-40.table", |bytes| bytes[12_288..23_000].fill(0x2a));
    let run = program.run(&["probe", "number", "after:11,16,58"]);
    run.assert_fails(
        1,
        "number-40 is damaged; `perfectplay build number-40 --force` builds it anew",
    );
}
