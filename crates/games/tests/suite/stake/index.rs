//! The index of the states of single boards.

use perfectplay_games::stake::State;

use super::*;

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
    let mut random = Rng::with_seed(1);
    for cells in 0..=24 {
        let index = Index::new(cells).expect("few cells");
        let some = (0..2000).map(|_| random.usize(..index.len() as usize) as u64);
        let numbers: Vec<u64> =
            if cells < 12 { (0..index.len()).collect() } else { some.collect() };
        for number in numbers {
            let state = index.state(number).expect("a state");
            assert_eq!(index.index_of(state), Some(number));
        }
        assert_eq!([index.len(), u64::MAX].map(|number| index.state(number)), [None; 2]);
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
    for (cells, states) in [(0, 1), (2, 4), (10, 8400), (20, 266_048_640)] {
        assert_eq!(Index::new(cells).expect("few cells").two_layers(), states, "{cells}");
    }
}
