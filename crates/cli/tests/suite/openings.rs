//! `openings`, and Grundy values of bars.

use crate::common::Program;

const LIST: &str = "\
table     none: solved on the spot

     bar  win in  winning moves
  1 x  2       2  0,1
  1 x  3       2  0,1
  1 x  4       2  0,1
  2 x  2       4  1,1
  2 x  3       6  1,2
  2 x  4       8  1,3
  3 x  3       6  1,1
  3 x  4       8  1,2

winning moves
        1 in 8 bars
";

const CSV: &str = "\
rows,columns,row,column,plies
1,2,0,1,2
1,3,0,1,2
2,2,1,1,4
2,3,1,2,6
";

#[test]
fn every_bar_inside_of_one_is_listed_with_the_moves_that_win() {
    let program = Program::new();
    for bar in ["3x4", "4x3"] {
        let run = program.run(&["openings", "chomp", bar]);
        assert_eq!((run.code, run.stdout.as_str()), (0, LIST), "{run:?}");
    }
    assert_eq!(program.run(&["openings", "chomp", "2x3", "--format", "csv"]).stdout, CSV);
    let run = program.run(&["openings", "chomp", "1x2", "--json"]);
    assert_eq!(
        run.stdout,
        "{\"game\":\"chomp\",\"position\":\"2\",\"value\":{\"outcome\":\"win\",\"plies\":2},\
         \"moves\":[{\"move\":\"0,1\",\"position\":\"1\",\"value\":{\"outcome\":\"loss\",\"plies\":1},\
         \"result\":{\"outcome\":\"win\",\"plies\":2},\"best\":true,\"winning\":true}],\"table\":null}\n"
    );
}

#[test]
fn a_table_has_all_bars_inside_of_its_own_and_others_are_solved() {
    let program = Program::with_tables();
    let from_table = program.run(&["openings", "chomp", "10x10"]).stdout;
    assert!(from_table.starts_with("table     chomp-10x10\n"), "{from_table}");
    assert!(from_table.contains("\n  8 x  9      48  5,6\n  8 x 10          3,8 4,5\n"));
    assert!(from_table.ends_with("        1 in 52 bars\n        2 in 2: 8x10 9x10\n"));
    let solved = Program::new().run(&["openings", "chomp", "10x10"]).stdout;
    assert_eq!(solved.split_once('\n').unwrap().1, from_table.split_once('\n').unwrap().1);
    // What is larger than the table is solved for all that it does not have.
    let larger = program.run(&["openings", "chomp", "6x13"]).stdout;
    assert!(larger.contains("\n  6 x 13      54  4,8 3,11\n"), "{larger}");
}

#[test]
fn the_picture_has_a_square_for_each_bar_and_for_each_cell_that_wins_some() {
    let program = Program::new();
    let picture = program.run(&["openings", "chomp", "8x10", "--format", "svg"]).stdout;
    assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""), "{picture}");
    assert!(picture.ends_with("</svg>\n"));
    assert!(picture.contains("<title>8 x 10: 3,8 4,5</title>"));
    let csv = program.run(&["openings", "chomp", "8x10", "--format", "csv"]).stdout;
    let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|row| row.split(',').collect()).collect();
    let distinct = |columns: std::ops::Range<usize>| {
        let mut found: Vec<&[&str]> = rows.iter().map(|row| &row[columns.clone()]).collect();
        found.sort_unstable();
        found.dedup();
        found.len()
    };
    let squares = picture.matches("<g><title>").count();
    assert_eq!(squares, distinct(0..2) + distinct(2..4));
}

#[test]
fn bars_that_are_none_or_too_large_are_refused() {
    let program = Program::new();
    for bar in ["", "3", "0x3", "3x0", "3x62", "ax3", "3x4x5", "-1x3", "99999999999999999999x2"] {
        let run = program.run(&["openings", "chomp", "--", bar]);
        run.assert_says(2, "expected ROWSxCOLUMNS, from 1 and at most 64 together");
    }
    assert_eq!(program.run(&["openings", "stake", "3x3"]).code, 2);
    assert_eq!(program.run(&["openings", "chomp", "3x3", "--json", "--format", "csv"]).code, 2);
    program.run(&["openings", "chomp", "12x12", "--limit", "1000"]).assert_fails(
        3,
        "no table has this position, and solving it takes 21127 states of 128 positions \
         each and 336.8 KiB of memory, where 1000 states are allowed; --limit raises that; `perfectplay build chomp-12x12` makes \
         the table that has it, in 4.7 MiB of memory and 336.0 KiB on disk",
    );
}

#[test]
fn grundy_values_of_a_bar_and_its_moves_are_told_where_they_are_asked_for() {
    let program = Program::new();
    let run = program.run(&["probe", "chomp", "--grundy", "4,4,1"]);
    let expected = "
Grundy    6

           0  1  2  3
        0  !  2  0  3
        1  3  1  5  4
        2  5  .  .  .
";
    assert!(run.stdout.ends_with(expected), "{run:?}");
    let run = program.feed(&["probe", "chomp", "--grundy", "-"], b"2\n0\n");
    assert_eq!(
        run.stdout,
        "{\"game\":\"chomp\",\"position\":\"2\",\"value\":{\"outcome\":\"win\",\"plies\":2},\"grundy\":1,\
         \"moves\":[{\"move\":\"0,1\",\"position\":\"1\",\"value\":{\"outcome\":\"loss\",\"plies\":1},\
         \"grundy\":0,\"result\":{\"outcome\":\"win\",\"plies\":2},\"best\":true,\"winning\":true},\
         {\"move\":\"0,0\",\"position\":\"0\",\"value\":{\"outcome\":\"win\",\"plies\":0},\
         \"result\":{\"outcome\":\"loss\",\"plies\":1},\"best\":false,\"winning\":false}],\"table\":null}\n\
         {\"game\":\"chomp\",\"position\":\"0\",\"value\":{\"outcome\":\"win\",\"plies\":0},\"moves\":[],\
         \"table\":null}\n"
    );
    program
        .run(&["probe", "stake", "--grundy", "01./.10/..."])
        .assert_fails(2, "--grundy: Grundy values are told of chomp, not of stake");
    program.run(&["probe", "chomp", "--grundy", "10,10,10,10,10,10", "--limit", "8000"]).assert_fails(
        3,
        "no table has this position, and solving it takes 8071 states and 15.6 KiB of memory, where \
         8000 states are allowed; --limit raises that",
    );
}
