//! The order of values.

use perfectplay_core::{Outcome, Value};

#[test]
fn wins_in_few_plies_are_best_and_losses_in_few_plies_worst() {
    let wins = [Value::win(700), Value::win(600), Value::win(3), Value::win(1)];
    let losses = [Value::loss(0), Value::loss(2), Value::loss(600), Value::loss(700)];
    let order = [losses, wins].concat();
    assert!(order.is_sorted());
    assert!(Value::from(Outcome::Loss) < Value::from(Outcome::Win));
    assert!(Value::loss(500) < Value::from(Outcome::Win));
}
