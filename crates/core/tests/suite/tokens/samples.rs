//! The contest's samples.

use std::fs;
use std::path::PathBuf;

use super::boards::position;
use perfectplay_core::Outcome;
use perfectplay_core::tokens::{Answer, SolvedBoard};

#[test]
fn the_samples_have_the_answers_of_the_contest() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/samples/poj2990");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let input = read("random.in");
    let cases: Vec<&str> = input.split("\n\n").filter(|case| !case.trim().is_empty()).collect();
    let output = read("random.out");
    let expected: Vec<&str> = output.lines().collect();
    assert_eq!(cases.len(), expected.len());
    for (case, expected) in cases.iter().zip(expected) {
        let rows: Vec<&str> = case.lines().skip(1).collect();
        let start = position(&rows.join("/"));
        let outcome = SolvedBoard::new(start.board()).outcome(start.pieces()).unwrap();
        let winner = if outcome == Outcome::Win { "Alice wins." } else { "Bob wins." };
        assert_eq!(winner, expected, "{start}");
        assert_eq!(Answer::solve(&start).value, outcome);
    }
}
