//! The README's examples print what the README says.
#![allow(clippy::unwrap_used)]
#![cfg(unix)]

mod common;

use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use common::Program;

const README: &str = include_str!("../../../README.md");

/// The commands in the README's `console` blocks, with what follows each: up to
/// the block's end, so that a command's output may hold lines like commands.
fn examples() -> Vec<(&'static str, &'static str)> {
    README
        .split("```console\n")
        .skip(1)
        .map(|block| block.split_once("```").unwrap().0)
        .map(|block| block.strip_prefix("$ ").unwrap().split_once('\n').unwrap())
        .collect()
}

#[test]
fn every_example_of_the_readme_prints_what_the_readme_shows() {
    let program = Program::with_tables();
    let binary = cargo_bin!("perfectplay");
    let path = format!("{}:{}", binary.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let examples = examples();
    assert!(examples.len() >= 18);
    for (command, expected) in examples {
        let output = Command::new("sh")
            .args(["-c", &format!("{command} 2>&1")])
            .current_dir(program.directory.path())
            .env_remove("PERFECTPLAY_TABLES")
            .env("PATH", &path)
            .output()
            .unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{command}");
    }
}
