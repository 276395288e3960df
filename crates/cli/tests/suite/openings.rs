//! `openings`, and Grundy values of bars.

use crate::common::*;

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
