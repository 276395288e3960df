//! The order of values.

use perfectplay_core::{Outcome, Value};

#[test]
fn wins_in_few_plies_are_best_and_losses_in_few_plies_worst() {
    let order = [Value::loss(0), Value::loss(2), Value::win(3), Value::win(1)];
    assert!(order.is_sorted());
    assert!(Value::from(Outcome::Loss) < Value::from(Outcome::Win));
    assert!(Value::loss(500) < Value::from(Outcome::Win));
}
