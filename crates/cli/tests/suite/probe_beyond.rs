//! `probe number` beyond the tables: searches, theorems, and honest ignorance.

use crate::common::*;

#[test]
fn every_move_of_a_lost_position_is_found_to_lose() {
    let run = Program::with_tables().run_well("probe number after:11,16,58 --json");
    assert_eq!(run.stdout.matches("\"result\":{\"outcome\":\"loss\"}").count(), 60, "{run:?}");
}

#[test]
fn hostile_lists_are_refused_in_one_line() {
    let program = Program::new();
    let descending: Vec<String> = (10_000..20_000).rev().map(|n: u32| n.to_string()).collect();
    // Other short ones are among the texts that all games refuse.
    for position in [
        "after:,",
        "after:-4",
        "after:4;6",
        "after:1048577,1048579,1048583,9999999",
        &format!("after:{}7", "7,".repeat(30_000)),
        &format!("after:{}", "9".repeat(60_000)),
        &format!("after:{}", descending.join(",")),
    ] {
        // Windows has no longer command lines.
        if cfg!(windows) && position.len() > 30_000 {
            continue;
        }
        let run = program.run(format!("probe number '{position}' --limit 100"));
        let shown: String = position.chars().take(40).collect();
        assert_eq!((run.code, run.stderr.lines().count()), (2, 1), "{shown}: {}", run.stderr);
        assert!(run.stderr.len() < 400, "{shown}");
    }
    let spaces = " ".repeat(if cfg!(windows) { 20_000 } else { 60_000 });
    program.run_well(format!("probe number 'after:4{spaces}' --limit 100"));
}

#[test]
fn a_damaged_table_is_named() {
    let program = Program::with_tables();
    // The classes, behind the counts.
    program.change("tables/number-40.table", |bytes| bytes[12_288..23_000].fill(0x2a));
    let damaged = "number-40 is damaged; `perfectplay build number-40 --force` builds it anew";
    program.run("probe number after:11,16,58").assert_fails(1, damaged);
}
