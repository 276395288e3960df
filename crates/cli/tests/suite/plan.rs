//! `plan`: what it prints of a table and of a store, and the script for Slurm.

use crate::common::*;

/// A program that has computed these blocks of `tower-4`.
fn with_blocks(numbers: &[&str]) -> Program {
    let program = Program::new();
    for number in numbers {
        let options = "--store store --block 64KiB --threads 2";
        program.run_well(format!("block tower-4 {number} {options}"));
    }
    program
}

#[test]
fn a_plan_is_shown_for_people_for_programs_and_for_slurm() {
    let program = Program::new();
    let shown = program.run_well("plan tower-7 --block 4MiB");
    let plan = program.run_well("plan tower-7 --block 4MiB --json").json();
    let blocks = plan["blocks"].as_array().unwrap().len();
    let mut lines = shown.stdout.lines();
    let first = format!(
        "tower-7: {} states in {} layers, {} bytes",
        plan["states"], plan["layers"], plan["bytes"]
    );
    assert_eq!(lines.next(), Some(first.as_str()));
    assert_eq!(lines.next(), Some(format!("{blocks} blocks of at most 4.0 MiB").as_str()));
    assert_eq!(lines.next(), Some(format!("hash {}", plan["hash"].as_str().unwrap()).as_str()));
    assert_eq!(lines.count(), 2 + blocks);
    let script = program.run("plan tower-7 --block 4MiB --emit slurm");
    let submitted = script.stdout.lines().filter(|line| line.starts_with("blocks ")).count();
    assert!((2..=blocks).contains(&submitted), "{}", script.stdout);
    let shell = Command::new("sh").args(["-n", "-c", &script.stdout]).status();
    assert!(shell.is_err() || shell.unwrap().success(), "{}", script.stdout);
}

#[test]
fn a_plan_says_which_blocks_a_store_lacks() {
    let program = with_blocks(&[]);
    let missing = |program: &Program| {
        let run = program.run_well("plan tower-4 --block 64KiB --store store");
        run.stdout.lines().find_map(|line| line.strip_prefix("missing: ")).unwrap().to_owned()
    };
    assert_eq!(missing(&program), "0-12");
    assert!(!program.path("store").exists(), "a plan makes nothing");

    let program = with_blocks(&["0", "1", "2"]);
    assert_eq!(missing(&program), "3-12");
    program.change("store/tower-4/block-00001", |bytes| bytes.truncate(bytes.len() - 1));
    assert_eq!(missing(&program), "1, 3-12");

    // With the size of the blocks there.
    let run = program.run("plan tower-4 --store store --json");
    assert!(run.stdout.contains(r#""block_size":65536"#), "{run:?}");
    assert!(run.stdout.ends_with(",\"missing\":[[1,1],[3,12]]}\n"), "{run:?}");
    let run = program.run("plan tower-4 --store store --block 128KiB");
    run.assert_says(2, "the blocks there have 65536 bytes, not 131072");
}

/// What Slurm does, without a queue: it runs the tasks of a job at once.
#[cfg(unix)]
const SBATCH: &str = r#"#!/bin/sh
set -eu
last=0
for argument; do
    case $argument in
        --wrap=*) wrap=${argument#--wrap=} ;;
        --array=0-*) last=${argument#--array=0-} ;;
        --dependency=*) [ "$argument" = --dependency=afterok:17 ] ;;
    esac
done
for SLURM_ARRAY_TASK_ID in $(seq 0 "$last"); do
    export SLURM_ARRAY_TASK_ID
    sh -c "$wrap" >&2
done
echo '17;cluster'
"#;

#[test]
#[cfg(unix)]
fn the_script_for_slurm_makes_the_table_whatever_the_folders_are_called() {
    use assert_cmd::cargo::cargo_bin;
    use std::os::unix::fs::PermissionsExt;

    let program = Program::new();
    let folder = program.directory.path();
    let script = program.run("plan tower-4 --block 64KiB --emit slurm").stdout;
    fs::write(folder.join("script"), script).unwrap();
    fs::write(folder.join("sbatch"), SBATCH).unwrap();
    fs::set_permissions(folder.join("sbatch"), fs::Permissions::from_mode(0o755)).unwrap();
    let strange = "it's \"a\" $(folder) of `mine`";
    fs::create_dir(folder.join(strange)).unwrap();
    std::os::unix::fs::symlink(cargo_bin!("perfectplay"), folder.join(strange).join("program"))
        .unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    // The second time everything is there.
    for _ in 0..2 {
        let run = Command::new("sh")
            .arg("script")
            .current_dir(folder)
            .env("PATH", &path)
            .env("STORE", format!("{strange}/store"))
            .env("TABLES", format!("{strange}/tables"))
            .env("PERFECTPLAY", format!("./{strange}/program"))
            .env("SLURM_CPUS_ON_NODE", "2")
            .env("OPTIONS", "--partition=all --mem=1G")
            .output()
            .unwrap();
        assert!(run.status.success(), "{run:?}");
    }
    program.run_well("build tower-4");
    let made = fs::read(folder.join(strange).join("tables/tower-4.table")).unwrap();
    assert_eq!(made, fs::read(program.tables().join("tower-4.table")).unwrap());
}
