//! `plan`: the script for Slurm.
#![cfg(unix)]

use std::os::unix::fs::{PermissionsExt, symlink};

use crate::common::*;

/// What Slurm does, without a queue: it runs the tasks of a job at once.
const SBATCH: &str = include_str!("plan/sbatch.sh");

#[test]
fn the_script_for_slurm_makes_the_table_whatever_the_folders_are_called() {
    let program = Program::new();
    let folder = program.directory.path();
    let script = program.run("plan tower-4 --block 64KiB --emit slurm").stdout;
    fs::write(folder.join("script"), script).unwrap();
    fs::write(folder.join("sbatch"), SBATCH).unwrap();
    fs::set_permissions(folder.join("sbatch"), fs::Permissions::from_mode(0o755)).unwrap();
    let strange = "it's \"a\" $(folder) of `mine`";
    fs::create_dir(folder.join(strange)).unwrap();
    symlink(&program.file, folder.join(strange).join("program")).unwrap();
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
