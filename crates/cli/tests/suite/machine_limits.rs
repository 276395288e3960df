//! Every command within limits of memory, file size and open files: it ends with an exit code of
//! the contract, and leaves nothing behind.
//!
//! `PERFECTPLAY_LIMITS` says how many limits of each kind are tried, with larger tables: 18 are all of them.
#![cfg(target_os = "linux")]

use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use crate::common::{Program, copy};
use assert_cmd::cargo::cargo_bin;

/// Commands whose memory or output grows with what they are asked for, and those that only start.
const COMMANDS: [&str; 41] = [
    "build DEFAULT --tables new",
    "build number-34 --tables new",
    "build tower-LEVELS --tables new",
    "build tokens-4x4 stake-3 chomp-12x12 --tables new",
    "build contour --board tables/boards/contour-10x10.txt --tables new",
    "list",
    "info number-40",
    "info stake-4 --json",
    "verify --quick --complete",
    "verify --sample 300",
    "probe number 2 3 4 5 6 --line",
    "probe number after:11,16,58",
    "probe tower RGB/GRG/BBR/RRR/GGG/BBB --json",
    "probe tower RGB/GRG/BBR/RRR/GGG/BBB/RGB",
    "probe stake 01.1/00../.01./...1 --line",
    "probe stake 0..../...../10.../01.10/1....",
    "probe contour --board tables/boards/contour-10x10.txt --line",
    "probe tokens P..#/.#../...P",
    "probe chomp 16,16,16,16,16,16,16,16,16,16",
    "probe chomp 12,12,12,12,12,12,12,12,12,12 --plies",
    "probe number - --keep-going < positions.txt",
    "probe stake - --keep-going < boards.txt",
    "judge poj1143 cases.txt",
    "judge p4363 tables/boards/contour-10x10.txt",
    "export number-LARGEST --format csv --output - --what losing",
    "export number-LARGEST --format csv --what few-generators",
    "export number-LARGEST --format npy --output made.npy",
    "export number-LARGEST --format parquet --what losing --output made.parquet",
    "export number-LARGEST --format csv --what longest --output made.csv",
    "export number-LARGEST --format parquet --what counts --output made.parquet",
    "pack number-20 tokens-4x4 --out new",
    "pack number-20 --out new --threads 1 --json",
    "unpack --from release-tables --tables new",
    "unpack release-tables/tokens-4x4.table.zst --tables new",
    "plan tower-9 --json",
    "block tower-6 0 --store new --block 64MiB",
    "merge tower-4 --store store --tables new",
    "clean --all",
    "completions bash",
    "help probe",
    "--version",
];

/// What stands for what in the commands: if no number of limits is asked for, and if one is.
const SIZES: [(&str, [&str; 2]); 3] =
    [("LARGEST", ["34", "40"]), ("DEFAULT", ["number-20 tower-5", ""]), ("LEVELS", ["6", "7"])];

#[test]
fn an_abort_that_somebody_sends_is_no_refusal() {
    let program = Program::new();
    let mut command = program.command();
    let mut playing = command
        .args(["play", "chomp"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // It has begun.
    playing.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    let sent = Command::new("kill").args(["-ABRT", &playing.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let ended = playing.wait().unwrap();
    assert_eq!(ended.signal(), Some(6), "{ended}");
}

/// A folder with tables and with what the commands read.
fn prepared() -> Program {
    // Prepared once, and copied for every test.
    static PREPARED: LazyLock<Program> = LazyLock::new(|| {
        let program = Program::with_tables();
        assert_eq!(program.run(&["build", &format!("number-{}", largest())]).code, 0);
        assert_eq!(program.run(&["pack", "number-20", "tokens-4x4"]).code, 0);
        assert_eq!(program.run(&["block", "tower-4", "0", "--store", "store"]).code, 0);
        program
    });
    let program = Program::with_tables();
    let table = format!("tables/number-{}.table", largest());
    for file in [table.as_str(), "release-tables", "store/tower-4"] {
        let (from, to) =
            (PREPARED.directory.path().join(file), program.directory.path().join(file));
        if from.is_file() {
            std::fs::copy(from, to).unwrap();
        } else {
            copy(&from, &to);
        }
    }
    let write = |name: &str, text: String| {
        std::fs::write(program.directory.path().join(name), text).unwrap();
    };
    write("positions.txt", "2 3 4 5 6\nafter:4,3\nnonsense\nafter:6,13,17\n".repeat(500));
    write("boards.txt", "01.1/00../.01./...1\n0..../...../10.../01.10/1....\n".repeat(2));
    write("cases.txt", format!("{}0\n", "2 2 5\n5 2 3 4 5 6\n".repeat(500)));
    program
}

/// Runs every command under limits of the shell, as in `-v 65536`, and says so.
#[allow(clippy::print_stdout)]
fn all_within(option: &str, limits: &[u32]) {
    let program = prepared();
    for limit in limits {
        within(&program, &format!("{option} {limit}"));
    }
    println!("{} commands under {} limits of {option}", COMMANDS.len(), limits.len());
}

/// Runs every command under a limit.
fn within(program: &Program, limit: &str) {
    let folder = program.directory.path();
    for command in COMMANDS {
        let mut command = command.to_owned();
        for (name, [few, all]) in SIZES {
            command = command.replace(name, if number_of_limits().is_some() { all } else { few });
        }
        let script = format!("ulimit {limit}; exec \"$PROGRAM\" {command}");
        let run = Command::new("bash")
            .args(["-c", &script])
            .current_dir(folder)
            .env("PROGRAM", cargo_bin!("perfectplay"))
            .env("PERFECTPLAY_TABLES", program.tables())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&run.stderr);
        let code = run.status.code();
        assert!(
            matches!(code, Some(0..=3)),
            "ulimit {limit}; perfectplay {command}: {:?} {told}",
            run.status
        );
        assert!(code == Some(0) || !told.is_empty(), "ulimit {limit}; {command}: {code:?} {told}");
        assert!(!told.contains("panicked"), "ulimit {limit}; {command}: {told}");
        let left = left_behind(folder);
        assert!(left.is_empty(), "ulimit {limit}; {command}: {code:?} {told} left {left:?}");
        // What it made on purpose.
        let _ = std::fs::remove_dir_all(folder.join("new"));
        for entry in folder.read_dir().unwrap().flatten() {
            let name = entry.file_name().into_string().unwrap();
            if name.starts_with("made.") || name.starts_with("number-") {
                std::fs::remove_file(entry.path()).unwrap();
            }
        }
    }
}

/// Files of the folder and of its tables that are unfinished.
fn left_behind(folder: &Path) -> Vec<String> {
    let names = |folder: &Path| -> Vec<String> {
        let entries = folder.read_dir().into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    };
    let folders = ["", "new", "new/tower-6", "tables"].map(|name| names(&folder.join(name)));
    let all = folders.concat();
    all.into_iter().filter(|name| name.contains("partial")).collect()
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
    let kibibytes: Vec<u32> = chosen(&[64, 120], &all).iter().map(|limit| limit << 10).collect();
    all_within("-v", &kibibytes);
}

#[test]
fn small_files_end_in_exit_codes() {
    all_within("-f", &chosen(&[0, 20], &[0, 1, 2, 4, 8, 16, 32, 64, 128, 512, 2048, 8192]));
}

#[test]
fn few_open_files_end_in_exit_codes() {
    all_within("-n", &chosen(&[7], &[4, 5, 6, 7, 8, 10, 12, 16]));
}
