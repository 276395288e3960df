//! Connect Four as an expert would write it for this game alone: boards of bits, layer by layer, on one thread, with a byte
//! for the value of each word.

use perfectplay_benches::processor_time;

use crate::fresh::{Measured, PROCESS, WON, added, peak};

/// A win in no plies.
const BYTE_WON: i8 = i8::MAX;
/// What is not a value shows that a word was found.
const FOUND: i8 = i8::MIN;

/// As [`remembered`](crate::fresh), of a board of these sizes.
pub(crate) fn layers(columns: u32, rows: u32) -> Measured {
    let (before, begun) = (peak()?, processor_time(PROCESS));
    let (height, cells) = (rows + 1, columns * rows);
    let bottom = (0..columns).map(|column| 1 << (column * height)).sum::<u64>();
    let full = bottom * ((1 << rows) - 1);
    let is_won = |own: u64| {
        [1, height - 1, height, height + 1].into_iter().any(|step| {
            let pairs = own & own >> step;
            pairs & pairs >> (2 * step) != 0
        })
    };
    // Where a piece falls in each column that has room.
    let places = |all: u64| {
        let mut open = (all + bottom) & full;
        std::iter::from_fn(move || {
            let place = open & open.wrapping_neg();
            open ^= place;
            (place != 0).then_some(place)
        })
    };
    let word = |own: u64, all: u64| (own + all + bottom) as usize;
    let mut values = vec![0; 1 << (columns * height)];
    let mut layers = vec![vec![(0_u64, 0_u64)]];
    for layer in 0..cells as usize {
        let mut next = Vec::new();
        for &(own, all) in layers[layer].iter().filter(|(own, all)| !is_won(own ^ all)) {
            for all_then in places(all).map(|place| all | place) {
                let found = &mut values[word(own ^ all, all_then)];
                if std::mem::replace(found, FOUND) != FOUND {
                    next.push((own ^ all, all_then));
                }
            }
        }
        layers.push(next);
    }
    for &(own, all) in layers.iter().rev().flatten() {
        let child = |place| -values[word(own ^ all, all | place)];
        let best = places(all).map(child).map(|value: i8| value - value.signum()).max();
        values[word(own, all)] = if is_won(own ^ all) { -BYTE_WON } else { best.unwrap_or(0) };
    }
    let (time, memory) = (processor_time(PROCESS) - begun, peak()? - before);
    let value = |own, all| {
        let value = i16::from(values[word(own, all)]);
        if value == 0 { 0 } else { value + value.signum() * (WON - i16::from(BYTE_WON)) }
    };
    let (mut count, mut sum) = (0, 0);
    for &(own, all) in layers.iter().flatten() {
        count += 1;
        sum = added(sum, word(own, all) as u64, value(own, all));
    }
    Ok(vec![f64::from(count), value(0, 0).into(), sum.into(), time.as_secs_f64(), memory])
}
