//! `build`, `list`, `info` and `verify`, and what can go wrong with a machine.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{Program, Run};

fn files(program: &Program) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(program.tables())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    names
}

#[test]
fn build_makes_the_default_tables_and_answers_an_example() {
    let program = Program::new();
    let run = program.run(&["build"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(
        run.stdout.starts_with("number-20        3515 states, 28680 bytes, built in "),
        "{run:?}"
    );
    assert!(run.stdout.contains("$ perfectplay probe number 2 3 4 5 6\nposition  2 3 4 5 6\n"));
    assert_eq!(
        files(&program),
        [
            "chomp-10x10.lock",
            "chomp-10x10.table",
            "contour-75695848.lock",
            "contour-75695848.table",
            "contour-daa36c61.lock",
            "contour-daa36c61.table",
            "number-20.lock",
            "number-20.table",
            "number-40.lock",
            "number-40.table",
            "stake-4.lock",
            "stake-4.table",
            "tokens-4x4.lock",
            "tokens-4x4.table",
            "tokens-6efc7e0d.lock",
            "tokens-6efc7e0d.table",
            "tower-6.lock",
            "tower-6.table",
        ]
    );
    let again = program.run(&["build"]);
    assert!(
        again.stdout.starts_with("number-20        3515 states, 28680 bytes, is there already\n")
    );
}

#[test]
fn list_names_the_folder_and_what_is_missing_in_it() {
    let program = Program::new();
    let run = program.run(&["list"]);
    assert!(run.stdout.contains("tower-6          missing: `perfectplay build` makes it"));
    assert!(run.stdout.contains("(given by $PERFECTPLAY_TABLES)"), "{run:?}");
    program.run(&["build"]);
    fs::write(program.tables().join("other.table"), "something else").unwrap();
    let run = program.run(&["list", "--json"]);
    assert!(run.stdout.contains(r#""missing":[]"#), "{run:?}");
    assert!(run.stdout.contains(r#"{"table":"number-20","states":3515,"bytes":28680,"#), "{run:?}");
    assert!(
        run.stdout.contains(r#"{"table":"other","problem":"this is not a perfectplay table"}"#)
    );
}

#[test]
fn the_folder_is_tables_if_it_exists_here() {
    let program = Program::new();
    fs::create_dir(program.tables()).unwrap();
    let output = program.command().env_remove("PERFECTPLAY_TABLES").arg("list").output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(stdout.ends_with("in tables (./tables exists)\n"), "{stdout}");
}

#[test]
fn info_shows_header_sections_and_statistics_by_name_or_file() {
    let program = Program::with_tables();
    let by_name = program.run(&["info", "number-20", "--json"]);
    let by_file = program.run(&["info", "tables/number-20.table", "--json"]);
    for expected in [
        r#""table":"number-20""#,
        r#""parameters":{"bound":20}"#,
        r#""states":3515,"bytes":28680,"#,
        r#""sections":[{"name":"trie","offset":4096,"length":6288},{"name":"entries","offset":12288,"length":14060}]"#,
        r#""statistics":{"winning":2892,"losing":623,"longest_game_plies":18}"#,
    ] {
        assert!(by_name.stdout.contains(expected), "{by_name:?}");
        assert!(by_file.stdout.contains(expected), "{by_file:?}");
    }
    assert!(program.run(&["info", "number-20"]).stdout.contains("states                   3515\n"));
    let run = program.run(&["info", "number-21"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.ends_with(
        "number-21.table: there is no such table; `perfectplay build number-21` makes it\n"
    ));
}

#[test]
fn verify_proves_what_is_good_and_fails_on_what_is_not() {
    let program = Program::with_tables();
    program.run(&["build", "number-21"]);
    let run = program.run(&["verify", "number-20", "number-21"]);
    assert_eq!(run.code, 0, "{run:?}");
    let run = program.run(&["verify", "tower-6", "--sample", "1000"]);
    assert!(run.stdout.contains(
        "tower-6          good  18528472 bytes, as in the manifest; 1000 of 2315205 entries"
    ));
    let run = program.run(&["verify", "number-20", "number-21"]);
    assert!(
        run.stdout
            .contains("number-20        good  28680 bytes, as in the manifest; all 3515 entries")
    );
    assert!(
        run.stdout
            .contains("number-21        good  36872 bytes, not in the manifest; all 5343 entries")
    );

    let path = program.tables().join("number-21.table");
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::remove_file(&path).unwrap();
    fs::write(&path, bytes).unwrap();
    fs::write(program.tables().join("zero.table"), "").unwrap();
    let run = program.run(&["verify", "--quick"]);
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    assert!(run.stdout.contains("\nnumber-20        good"));
    assert!(run.stdout.contains("\nnumber-21        BAD   block 0, from byte 4096, is damaged"));
    assert!(run.stdout.contains("\ntower-6          good"));
    assert!(run.stdout.ends_with(
        "0 bytes are too few for a table; no table has such a name: remove the file or rename it\n"
    ));
    assert_eq!(program.run(&["build", "--force", "number-21"]).code, 0);
    assert_eq!(program.run(&["verify", "number-21", "--sample", "100"]).code, 0);
}

#[test]
fn verify_without_tables_says_how_to_get_some() {
    let run = Program::new().run(&["verify"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("`perfectplay build` makes them"), "{run:?}");
    assert_eq!(Program::with_tables().run(&["verify", "number-33"]).code, 3);
}

#[test]
fn bad_usage_is_refused_before_anything_is_built() {
    let program = Program::new();
    program.run(&["build", "number-20", "number-99"]).assert_fails(
        2,
        "there is no table called `number-99`: tables are number-2 to number-63, tower-1 to tower-12, stake-1 to stake-4, tokens-MxN with M up to N and up to 25 cells and chomp-MxN with M up to N up to 16, and `contour`, `stake` or `tokens` with --board FILE",
    );
    for arguments in [&["build", "--threads", "0"][..], &["build", "--memory", "much"], &["bild"]] {
        assert_eq!(program.run(arguments).code, 2);
    }
    assert!(!program.tables().exists());
    let run = program.run(&["build", "--memory", "1K"]);
    assert_eq!((run.code, run.stdout.as_str()), (3, ""));
    let expected = "error: number-20 needs 75.5 KiB of memory to build, and 1000 B may be used; free some, or raise --memory\n";
    assert!(run.stderr.starts_with(expected), "{run:?}");
    // The others are tried, too.
    assert_eq!(run.stderr.lines().count(), 9, "{run:?}");
}

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
fn a_damaged_table_is_an_error_and_no_wrong_answer() {
    let program = Program::with_tables();
    let path = program.tables().join("number-20.table");
    let bytes = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    fs::write(&path, &bytes[..20_000]).unwrap();
    let message = format!(
        "{}: it has 20000 bytes instead of 28680: it was cut off or added to; \
         `perfectplay build number-20 --force` builds it anew",
        path.display()
    );
    // Another table has the position, so that is a warning.
    let run = program.run(&["probe", "number", "2", "3", "--json"]);
    assert_eq!((run.code, run.stderr), (0, format!("warning: {message}\n")));
    assert!(run.stdout.ends_with("\"table\":\"number-40\"}\n"));
    let run = program.feed(&["judge", "poj1143"], b"2 2 3\n0\n");
    assert_eq!((run.code, run.stderr), (0, format!("warning: {message}\n")));
    fs::remove_file(program.tables().join("number-40.table")).unwrap();
    program.run(&["probe", "number", "2", "3"]).assert_fails(1, &message);
}

#[test]
fn a_damaged_table_of_another_board_is_a_warning() {
    let program = Program::with_tables();
    let board = program.directory.path().join("board.txt");
    fs::write(&board, "5\n01010\n10101\n01010\n1010.\n.....\n0\n").unwrap();
    assert_eq!(program.run(&["build", "stake", "--board", "board.txt"]).code, 0);
    let is_kept = |name: &String| name.starts_with("stake-") && name.ends_with(".table");
    let kept: Vec<String> = files(&program)
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

#[test]
fn completions_exist_for_the_usual_shells() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = Program::new().run(&["completions", shell]);
        assert!(run.code == 0 && run.stdout.contains("perfectplay"), "{shell}");
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let program = Program::with_tables();
    let mut child = program
        .command()
        .args(["probe", "number", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    std::thread::spawn(move || {
        let _ = std::io::Write::write_all(&mut stdin, "2 3 4\n".repeat(100_000).as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[cfg(unix)]
mod unix {
    use super::{Command, Duration, Program, Run, Stdio, files, fs};
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;

    use assert_cmd::cargo::cargo_bin;

    fn run(command: &mut Command) -> Run {
        let output = command.output().unwrap();
        Run {
            code: output.status.code().expect("no signal ended it"),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// A shell that lets the program write files of so many KiB at most.
    fn in_little_space(program: &Program, kibibytes: u32, command: &str) -> Run {
        let script = format!("ulimit -f {kibibytes}; exec {command}");
        let mut shell = Command::new("bash");
        shell.args(["-c", &script]).current_dir(program.directory.path());
        shell.env("PERFECTPLAY_TABLES", program.tables());
        shell.env("PROGRAM", cargo_bin!("perfectplay"));
        run(&mut shell)
    }

    #[test]
    fn a_table_that_cannot_be_written_to_its_end_leaves_nothing() {
        let program = Program::new();
        let run = in_little_space(&program, 8, "\"$PROGRAM\" build");
        assert_eq!(run.code, 3, "{run:?}");
        assert!(run.stderr.contains("number-20.table.partial: cannot write: "), "{run:?}");
        assert!(files(&program).iter().all(|file| file.ends_with(".lock")));
    }

    #[test]
    fn a_full_disk_under_the_output_is_an_error() {
        let program = Program::with_tables();
        let full = fs::File::options().write(true).open("/dev/full");
        let Ok(full) = full else { return };
        let run = run(program.command().args(["probe", "number", "2", "3"]).stdout(full));
        assert_eq!(run.code, 3, "{run:?}");
        assert!(run.stderr.starts_with("error: cannot write the output: No space left"), "{run:?}");
    }

    #[test]
    fn a_machine_without_memory_is_an_error() {
        let program = Program::with_tables();
        for (limit, command) in [
            ("ulimit -v 300000", "\"$PROGRAM\" build --threads 1 tower-9 --memory 8G"),
            (
                "ulimit -v 60000",
                "\"$PROGRAM\" --tables none probe tower RGB/RGB/RGB/RGB/RGB/RGB/RGB",
            ),
        ] {
            let mut shell = Command::new("bash");
            shell.args(["-c", &format!("{limit}; exec {command}")]);
            shell.current_dir(program.directory.path());
            shell.env("PERFECTPLAY_TABLES", program.tables());
            shell.env("PROGRAM", cargo_bin!("perfectplay"));
            let run = run(&mut shell);
            assert_eq!((run.code, run.stderr.lines().count()), (3, 1), "{limit}: {run:?}");
        }
    }

    #[test]
    fn a_build_of_what_is_there_needs_no_permission_to_write() {
        let program = Program::with_tables();
        fs::set_permissions(program.tables(), fs::Permissions::from_mode(0o555)).unwrap();
        fs::remove_file(program.tables().join("number-20.lock")).ok();
        let run = program.run(&["build", "number-20"]);
        fs::set_permissions(program.tables(), fs::Permissions::from_mode(0o755)).unwrap();
        assert!(run.code == 0 && run.stdout.contains("is there already"), "{run:?}");
    }

    #[test]
    fn verify_fails_on_a_bad_table_even_if_nobody_reads_its_output() {
        let program = Program::with_tables();
        fs::write(program.tables().join("bad.table"), "bad").unwrap();
        let mut command = program.command();
        let mut child = command
            .args(["verify", "--quick"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        assert_eq!(child.wait().unwrap().code(), Some(1));
    }

    #[test]
    fn what_was_built_is_told_even_if_the_rest_was_not() {
        let program = Program::new();
        fs::create_dir_all(program.tables().join("tower-3.table")).unwrap();
        let run = program.run(&["build", "number-5", "tower-3"]);
        assert_eq!(run.code, 3, "{run:?}");
        assert!(run.stdout.starts_with("number-5         11 states"), "{run:?}");
        fs::write(program.tables().join("number-19.table"), "bad").unwrap();
        let run = program.run(&["build", "number-5"]);
        assert!(run.code == 0 && !run.stdout.contains("$ perfectplay probe"), "{run:?}");
    }

    #[test]
    fn names_with_control_characters_stay_on_one_line() {
        let program = Program::with_tables();
        let name = "a\u{1b}[31m\nb.table";
        fs::write(program.tables().join(name), "bad").unwrap();
        for command in [&["list"][..], &["verify", "--quick"], &["info", "x\ny"]] {
            let run = program.run(command);
            let text = run.stdout + &run.stderr;
            assert!(!text.contains('\u{1b}') && !text.contains("\nb"), "{command:?}: {text}");
            assert!(!text.contains("\ny"), "{command:?}: {text}");
        }
    }

    #[test]
    fn an_empty_variable_is_none() {
        let program = Program::with_tables();
        let output = program.command().env("PERFECTPLAY_TABLES", "").arg("list").output().unwrap();
        assert!(
            String::from_utf8(output.stdout).unwrap().ends_with("in tables (./tables exists)\n")
        );
    }

    #[test]
    fn a_folder_without_permission_is_an_error() {
        let program = Program::with_tables();
        // Root may do anything, so the program runs as somebody else then.
        let path = program.directory.path().join("program");
        // Copied by another process: a file open for writing in this one, while some test
        // starts a program, could not be run.
        let copied = Command::new("cp").arg(cargo_bin!("perfectplay")).arg(&path).status();
        assert!(copied.unwrap().success());
        let tables = program.tables();
        let mode = |path: &std::path::Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        mode(program.directory.path(), 0o755);
        let is_root = fs::metadata(&path).unwrap().uid() == 0;
        let attempt = |arguments: &[&str]| {
            let mut command = Command::new(&path);
            command.args(arguments).env("PERFECTPLAY_TABLES", &tables);
            if is_root {
                command.uid(65_534).gid(65_534);
            }
            run(&mut command)
        };
        mode(&tables, 0o555);
        let build = attempt(&["build", "number-21"]);
        mode(&tables, 0o000);
        let probe = attempt(&["probe", "number", "2", "3"]);
        mode(&tables, 0o755);
        mode(&tables.join("number-20.table"), 0o000);
        fs::remove_file(tables.join("number-40.table")).unwrap();
        let open = attempt(&["probe", "number", "2", "3"]);
        mode(&tables.join("number-20.table"), 0o444);
        for run in [build, probe, open] {
            assert_eq!(run.code, 3, "{run:?}");
            assert!(run.stderr.contains("Permission denied"), "{run:?}");
            assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
        }
    }

    #[test]
    fn a_build_that_is_killed_or_interrupted_leaves_nothing_that_looks_like_a_table() {
        for (signal, code) in [("KILL", None), ("INT", Some(130)), ("TERM", Some(130))] {
            for delay in [0, 3, 10, 30, 100] {
                let program = Program::new();
                let mut build = program.command();
                let build = build.args(["build", "number-46"]).stderr(Stdio::null());
                let mut build = build.spawn().unwrap();
                while !program.tables().join("number-46.lock").exists() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                std::thread::sleep(Duration::from_millis(delay));
                let id = build.id().to_string();
                Command::new("kill").args(["-s", signal, &id]).status().unwrap();
                assert_eq!(build.wait().unwrap().code(), code, "{signal} after {delay} ms");
                let left = files(&program);
                assert!(!left.contains(&"number-46.table".to_owned()), "{signal}: {left:?}");
                assert_eq!(program.run(&["build", "number-20"]).code, 0);
                assert!(files(&program).iter().all(|name| !name.ends_with("partial")));
            }
        }
    }
}
