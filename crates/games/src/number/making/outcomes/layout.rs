//! The parts of a table that outcomes do not reveal: its classes, and where its functions are.

use perfectplay_tables::functions::{Function, check_layout};
use perfectplay_tables::proof::entries::wrong;
use perfectplay_tables::proof::error::VerifyError;

use crate::number::table::NumberOutcomesTable;

/// The class byte of a class without losing positions.
pub(super) const ALL_WIN: u8 = 255;

/// The functions of a layer: one that says who wins, and the filters of 1 to 7 bits.
const FUNCTIONS: usize = 8;

pub(super) fn check(table: &NumberOutcomesTable) -> Result<(), VerifyError> {
    let [classes, functions, shards, bits] = table.sections();
    if !classes.iter().all(|&bits| usize::from(bits) < FUNCTIONS || bits == ALL_WIN) {
        return Err(wrong(table, "a class has a filter of more bits than there are"));
    }
    let layers = (2..=usize::from(table.bound())).scan(classes, |classes, largest| {
        let (layer, rest) = classes.split_at(classes_of(largest));
        *classes = rest;
        Some(layer)
    });
    // The filters come first.
    let all = layers.enumerate().flat_map(|(before, layer)| {
        (1..FUNCTIONS).chain([0]).map(move |function| {
            // A class with a byte other than 255 has losing positions, which are keys of both its functions.
            let is_key = |&bits: &u8| bits != ALL_WIN && [0, usize::from(bits)].contains(&function);
            let number = FUNCTIONS * before + function;
            Function { number, columns: function.max(1), has_keys: layer.iter().any(is_key) }
        })
    });
    check_layout([functions, shards, bits], all).map_err(|reason| wrong(table, reason))
}

/// How many classes a layer has.
pub(super) const fn classes_of(largest: usize) -> usize {
    largest.div_ceil(2) * largest
}
