//! The index of the states of single boards.

use perfectplay_games::stake::{BoardIndex, Index, Position, State};

use fastrand::Rng;

#[test]
fn the_numbers_of_states_are_those_of_an_independent_count() {
    let counts = [(0, 1), (1, 2), (9, 6046), (10, 17_303), (14, 1_201_917), (16, 10_165_779)];
    let larger = [(18, 86_574_831), (20, 741_365_049), (24, 55_062_586_341)];
    for (cells, states) in counts.into_iter().chain(larger) {
        assert_eq!(Index::new(cells).expect("few cells").len(), states);
    }
}

#[test]
fn states_and_indexes_are_one_to_one() {
    for cells in 0..=11 {
        let index = Index::new(cells).expect("few cells");
        for number in 0..index.len() {
            let state = index.state(number).expect("a state");
            assert_eq!(index.index_of(state), Some(number));
        }
        assert_eq!(index.state(index.len()), None);
        assert_eq!(index.state(u64::MAX), None);
    }
    let mut random = Rng::with_seed(1);
    for cells in 12..=24 {
        let index = Index::new(cells).expect("few cells");
        for _ in 0..2000 {
            let number = random.usize(..index.len() as usize) as u64;
            let state = index.state(number).expect("a state");
            assert_eq!(index.index_of(state), Some(number));
        }
    }
}

#[test]
fn layers_follow_each_other_and_count_empty_cells() {
    for cells in 0..=9 {
        let index = Index::new(cells).expect("few cells");
        let mut start = 0;
        for layer in 0..index.layers() {
            let range = index.layer(layer);
            assert_eq!(range.start, start);
            start = range.end;
            for number in range {
                let State { first, second } = index.state(number).expect("a state");
                let (a, b) = (first.count_ones() as usize, second.count_ones() as usize);
                assert_eq!((a, b), index.counts(layer));
                assert_eq!(a + b + layer, cells);
                assert_eq!(a == b, index.first_moves(layer));
            }
        }
        assert_eq!(start, index.len());
    }
}

#[test]
fn states_that_do_not_occur_have_no_index() {
    let index = Index::new(4).expect("few cells");
    for (first, second) in [(1, 1), (16, 0), (3, 0), (0, 1), (1, 6), (1 << 31, 0), (7, 8)] {
        assert_eq!(index.index_of(State { first, second }), None, "{first} {second}");
    }
    let board: Position = "01/..".parse().expect("a board");
    let index = BoardIndex::new(board).expect("few cells");
    for other in ["0./..", "10/..", "01./.../..."] {
        assert_eq!(index.index_of(&other.parse().expect("a board")), None);
    }
    assert_eq!(index.index_of(&board), Some(index.states().len() - 1));
}

#[test]
fn two_layers_are_the_two_largest_neighbours() {
    assert_eq!(Index::new(0).expect("few cells").two_layers(), 1);
    assert_eq!(Index::new(2).expect("few cells").two_layers(), 4);
    assert_eq!(Index::new(10).expect("few cells").two_layers(), 8400);
    assert_eq!(Index::new(20).expect("few cells").two_layers(), 266_048_640);
}
