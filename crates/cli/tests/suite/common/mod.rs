//! Running the program as a user does.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use assert_cmd::cargo::cargo_bin;
use tempfile::TempDir;

/// The program in an empty folder of its own.
pub struct Program {
    pub directory: TempDir,
}

/// What a run left.
#[derive(Debug, PartialEq, Eq)]
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Program {
    pub fn new() -> Self {
        Self { directory: tempfile::tempdir().unwrap() }
    }

    /// With the default tables built, and the sample boards beside them.
    pub fn with_tables() -> Self {
        let program = Self::new();
        let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("../query/src/boards");
        copy(&boards, &program.tables().join("boards"));
        // Built once, and copied for every test.
        static BUILT: LazyLock<Program> = LazyLock::new(|| {
            let program = Program::new();
            assert_eq!(program.run(&["build"]).code, 0);
            program
        });
        copy(&BUILT.tables(), &program.tables());
        program
    }

    /// With these tables built, each of them once for all tests.
    pub fn with(tables: &[&str]) -> Self {
        static BUILT: LazyLock<Program> = LazyLock::new(Program::new);
        let program = Self::new();
        let run = BUILT.run(&[&["build"], tables].concat());
        assert_eq!(run.code, 0, "{run:?}");
        std::fs::create_dir(program.tables()).unwrap();
        for table in tables {
            let file = format!("{table}.table");
            std::fs::copy(BUILT.tables().join(&file), program.tables().join(file)).unwrap();
        }
        program
    }

    pub fn tables(&self) -> std::path::PathBuf {
        self.directory.path().join("tables")
    }

    /// The names of the files in a folder, sorted.
    pub fn files(&self, folder: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.directory.path().join(folder)).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort_unstable();
        names
    }

    pub fn command(&self) -> Command {
        let mut command = Command::new(cargo_bin!("perfectplay"));
        command
            .current_dir(self.directory.path())
            .env("PERFECTPLAY_TABLES", self.tables())
            .stdin(Stdio::null());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Run {
        let mut command = self.command();
        let output = command.args(arguments).output().unwrap();
        Run::of(&command, &output)
    }

    /// Runs it with this on standard input.
    pub fn feed(&self, arguments: &[&str], input: &[u8]) -> Run {
        Self::feed_to(self.command().args(arguments), input)
    }

    /// The same for lines of so many columns.
    pub fn feed_in_columns(&self, columns: u16, arguments: &[&str], input: &[u8]) -> Run {
        let mut command = self.command();
        Self::feed_to(command.args(arguments).env("COLUMNS", columns.to_string()), input)
    }

    fn feed_to(command: &mut Command, input: &[u8]) -> Run {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_vec();
        // The program may stop reading at a bad line.
        let writer = std::thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        Run::of(command, &output)
    }
}

impl Run {
    fn of(command: &Command, output: &Output) -> Self {
        let run = Self {
            code: output.status.code().expect("no signal ended it"),
            stdout: String::from_utf8(output.stdout.clone()).unwrap(),
            stderr: String::from_utf8(output.stderr.clone()).unwrap(),
        };
        let arguments: Vec<_> = command.get_args().filter_map(OsStr::to_str).collect();
        run.assert_advice(&arguments);
        run
    }

    /// Asserts that the options which errors and warnings name exist: in a command in backquotes those of that
    /// command, else those of the one that ran. Only clap names what was wrong with a command line.
    fn assert_advice(&self, arguments: &[&str]) {
        static PROGRAM: LazyLock<clap::Command> = LazyLock::new(|| {
            let mut program = perfectplay_cli::testing::command();
            program.build();
            program
        });
        let named = |words: &[&str]| words.iter().find_map(|word| PROGRAM.find_subcommand(word));
        if self.code == 2 {
            return;
        }
        for line in self.stderr.lines() {
            for (at, part) in line.split('`').enumerate() {
                let words: Vec<&str> = part.split([' ', ';', ',', '"', '.', '/', ':']).collect();
                let of_program = at % 2 == 1 && words[0] == "perfectplay";
                let command = if of_program { named(&words) } else { named(arguments) };
                for option in words.iter().filter_map(|word| word.strip_prefix("--")) {
                    let known = |command: &clap::Command| {
                        command.get_arguments().any(|argument| argument.get_long() == Some(option))
                    };
                    let fine = at % 2 == 1 && !of_program || command.is_some_and(known);
                    assert!(fine, "there is no --{option}: {arguments:?} {line}");
                }
            }
        }
    }

    /// Asserts that it failed with one line that says this.
    pub fn assert_fails(&self, code: i32, message: &str) {
        assert_eq!(self.code, code, "{self:?}");
        let expected = format!("error: {message}\n");
        if cfg!(windows) {
            // Paths are written either way there.
            assert_eq!(self.stderr.replace('\\', "/"), expected.replace('\\', "/"));
        } else {
            assert_eq!(self.stderr, expected);
        }
    }

    /// Asserts that it failed with one JSON object on standard error that says this: the message,
    /// then the hint if there is one.
    pub fn assert_json_error(&self, error: &str, code: i32, text: &str) {
        assert_eq!(self.code, code, "{self:?}");
        let found: serde_json::Value = serde_json::from_str(&self.stderr).expect("one object");
        let found = &found["error"];
        let hint = found["hint"].as_str().map(|hint| format!("; {hint}")).unwrap_or_default();
        let message = found["message"].as_str().expect("a message");
        assert_eq!(
            (found["code"].as_str(), format!("{message}{hint}").as_str()),
            (Some(error), text)
        );
    }
}

/// Copies the files of a folder into another, which is made.
pub fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for file in std::fs::read_dir(from).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), to.join(file.file_name())).unwrap();
    }
}

pub fn sample(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/tests/samples").join(name);
    std::fs::read(path).unwrap()
}
