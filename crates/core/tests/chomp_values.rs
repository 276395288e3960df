//! Values.
use perfectplay_core::Outcome;
use perfectplay_core::chomp::{Index, Solver, rules::Oracle};

#[test]
fn the_solver_agrees_with_the_rules() {
    for columns in 1..=7 {
        for rows in 1..=columns {
            let index = Index::new(rows, columns).expect("a bar");
            let outcomes = Solver::new(rows, columns).expect("a bar").solve();
            let words: Vec<u64> = outcomes.words().collect();
            let mut oracle = Oracle::default();
            for i in 0..index.len() {
                let position = index.position(i).expect("one");
                assert_eq!(index.index_of(&position), Some(i));
                let value = oracle.value(&position);
                assert_eq!(
                    outcomes.outcome(&position),
                    Some(value.outcome),
                    "{rows}x{columns}: {position}"
                );
                let bit = words[i as usize / 64] >> (i % 64) & 1 == 1;
                assert_eq!(bit, value.outcome == Outcome::Loss);
            }
        }
    }
}

#[test]
fn counts() {
    for (rows, columns, len, losing) in [
        (2, 2, 6, 2),
        (3, 3, 20, 5),
        (3, 5, 56, 10),
        (5, 5, 252, 23),
        (8, 8, 12870, 322),
        (8, 10, 43758, 1000),
        (10, 10, 184756, 2612),
    ] {
        let outcomes = Solver::new(rows, columns).expect("a bar").solve();
        assert_eq!(outcomes.index().len(), len);
        assert_eq!(
            outcomes.words().map(|word| word.count_ones()).sum::<u32>(),
            losing,
            "{rows}x{columns}"
        );
    }
}

#[test]
#[ignore]
fn times() {
    for side in [10, 12, 14, 15, 16] {
        let start = std::time::Instant::now();
        let solver = Solver::new(side, side).expect("a bar");
        let made = start.elapsed();
        let outcomes = solver.solve();
        let t = start.elapsed();
        let losing = outcomes.words().map(|word| u64::from(word.count_ones())).sum::<u64>();
        println!(
            "{side}: {made:?} {t:?} {:?} losing {losing} {:.2} ns",
            start.elapsed(),
            t.as_secs_f64() * 1e9 / outcomes.index().len() as f64
        );
    }
}
