//! Tables that several programs make together.

use std::sync::Arc;
use std::thread;

use perfectplay_catalogue::Numbers;
use perfectplay_query::Access;
use perfectplay_tables::solve::rules_tag;
use perfectplay_tables::{GameRecipe, Recipe, Store, StoreError, merge};
use perfectplay_tests::states::States;

use crate::tables::bytes;
use crate::*;

/// The smallest unit of work.
const UNIT: Option<u64> = Some(64 << 10);

fn store(directory: &TempDir, recipe: &Arc<dyn Recipe>) -> Store {
    Store::open(directory.path(), recipe.clone(), UNIT).expect("a store")
}

fn compute(store: &Store, number: usize, control: Control<'_>) -> Result<bool, StoreError> {
    store.compute(number, Access::default(), control)
}

/// Makes a table together with others of which some are interrupted; the bytes are those of one program alone.
fn assert_shared<G: Game>(game: G) {
    let expected = bytes(&game, 2);
    let (store_folder, folder) = (tempfile::tempdir().expect("a folder"), folder().1);
    let rules = rules_tag(&game).expect("a game");
    let recipe: Arc<dyn Recipe> = Arc::new(GameRecipe::new(Arc::new(game), rules));
    for _ in 0..3 {
        let first = States::at_most(1);
        let ended = compute(&store(&store_folder, &recipe), 7, Control::new(&first));
        assert!(matches!(ended, Err(StoreError::System(_))), "{ended:?}");
    }
    let share = |number| compute(&store(&store_folder, &recipe), number, Control::SILENT);
    thread::scope(|scope| {
        let shares = [3, 7, 40].map(|number| scope.spawn(move || share(number)));
        for share in shares {
            assert!(share.join().expect("no panic").expect("a share"));
        }
    });
    assert!(!share(40).expect("a share"));
    let refused = merge(&store(&store_folder, &recipe), &folder, Build::default());
    assert!(matches!(refused, Err(StoreError::Block { number: 0, .. })), "{refused:?}");
    let blocks = store(&store_folder, &recipe).missing().expect("a store");
    assert_eq!(blocks.len(), 61);
    for number in blocks {
        assert!(share(number).expect("a share"));
    }
    // What is damaged is made again.
    let levels = store_folder.path().join(recipe.name()).join("levels");
    let mut files: Vec<_> = std::fs::read_dir(levels).expect("a folder").collect();
    assert!(files.len() > 5, "{}", files.len());
    let damaged = files.swap_remove(0).expect("a file").path();
    let mut found = std::fs::read(&damaged).expect("a file");
    found[0] ^= 1;
    std::fs::write(damaged, found).expect("a file");
    let merged = merge(&store(&store_folder, &recipe), &folder, Build::default());
    assert!(std::fs::read(merged.expect("a table").path).expect("a file") == expected);
}

#[test]
fn shares_of_a_graded_game_make_the_same_bytes() {
    assert_shared(ConnectFour { columns: 4, rows: 4 });
}

#[test]
fn shares_of_a_game_with_cycles_make_the_same_bytes() {
    let moves = |number: u64| match number % 7_777 {
        5 => Vec::new(),
        _ => vec![(number + 1) % 100_000, (number * number + 3) % 100_000],
    };
    assert_shared(Numbers { name: "ring-100000".to_owned(), moves, ..Numbers::default() });
}
