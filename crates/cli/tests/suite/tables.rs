//! `build`, `list`, `info` and `verify`, and what can go wrong with a machine.

use crate::common::*;

#[test]
fn build_makes_the_default_tables_and_answers_an_example() {
    let program = Program::new();
    let run = program.run_well("build");
    assert_eq!(run.stderr, "");
    let built = "number-20        3515 states, 28680 bytes, ";
    assert!(run.stdout.starts_with(&format!("{built}built in ")), "{run:?}");
    assert!(run.stdout.contains("$ perfectplay probe number 2 3 4 5 6\nposition  2 3 4 5 6\n"));
    let mut tables: Vec<String> =
        default_tables(&built_in()).iter().map(ToString::to_string).collect();
    tables.sort();
    let files = tables.iter().flat_map(|name| [format!("{name}.lock"), format!("{name}.table")]);
    assert_eq!(program.files("tables"), files.collect::<Vec<_>>());
    let named = "chomp-10x10 contour-75695848 contour-daa36c61 number-20 number-40 stake-4 \
                 tokens-4x4 tokens-6efc7e0d tower-6";
    assert!(named.split(' ').all(|name| tables.iter().any(|table| table == name)));
    let again = program.run("build");
    assert!(again.stdout.starts_with(&format!("{built}is there already\n")), "{again:?}");
}

#[test]
fn unfinished_work_is_listed_and_stays_until_clean_removes_it() {
    let program = Program::new();
    fs::create_dir(program.tables()).unwrap();
    for (file, bytes) in [
        ("tower-9.table.partial", 1000),
        ("tower-9.table.partial.toml", 24),
        ("stake-4.table.zst.download", 2000),
    ] {
        program.write(&format!("tables/{file}"), vec![b'x'; bytes]);
    }
    program.run_well("build number-5");
    let listed = program.run("list");
    assert!(listed.stdout.contains(
        "stake-4          unfinished download of 2.0 KiB: the same command goes on,\n                 \
         `perfectplay clean stake-4` removes it\n\
         tower-9          unfinished build of 1.0 KiB: the same command goes on,\n                 \
         `perfectplay clean tower-9` removes it\n"
    ), "{listed:?}");
    assert!(listed.stdout.lines().all(|line| line.chars().count() <= 80), "{listed:?}");
    let listed = program.run("list --json");
    let unfinished = r#""unfinished":[{"table":"stake-4","bytes":2000,"download":true},{"table":"tower-9","bytes":1024,"download":false}]}"#;
    assert!(listed.stdout.trim_end().ends_with(unfinished), "{listed:?}");

    for (command, code) in [("clean", 2), ("clean number-5", 3), ("clean x --all", 2)] {
        let run = program.run(command);
        assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{run:?}");
    }
    let run = program.run_well("clean tower-9");
    assert_eq!(run.stdout, "tower-9          1024 bytes removed\n");
    let report = program.run("clean --all --json").json();
    assert_eq!(report["removed"], serde_json::json!([{"table": "stake-4", "bytes": 2000}]));
    let left = program.files("tables");
    assert_eq!(left, ["number-5.lock", "number-5.table", "stake-4.lock", "tower-9.lock"]);
    let run = program.run_well("clean --all");
    assert!(run.stdout.starts_with("there is nothing unfinished in "), "{run:?}");

    // What cannot be removed does not keep the rest.
    fs::create_dir(program.tables().join("number-50.table.partial")).unwrap();
    program.write("tables/tower-9.table.partial", "unfinished");
    let run = program.run("clean --all");
    assert_eq!(run.stdout, "tower-9          10 bytes removed\n", "{run:?}");
    run.assert_says(3, "number-50");
}

#[test]
fn the_folder_is_tables_if_it_exists_here() {
    let program = Program::new();
    fs::create_dir(program.tables()).unwrap();
    let (mut without, mut with_empty) = (program.command("list"), program.command("list"));
    without.env_remove("PERFECTPLAY_TABLES");
    with_empty.env("PERFECTPLAY_TABLES", "");
    for command in [&mut without, &mut with_empty] {
        let run = Run::of(command);
        assert!(run.stdout.ends_with("in tables (./tables exists)\n"), "{run:?}");
    }
}

#[test]
fn verify_proves_what_is_good_and_fails_on_what_is_not() {
    let program = Program::with_tables();
    program.run_well("build number-21");
    let run = program.run_well("verify tower-6 --sample 1000");
    let sampled = "good  18528472 bytes, as in the manifest; 1000 of 2315205 entries";
    assert!(run.stdout.contains(&format!("tower-6          {sampled}")), "{run:?}");
    let run = program.run_well("verify number-20 number-21");
    for expected in [
        "number-20        good  28680 bytes, as in the manifest; all 3515 entries",
        "number-21        good  36872 bytes, not in the manifest; all 5343 entries",
    ] {
        assert!(run.stdout.contains(expected), "{run:?}");
    }

    program.flip("tables/number-21.table");
    program.write("tables/zero.table", "");
    let run = program.run("verify --quick");
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    assert!(run.stdout.contains("\nnumber-20        good"));
    assert!(run.stdout.contains("\nnumber-21        BAD   chunk 0, from byte 4096, is damaged"));
    assert!(run.stdout.contains("\ntower-6          good"));
    assert!(run.stdout.ends_with(
        "0 bytes are too few for a table; no table has such a name: remove the file or rename it\n"
    ));
    program.run_well("build --force number-21");
    program.run_well("verify number-21 --sample 100");
}

#[test]
fn bad_usage_is_refused_before_anything_is_built() {
    let program = Program::new();
    assert_eq!(program.run("build number-20 number-99").code, 2);
    assert!(!program.tables().exists());
    let run = program.run("build --memory 1K");
    assert_eq!(run.stdout, "");
    run.assert_says(
        3,
        "error: number-20 needs 75.5 KiB of memory to build, and 1000 B may be used; free some, or \
         raise --memory\n",
    );
    // The others are tried, too.
    assert_eq!(run.stderr.lines().count(), default_tables(&built_in()).len(), "{run:?}");
}

#[test]
fn a_damaged_table_is_an_error_and_no_wrong_answer() {
    let program = Program::with_tables();
    program.change("tables/number-20.table", |bytes| bytes.truncate(20_000));
    let message = format!(
        "{}: it has 20000 bytes instead of 28680: it was cut off or added to; \
         `perfectplay build number-20 --force` builds it anew",
        program.path("tables/number-20.table").display()
    );
    // Another table has the position, so that is a warning.
    let run = program.run("probe number 2 3 --json");
    assert_eq!((run.code, run.stderr), (0, format!("warning: {message}\n")));
    assert!(run.stdout.ends_with("\"table\":\"number-40\"}\n"));
    let run = program.feed("judge poj1143", b"2 2 3\n0\n");
    assert_eq!((run.code, run.stderr), (0, format!("warning: {message}\n")));
    fs::remove_file(program.tables().join("number-40.table")).unwrap();
    program.run("probe number 2 3").assert_fails(1, &message);
}

#[test]
fn completions_exist_for_the_usual_shells() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = Program::new().run_well(format!("completions {shell}"));
        assert!(run.stdout.contains("perfectplay"), "{shell}");
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let program = Program::with_tables();
    let mut child = program.spawn("probe number -");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    thread::spawn(move || {
        let _ = Write::write_all(&mut stdin, "2 3 4\n".repeat(100_000).as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;

    use super::*;

    #[test]
    fn a_table_that_cannot_be_written_to_its_end_leaves_nothing() {
        let program = Program::new();
        let run = program.run_within("-f 8", "build");
        run.assert_says(3, "number-20.table.partial: cannot write: ");
        assert!(program.files("tables").iter().all(|file| file.ends_with(".lock")));
    }

    #[test]
    fn a_full_disk_under_the_output_is_an_error() {
        let program = Program::with_tables();
        let full = fs::File::options().write(true).open("/dev/full");
        let Ok(full) = full else { return };
        let run = Run::of(program.command("probe number 2 3").stdout(full));
        run.assert_says(3, "error: cannot write the output: No space left");
    }

    #[test]
    fn a_machine_without_memory_is_an_error() {
        let program = Program::with_tables();
        for (limit, arguments) in [
            ("-v 300000", "build --threads 1 tower-9 --memory 8G --quiet"),
            ("-v 60000", "--tables none probe tower RGB/RGB/RGB/RGB/RGB/RGB/RGB"),
        ] {
            let run = program.run_within(limit, arguments);
            assert_eq!((run.code, run.stderr.lines().count()), (3, 1), "{limit}: {run:?}");
        }
    }

    #[test]
    fn a_build_of_what_is_there_needs_no_permission_to_write() {
        let program = Program::with_tables();
        fs::set_permissions(program.tables(), fs::Permissions::from_mode(0o555)).unwrap();
        fs::remove_file(program.tables().join("number-20.lock")).ok();
        let run = program.run("build number-20");
        fs::set_permissions(program.tables(), fs::Permissions::from_mode(0o755)).unwrap();
        assert!(run.code == 0 && run.stdout.contains("is there already"), "{run:?}");
    }

    #[test]
    fn verify_fails_on_a_bad_table_even_if_nobody_reads_its_output() {
        let program = Program::with_tables();
        program.write("tables/bad.table", "bad");
        let mut child = program.spawn("verify --quick");
        drop(child.stdout.take());
        assert_eq!(child.wait().unwrap().code(), Some(1));
    }

    #[test]
    fn what_was_built_is_told_even_if_the_rest_was_not() {
        let program = Program::new();
        fs::create_dir_all(program.tables().join("tower-3.table")).unwrap();
        let run = program.run("build number-5 tower-3");
        assert_eq!(run.code, 3, "{run:?}");
        assert!(run.stdout.starts_with("number-5         11 states"), "{run:?}");
        program.write("tables/number-19.table", "bad");
        let run = program.run_well("build number-5");
        assert!(!run.stdout.contains("$ perfectplay probe"), "{run:?}");
    }

    #[test]
    fn names_with_control_characters_stay_on_one_line() {
        let program = Program::with_tables();
        program.write("tables/a\u{1b}[31m\nb.table", "bad");
        for command in ["list", "verify --quick", "info 'x\ny'"] {
            let run = program.run(command);
            let text = run.stdout + &run.stderr;
            assert!(!text.contains('\u{1b}') && !text.contains("\nb"), "{command}: {text}");
            assert!(!text.contains("\ny"), "{command}: {text}");
        }
    }

    #[test]
    fn a_folder_without_permission_is_an_error() {
        let program = Program::with_tables();
        // Root may do anything, so the program runs as somebody else then.
        let path = program.path("program");
        // Copied by another process: a file open for writing in this one, while some test
        // starts a program, could not be run.
        let copied = Command::new("cp").arg(cargo_bin!("perfectplay")).arg(&path).status();
        assert!(copied.unwrap().success());
        let tables = program.tables();
        let mode = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        mode(program.directory.path(), 0o755);
        let is_root = fs::metadata(&path).unwrap().uid() == 0;
        let attempt = |arguments: &str| {
            let mut command = Command::new(&path);
            command.args(arguments.split(' ')).env("PERFECTPLAY_TABLES", &tables);
            if is_root {
                command.uid(65_534).gid(65_534);
            }
            Run::of(&mut command)
        };
        mode(&tables, 0o555);
        let build = attempt("build number-21");
        mode(&tables, 0o000);
        let probe = attempt("probe number 2 3");
        mode(&tables, 0o755);
        mode(&tables.join("number-20.table"), 0o000);
        fs::remove_file(tables.join("number-40.table")).unwrap();
        let open = attempt("probe number 2 3");
        mode(&tables.join("number-20.table"), 0o444);
        for run in [build, probe, open] {
            run.assert_says(3, "Permission denied");
            assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
        }
    }

    #[test]
    fn a_build_that_is_killed_or_interrupted_leaves_nothing_that_looks_like_a_table() {
        for (name, code) in [("KILL", None), ("INT", Some(130)), ("TERM", Some(130))] {
            for delay in [0, 3, 10, 30, 100] {
                let program = Program::new();
                let mut build = program.spawn("build number-46");
                wait_until(|| program.tables().join("number-46.lock").exists());
                thread::sleep(Duration::from_millis(delay));
                signal(&build, name);
                assert_eq!(build.wait().unwrap().code(), code, "{name} after {delay} ms");
                let left = program.files("tables");
                assert!(!left.contains(&"number-46.table".to_owned()), "{name}: {left:?}");
                program.run_well("build number-20");
                assert!(program.files("tables").iter().all(|name| !name.ends_with("partial")));
            }
        }
    }
}
