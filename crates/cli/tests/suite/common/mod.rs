//! Running the program as a user does.

mod served;
pub mod transcript;

pub use std::collections::BTreeSet;
pub use std::env::consts::EXE_SUFFIX;
pub use std::ffi::OsStr;
pub use std::io::{BufRead, BufReader, Read, Write};
pub use std::net::TcpStream;
pub use std::path::{Path, PathBuf};
pub use std::process::{Child, Command, Output, Stdio};
pub use std::sync::LazyLock;
pub use std::time::{Duration, Instant};
pub use std::{fs, thread};

pub use assert_cmd::cargo::cargo_bin;
pub use perfectplay::Oracle;
pub use perfectplay_cli::testing::command;
pub use perfectplay_core::{Outcome, PlainSolver, WithPlies};
pub use perfectplay_games::built_in;
pub use perfectplay_games::number::{Number, rules};
pub use perfectplay_tests::server::{FileServer, Manner, serve, server};
pub use perfectplay_tests::{copy, files_in};
pub use serde_json::{Value, json};
pub use served::ServerProcess;
pub use tempfile::TempDir;

/// The games that are built in.
pub const GAMES: [&str; 6] = ["number", "tower", "contour", "stake", "tokens", "chomp"];

/// The program in an empty folder of its own.
pub struct Program {
    pub directory: TempDir,
    pub file: PathBuf,
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
        Self { directory: tempfile::tempdir().unwrap(), file: cargo_bin!("perfectplay").into() }
    }

    /// The example with custom games, in the same folder.
    pub fn and_custom_games(self) -> Self {
        let folder = self.file.parent().unwrap();
        Self { file: folder.join("examples").join(format!("custom_games{EXE_SUFFIX}")), ..self }
    }

    /// With the default tables built, and the sample boards beside them.
    pub fn with_tables() -> Self {
        let program = Self::new();
        let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/boards");
        copy(&boards, &program.tables().join("boards"));
        // Built once, and copied for every test.
        static BUILT: LazyLock<Program> = LazyLock::new(|| Program::new().and_built());
        copy(&BUILT.tables(), &program.tables());
        program
    }

    /// With the default tables of the program built.
    pub fn and_built(self) -> Self {
        self.run_well("build");
        self
    }

    /// Without custom games, but with the tables of some.
    pub fn with_tables_of_custom_games() -> Self {
        let (custom, stock) = (Self::new().and_custom_games().and_built(), Self::new());
        fs::rename(custom.tables(), stock.tables()).unwrap();
        stock
    }

    /// With these tables built, each of them once for all tests.
    pub fn with(tables: &str) -> Self {
        static BUILT: LazyLock<Program> = LazyLock::new(Program::new);
        let program = Self::new();
        BUILT.run_well(format!("build {tables}"));
        fs::create_dir(program.tables()).unwrap();
        for table in tables.split(' ') {
            let file = format!("{table}.table");
            fs::copy(BUILT.tables().join(&file), program.tables().join(file)).unwrap();
        }
        program
    }

    /// The path of a file or folder in its folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub fn tables(&self) -> PathBuf {
        self.path("tables")
    }

    /// The names of the files in a folder, sorted; none if it does not exist.
    pub fn files(&self, folder: &str) -> Vec<String> {
        files_in(&self.path(folder))
    }

    pub fn files_but_locks(&self, folder: &str) -> Vec<String> {
        self.files(folder).into_iter().filter(|name| !name.ends_with(".lock")).collect()
    }

    pub fn write(&self, file: &str, contents: impl AsRef<[u8]>) {
        fs::write(self.path(file), contents).unwrap();
    }

    /// Changes the bytes of a file, which is replaced: a table may not be written.
    pub fn change(&self, file: &str, change: impl FnOnce(&mut Vec<u8>)) {
        let mut bytes = fs::read(self.path(file)).unwrap();
        change(&mut bytes);
        fs::remove_file(self.path(file)).unwrap();
        self.write(file, bytes);
    }

    /// Flips a bit in the middle of a file.
    pub fn flip(&self, file: &str) {
        self.change(file, |bytes| {
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
        });
    }

    /// The process of a command: its words, of which those in single quotes may have blanks. Before them may be variables
    /// of its environment.
    pub fn command(&self, command: &str) -> Command {
        let mut process = self.command_of(&self.file);
        let mut words = words(command).peekable();
        let variable = |word: &&str| !word.starts_with('-') && word.contains('=');
        while let Some((name, value)) = words.next_if(variable).and_then(|it| it.split_once('=')) {
            process.env(name, value);
        }
        process.args(words);
        process
    }

    /// A process in its folder, in an environment without proxies.
    fn command_of(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env_remove("SSL_CERT_FILE");
        for name in ["http_proxy", "https_proxy", "all_proxy", "no_proxy"] {
            command.env_remove(name).env_remove(name.to_uppercase());
        }
        command
            .current_dir(self.directory.path())
            .env("PERFECTPLAY_TABLES", self.tables())
            .stdin(Stdio::null());
        command
    }

    pub fn run(&self, command: impl AsRef<str>) -> Run {
        Run::of(&mut self.command(command.as_ref()))
    }

    /// Runs a command that must end with exit code 0.
    pub fn run_well(&self, command: impl AsRef<str>) -> Run {
        let run = self.run(&command);
        assert_eq!(run.code, 0, "{} {run:?}", command.as_ref());
        run
    }

    /// Runs a script of a shell that finds the program.
    #[cfg(unix)]
    pub fn shell(&self, script: &str) -> Run {
        let folders =
            format!("{}:{}", self.file.parent().unwrap().display(), std::env::var("PATH").unwrap());
        let mut shell = self.command_of("bash");
        let output = shell.args(["-c", script]).env("PATH", folders).output().unwrap();
        Run::read(&output, &script.split(' ').collect::<Vec<_>>())
    }

    /// Runs it with this on standard input.
    pub fn feed(&self, command: impl AsRef<str>, input: impl AsRef<[u8]>) -> Run {
        Self::feed_to(&mut self.command(command.as_ref()), input.as_ref())
    }

    /// Starts it with pipes.
    pub fn spawn(&self, command: impl AsRef<str>) -> Child {
        piped(&mut self.command(command.as_ref()))
    }

    pub fn feed_to(command: &mut Command, input: &[u8]) -> Run {
        let mut child = piped(command);
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_vec();
        // The program may stop reading at a bad line.
        let writer = thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        Run::read(&output, &arguments(command))
    }
}

fn piped(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The words of a command; those in quotes may have spaces.
fn words(command: &str) -> impl Iterator<Item = &str> {
    command.split('\'').enumerate().flat_map(|(place, part)| match place % 2 {
        1 => vec![part],
        _ => part.split_whitespace().collect(),
    })
}

/// The arguments of a command that are text.
fn arguments(command: &Command) -> Vec<&str> {
    command.get_args().filter_map(OsStr::to_str).collect()
}

impl Run {
    /// Runs the program.
    pub fn of(command: &mut Command) -> Self {
        let output = command.output().unwrap_or_else(|error| {
            let program = command.get_program().display();
            panic!("{program}: {error}; `cargo build --release --workspace --examples` builds it")
        });
        Self::read(&output, &arguments(command))
    }

    fn read(output: &Output, arguments: &[&str]) -> Self {
        let code = output.status.code();
        let run = Self {
            code: code.unwrap_or_else(|| panic!("a signal ended {arguments:?}: {output:?}")),
            stdout: String::from_utf8(output.stdout.clone()).unwrap(),
            stderr: String::from_utf8(output.stderr.clone()).unwrap(),
        };
        run.assert_advice(arguments);
        run
    }

    /// The object on standard output.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The objects on standard output, one a line.
    pub fn rows(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Asserts that the options which errors and warnings name exist: in a command in backquotes those of that
    /// command, else those of the one that ran. Only clap names what was wrong with a command line.
    fn assert_advice(&self, arguments: &[&str]) {
        static PROGRAM: LazyLock<clap::Command> = LazyLock::new(|| {
            let mut program = command();
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

    /// Asserts that it failed, and that this is among what it said.
    #[track_caller]
    pub fn assert_says(&self, code: i32, part: &str) {
        assert_eq!(self.code, code, "{self:?}");
        assert!(self.stderr.contains(part), "{part}: {self:?}");
    }

    /// The one error on standard error with `--json`, and its message with the hint behind it.
    pub fn error(&self) -> (Value, String) {
        let line: Value = serde_json::from_str(&self.stderr).unwrap_or_else(|_| panic!("{self:?}"));
        let error = &line["error"];
        let keys =
            |value: &Value| value.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
        assert!(keys(&line).iter().eq(["error"]), "{self:?}");
        assert!(keys(error).iter().eq(["code", "hint", "message"]), "{self:?}");
        assert!(error["hint"].is_string() || error["hint"].is_null(), "{self:?}");
        let hint = error["hint"].as_str().map(|hint| format!("; {hint}")).unwrap_or_default();
        (error.clone(), format!("{}{hint}", error["message"].as_str().expect("a message")))
    }
}

/// Waits until something is so.
#[track_caller]
pub fn wait_until(is_so: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(300);
    while !is_so() {
        assert!(Instant::now() < end, "it took too long");
        thread::sleep(Duration::from_millis(1));
    }
}

/// Sends a signal, as in `INT`.
#[cfg(unix)]
pub fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args(["-s", name, &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

pub fn sample(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/tests/samples").join(name);
    fs::read(path).unwrap()
}
