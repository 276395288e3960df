//! The index and the entries of the family of all small boards.

use super::*;

/// All boards up to a size, solved.
struct Family {
    index: FamilyIndex,
    patterns: Vec<u8>,
    entries: Vec<i8>,
}

impl Family {
    fn solve(size: usize) -> Self {
        let index = FamilyIndex::new(size).expect("a size");
        let patterns = index.patterns();
        let solver = FamilySolver::new(&index, &patterns).expect("its patterns");
        let entries = solve_all(&solver, Control::SILENT).expect("memory");
        Self { index, patterns, entries }
    }

    fn lookup(&self) -> FamilyLookup<'_> {
        self.index.over(&self.patterns).expect("its patterns")
    }

    fn index_of(&self, board: &Position) -> Option<u64> {
        self.lookup().index_of(board)
    }

    fn score(&self, board: &Position) -> Option<i8> {
        Some(self.entries[self.index_of(board)? as usize])
    }
}

#[test]
fn all_states_up_to_3x3_are_those_of_plain_minimax() {
    let family = Family::solve(3);
    assert_eq!(family.index.raw_len(), 6046 + 35 + 2);
    let mut plain = PlainSolver::new(Stake);
    let mut states = 0;
    for size in 1..=3 {
        plain.entry(&Position::empty(size).expect("a size"));
        // Every legal state, also those that the solver has not met from the empty board.
        for code in 0..3usize.pow((size * size) as u32) {
            let mut filled = [0; 2];
            for cell in 0..size * size {
                match code / 3usize.pow(cell as u32) % 3 {
                    0 => {}
                    digit => filled[digit - 1] |= 1 << (8 * (cell / size) + cell % size),
                }
            }
            let Ok(board) = Position::from_masks(size, filled) else { continue };
            states += 1;
            assert_eq!(family.score(&board), Some(plain.entry(&board)), "{board}");
        }
    }
    assert_eq!(states, family.index.raw_len());
}

#[test]
fn states_and_indexes_are_one_to_one() {
    let index = FamilyIndex::new(4).expect("a size");
    let family = Family { patterns: index.patterns(), index, entries: Vec::new() };
    let index = &family.index;
    assert_eq!((index.len(), index.raw_len()), (1_378_946, 10_171_862));
    for state in 0..index.len() {
        let board = family.lookup().state(state).expect("a state");
        assert_eq!(family.index_of(&board), Some(state), "{board}");
    }
    assert_eq!([index.len(), u64::MAX].map(|state| family.lookup().state(state)), [None; 2]);
    assert!(index.over(&family.patterns[1..]).is_none());
    let index_of_empty = |size| family.index_of(&Position::empty(size).expect("a size"));
    assert_eq!([5, 8].map(index_of_empty), [None; 2]);
    assert_eq!(family.index_of(&"0".parse().expect("a board")), Some(0));
}

#[test]
fn entries_do_not_depend_on_how_layers_are_cut() {
    let family = Family::solve(3);
    let solver = FamilySolver::new(&family.index, &family.patterns).expect("its patterns");
    for size in [1, 5, 50, 1 << 40] {
        assert_eq!(by_tasks(&solver, size, i8::MIN), family.entries);
    }
}
