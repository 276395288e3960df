//! Every command within limits of memory, file size and open files: it ends with an exit code of
//! the contract, and leaves nothing behind.
//!
//! One limit of each kind, with small tables. `PERFECTPLAY_LIMITS` says how many of each kind are tried, with larger
//! tables; 18 are all of every kind.
#![cfg(target_os = "linux")]

use std::os::unix::process::ExitStatusExt;

use crate::common::*;

/// Commands whose memory or output grows with what they are asked for, and those that only start.
const COMMANDS: &str = include_str!("machine_limits/commands.txt");

/// What stands for what in the commands: if no number of limits is asked for, and if one is.
const SIZES: [(&str, [&str; 2]); 5] = [
    ("LARGEST", ["28", "40"]),
    ("DEFAULT", ["number-20 tower-4", ""]),
    ("LEVELS", ["5", "7"]),
    ("ROWS", ["chomp-10x10", "stake-4"]),
    ("DRAWN", ["1000", "100000"]),
];

#[test]
fn an_abort_that_somebody_sends_is_no_refusal() {
    let program = Program::new();
    let mut playing = program.spawn("play chomp");
    // It has begun.
    playing.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    signal(&playing, "ABRT");
    let ended = playing.wait().unwrap();
    assert_eq!(ended.signal(), Some(6), "{ended}");
}

/// A folder with tables and with what the commands read.
fn prepared() -> Program {
    // Prepared once, and copied for every test.
    static PREPARED: LazyLock<Program> = LazyLock::new(|| {
        let program = Program::with_tables();
        program.run_well(format!("build number-{}", largest()));
        program.run_well("pack number-20 tokens-4x4");
        program.run_well("block tower-4 0 --store store");
        program
    });
    let program = Program::with_tables();
    let table = format!("tables/number-{}.table", largest());
    fs::copy(PREPARED.path(&table), program.path(&table)).unwrap();
    for folder in ["release-tables", "store/tower-4"] {
        copy(&PREPARED.path(folder), &program.path(folder));
    }
    let positions = "2 3 4 5 6\nafter:4,3\nnonsense\nafter:6,13,17\n";
    let boards = "01.1/00../.01./...1\n0..../...../10.../01.10/1....\n";
    program.write("positions.txt", positions.repeat(500));
    program.write("boards.txt", boards.repeat(2));
    program.write("cases.txt", format!("{}0\n", "2 2 5\n5 2 3 4 5 6\n".repeat(500)));
    program
}

/// Runs every command under limits of the shell, as in `-v 65536`, and says so.
#[allow(clippy::print_stdout)]
fn all_within(option: &str, limits: &[u32]) {
    let program = prepared();
    for limit in limits {
        within(&program, &format!("{option} {limit}"));
    }
    println!("{} commands under {} limits of {option}", COMMANDS.lines().count(), limits.len());
}

/// Runs every command under a limit.
fn within(program: &Program, limit: &str) {
    for command in COMMANDS.lines() {
        let mut command = command.to_owned();
        for (name, [few, all]) in SIZES {
            command = command.replace(name, if number_of_limits().is_some() { all } else { few });
        }
        let run = program.shell(&format!("ulimit {limit}; exec perfectplay {command}"));
        let shown = format!("ulimit {limit}; perfectplay {command}: {} {}", run.code, run.stderr);
        assert!((0..=3).contains(&run.code), "{shown}");
        assert!(run.code == 0 || !run.stderr.is_empty(), "{shown}");
        assert!(!run.stderr.contains("panicked"), "{shown}");
        let folders = ["", "new", "new/tower-6", "tables"].map(|folder| program.files(folder));
        let left = folders.iter().flatten().find(|name| name.contains("partial"));
        assert_eq!(left, None, "{shown}");
        // What it made on purpose, or the next build would find its table there. Most commands make no `new`.
        let _ = fs::remove_dir_all(program.path("new"));
        let is_made = |name: &&String| name.starts_with("made.") || name.starts_with("number-");
        for name in program.files("").iter().filter(is_made) {
            fs::remove_file(program.path(name)).unwrap();
        }
    }
}

/// The bound of the table that is exported.
fn largest() -> &'static str {
    SIZES[0].1[usize::from(number_of_limits().is_some())]
}

/// How many limits of each kind are asked for.
fn number_of_limits() -> Option<usize> {
    let text = std::env::var("PERFECTPLAY_LIMITS").ok()?;
    Some(text.parse().expect("PERFECTPLAY_LIMITS is a number"))
}

/// As many of the limits as are asked for, evenly spread, or a few.
fn chosen(few: &[u32], all: &[u32]) -> Vec<u32> {
    match number_of_limits() {
        None => few.to_vec(),
        Some(number) => all.iter().copied().step_by(all.len().div_ceil(number.max(1))).collect(),
    }
}

#[test]
fn little_memory_ends_in_exit_codes() {
    let all = [64, 66, 68, 70, 72, 76, 80, 88, 96, 104, 112, 120, 128, 144, 160, 192, 256, 300];
    let kibibytes: Vec<u32> = chosen(&[72], &all).iter().map(|limit| limit << 10).collect();
    all_within("-v", &kibibytes);
}

#[test]
fn small_files_end_in_exit_codes() {
    all_within("-f", &chosen(&[16], &[0, 1, 2, 4, 8, 16, 32, 64, 128, 512, 2048, 8192]));
}

#[test]
fn few_open_files_end_in_exit_codes() {
    all_within("-n", &chosen(&[7], &[4, 5, 6, 7, 8, 10, 12, 16]));
}
