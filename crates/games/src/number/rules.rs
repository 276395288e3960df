//! The rules, written plainly, with an array of flags and no bit operations.
//!
//! Nothing here uses masks, ranks or entries: the fast code is checked against this module.

use super::Position;

/// `available[n]`: whether n may still be named. Numbers above 63 are not available.
pub type Available = [bool; 64];

/// The flags of a position.
pub fn available(position: Position) -> Available {
    let mut available = [false; 64];
    for number in position.numbers() {
        available[usize::from(number)] = true;
    }
    available
}

/// The position of some flags.
///
/// # Panics
/// If the flags are not those of a position; moves from a position lead to positions only.
pub fn position(available: &Available) -> Position {
    let flags = available.iter().zip(0..);
    let mask = flags.fold(0, |mask, (&flag, number)| mask | u64::from(flag) << number);
    Position::from_mask(mask).expect("the flags are those of a position")
}

/// The numbers that may be named, ascending.
pub fn moves(available: &Available) -> impl Iterator<Item = u8> {
    (2u8..64).filter(|&number| available[usize::from(number)])
}

/// Names `number`: n becomes unavailable if it is `number`, or if n − `number` is above 1 and
/// unavailable.
pub fn after(available: &Available, number: u8) -> Available {
    let number = usize::from(number);
    let mut left = *available;
    left[number] = false;
    for n in number + 2..64 {
        if !left[n - number] {
            left[n] = false;
        }
    }
    left
}

/// Two unavailable numbers that add up to an available one, if there are any.
pub fn violated_sum(available: &Available) -> Option<(usize, usize)> {
    (2..64)
        .flat_map(|y| (y..64).map(move |z| (y, z)))
        .filter(|&(y, z)| y + z < 64 && available[y + z])
        .find(|&(y, z)| !available[y] && !available[z])
}

/// Calls `visit` once with every position whose numbers are at most `bound`.
///
/// A position without its largest number is a position, so each is reached from
/// the empty position by adding numbers in ascending order, in exactly one way. A
/// number may be added unless it is a sum of two unavailable numbers. (This is the
/// semigroup tree of Bras-Amorós, "Fibonacci-like behavior of the number of
/// numerical semigroups of a given genus", 2008.)
pub fn for_each_position(bound: u8, visit: &mut impl FnMut(&Available)) {
    for_each_extension(&[false; 64], 2, bound, visit);
}

/// Calls `visit` with `position` and with every position that results from it by adding numbers
/// from `from` to `bound`.
pub fn for_each_extension(
    position: &Available,
    from: u8,
    bound: u8,
    visit: &mut impl FnMut(&Available),
) {
    visit(position);
    for number in extensions(position, from, bound) {
        let mut larger = *position;
        larger[usize::from(number)] = true;
        for_each_extension(&larger, number + 1, bound, visit);
    }
}

/// The numbers from `from`, which is above all available numbers, to `bound` that
/// are not a sum of two unavailable numbers.
pub fn extensions(position: &Available, from: u8, bound: u8) -> impl Iterator<Item = u8> {
    (from..=bound).filter(|&number| {
        let number = usize::from(number);
        (2..=number / 2).all(|y| position[y] || position[number - y])
    })
}
