//! Tables of single boards.

use std::fs;

use crate::common::Program;

#[test]
fn a_contours_table_is_built_of_a_board_and_answers_for_it() {
    let program = Program::new();
    let board = program.directory.path().join("board.txt");
    fs::write(&board, "1 2\n3 4\n5 6\n").unwrap();
    let probe = ["probe", "contour", "--board", "board.txt", "0", "--json"];
    let before = program.run(&probe);
    let build = program.run(&["build", "contour", "--board", "board.txt", "--json"]);
    assert_eq!(build.code, 0, "{build:?}");
    let after = program.run(&probe);
    let expected = "{\"game\":\"contour\",\"board\":{\"a\":[[3,4]],\"b\":[[5,6]],\"fingerprint\":";
    assert!(before.stdout.starts_with(expected) && before.stdout.ends_with("\"table\":null}\n"));
    assert!(after.stdout.contains("\"table\":\"contour-"), "{after:?}");
    assert!(after.stdout.contains("\"value\":{\"score\":-3}"), "{after:?}");
    assert_eq!(program.run(&["verify"]).code, 0);
    let piped = program.feed(&["build", "contour", "--board", "-"], b"1 2\n3 4\n5 6\n");
    assert!(piped.stdout.contains("is there already"), "{piped:?}");
}

#[test]
fn a_stake_boards_table_is_built_and_answers_what_the_board_can_become() {
    let program = Program::new();
    fs::write(
        program.directory.path().join("board.txt"),
        "5\n01010\n10101\n0101.\n.....\n....0\n0\n",
    )
    .unwrap();
    let start = "01010/10101/0101./...../....0";
    let later = "01010/10101/0101./1..../....0";
    let before = [start, later].map(|board| program.run(&["probe", "stake", board, "--json"]));
    let build = program.run(&["build", "stake", "--board", "board.txt"]);
    assert_eq!(build.code, 0, "{build:?}");
    let after = [start, later].map(|board| program.run(&["probe", "stake", board, "--json"]));
    for (before, after) in before.iter().zip(&after) {
        assert!(before.stdout.ends_with("\"table\":null}\n"), "{before:?}");
        let (answer, table) = after.stdout.rsplit_once("\"table\":").unwrap();
        assert!(before.stdout.starts_with(answer) && table.starts_with("\"stake-"), "{after:?}");
    }
    assert_eq!(program.run(&["verify"]).code, 0);
    fs::write(program.directory.path().join("board.txt"), "5\n01010\n").unwrap();
    program
        .run(&["build", "stake", "--board", "board.txt"])
        .assert_fails(2, "board.txt: case 1, line 3: the input ends where row 1 of 5 should be");
}

const TOKENS: &str = "P....#/...#../....../..#..P/......";

#[test]
fn a_tokens_boards_table_is_built_and_answers_all_its_starts() {
    let program = Program::new();
    let board = format!("\r\n5 6\r\n{}\r\n\r\n", TOKENS.replace('/', "\r\n"));
    fs::write(program.directory.path().join("board.txt"), &board).unwrap();
    let starts =
        [TOKENS, "PP...#/...#../....../..#.../......", ".....#/..P#../..P.../..#.../......"];
    let probe = |start| program.run(&["probe", "tokens", start, "--json"]);
    let before = starts.map(probe);
    let build = program.run(&["build", "tokens", "--board", "board.txt"]);
    assert!(
        build.stdout.starts_with("tokens-") && build.stdout.contains(" 351 states"),
        "{build:?}"
    );
    let after = starts.map(probe);
    for (before, after) in before.iter().zip(&after) {
        assert!(before.stdout.ends_with("\"table\":null}\n"), "{before:?}");
        let (answer, table) = after.stdout.rsplit_once("\"table\":").unwrap();
        assert!(before.stdout.starts_with(answer) && table.starts_with("\"tokens-"), "{after:?}");
    }
    // The positions in the middle of a game are solved on the spot, as before.
    let later = format!("{TOKENS} history:0,0+0,1");
    assert!(probe(&later).stdout.ends_with("\"table\":null}\n"));
    // A family's table comes first, also for boards that are kept.
    let small = program.feed(&["build", "tokens", "--board", "-"], b"1 4\n..#.\n");
    assert!(small.stdout.contains(" 3 states"), "{small:?}");
    let run = probe("P.#P");
    assert!(run.stdout.contains("\"table\":\"tokens-"), "{run:?}");
    assert_eq!(program.run(&["build", "tokens-1x4"]).code, 0);
    assert_eq!(
        probe("P.#P").stdout,
        run.stdout.rsplit_once("tokens-").unwrap().0.to_owned() + "tokens-1x4\"}\n"
    );
    assert_eq!(program.run(&["verify"]).code, 0);
    // The board is the same without its pieces.
    let without = board.replace('P', ".");
    let again = program.feed(&["build", "tokens", "--board", "-"], without.as_bytes());
    assert!(again.stdout.contains("is there already"), "{again:?}");
}

#[test]
fn boards_of_tokens_that_are_none_are_refused_in_one_line() {
    let program = Program::new();
    for (board, message) in [
        ("", "line 1: the input ends where the numbers of rows and columns should be"),
        ("65 1\n", "line 1, column 1: `65` is not the number of rows, 1 to 64"),
        ("2 2\n..\n", "line 3: the input ends where row 1 of 2 should be"),
        ("1 3\n.x.\n", "line 2, column 2: `x` is not . (empty), # (removed) or P"),
        ("1 2\n.P\n", "line 2: 1 piece `P` on the board; expected two, or none"),
        ("1 3\nPPP\n", "line 2: 3 pieces `P` on the board; expected two, or none"),
        ("1 2\nPP\n\n1 2\nPP\n", "line 4: `1 2` after the last row; expected the end of the input"),
    ] {
        let run = program.feed(&["build", "tokens", "--board", "-"], board.as_bytes());
        run.assert_fails(2, &format!("standard input: {message}"));
    }
    assert!(!program.tables().exists());
}

#[test]
fn a_tokens_boards_table_that_contradicts_itself_is_an_error() {
    let program = Program::new();
    let board = format!("5 6\n{}\n", TOKENS.replace('/', "\n"));
    let build = program.feed(&["build", "tokens", "--board", "-", "--json"], board.as_bytes());
    let name = build.stdout.split("\"table\":\"").nth(1).unwrap().split('"').next().unwrap();
    let path = program.tables().join(format!("{name}.table"));
    let mut bytes = fs::read(&path).unwrap();
    // Everybody loses, from adjacent starts, too.
    bytes[4096..4096 + 43].fill(0xff);
    fs::remove_file(&path).unwrap();
    fs::write(&path, &bytes).unwrap();
    program.run(&["probe", "tokens", TOKENS]).assert_fails(
        1,
        &format!(
            "{name} is damaged; `perfectplay build tokens --board FILE --force` builds it anew"
        ),
    );
    assert_eq!(program.run(&["verify"]).code, 1);
    fs::write(&path, "short").unwrap();
    let run = program.run(&["probe", "tokens", TOKENS]);
    assert!(
        run.code == 1 && run.stderr.contains("`perfectplay build tokens --board FILE --force`")
    );
}

#[test]
fn a_board_is_asked_for_where_it_belongs() {
    let program = Program::new();
    program
        .run(&["build", "contour"])
        .assert_fails(2, "such a contour table belongs to a board: give it with --board FILE");
    program.run(&["build", "number-20", "--board", "x"]).assert_fails(
        2,
        "--board goes with a game: `perfectplay build contour --board FILE`, or stake or tokens",
    );
    program
        .run(&["build", "tokens"])
        .assert_fails(2, "such a tokens table belongs to a board: give it with --board FILE");
    program.run(&["probe", "contour", "2,1"]).assert_fails(
        2,
        "a contour belongs to a board: give it with --board FILE, in the format of p4363",
    );
    program
        .run(&["probe", "number", "--board", "x", "2"])
        .assert_fails(2, "--board is for contour: a position of number is complete without it");
    let missing = program.run(&["probe", "contour", "--board", "nowhere.txt", "0"]);
    assert_eq!(missing.code, 3);
    assert!(missing.stderr.starts_with("error: nowhere.txt: cannot be read: "), "{missing:?}");
}

#[test]
fn a_damaged_table_of_another_board_is_a_warning() {
    let program = Program::with_tables();
    let board = program.directory.path().join("board.txt");
    fs::write(&board, "5\n01010\n10101\n01010\n1010.\n.....\n0\n").unwrap();
    assert_eq!(program.run(&["build", "stake", "--board", "board.txt"]).code, 0);
    let is_kept = |name: &String| name.starts_with("stake-") && name.ends_with(".table");
    let kept: Vec<String> = program
        .files("tables")
        .into_iter()
        .filter(is_kept)
        .filter(|name| name != "stake-4.table")
        .collect();
    let path = program.tables().join(&kept[0]);
    let bytes = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    fs::write(&path, &bytes[..100]).unwrap();
    let asked = ["probe", "stake", "01010/10101/01010/0101./.....", "--json"];
    let run = program.run(&asked);
    assert_eq!((run.code, run.stderr.lines().count()), (0, 1), "{run:?}");
    assert!(run.stderr.starts_with("warning: "), "{run:?}");
    assert!(run.stdout.ends_with("\"table\":null}\n"), "{run:?}");
}
