//! `judge`: the contests' samples, every position, and bad input.

use crate::common::{Program, sample};
use perfectplay_core::Outcome;
use perfectplay_core::number::rules;

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
                let run = program.feed(&["judge", format], &sample(&format!("{format}/{name}.in")));
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
    let mut plain = rules::PlainSolver::default();
    let (mut input, mut expected, mut case) = (String::new(), String::new(), 0);
    rules::for_each_position(20, &mut |position| {
        let numbers: Vec<u8> = rules::moves(position).collect();
        if numbers.is_empty() {
            return;
        }
        case += 1;
        let words: Vec<String> = numbers.iter().rev().map(u8::to_string).collect();
        input += &format!("{} {}\n", numbers.len(), words.join(" "));
        let winning: String = numbers
            .iter()
            .filter(|&&number| plain.value(&rules::after(position, number)).0 == Outcome::Loss)
            .map(|number| format!(" {number}"))
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
        let run = program.feed(&["judge", "poj1143"], input.as_bytes());
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        assert!(run.stdout == expected);
    }
}

#[test]
fn poj1143_reads_a_file_and_any_white_space() {
    let program = Program::new();
    let path = program.directory.path().join("input.txt");
    std::fs::write(&path, "  2\t2   5 \r\n\r\n0\r\nwhat follows is not read").unwrap();
    let run = program.run(&["judge", "poj1143", path.to_str().unwrap()]);
    assert_eq!((run.code, &*run.stdout), (0, "Test Case #1\nThe winning moves are: 2\n\n"));
}

#[test]
fn poj2990_answers_the_samples_with_any_empty_lines_between_cases() {
    let program = Program::new();
    let input = String::from_utf8(sample("poj2990/random.in")).unwrap();
    let expected = String::from_utf8(sample("poj2990/random.out")).unwrap();
    for input in [input.clone(), input.replace("\n\n", "\n"), input.replace("\n\n", "\r\n\n\n")] {
        let run = program.feed(&["judge", "poj2990"], input.as_bytes());
        assert_eq!((run.code, run.stdout.trim_end()), (0, expected.trim_end()), "{run:?}");
    }
}

/// A format, a sound beginning and its answer, and what may follow it with what is said of that.
type Bad = (&'static str, &'static [u8], &'static str, &'static [(&'static [u8], &'static str)]);

/// Input that is bad.
const BAD: [Bad; 5] = [
    (
        "poj1143",
        b"2 2 5\n",
        "Test Case #1\nThe winning moves are: 2\n\n",
        &[
            (
                b"3 2 3\n0\n",
                "case 2, line 2, column 6: 3 numbers were promised, and the line ends after 2",
            ),
            (
                b"2 2 3 4\n0\n",
                "case 2, line 2, column 7: 2 numbers were promised, and `4` is one more",
            ),
            (b"1 21\n0\n", "case 2, line 2, column 3: `21` is not an available number, 2 to 20"),
            (b"1 1\n0\n", "case 2, line 2, column 3: `1` is not an available number, 2 to 20"),
            (
                b"21 2\n0\n",
                "case 2, line 2, column 1: `21` is not how many numbers follow, 0 to 20",
            ),
            (b"2 5 5\n0\n", "case 2, line 2, column 5: 5 appears twice"),
            (
                b"2 two 5\n0\n",
                "case 2, line 2, column 3: `two` is not an available number, 2 to 20",
            ),
            (b"2 +2 5\n0\n", "case 2, line 2, column 3: `+2` is not an available number, 2 to 20"),
            (b"-1\n0\n", "case 2, line 2, column 1: `-1` is not how many numbers follow, 0 to 20"),
            (b"3 2 3 9\n0\n", "case 2, line 2: 9 is available, but 4 and 5 are not: 9 = 4 + 5"),
            (
                b"\xff\xfe\x00\n0\n",
                "line 2, column 1: not text: a byte that UTF-8 does not have here",
            ),
            (
                b"2 2 \x00\n0\n",
                "case 2, line 2, column 5: `\\0` is not an available number, 2 to 20",
            ),
        ],
    ),
    (
        "cf424e",
        b"",
        "",
        &[
            (b"", "line 1: the input ends where the number of levels should be"),
            (b"0\n", "line 1, column 1: `0` is not the number of levels, 2 to 6"),
            (b"1\nRGB\n", "line 1, column 1: `1` is not the number of levels, 2 to 6"),
            (b"7\n", "line 1, column 1: `7` is not the number of levels, 2 to 6"),
            (b"two\n", "line 1, column 1: `two` is not the number of levels, 2 to 6"),
            (b"2\nRGB\n", "line 3: the input ends where level 2 of 2 should be"),
            (b"2\nRGB\n\n GRX\n", "line 4, column 2: level 2, right place: `X` is not R, G or B"),
            (b"2\nRG\nGRG\n", "line 2, column 1: level 1 has 2 blocks (`RG`) instead of 3"),
            (b"2\nRGBR\nGRG\n", "line 2, column 1: level 1 has 4 blocks (`RGBR`) instead of 3"),
            (b"2\nR.B\nGRG\n", "line 2, column 1: level 1, middle place: `.` is not R, G or B"),
            (b"2\nRGB GRG\n", "line 2, column 5: `GRG` is one word too many"),
            (b"2 RGB GRG\n", "line 1, column 3: `RGB` is one word too many"),
            (b"2\nRGB\nGRG\n\n 2\n", "line 5, column 2: `2` after the last level"),
        ],
    ),
    (
        "p4363",
        b"",
        "",
        &[
            (b"11 2", "line 1, column 1: `11` where the number of rows (1 to 10) was expected"),
            (
                b"1 2\n1 2\n3",
                "line 3, column 2: the input ends where the score of player B at row 0, column 1 (0 to 100000) should be",
            ),
            (
                b"1 1\n1\n2\n3",
                "line 4, column 1: `3` after the last of the board's 2 scores; expected the end of the input",
            ),
            (
                b"1 1\n1\n100001",
                "line 3, column 1: `100001` where the score of player B at row 0, column 0 (0 to 100000) was expected",
            ),
            (b"1 x", "line 1, column 3: `x` where the number of columns (1 to 10) was expected"),
            (b"1 1\n\xff", "standard input: line 2: not text"),
        ],
    ),
    (
        "poj3317",
        b"2\n01\n..\n",
        "(1,0) 0\n",
        &[
            (b"9\n", "case 2, line 4, column 1: `9` is not the size of a board, 0 to 8"),
            (b"2\n01\n", "case 2, line 6: the input ends where row 1 of 2 should be"),
            (b"2\n01\n.\n0\n", "case 2, line 6, column 1: row 1 has 1 cells instead of 2"),
            (b"2\n0x\n..\n0\n", "case 2, line 5, column 2: `x` is not 0, 1 or . (empty)"),
            (
                b"2\n01\n01\n0\n",
                "case 2, line 6: the board has 0 empty cells, and the contest's have 1 to 10",
            ),
            (
                b"4\n....\n....\n....\n....\n0\n",
                "case 2, line 8: the board has 16 empty cells, and the contest's have 1 to 10",
            ),
            (b"2\n0 1\n..\n0\n", "case 2, line 5, column 3: `1` is one word too many"),
        ],
    ),
    (
        "poj2990",
        b"1 2\nPP\n\n",
        "Alice wins.\n",
        &[
            (b"9 1\n", "case 2, line 4, column 1: `9` is not the number of rows, 1 to 8"),
            (
                b"1\n",
                "case 2, line 4, column 2: the line ends where the number of columns should be, 1 to 8",
            ),
            (b"1 2 3\n", "case 2, line 4, column 5: `3` is one word too many"),
            (b"2 2\nPP\n", "case 2, line 6: the input ends where row 1 of 2 should be"),
            (b"1 3\nPP\n", "case 2, line 5: row 0 has 2 cells instead of 3"),
            (b"1 3\nPxP\n", "case 2, line 5, column 2: `x` is not . (empty), # (removed) or P"),
            (b"rubbish", "case 2, line 4, column 1: `rubbish` is not the number of rows, 1 to 8"),
        ],
    ),
];

#[test]
fn bad_input_is_named_with_its_place_and_what_was_answered_is_kept() {
    let program = Program::new();
    for (format, first, answer, cases) in BAD {
        for &(second, message) in cases {
            let run = program.feed(&["judge", format], &[first, second].concat());
            run.assert_fails(2, message);
            assert_eq!(run.stdout, answer, "{format}: {message}");
        }
    }
    // Of other kinds than the contest's, whatever is said of them.
    for (format, input, said) in [
        ("poj3317", "2\n11\n..\n0\n", "error: case 1, line 3: "),
        ("poj3317", "2\n00\n..\n0\n", "error: case 1, line 3: "),
        ("poj2990", "1 3\nP..\n", "error: "),
        ("poj2990", "1 3\nPPP\n", "error: "),
        ("poj2990", "1 3\n...\n", "error: "),
    ] {
        let run = program.feed(&["judge", format], input.as_bytes());
        assert_eq!((run.code, run.stderr.lines().count()), (2, 1), "{run:?}");
        assert!(run.stderr.starts_with(said), "{run:?}");
    }
}

#[test]
fn input_that_is_cut_off_is_answered_with_a_warning() {
    let program = Program::new();
    for (format, input, answer, line) in [
        ("poj1143", "2 2 5\n", "Test Case #1\nThe winning moves are: 2\n\n", 2),
        ("poj3317", "2\n01\n..\n", "(1,0) 0\n", 4),
    ] {
        let run = program.feed(&["judge", format], input.as_bytes());
        assert_eq!((run.code, run.stdout.as_str()), (0, answer));
        let warning = format!(
            "warning: line {line}: the input ends without the line `0` that closes it: it may be \
             cut off\n"
        );
        assert_eq!(run.stderr, warning);
    }
}

#[test]
fn endless_input_is_refused() {
    let program = Program::new();
    for (format, length, message) in [
        ("poj1143", 1, "line 1: longer than 65536 bytes: this is not the expected input"),
        ("p4363", 2, "standard input: longer than any board: 1048576 bytes"),
    ] {
        let run = program.feed(&["judge", format], &vec![b'1'; length << 20]);
        run.assert_fails(2, message);
    }
}

#[test]
fn a_format_or_a_file_that_is_not_there_is_refused() {
    let program = Program::new();
    let run = program.run(&["judge", "poj1144"]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("[possible values: poj1143, cf424e, p4363, poj3317, poj2990]"),
        "{run:?}"
    );
    let run = program.run(&["judge", "poj1143", "nowhere.txt"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.starts_with("error: nowhere.txt: cannot be read: "), "{run:?}");
}
