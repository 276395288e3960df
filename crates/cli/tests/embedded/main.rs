//! The program with tables inside, built with the feature `embedded-tables`.
#![allow(clippy::unwrap_used, unreachable_pub)]

#[expect(dead_code, unused_imports, reason = "the other tests of the program use the rest")]
#[path = "../suite/common/mod.rs"]
mod common;

use common::transcript::follow_all;
use common::*;

/// A question for each table inside the program, and the value that answers it.
const ASKED: [(&str, &str, &str); 5] = [
    ("number-20", "number 2 3 4 5 6", r#"{"outcome":"win","plies":5}"#),
    ("number-40", "number after:5,8", r#"{"outcome":"win","plies":7}"#),
    ("stake-4", "stake 01.1/00../.01./...1", r#"{"score":2}"#),
    ("tokens-4x4", "tokens P..#/.#../...P", r#"{"outcome":"win"}"#),
    ("chomp-10x10", "chomp 10,10,10,10,10,10,10,10", r#"{"outcome":"win"}"#),
];

#[test]
fn an_empty_folder_and_an_empty_environment_are_enough() {
    let program = Program::new();
    for (table, question, value) in ASKED {
        let run = Run::of(program.command(&format!("probe --json {question}")).env_clear());
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{table}");
        let answer = run.json();
        let value: Value = serde_json::from_str(value).unwrap();
        assert_eq!((&answer["table"], &answer["value"]), (&json!(table), &value));
    }
    assert_eq!(program.files(""), [""; 0]);
}

#[test]
fn tables_inside_the_program_are_as_those_of_a_folder() {
    follow_all(include_str!("tables.txt"));
}
