//! `openings`, and Grundy values of bars.

use crate::common::*;

#[test]
fn a_table_has_all_bars_inside_of_its_own_and_others_are_solved() {
    let program = Program::with_tables();
    let from_table = program.run("openings chomp 10x10").stdout;
    assert!(from_table.starts_with("table     chomp-10x10\n"), "{from_table}");
    assert!(from_table.contains("\n  8 x  9      48  5,6\n  8 x 10          3,8 4,5\n"));
    assert!(from_table.ends_with("        1 in 52 bars\n        2 in 2: 8x10 9x10\n"));
    let solved = Program::new().run("openings chomp 10x10").stdout;
    assert_eq!(solved.split_once('\n').unwrap().1, from_table.split_once('\n').unwrap().1);
    // What is larger than the table is solved for all that it does not have.
    let larger = program.run("openings chomp 6x13").stdout;
    assert!(larger.contains("\n  6 x 13      54  4,8 3,11\n"), "{larger}");
}

#[test]
fn the_picture_has_a_square_for_each_bar_and_for_each_cell_that_wins_some() {
    let program = Program::new();
    let picture = program.run("openings chomp 8x10 --format svg").stdout;
    assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""), "{picture}");
    assert!(picture.ends_with("</svg>\n"));
    assert!(picture.contains("<title>8 x 10: 3,8 4,5</title>"));
    let csv = program.run("openings chomp 8x10 --format csv").stdout;
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
