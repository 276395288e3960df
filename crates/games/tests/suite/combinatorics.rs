//! Binomial coefficients, bits of masks, and the symmetries of a rectangle.

use perfectplay_games::testing::{Images, bits, choose, gathered, image, spread, symmetries};

#[test]
fn binomial_coefficients_are_as_known() {
    assert_eq!(choose(0, 0), 1);
    assert_eq!(choose(5, 2), 10);
    assert_eq!(choose(3, 4), 0);
    assert_eq!(choose(32, 16), 601_080_390);
    assert_eq!((0..=32).map(|k| choose(32, k) as u64).sum::<u64>(), 1 << 32);
}

#[test]
fn bits_come_in_order() {
    assert_eq!(bits(0u64).count(), 0);
    assert_eq!(bits(0x8000_0101u32).collect::<Vec<_>>(), [0, 8, 31]);
    assert_eq!(bits(u64::MAX).size_hint(), (64, Some(64)));
    assert!(bits(u64::MAX).eq(0..64));
}

#[test]
fn spread_is_the_inverse_of_gathered() {
    for among in [0, 0b1011_0100, 0x8000_0001, u32::MAX] {
        for mask in [0, 0b1111_0000, 0x8765_4321, u32::MAX] {
            let together = gathered(mask, among);
            assert_eq!(spread(together, among), mask & among);
            assert_eq!(together.checked_shr(among.count_ones()).unwrap_or(0), 0);
        }
    }
}

#[test]
fn every_symmetry_moves_sets_as_it_moves_their_cells() {
    for (rows, columns) in [(1, 1), (1, 7), (2, 3), (4, 4), (5, 5), (4, 6)] {
        for symmetry in 0..symmetries(rows, columns) {
            let images = Images::<4>::new(symmetry, (rows, columns));
            for mask in [0, 1, 0x0012_3456, 0x0155_5555] {
                let cells = (0..rows * columns).filter(|cell| mask >> cell & 1 == 1);
                let expected = cells.fold(0, |moved, cell| {
                    let cell = (cell / columns, cell % columns);
                    let (row, column) = image(symmetry, (rows, columns), cell);
                    assert!(row < rows && column < columns);
                    moved | 1 << (columns * row + column)
                });
                assert_eq!(images.of(u32::to_le_bytes(mask)), expected);
            }
        }
    }
}
