//! The program with tables inside, built with the feature `embedded-tables`.
#![allow(clippy::unwrap_used, unreachable_pub)]

#[expect(dead_code, reason = "the other tests of the program use the rest")]
#[path = "../suite/common/mod.rs"]
mod common;

use std::fs;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};

use common::Program;

/// A question for each table, and the value that answers it.
const ASKED: [(&str, &[&str], &str); 5] = [
    ("number-20", &["number", "2 3 4 5 6"], r#"{"outcome":"win","plies":5}"#),
    ("number-40", &["number", "after:5,8"], r#"{"outcome":"win","plies":7}"#),
    ("stake-4", &["stake", "01.1/00../.01./...1"], r#"{"score":2}"#),
    ("tokens-4x4", &["tokens", "P..#/.#../...P"], r#"{"outcome":"win"}"#),
    ("chomp-10x10", &["chomp", "10,10,10,10,10,10,10,10"], r#"{"outcome":"win"}"#),
];

/// The tables inside, which stand behind those of the folder.
const NAMES: [&str; 5] = ["number-20", "number-40", "stake-4", "tokens-4x4", "chomp-10x10"];

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).expect("one object")
}

fn row<'a>(list: &'a Value, table: &str) -> &'a Value {
    let rows = list["tables"].as_array().unwrap();
    rows.iter().find(|row| row["table"] == table).expect("it is listed")
}

#[test]
fn an_empty_folder_and_an_empty_environment_are_enough() {
    let directory = tempfile::tempdir().unwrap();
    for (table, question, value) in ASKED {
        let output = Command::new(cargo_bin!("perfectplay"))
            .args(["probe", "--json"])
            .args(question)
            .env_clear()
            .current_dir(directory.path())
            .output()
            .unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{table}: {output:?}");
        let answer = json_of(str::from_utf8(&output.stdout).unwrap());
        assert_eq!((answer["table"].as_str(), &answer["value"]), (Some(table), &json_of(value)));
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn tables_inside_the_program_are_listed_and_are_not_missing() {
    let program = Program::new();
    let shown = program.run(&["list"]);
    assert_eq!(shown.code, 0);
    for name in NAMES {
        let line = shown.stdout.lines().find(|line| line.starts_with(name)).unwrap();
        assert!(line.ends_with("  inside the program"), "{line}");
    }
    let list = json_of(&program.run(&["list", "--json"]).stdout);
    assert!(NAMES.iter().all(|name| row(&list, name)["embedded"] == true));
    assert_eq!(
        list["missing"],
        json!(["tower-6", "contour-daa36c61", "contour-75695848", "tokens-6efc7e0d"])
    );
    // A file is what counts.
    assert_eq!(program.run(&["build", "number-20"]).code, 0);
    let list = json_of(&program.run(&["list", "--json"]).stdout);
    assert_eq!(list["tables"].as_array().unwrap().len(), NAMES.len());
    assert_eq!(row(&list, "number-20").get("embedded"), None);
}

#[test]
fn info_verify_and_export_take_a_table_inside_the_program() {
    let program = Program::new();
    let info = program.run(&["info", "number-20"]);
    assert_eq!(info.stdout.lines().nth(1), Some("file                     inside the program"));
    let info = json_of(&program.run(&["info", "stake-4", "--json"]).stdout);
    assert_eq!((&info["file"], &info["states"]), (&Value::Null, &json!(1_378_946)));
    let verified = program.run(&["verify", "number-20"]);
    assert_eq!(
        verified.stdout,
        "number-20        good  28680 bytes, as in the manifest; all 3515 entries follow from the \
         rules; inside the program\n"
    );
    let all = program.run(&["verify", "--quick", "--json"]);
    assert_eq!(all.code, 0, "{all:?}");
    let rows: Vec<Value> = all.stdout.lines().map(json_of).collect();
    let names: Vec<&str> = rows.iter().map(|row| row["table"].as_str().unwrap()).collect();
    assert_eq!(names, NAMES);
    assert!(rows.iter().all(|row| row["file"] == Value::Null && row["in_manifest"] == true));
    let export = ["export", "number-20", "--format", "csv", "--what", "losing", "--output", "-"];
    assert_eq!(program.run(&export).stdout.lines().count(), 1 + 623);
}

#[test]
fn a_folder_is_complete_if_the_program_has_the_other_default_tables() {
    let program = Program::new();
    let complete = ["verify", "--quick", "--complete", "--quiet"];
    let missing = program.run(&complete);
    assert_eq!(missing.code, 3);
    assert_eq!(missing.stderr.lines().count(), 4, "{missing:?}");
    assert!(missing.stderr.contains("`perfectplay build tower-6` makes it"), "{missing:?}");
    let others = ["build", "tower-6", "contour-daa36c61", "contour-75695848", "tokens-6efc7e0d"];
    assert_eq!(program.run(&others).code, 0);
    let found = program.run(&complete);
    assert_eq!((found.code, found.stderr.as_str()), (0, ""));
}

#[test]
fn a_damaged_table_of_the_folder_is_reported_and_the_program_answers_from_its_own() {
    let program = Program::new();
    assert_eq!(program.run(&["build", "chomp-10x10", "number-20"]).code, 0);
    for name in ["chomp-10x10", "number-20"] {
        let path = program.tables().join(format!("{name}.table"));
        let bytes = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        fs::write(&path, &bytes[..5000]).unwrap();
    }
    let cut = "it has 5000 bytes instead of 28680: it was cut off or added to";
    let probe = program.run(&["probe", "chomp", "4,4,1", "--json"]);
    assert_eq!((probe.code, &json_of(&probe.stdout)["table"]), (0, &json!("chomp-10x10")));
    assert!(probe.stderr.starts_with("warning: "), "{probe:?}");
    let remedy = format!("{cut}; `perfectplay build chomp-10x10 --force` builds it anew\n");
    assert!(probe.stderr.ends_with(&remedy), "{probe:?}");
    let judge = program.feed(&["judge", "poj1143"], b"2 2 5\n0\n");
    assert_eq!(judge.code, 0);
    assert_eq!(judge.stdout, "Test Case #1\nThe winning moves are: 2\n\n");
    assert!(judge.stderr.contains(cut), "{judge:?}");
    // Who asks about the file is told about the file.
    let verify = program.run(&["verify", "--quick", "chomp-10x10"]);
    assert_eq!(verify.code, 1, "{verify:?}");
    assert!(verify.stdout.contains(cut), "{verify:?}");
    assert_eq!(program.run(&["info", "chomp-10x10"]).code, 1);
    let list = program.run(&["list"]).stdout;
    assert!(list.lines().any(|line| line.starts_with("chomp-10x10") && line.contains(cut)));
}

#[test]
fn a_folder_that_does_not_exist_leaves_the_tables_inside_the_program() {
    let program = Program::new();
    let probe = program.run(&["probe", "chomp", "4,4,1", "--json", "--tables", "none"]);
    assert_eq!((probe.code, &json_of(&probe.stdout)["table"]), (0, &json!("chomp-10x10")));
    let expected =
        "warning: there is no folder none, so there are only the tables inside the program\n";
    assert_eq!(probe.stderr, expected);
}
