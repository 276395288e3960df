//! Which folder tables are in, and what can go wrong with a machine.

use crate::common::*;

#[test]
fn a_closed_pipe_is_no_error() {
    let program = Program::with_tables();
    for command in ["probe number -", "export number-40 --format csv --output -"] {
        let mut child = program.spawn(command);
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().unwrap();
        thread::spawn(move || {
            let _ = Write::write_all(&mut stdin, "2 3 4\n".repeat(100_000).as_bytes());
        });
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{command}");
    }
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;

    use super::*;

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
