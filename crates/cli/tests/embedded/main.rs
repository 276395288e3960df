//! The program with tables inside, built with the feature `embedded-tables`.
#![allow(clippy::unwrap_used, unreachable_pub)]

#[expect(dead_code, unused_imports, reason = "the other tests of the program use the rest")]
#[path = "../suite/common/mod.rs"]
mod common;

use common::*;

/// A question for each table inside the program, and the value that answers it.
const ASKED: [(&str, &str, &str); 5] = [
    ("number-20", "number 2 3 4 5 6", r#"{"outcome":"win","plies":5}"#),
    ("number-40", "number after:5,8", r#"{"outcome":"win","plies":7}"#),
    ("stake-4", "stake 01.1/00../.01./...1", r#"{"score":2}"#),
    ("tokens-4x4", "tokens P..#/.#../...P", r#"{"outcome":"win"}"#),
    ("chomp-10x10", "chomp 10,10,10,10,10,10,10,10", r#"{"outcome":"win"}"#),
];

fn row<'a>(list: &'a Value, table: &str) -> &'a Value {
    let rows = list["tables"].as_array().unwrap();
    rows.iter().find(|row| row["table"] == table).expect("it is listed")
}

#[test]
fn an_empty_folder_and_an_empty_environment_are_enough() {
    let program = Program::new();
    for (table, question, value) in ASKED {
        let run = Run::of(program.command(&format!("probe --json {question}")).env_clear());
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{table}");
        let answer = run.json();
        let value: Value = serde_json::from_str(value).unwrap();
        assert_eq!((&answer["table"], &answer["value"]), (&json!(table), &value));
    }
    assert_eq!(program.files(""), [""; 0]);
}

#[test]
fn tables_inside_the_program_are_listed_and_are_not_missing() {
    let program = Program::new();
    let shown = program.run_well("list");
    for (name, ..) in ASKED {
        let line = shown.stdout.lines().find(|line| line.starts_with(name)).unwrap();
        assert!(line.ends_with("  inside the program"), "{line}");
    }
    let list = program.run("list --json").json();
    assert!(ASKED.iter().all(|(name, ..)| row(&list, name)["embedded"] == true));
    let missing = ["tower-6", "contour-daa36c61", "contour-75695848", "tokens-6efc7e0d"];
    assert_eq!(list["missing"], json!(missing));
    // A file is what counts.
    program.run_well("build number-20");
    let list = program.run("list --json").json();
    assert_eq!(list["tables"].as_array().unwrap().len(), ASKED.len());
    assert_eq!(row(&list, "number-20").get("embedded"), None);
}

#[test]
fn info_verify_and_export_take_a_table_inside_the_program() {
    let program = Program::new();
    let info = program.run("info number-20");
    assert_eq!(info.stdout.lines().nth(1), Some("file                     inside the program"));
    let info = program.run("info stake-4 --json").json();
    assert_eq!((&info["file"], &info["states"]), (&Value::Null, &json!(1_378_946)));
    let verified = program.run("verify number-20");
    let expected = "number-20        good  28680 bytes, as in the manifest; all 3515 entries follow from the \
                    rules; inside the program\n";
    assert_eq!(verified.stdout, expected);
    let rows = program.run_well("verify --quick --json").rows();
    let names: Vec<&str> = rows.iter().map(|row| row["table"].as_str().unwrap()).collect();
    assert_eq!(names, ASKED.map(|(name, ..)| name));
    assert!(rows.iter().all(|row| row["file"] == Value::Null && row["in_manifest"] == true));
    let export = "export number-20 --format csv --what losing --output -";
    assert_eq!(program.run(export).stdout.lines().count(), 1 + 623);
}

#[test]
fn a_folder_is_complete_if_the_program_has_the_other_default_tables() {
    let program = Program::new();
    let complete = "verify --quick --complete --quiet";
    let missing = program.run(complete);
    assert_eq!(missing.code, 3);
    assert_eq!(missing.stderr.lines().count(), 4, "{missing:?}");
    assert!(missing.stderr.contains("`perfectplay build tower-6` makes it"), "{missing:?}");
    program.run_well("build tower-6 contour-daa36c61 contour-75695848 tokens-6efc7e0d");
    assert_eq!(program.run_well(complete).stderr, "");
}

#[test]
fn a_damaged_table_of_the_folder_is_reported_and_the_program_answers_from_its_own() {
    let program = Program::new();
    program.run_well("build chomp-10x10 number-20");
    for name in ["chomp-10x10", "number-20"] {
        program.change(&format!("tables/{name}.table"), |bytes| bytes.truncate(5000));
    }
    let cut = "it has 5000 bytes instead of 28680: it was cut off or added to";
    let probe = program.run_well("probe chomp 4,4,1 --json");
    assert_eq!(probe.json()["table"], "chomp-10x10");
    assert!(probe.stderr.starts_with("warning: "), "{probe:?}");
    let remedy = format!("{cut}; `perfectplay build chomp-10x10 --force` builds it anew\n");
    assert!(probe.stderr.ends_with(&remedy), "{probe:?}");
    let judge = program.feed("judge poj1143", b"2 2 5\n0\n");
    assert_eq!(judge.code, 0);
    assert_eq!(judge.stdout, "Test Case #1\nThe winning moves are: 2\n\n");
    assert!(judge.stderr.contains(cut), "{judge:?}");
    // Who asks about the file is told about the file.
    let verify = program.run("verify --quick chomp-10x10");
    assert_eq!(verify.code, 1, "{verify:?}");
    assert!(verify.stdout.contains(cut), "{verify:?}");
    assert_eq!(program.run("info chomp-10x10").code, 1);
    let list = program.run("list").stdout;
    assert!(list.lines().any(|line| line.starts_with("chomp-10x10") && line.contains(cut)));
}

#[test]
fn a_folder_that_does_not_exist_leaves_the_tables_inside_the_program() {
    let program = Program::new();
    let probe = program.run_well("probe chomp 4,4,1 --json --tables none");
    assert_eq!(probe.json()["table"], "chomp-10x10");
    let expected =
        "warning: there is no folder none, so there are only the tables inside the program\n";
    assert_eq!(probe.stderr, expected);
}
