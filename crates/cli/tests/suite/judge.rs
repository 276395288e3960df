//! `judge`: the contests' samples, every position, and bad input.

use crate::common::{Program, sample};
use perfectplay_core::Outcome;
use perfectplay_core::number::rules;

#[test]
fn poj1143_answers_the_samples_to_the_byte_with_and_without_a_table() {
    for program in [Program::new(), Program::with_tables()] {
        for name in ["contest", "random"] {
            let input = sample(&format!("poj1143/{name}.in"));
            let expected = sample(&format!("poj1143/{name}.out"));
            let run = program.feed(&["judge", "poj1143"], &input);
            assert_eq!((run.code, run.stdout.as_bytes(), ""), (0, &expected[..], &*run.stderr));
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
fn poj1143_says_where_bad_input_is_bad_and_keeps_what_it_answered() {
    let program = Program::new();
    let first = "Test Case #1\nThe winning moves are: 2\n\n";
    for (second, message) in [
        (
            &b"3 2 3\n0\n"[..],
            "case 2, line 2, column 6: 3 numbers were promised, and the line ends after 2",
        ),
        (b"2 2 3 4\n0\n", "case 2, line 2, column 7: 2 numbers were promised, and `4` is one more"),
        (b"1 21\n0\n", "case 2, line 2, column 3: `21` is not an available number, 2 to 20"),
        (b"1 1\n0\n", "case 2, line 2, column 3: `1` is not an available number, 2 to 20"),
        (b"21 2\n0\n", "case 2, line 2, column 1: `21` is not how many numbers follow, 0 to 20"),
        (b"2 5 5\n0\n", "case 2, line 2, column 5: 5 appears twice"),
        (b"2 two 5\n0\n", "case 2, line 2, column 3: `two` is not an available number, 2 to 20"),
        (b"2 +2 5\n0\n", "case 2, line 2, column 3: `+2` is not an available number, 2 to 20"),
        (b"-1\n0\n", "case 2, line 2, column 1: `-1` is not how many numbers follow, 0 to 20"),
        (b"3 2 3 9\n0\n", "case 2, line 2: 9 is available, but 4 and 5 are not: 9 = 4 + 5"),
        (b"\xff\xfe\x00\n0\n", "line 2, column 1: not text: a byte that UTF-8 does not have here"),
        (b"2 2 \x00\n0\n", "case 2, line 2, column 5: `\\0` is not an available number, 2 to 20"),
    ] {
        let run = program.feed(&["judge", "poj1143"], &[b"2 2 5\n", second].concat());
        run.assert_fails(2, message);
        assert_eq!(run.stdout, first, "{message}");
    }
    // Without the closing 0 everything is answered all the same.
    let run = program.feed(&["judge", "poj1143"], b"2 2 5\n");
    assert_eq!((run.code, run.stdout.as_str()), (0, first));
    let warning =
        "warning: line 2: the input ends without the line `0` that closes it: it may be cut off\n";
    assert_eq!(run.stderr, warning);
    let endless = vec![b'1'; 1 << 20];
    let run = program.feed(&["judge", "poj1143"], &endless);
    run.assert_fails(2, "line 1: longer than 65536 bytes: this is not the expected input");
}

#[test]
fn cf424e_answers_the_samples_with_and_without_a_table() {
    for program in [Program::new(), Program::with_tables()] {
        for name in [
            "contest",
            "all-red-6",
            "random-0",
            "random-1",
            "random-2",
            "random-3",
            "random-4",
            "random-5",
        ] {
            let run = program.feed(&["judge", "cf424e"], &sample(&format!("cf424e/{name}.in")));
            let expected = String::from_utf8(sample(&format!("cf424e/{name}.out"))).unwrap();
            let minutes = |text: &str| text.trim().parse::<f64>().unwrap();
            assert_eq!((run.code, run.stderr.as_str()), (0, ""));
            let error = (minutes(&run.stdout) - minutes(&expected)).abs();
            assert!(error < 1e-9, "{name}: {}, expected {expected}", run.stdout);
        }
    }
}

#[test]
fn cf424e_says_where_bad_input_is_bad() {
    let program = Program::new();
    for (input, message) in [
        ("", "line 1: the input ends where the number of levels should be"),
        ("0\n", "line 1, column 1: `0` is not the number of levels, 2 to 6"),
        ("1\nRGB\n", "line 1, column 1: `1` is not the number of levels, 2 to 6"),
        ("7\n", "line 1, column 1: `7` is not the number of levels, 2 to 6"),
        ("two\n", "line 1, column 1: `two` is not the number of levels, 2 to 6"),
        ("2\nRGB\n", "line 3: the input ends where level 2 of 2 should be"),
        ("2\nRGB\n\n GRX\n", "line 4, column 2: level 2, right place: `X` is not R, G or B"),
        ("2\nRG\nGRG\n", "line 2, column 1: level 1 has 2 blocks (`RG`) instead of 3"),
        ("2\nRGBR\nGRG\n", "line 2, column 1: level 1 has 4 blocks (`RGBR`) instead of 3"),
        ("2\nR.B\nGRG\n", "line 2, column 1: level 1, middle place: `.` is not R, G or B"),
        ("2\nRGB GRG\n", "line 2, column 5: `GRG` is one word too many"),
        ("2 RGB GRG\n", "line 1, column 3: `RGB` is one word too many"),
        ("2\nRGB\nGRG\n\n 2\n", "line 5, column 2: `2` after the last level"),
    ] {
        let run = program.feed(&["judge", "cf424e"], input.as_bytes());
        run.assert_fails(2, message);
        assert_eq!(run.stdout, "");
    }
}

#[test]
fn p4363_answers_the_samples() {
    let program = Program::new();
    for name in [
        "contest",
        "answer-is-minus-one",
        "random-0",
        "random-1",
        "random-2",
        "random-3",
        "random-4",
        "random-5",
        "random-6",
        "random-7",
    ] {
        let run = program.feed(&["judge", "p4363"], &sample(&format!("p4363/{name}.in")));
        let expected = String::from_utf8(sample(&format!("p4363/{name}.out"))).unwrap();
        assert_eq!((run.code, run.stdout.trim_end()), (0, expected.trim_end()), "{name}");
    }
}

#[test]
fn p4363_says_where_bad_input_is_bad() {
    let program = Program::new();
    for (input, message) in [
        (&b"11 2"[..], "line 1, column 1: `11` where the number of rows (1 to 10) was expected"),
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
    ] {
        program.feed(&["judge", "p4363"], input).assert_fails(2, message);
    }
    let run = program.feed(&["judge", "p4363"], &vec![b'1'; 2 << 20]);
    run.assert_fails(2, "standard input: longer than any board: 1048576 bytes");
}

#[test]
fn poj3317_answers_the_samples() {
    let program = Program::new();
    for name in ["contest", "random"] {
        let run = program.feed(&["judge", "poj3317"], &sample(&format!("poj3317/{name}.in")));
        let expected = String::from_utf8(sample(&format!("poj3317/{name}.out"))).unwrap();
        assert_eq!((run.code, run.stdout.trim_end()), (0, expected.trim_end()), "{run:?}");
    }
}

#[test]
fn poj3317_says_where_bad_input_is_bad_and_keeps_what_it_answered() {
    let program = Program::new();
    for (second, message) in [
        ("9\n", "case 2, line 4, column 1: `9` is not the size of a board, 0 to 8"),
        ("2\n01\n", "case 2, line 6: the input ends where row 1 of 2 should be"),
        ("2\n01\n.\n0\n", "case 2, line 6, column 1: row 1 has 1 cells instead of 2"),
        ("2\n0x\n..\n0\n", "case 2, line 5, column 2: `x` is not 0, 1 or . (empty)"),
        (
            "2\n01\n01\n0\n",
            "case 2, line 6: the board has 0 empty cells, and the contest's have 1 to 10",
        ),
        (
            "4\n....\n....\n....\n....\n0\n",
            "case 2, line 8: the board has 16 empty cells, and the contest's have 1 to 10",
        ),
        ("2\n0 1\n..\n0\n", "case 2, line 5, column 3: `1` is one word too many"),
    ] {
        let run = program.feed(&["judge", "poj3317"], format!("2\n01\n..\n{second}").as_bytes());
        run.assert_fails(2, message);
        assert_eq!(run.stdout, "(1,0) 0\n", "{message}");
    }
    let run = program.feed(&["judge", "poj3317"], b"2\n01\n..\n");
    assert_eq!((run.code, run.stdout.as_str()), (0, "(1,0) 0\n"));
    assert!(run.stderr.starts_with("warning: line 4: the input ends without the line `0`"));
    for counts in ["11\n..", "00\n.."] {
        let run = program.feed(&["judge", "poj3317"], format!("2\n{counts}\n0\n").as_bytes());
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.stderr.starts_with("error: case 1, line 3: "), "{run:?}");
    }
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

#[test]
fn poj2990_says_where_bad_input_is_bad_and_keeps_what_it_answered() {
    let program = Program::new();
    for (second, message) in [
        ("9 1\n", "case 2, line 4, column 1: `9` is not the number of rows, 1 to 8"),
        (
            "1\n",
            "case 2, line 4, column 2: the line ends where the number of columns should be, 1 to 8",
        ),
        ("1 2 3\n", "case 2, line 4, column 5: `3` is one word too many"),
        ("2 2\nPP\n", "case 2, line 6: the input ends where row 1 of 2 should be"),
        ("1 3\nPP\n", "case 2, line 5: row 0 has 2 cells instead of 3"),
        ("1 3\nPxP\n", "case 2, line 5, column 2: `x` is not . (empty), # (removed) or P"),
        ("rubbish", "case 2, line 4, column 1: `rubbish` is not the number of rows, 1 to 8"),
    ] {
        let run = program.feed(&["judge", "poj2990"], format!("1 2\nPP\n\n{second}").as_bytes());
        run.assert_fails(2, message);
        assert_eq!(run.stdout, "Alice wins.\n", "{message}");
    }
    for board in ["1 3\nP..\n", "1 3\nPPP\n", "1 3\n...\n"] {
        let run = program.feed(&["judge", "poj2990"], board.as_bytes());
        assert_eq!((run.code, run.stderr.lines().count()), (2, 1), "{run:?}");
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
