//! The symmetries of a rectangle.

use perfectplay_games::testing::{Images, image, symmetries};

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

#[test]
fn the_symmetries_of_a_square_are_eight_different_ones() {
    let corner = |symmetry| [(0, 0), (0, 1)].map(|cell| image(symmetry, (3, 3), cell));
    let mut all: Vec<_> = (0..symmetries(3, 3)).map(corner).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 8);
}
