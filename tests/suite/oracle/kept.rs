//! What is kept of earlier questions, and that it stays within the memory that limits allow.

use super::common::*;

/// The start of a board of 7 × 7 cells, which has 3432 contours of four bytes each.
fn contour(number: u32) -> Question {
    let rows = |factor: u32| -> Vec<Vec<u32>> {
        let row = |row: u32| (0..7).map(|at| factor * (row + at)).collect();
        (0..7).map(row).collect()
    };
    let (a, b) = (rows(number), rows(1));
    let board = Arc::new(Board::new(&a, &b).unwrap());
    Question::parse(on_board(&board), "0").unwrap()
}

#[test]
fn what_was_used_least_recently_leaves_first() {
    let oracle = without_tables();
    let limits = Limits::default().with_memory(3 * 4 * 3432);
    let solves = |number: u32| {
        let solved = States::all();
        oracle.within(&Budget::new(&limits, &solved)).answer(&contour(number)).unwrap();
        assert!(oracle.kept_bytes() <= limits.memory);
        solved.done() > 0
    };
    assert!(solves(1) && solves(2) && solves(3));
    assert!(!solves(1), "it is still there");
    assert!(solves(4), "2 leaves for it");
    assert!(!solves(1) && !solves(3) && !solves(4));
    assert!(solves(2));
}

#[test]
fn all_that_is_kept_stays_within_the_memory() {
    let oracle = without_tables();
    let limits = Limits::default().with_memory(1 << 20);
    let budget = || Budget::new(&limits, &Silent);
    let mut most = 0;
    for number in 1..=100 {
        let mut questions = vec![contour(number)];
        for &(game, text, _) in ASKED.iter().filter(|(game, ..)| *game != "contour") {
            questions.push(ask(game, text).with_plies(Plies::Always));
        }
        let bar = format!("{0},{0},{0}", 1 + number % 16);
        questions.push(ask("chomp", &bar));
        for question in questions {
            let _ = oracle.within(&budget()).answer(&question);
            most = most.max(oracle.kept_bytes());
            assert!(most <= limits.memory, "{} bytes", oracle.kept_bytes());
        }
    }
    assert!(most > limits.memory / 2, "{most} bytes");
}
