//! What all commands have in common: errors as text and as JSON, quiet, advice that mends.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;

use common::{Program, Run};
use serde_json::Value;

/// The object that a failed command leaves on standard error with `--json`.
fn error(run: &Run) -> Value {
    let line: Value = serde_json::from_str(&run.stderr).unwrap_or_else(|_| panic!("{run:?}"));
    let keys: Vec<&String> = line.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["error"], "{run:?}");
    let error = line["error"].clone();
    let mut keys: Vec<&String> = error.as_object().unwrap().keys().collect();
    keys.sort_unstable();
    assert_eq!(keys, ["code", "hint", "message"], "{run:?}");
    assert!(error["message"].is_string() && (error["hint"].is_string() || error["hint"].is_null()));
    error
}

/// Flips a bit in the middle of a table.
fn damage(program: &Program, table: &str) {
    let path = program.tables().join(format!("{table}.table"));
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::remove_file(&path).unwrap();
    fs::write(&path, bytes).unwrap();
}

#[test]
fn every_kind_of_error_has_its_code_in_json() {
    let program = Program::new();
    assert_eq!(program.run(&["build", "number-20", "number-21"]).code, 0);
    damage(&program, "number-21");
    fs::write(program.directory.path().join("bad.txt"), "2 3\n1 2 x\n").unwrap();
    fs::write(program.tables().join("number-22.table"), "short").unwrap();
    let large = "......../......../......../......../....0000/11111111/00000000/1111....";
    for (arguments, code, exit_code) in [
        (&["bogus"][..], "usage", 2),
        (&["probe", "number", "2", "--limit", "few"], "usage", 2),
        (&["probe", "number"], "usage", 2),
        (&["probe", "number", "2 3", "2"], "usage", 2),
        (&["build", "number-99"], "usage", 2),
        (&["export", "tower-6", "--format", "csv"], "usage", 2),
        (&["verify", "tables"], "usage", 2),
        (&["--tables", "", "list"], "usage", 2),
        (&["probe", "number", "2", "3", "9"], "position", 2),
        (&["probe", "chomp", "1,2"], "position", 2),
        (&["probe", "contour", "0"], "board", 2),
        (&["probe", "contour", "--board", "bad.txt"], "board", 2),
        (&["build", "stake", "--board", "bad.txt"], "board", 2),
        (&["build", "contour"], "board", 2),
        (&["judge", "poj1143", "bad.txt"], "input", 2),
        (&["judge", "p4363", "bad.txt"], "input", 2),
        (&["probe", "stake", large], "beyond", 3),
        (&["probe", "chomp", "9,9,9,9,9,9,9,9", "--limit", "1", "--plies"], "beyond", 3),
        (&["info", "number-23"], "missing", 3),
        (&["info", "number-22"], "damaged", 1),
        (&["export", "number-21", "--format", "csv", "--output", "-"], "damaged", 1),
        (&["judge", "poj1143", "nowhere.txt"], "missing", 3),
        (&["export", "number-20", "--format", "csv", "--output", "none/x"], "refused", 3),
        (&["build", "tower-12", "--memory", "1M"], "refused", 3),
    ] {
        let with_json = program.run(&[arguments, &["--json"]].concat());
        if arguments[0] == "build" && exit_code == 3 {
            // The report has the error, too.
            let report: Value = serde_json::from_str(&with_json.stdout).unwrap();
            assert_eq!(report["tables"][0]["error"], error(&with_json), "{with_json:?}");
        } else {
            assert_eq!(with_json.stdout, "", "{with_json:?}");
        }
        let error = error(&with_json);
        assert_eq!((&error["code"], with_json.code), (&Value::from(code), exit_code), "{error}");

        // As text the same is said on one line, but for what the parser of the command line
        // says on several.
        let without = program.run(arguments);
        assert_eq!(without.code, exit_code, "{without:?}");
        let hint = error["hint"].as_str().map(|hint| format!("; {hint}")).unwrap_or_default();
        let text = format!("error: {}{hint}\n", error["message"].as_str().unwrap());
        let is_of_parser = text.contains("--help shows");
        assert!(without.stderr == text || is_of_parser, "{text:?} {without:?}");
    }
}

#[test]
fn a_batch_that_keeps_going_has_a_line_for_every_line() {
    let program = Program::with_tables();
    let long = "2 ".repeat(40_000);
    let lines: [&[u8]; 9] = [
        b"2 3 4 5 6",
        b"",
        b"2 3 9",
        b"\xff\xfe",
        b"after:4,3\r",
        long.as_bytes(),
        b"   ",
        b"x",
        b"none",
    ];
    let input = lines.join(&b'\n');
    let run = program.feed(&["probe", "number", "-", "--keep-going"], &input);
    assert_eq!(run.code, 2);
    assert_eq!(
        run.stderr,
        "error: 6 of 9 lines have no answer; the output has an error for each\n"
    );
    let answers: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> = answers
        .iter()
        .map(|answer| answer["error"]["code"].as_str().or(answer["position"].as_str()).unwrap())
        .collect();
    let expected = [
        "2 3 4 5 6",
        "position",
        "position",
        "input",
        "2 5",
        "input",
        "position",
        "position",
        "none",
    ];
    assert_eq!(kinds, expected);
    for (number, answer) in (1..).zip(&answers) {
        if let Some(message) = answer["error"]["message"].as_str() {
            let place = format!("line {number}");
            assert!(message.starts_with(&place), "{message}");
            assert!(!message[place.len()..].contains(&place), "{message}");
        }
    }
    // A line's error is that of the same line without the option, where it ends the batch.
    let run = program.feed(&["probe", "number", "-"], b"none\n\n2 3 9\nnone\n");
    assert_eq!((run.code, run.stdout.lines().count()), (2, 1));
    let message = run.stderr.strip_prefix("error: ").unwrap().trim_end();
    assert_eq!(answers[2]["error"]["message"], message);

    // The exit code is that of the first error, and 0 if there is none.
    let beyond =
        b"......../......../......../......../....0000/11111111/00000000/1111....\nx\n01/..\n";
    let run = program.feed(&["probe", "stake", "-", "--keep-going"], beyond);
    assert_eq!((run.code, run.stdout.lines().count()), (3, 3));
    assert!(run.stdout.starts_with(r#"{"error":{"code":"beyond","#), "{run:?}");
    let run = program.feed(&["probe", "stake", "-", "--keep-going"], b"01/..\n");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    program
        .run(&["probe", "number", "2", "--keep-going"])
        .assert_fails(2, "--keep-going goes with -, many positions one a line");
}

#[test]
fn a_batch_answers_while_its_input_stays_open() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;

    let program = Program::with_tables();
    let mut child = program
        .command()
        .args(["probe", "number", "-", "--keep-going"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for (question, answer) in
        [("2", "\"win\""), ("", "\"error\""), ("9", "\"error\""), ("3", "\"win\"")]
    {
        writeln!(input, "{question}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.contains(answer), "{line}");
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn quiet_leaves_answers_and_errors() {
    let program = Program::new();
    let build = program.run(&["build", "number-20", "number-21", "--quiet"]);
    assert_eq!((build.code, build.stdout.as_str(), build.stderr.as_str()), (0, "", ""));
    let verify = program.run(&["verify", "-q"]);
    assert_eq!((verify.code, verify.stdout.as_str(), verify.stderr.as_str()), (0, "", ""));
    let export = program.run(&["export", "number-20", "--format", "csv", "-q"]);
    assert_eq!((export.code, export.stdout.as_str(), export.stderr.as_str()), (0, "", ""));
    assert_eq!(
        program.run(&["probe", "number", "2", "-q"]),
        program.run(&["probe", "number", "2"])
    );
    // What a long computation announces is left out.
    let bar = ["12"; 12].join(",");
    let large = ["probe", "chomp", &bar, "--plies"];
    let announced = program.run(&large);
    assert!(
        announced.code == 0 && announced.stderr.starts_with("solving at most "),
        "{announced:?}"
    );
    let quiet = program.run(&[&large[..], &["--quiet"]].concat());
    assert_eq!((quiet.stdout, quiet.stderr.as_str()), (announced.stdout, ""));
    damage(&program, "number-21");
    let verify = program.run(&["verify", "-q", "--quick"]);
    assert_eq!((verify.code, verify.stdout.lines().count()), (1, 1), "{verify:?}");
    assert!(verify.stdout.starts_with("number-21        BAD "), "{verify:?}");
    // With JSON there is what was asked for.
    let verify = program.run(&["verify", "-q", "--quick", "--json"]);
    assert_eq!(verify.stdout.lines().count(), 2, "{verify:?}");
}

#[test]
fn commands_that_mend_name_the_folder_and_mend() {
    let program = Program::new();
    let folder = "my tables";
    assert_eq!(program.run(&["build", "number-20", "stake-3", "--tables", folder]).code, 0);
    let path = program.directory.path().join(folder).join("number-20.table");
    let sound = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    fs::write(&path, &sound[..sound.len() - 1]).unwrap();
    let file = format!("{folder}/number-20.table");
    for (arguments, exit_code) in [
        (&["probe", "number", "2", "3", "--tables", folder][..], 1),
        (&["info", "number-20", "--tables", folder], 1),
        (&["verify", "--tables", folder], 1),
        // A file is where it is, whatever the folder of tables.
        (&["info", &file], 1),
        (&["verify", &file], 1),
    ] {
        let run = program.run(arguments);
        assert_eq!(run.code, exit_code, "{run:?}");
        let text = format!("{}{}", run.stdout, run.stderr);
        let command = text.split('`').find(|text| text.starts_with("perfectplay build")).unwrap();
        assert_eq!(command, "perfectplay build number-20 --force --tables 'my tables'", "{run:?}");
    }
    let mend = "build number-20 --force --tables".split(' ').chain([folder]).collect::<Vec<_>>();
    assert_eq!(program.run(&mend).code, 0);
    assert_eq!(fs::read(&path).unwrap(), sound);
    assert_eq!(program.run(&["verify", "--tables", folder]).code, 0);
    let missing = program.run(&["info", "number-21", "--tables", folder]);
    assert!(
        missing.stderr.ends_with("`perfectplay build number-21 --tables 'my tables'` makes it\n"),
        "{missing:?}"
    );
    // Files with names that no table has are not built, and nothing says so.
    for name in ["a b", "x-1", "number-20-old", "stake-0123"] {
        fs::write(program.directory.path().join(folder).join(format!("{name}.table")), "").unwrap();
        let run = program.run(&["verify", name, "--tables", folder]);
        assert_eq!(run.code, 1, "{run:?}");
        assert!(!run.stdout.contains("perfectplay build"), "{run:?}");
        assert!(run.stdout.contains("remove the file or rename it"), "{run:?}");
    }
}

#[test]
fn one_command_says_that_all_default_tables_are_there_and_good() {
    let program = Program::with_tables();
    let check = ["verify", "--quick", "--complete", "--quiet"];
    let run = program.run(&check);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
    fs::remove_file(program.tables().join("tower-6.table")).unwrap();
    assert_eq!(program.run(&["verify", "--quick", "-q"]).code, 0);
    let run = program.run(&check);
    assert_eq!((run.code, run.stdout.as_str()), (3, ""));
    assert!(
        run.stderr.ends_with(
            "tower-6.table: there is no such table; `perfectplay build tower-6` makes it\n"
        ),
        "{run:?}"
    );
    // A table that is wrong matters more than one that is missing.
    damage(&program, "number-40");
    let run = program.run(&[&check[..], &["--json"]].concat());
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    let rows: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let bad: Vec<&str> = rows
        .iter()
        .filter(|row| row["good"] == false)
        .map(|row| row["error"]["code"].as_str().unwrap())
        .collect();
    assert_eq!((rows.len(), bad), (9, vec!["damaged", "missing"]));
    // So it is in a folder that does not exist.
    let run = program.run(&["verify", "--complete", "--tables", "nowhere"]);
    assert_eq!((run.code, run.stderr.lines().count()), (3, 9), "{run:?}");
}

#[test]
fn a_build_goes_on_after_a_table_that_fails() {
    let program = Program::new();
    let tables = ["build", "number-20", "tower-8", "number-21", "--memory", "4M"];
    let run = program.run(&tables);
    assert_eq!(run.code, 3, "{run:?}");
    assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
    assert!(run.stderr.starts_with("error: tower-8 needs "), "{run:?}");
    let built: Vec<&str> =
        run.stdout.lines().filter_map(|line| line.split_once(' ').map(|(name, _)| name)).collect();
    assert_eq!(built, ["number-20", "number-21", "in"]);
    let run = program.run(&[&tables[..], &["--json"]].concat());
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let names: Vec<&str> = report["tables"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["table"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["number-20", "tower-8", "number-21"]);
    assert_eq!(report["tables"][1]["error"]["code"], "refused");
}

#[test]
fn a_build_ends_with_an_example_of_what_was_built() {
    let program = Program::new();
    let board = program.directory.path().join("board.txt");
    fs::write(&board, "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n").unwrap();
    let stake = program.directory.path().join("stake.txt");
    fs::write(&stake, "4\n01.1\n00..\n.01.\n...1\n").unwrap();
    for (arguments, question) in [
        (&["number-21"][..], "number 2 3 4 5 6"),
        (&["tower-2"], "tower RGB/GRG"),
        (&["stake", "--board", "stake.txt"], "stake 01.1/00../.01./...1"),
        (&["stake-4"], "stake 01.1/00../.01./...1"),
        (&["tokens-3x4"], "tokens P..#/.#../...P"),
        (&["chomp-3x4"], "chomp 4,4,1"),
        (&["contour", "--board", "board.txt"], "contour --board FILE 0"),
    ] {
        let run = program.run(&[&["build"], arguments].concat());
        assert_eq!(run.code, 0, "{run:?}");
        let example = format!("\n$ perfectplay probe {question}\nposition  ");
        assert!(run.stdout.contains(&example), "{run:?}");
        assert!(!run.stdout.contains("solved on the spot"), "{run:?}");
    }
    // No example fits a table that is too small for it.
    let run = Program::new().run(&["build", "tower-1"]);
    assert!(run.code == 0 && !run.stdout.contains("$ perfectplay"), "{run:?}");
}

#[test]
fn text_may_begin_with_a_byte_order_mark_and_is_utf8() {
    let program = Program::with_tables();
    let marked = |text: &str| ["\u{feff}", text].concat().into_bytes();
    let utf16 = |text: &str| -> Vec<u8> {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    };
    let board = "2 3\r\n2 7 3\r\n9 1 2\r\n3 7 2\r\n2 3 1\r\n";
    for (arguments, input) in [
        (&["probe", "number", "-"][..], "2 3 4 5 6\r\n"),
        (&["judge", "poj1143"], "2 2 5\r\n0\r\n"),
        (&["judge", "cf424e"], "2\r\nRGB\r\nGRG\r\n"),
        (&["judge", "p4363"], board),
        (&["judge", "poj3317"], "4\r\n01.1\r\n00..\r\n.01.\r\n...1\r\n0\r\n"),
        (&["judge", "poj2990"], "1 3\r\nP.P\r\n"),
        (&["probe", "contour", "--board", "-", "0"], board),
    ] {
        let plain = program.feed(arguments, input.as_bytes());
        assert_eq!(plain.code, 0, "{plain:?}");
        assert_eq!(program.feed(arguments, &marked(input)), plain, "{arguments:?}");
        let run = program.feed(arguments, &utf16(input));
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.stderr.contains("this is UTF-16 text: save it as UTF-8"), "{run:?}");
    }
}

#[test]
fn positions_are_not_joined_silently() {
    let program = Program::with_tables();
    for (arguments, given) in [
        (&["number", "2 3", "4 5"][..], 2),
        (&["tower", "RGB", "GRG"], 2),
        (&["stake", "01/..", "01/..", "01/.."], 3),
        (&["chomp", "4,4", "1"], 2),
        (&["tokens", "P.P", "P.P"], 2),
    ] {
        let run = program.run(&[&["probe"], arguments].concat());
        let game = arguments[0];
        let message = format!(
            "{given} positions are given instead of one: `perfectplay probe {game} -` reads many \
             from standard input, one a line"
        );
        run.assert_fails(2, &message);
    }
    // What is one position in several words stays one.
    for arguments in [
        &["number", "2", "3", "4", "5", "6"][..],
        &["number", "2 3 4 5 6"],
        &["tokens", ".P.P", "history:0,0+0,3"],
    ] {
        assert_eq!(program.run(&[&["probe"], arguments].concat()).code, 0, "{arguments:?}");
    }
    // The empty board is meant where a board is given and no position.
    let board = "tables/boards/contour-contest.txt";
    assert_eq!(
        program.run(&["probe", "contour", "--board", board]),
        program.run(&["probe", "contour", "--board", board, "0"])
    );
    let run = program.run(&["probe", "chomp"]);
    run.assert_fails(
        2,
        "no position is given: say which, as in `perfectplay probe chomp 4,4,1`, or - to read \
         positions from standard input",
    );
}

#[test]
fn judge_answers_in_json_as_probe_does() {
    let program = Program::with_tables();
    let board = fs::read(program.tables().join("boards/contour-contest.txt")).unwrap();
    for (format, input, questions) in [
        (
            "poj1143",
            &b"2 2 5\n5 2 3 4 5 6\n0\n"[..],
            &[&["number", "2 5"][..], &["number", "2 3 4 5 6"]][..],
        ),
        ("cf424e", b"2\nRGB\nGRG\n", &[&["tower", "RGB/GRG"]]),
        ("poj2990", b"1 4\nP.#P\n\n1 3\nP.P\n", &[&["tokens", "P.#P"], &["tokens", "P.P"]]),
        ("poj3317", b"2\n01\n..\n0\n", &[&["stake", "01/.."]]),
        ("p4363", &board, &[&["contour", "--board", "tables/boards/contour-contest.txt"]]),
    ] {
        let judged = program.feed(&["judge", format, "--json"], input);
        assert_eq!((judged.code, judged.stderr.as_str()), (0, ""));
        let answers: Vec<Value> =
            judged.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(answers.len(), questions.len(), "{judged:?}");
        for (answer, question) in answers.iter().zip(questions) {
            let probed = program.run(&[&["probe", "--json"], *question].concat());
            let mut expected: Value = serde_json::from_str(&probed.stdout).unwrap();
            // Contests are judged without tables where solving is as quick.
            expected["table"] = answer["table"].clone();
            assert_eq!(*answer, expected, "{format}");
        }
    }
}

#[test]
fn what_follows_the_end_of_an_input_is_not_dropped_silently() {
    let program = Program::new();
    program
        .feed(&["judge", "poj1143"], b"2 2 5\n0 2 5\n2 2 5\n0\n")
        .assert_fails(2, "case 2, line 2, column 3: `2` after the `0` that closes the input");
    for (format, cases) in [("poj1143", "2 2 5\n0\n"), ("poj3317", "2\n01\n..\n0\n")] {
        let complete = program.feed(&["judge", format], format!("{cases}\n  \n").as_bytes());
        assert_eq!((complete.code, complete.stderr.as_str()), (0, ""));
        let more = program.feed(&["judge", format], format!("{cases}2 2 5\n0\n").as_bytes());
        assert_eq!((more.code, &more.stdout), (0, &complete.stdout));
        assert!(more.stderr.contains(": what follows the `0` that closes"), "{more:?}");
    }
    // A table is of one board, and a board of one game.
    let file = |name: &str, text: &str| {
        fs::write(program.directory.path().join(name), text).unwrap();
    };
    file("two.txt", "2\n01\n..\n2\n0.\n..\n0\n");
    program
        .run(&["build", "stake", "--board", "two.txt"])
        .assert_fails(2, "two.txt: line 4, column 1: `2` after the board; a table is of one board");
    for end in ["", "0\n", "\n\n0\n\n"] {
        file("one.txt", &format!("2\n01\n..\n{end}"));
        assert_eq!(program.run(&["build", "stake", "--board", "one.txt"]).code, 0, "{end:?}");
    }
    let two_games = program.run(&["build", "stake", "contour", "--board", "one.txt"]);
    two_games.assert_fails(2, "--board goes with one game: a board of one is none of another");
}

#[test]
fn a_folder_that_was_named_and_does_not_exist_is_a_warning() {
    let program = Program::new();
    let run = program.run(&["probe", "number", "2", "--tables", "nowhere"]);
    assert_eq!(run.code, 0);
    assert_eq!(run.stderr, "warning: there is no folder nowhere, so there are no tables\n");
    assert_eq!(program.run(&["probe", "number", "2"]).stderr, "");
}

#[test]
fn the_number_of_threads_changes_no_output() {
    let program = Program::with_tables();
    let input = "2 3 4 5 6\nafter:4,3\nafter:6,13,17\n".repeat(100);
    let expected = program.feed(&["probe", "number", "-"], input.as_bytes());
    assert_eq!(expected.code, 0);
    for threads in ["1", "3"] {
        let run = program.feed(&["probe", "number", "-", "--threads", threads], input.as_bytes());
        assert_eq!(run, expected);
        let verify = ["verify", "--sample", "500", "--threads", threads];
        assert_eq!(program.run(&verify).code, 0);
        let name = format!("{threads}.csv");
        let export = ["export", "number-40", "--format", "csv", "--what", "few-generators"];
        let export = [&export[..], &["--output", &name, "--threads", threads]].concat();
        assert_eq!(program.run(&export).code, 0);
    }
    let file = |name: &str| fs::read(program.directory.path().join(name)).unwrap();
    assert_eq!(file("1.csv"), file("3.csv"));
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;

    use super::*;

    #[test]
    fn files_whose_names_are_not_text_are_seen() {
        let program = Program::new();
        assert_eq!(program.run(&["build", "number-20"]).code, 0);
        let odd = OsString::from_vec(b"number-\xff.table".to_vec());
        fs::copy(program.tables().join("number-20.table"), program.tables().join(&odd)).unwrap();
        let run = program.run(&["list"]);
        assert!(
            run.stdout.contains("its name is not UTF-8") || run.stdout.contains("not UTF-8"),
            "{run:?}"
        );
        let run = program.run(&["verify", "--quick"]);
        assert_eq!(run.code, 1, "{run:?}");
        assert!(run.stdout.contains("it holds the table `number-20`"), "{run:?}");
        // Folders may have any name.
        let folder = program.directory.path().join(OsString::from_vec(b"\xff".to_vec()));
        fs::create_dir(&folder).unwrap();
        let file = folder.join("number-20.table");
        fs::copy(program.tables().join("number-20.table"), &file).unwrap();
        for command in ["info", "verify"] {
            let run = program.command().arg(command).arg(&file).output().unwrap();
            assert_eq!(run.status.code(), Some(0), "{run:?}");
        }
        let mut export = program.command();
        export.arg("export").arg(&file).args(["--format", "csv", "--output", "-"]);
        assert_eq!(export.output().unwrap().status.code(), Some(0));
    }

    #[test]
    fn help_that_cannot_be_written_is_an_error() {
        let Ok(full) = fs::File::options().write(true).open("/dev/full") else { return };
        let program = Program::new();
        for arguments in [&["--help"][..], &["--version"], &["help", "probe"]] {
            let mut command = program.command();
            let run = command.args(arguments).stdout(full.try_clone().unwrap()).output().unwrap();
            assert_eq!(run.status.code(), Some(3), "{run:?}");
        }
    }
}
