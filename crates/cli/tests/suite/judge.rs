//! `judge`: the contests' samples, every position, and bad input.

use perfectplay_core::Rules;

use crate::common::*;
use crate::document;

/// Whether two outputs are the same but for white space at their ends.
fn same_text(found: &str, expected: &str) -> bool {
    found.trim_end() == expected.trim_end()
}

/// Whether two outputs are numbers that hardly differ.
fn same_minutes(found: &str, expected: &str) -> bool {
    let minutes = |text: &str| text.trim().parse::<f64>().unwrap();
    (minutes(found) - minutes(expected)).abs() < 1e-9
}

#[test]
fn the_samples_are_answered_with_and_without_tables() {
    type Same = fn(&str, &str) -> bool;
    let to_the_byte: Same = |found, expected| found == expected;
    let p4363 = "contest answer-is-minus-one random-0 random-1 random-2 random-3 random-4 random-5 \
                 random-6 random-7";
    let cf424e = "contest all-red-6 random-0 random-1 random-2 random-3 random-4 random-5";
    let cases: [(&str, &str, Same); 4] = [
        ("poj1143", "contest random", to_the_byte),
        ("cf424e", cf424e, same_minutes),
        ("p4363", p4363, same_text),
        ("poj3317", "contest random", same_text),
    ];
    for program in [Program::new(), Program::with_tables()] {
        for (format, names, is_same) in cases {
            for name in names.split(' ') {
                let run =
                    program.feed(format!("judge {format}"), sample(&format!("{format}/{name}.in")));
                let expected = String::from_utf8(sample(&format!("{format}/{name}.out"))).unwrap();
                assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{format} {name}");
                let found = &run.stdout;
                assert!(is_same(found, &expected), "{format} {name}: {found}, not {expected}");
            }
        }
    }
}

#[test]
fn poj1143_answers_all_3514_positions_as_brute_force_does() {
    let mut plain = PlainSolver::new(WithPlies(Number));
    let (mut input, mut expected, mut case) = (String::new(), String::new(), 0);
    rules::for_each_position(20, &mut |available| {
        let moves = Number.moves(&rules::position(available));
        if moves.is_empty() {
            return;
        }
        case += 1;
        let words: Vec<String> = moves.iter().rev().map(|(step, _)| step.to_string()).collect();
        input += &format!("{} {}\n", moves.len(), words.join(" "));
        let winning: String = moves
            .iter()
            .filter(|(_, child)| plain.entry(child).outcome == Outcome::Loss)
            .map(|(step, _)| format!(" {step}"))
            .collect();
        expected += &format!("Test Case #{case}\n");
        expected += &if winning.is_empty() {
            "There's no winning move.\n\n".to_owned()
        } else {
            format!("The winning moves are:{winning}\n\n")
        };
    });
    assert_eq!(case, 3514);
    input += "0\n";
    for program in [Program::new(), Program::with_tables()] {
        let run = program.feed("judge poj1143", &input);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        assert!(run.stdout == expected);
    }
}

#[test]
fn poj2990_answers_the_samples_with_any_empty_lines_between_cases() {
    let program = Program::new();
    let input = String::from_utf8(sample("poj2990/random.in")).unwrap();
    let expected = String::from_utf8(sample("poj2990/random.out")).unwrap();
    for input in [input.clone(), input.replace("\n\n", "\n"), input.replace("\n\n", "\r\n\n\n")] {
        let run = program.feed("judge poj2990", &input);
        assert_eq!((run.code, run.stdout.trim_end()), (0, expected.trim_end()), "{run:?}");
    }
}

/// The contests whose readers `texts.txt` has, and whether they have many cases.
const READERS: [(&str, &str, bool); 5] = [
    ("number::ContestReader", "poj1143", true),
    ("tower::ContestReader", "cf424e", false),
    ("contour::Board", "p4363", false),
    ("stake::ContestReader", "poj3317", true),
    ("tokens::ContestReader", "poj2990", true),
];

#[test]
fn bad_input_is_named_with_its_place_and_what_was_answered_is_kept() {
    let program = Program::new();
    for (reader, text, read) in document::rows() {
        let format = READERS.iter().find(|(name, ..)| *name == reader);
        if let (Some((_, format, has_cases)), Err(message)) = (format, read) {
            let case = if *has_cases { "case 1, " } else { "" };
            let run = program.feed(format!("judge {format}"), &text);
            run.assert_fails(2, &format!("{case}{message}"));
            assert_eq!(run.stdout, "", "{format}: {message}");
        }
    }
}
