//! The order of values, and their codes as bytes.

use perfectplay_core::coded::Code;
use perfectplay_core::{Outcome, Value};

/// Bytes from a place on, instead of those of a sound code.
type Change = (usize, &'static [u8]);

#[test]
fn bytes_that_are_no_code_are_refused() {
    let code = Code::new(&[(7, 40), (8, 2), (9, 1)]);
    let sound = code.to_bytes();
    assert_eq!(sound[8..], [7, 0, 1, 0, 8, 0, 2, 0, 9, 0, 2, 0]);
    assert_eq!(Code::from_bytes(&sound), Some(code.clone()));
    let with_members = code.with_members(7);
    assert_eq!(Code::from_bytes(&with_members.to_bytes()), Some(with_members));
    let changes: [Change; 10] = [
        // More bits of a filter than there are, and one where the first code is not a single bit.
        (0, &[8]),
        (0, &[1, 0, 0, 0, 4, 0, 0, 0, 1, 0, 2, 0, 2, 0, 2, 0, 3, 0, 2, 0, 4, 0, 2, 0]),
        (1, &[8]),
        (2, &[1]),
        (4, &[2]),
        // Values in another order, and twice.
        (12, &[9, 0, 2, 0, 8]),
        (12, &[7]),
        // Too few codes, and too many.
        (18, &[3]),
        (14, &[1]),
        (19, &[1]),
    ];
    for (place, bytes) in changes {
        let behind = sound.get(place + bytes.len()..).unwrap_or_default();
        let changed = [&sound[..place], bytes, behind].concat();
        assert_eq!(Code::from_bytes(&changed), None, "{bytes:?} at {place}");
    }
    assert_eq!(Code::from_bytes(&sound[..sound.len() - 4]), None);
}

#[test]
fn wins_in_few_plies_are_best_and_losses_in_few_plies_worst() {
    let wins = [Value::win(700), Value::win(600), Value::win(3), Value::win(1)];
    let losses = [Value::loss(0), Value::loss(2), Value::loss(600), Value::loss(700)];
    let order = [losses, wins].concat();
    assert!(order.is_sorted());
    assert!(Value::from(Outcome::Loss) < Value::from(Outcome::Win));
    assert!(Value::loss(500) < Value::from(Outcome::Win));
}
