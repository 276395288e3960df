//! Tables in blocks: plans, stores, and what may happen to them.

use std::time::{Duration, SystemTime};

use perfectplay_tables::{Plan, Recipe};

use super::common::*;

fn tower() -> TableRef {
    planned("tower-5")
}

fn stake() -> TableRef {
    planned("stake-4")
}

const KIB: u64 = 1 << 10;

fn access() -> Access {
    #[expect(unsafe_code, reason = "programs map blocks")]
    // SAFETY: blocks appear and disappear by name only.
    unsafe {
        Access::map()
    }
}

fn recipe(table: &TableRef) -> Arc<dyn Recipe> {
    table.recipe().unwrap()
}

fn open(directory: &Path, table: &TableRef, size: Option<u64>) -> Result<Store, StoreError> {
    Store::open(directory, recipe(table), size)
}

fn store(directory: &Path, table: TableRef, block_size: u64) -> Store {
    open(directory, &table, Some(block_size)).unwrap()
}

fn compute(store: &Store, number: usize) -> Result<bool, StoreError> {
    store.compute(number, access(), Control::SILENT)
}

fn merge_quietly(store: &Store) -> Result<Vec<u8>, StoreError> {
    let (_directory, folder) = folder();
    let made = merge(store, &folder, Build::default())?;
    assert_eq!(files(&folder).len(), 2, "a lock and a table");
    Ok(fs::read(made.path).unwrap())
}

#[test]
fn a_plan_covers_a_table_and_reads_only_blocks_before() {
    for (table, size) in [
        (tower(), None),
        (tower(), Some(64 * KIB)),
        (tower(), Some(100_000)),
        (stake(), Some(64 * KIB)),
        (planned("stake-1"), None),
        (planned("tower-8"), Some(1 << 20)),
        (planned("tower-12"), None),
    ] {
        let plan = Plan::new(&*recipe(&table), size).unwrap();
        let (mut state, mut layer) = (0, 0);
        for (number, block) in plan.blocks().iter().enumerate() {
            assert_eq!(block.states.start, state);
            assert!(block.states.end > state);
            let bytes = block.bytes.end - block.bytes.start;
            assert!(bytes <= plan.block_size());
            // A cut within a layer is one between chunks.
            let inside = plan.layers().iter().all(|layer| layer.start != block.states.start);
            assert!(!inside || block.bytes.start.is_multiple_of(64 * KIB));
            assert!(block.layers.start == layer || block.layers.start + 1 == layer);
            assert!(block.reads.iter().all(|reads| reads.start < reads.end && reads.end <= number));
            (state, layer) = (block.states.end, block.layers.end);
        }
        assert_eq!(layer, plan.layers().len());
        assert_eq!([Some(state), Some(plan.states())], [table.states(); 2]);
        let again = Plan::new(&*recipe(&table), Some(plan.block_size())).unwrap();
        assert_eq!(plan.hash(), again.hash());
    }
}

#[test]
fn plans_are_the_same_everywhere() {
    // Printed by `perfectplay plan TABLE`.
    for (table, blocks, hash) in [
        ("tower-8", 27, "471d829c9f574c81371ca1aea2c5870efdd73b9695adc21d8ccfbb095ce91053"),
        ("tower-12", 167, "8ca49a5a335cc14ea14b5dae90fd8996c1d7d5660a47ba03a9e70aa70309dc1c"),
        ("stake-4", 1, "3b225cf2fcaf66646121de80dad5d34d60e37347158660820f860f9f011f99da"),
    ] {
        let plan = Plan::new(&*recipe(&planned(table)), None).unwrap();
        assert_eq!((plan.blocks().len(), &*plan.hash().to_string()), (blocks, hash), "{table}");
    }
}

#[test]
fn blocks_of_any_size_make_the_table_that_a_build_makes() {
    for (table, sizes) in [
        (tower(), [64 * KIB, 130_000, 1 << 20, 1 << 30]),
        (stake(), [64 * KIB, 100_000, 300_000, 1 << 30]),
    ] {
        let built = built_bytes(&table);
        for (size, access) in sizes.into_iter().zip([access(), access(), Access::read(), access()])
        {
            let directory = tempfile::tempdir().unwrap();
            let store = store(directory.path(), table.clone(), size);
            let blocks = store.plan().blocks().len();
            assert!(store.missing().unwrap().into_iter().eq(0..blocks));
            for number in 0..blocks {
                assert!(store.compute(number, access, Control::SILENT).unwrap());
                assert!(!store.compute(number, access, Control::SILENT).unwrap());
            }
            assert!(store.missing().unwrap().is_empty());
            assert!(merge_quietly(&store).unwrap() == built, "{table} in blocks of {size}");
            let names = fs::read_dir(directory.path().join(table.to_string())).unwrap().count();
            assert_eq!(names, blocks + 1, "blocks and a plan");
        }
    }
}

/// The files of a store's blocks.
fn block_path(directory: &Path, table: TableRef, number: usize) -> PathBuf {
    directory.join(table.to_string()).join(format!("block-{number:05}"))
}

#[test]
fn a_missing_or_damaged_lower_block_is_named_and_computed_again() {
    let directory = tempfile::tempdir().unwrap();
    let store = store(directory.path(), tower(), 64 * KIB);
    let mut blocks = store.plan().blocks().iter().enumerate().skip(8);
    let (number, lower) = blocks
        .find_map(|(number, block)| Some((number, block.reads.last()?.end - 1)))
        .filter(|&(number, lower)| lower > 0 && number > lower)
        .unwrap();
    let path = block_path(directory.path(), tower(), lower);
    let failure = |store: &Store| match compute(store, number) {
        Err(StoreError::Block { number, path: named, problem, .. }) => {
            assert!(number <= lower && (number < lower || named == path));
            problem
        }
        other => panic!("{other:?}"),
    };
    assert!(matches!(failure(&store), BlockProblem::Missing));
    (0..number).for_each(|number| assert!(compute(&store, number).unwrap()));
    let sound = fs::read(&path).unwrap();
    let start = 64 * 1024 + (store.plan().blocks()[lower].bytes.start % (64 * KIB)) as usize;
    let flip = |at: usize| flipped(&sound, at, 1);
    let elsewhere = tempfile::tempdir().unwrap();
    assert!(compute(&self::store(elsewhere.path(), tower(), 128 * KIB), 0).unwrap());
    let of_another_plan = fs::read(block_path(elsewhere.path(), tower(), 0)).unwrap();
    // Only what is read is checked.
    let mut all_chunks = sound.clone();
    let checksums = sound.len() - 16;
    all_chunks[start..checksums].iter_mut().step_by(1000).for_each(|byte| *byte ^= 1);
    for (damaged, expected) in [
        (Vec::new(), "it is not a block, or its start is damaged"),
        (sound[..sound.len() - 1].to_vec(), "bytes and should have"),
        ([&sound[..], b"x"].concat(), "bytes and should have"),
        (flip(0), "it is not a block"),
        (flip(9), "it is not a block"),
        (flip(20), "it is not a block"),
        (all_chunks, "its bytes are damaged from byte"),
        (flip(sound.len() - 1), "its list of checksums is damaged"),
        (fs::read(block_path(directory.path(), tower(), lower - 1)).unwrap(), "it is block "),
        (of_another_plan, "it is block 0 of another plan"),
    ] {
        fs::remove_file(&path).unwrap();
        fs::write(&path, damaged).unwrap();
        let problem = failure(&store).to_string();
        assert!(problem.contains(expected), "{problem} and not {expected}");
        assert!(merge_quietly(&store).is_err());
    }
    // What is damaged is no block that is there.
    assert!(compute(&store, lower).unwrap() && fs::read(&path).unwrap() == sound);
    assert!(compute(&store, number).unwrap());
    refused!(compute(&store, usize::MAX), StoreError::NoSuchBlock { .. });
}

#[test]
fn a_store_has_one_plan_for_a_table_and_its_size_need_not_be_given_again() {
    let directory = tempfile::tempdir().unwrap();
    let open = |size| open(directory.path(), &tower(), size);
    let first = open(Some(100_000)).unwrap();
    assert!(matches!(compute(&first, 1000), Err(StoreError::NoSuchBlock { .. })));
    assert!(!directory.path().join("tower-5").exists(), "nothing was asked for that exists");
    assert!(matches!(compute(&first, 1), Err(StoreError::Block { number: 0, .. })));
    assert_eq!(open(None).unwrap().plan().hash(), first.plan().hash());
    let other = open(Some(100_001));
    refused!(other, StoreError::OtherBlockSize { found: 100_000, asked: 100_001, .. });
    // Another table has a plan of its own.
    assert!(compute(&store(directory.path(), stake(), 200_000), 0).is_ok());
    let path = directory.path().join("tower-5/plan.toml");
    let text = fs::read_to_string(&path).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    let other = Plan::new(&*recipe(&tower()), Some(200_000)).unwrap();
    let (hash, other_hash) = (first.plan().hash().to_string(), other.hash().to_string());
    for (from, to, expected) in [
        (version, "9.9.9", "of version 9.9.9 of this program"),
        (&hash, "00", "it is not a plan: no BLAKE3 hash: "),
        (&hash, &other_hash, "its plan has another hash"),
        ("tower-5", "tower-6", "it is not a plan: it is that of tower-6"),
        ("tower-5", &"t".repeat(1_000), "it is not a plan: it is that of ttt"),
        ("hash", "hush", "it is not a plan: "),
        ("100000", "1", "it is not a plan: blocks of 1 bytes are too small"),
        (&text, "\u{1}", "it is not a plan: "),
    ] {
        fs::write(&path, text.replace(from, to)).unwrap();
        let error = open(None).unwrap_err().to_string();
        assert!(error.contains(expected) && error.len() < 500, "{error} and not {expected}");
    }
    fs::write(&path, [0xff, 0xfe]).unwrap();
    assert!(matches!(open(None), Err(StoreError::NoPlan { .. })));
    // Another one that was first.
    fs::write(&path, text.replace("100000", "200000").replace(&hash, &other_hash)).unwrap();
    assert!(matches!(compute(&first, 0), Err(StoreError::OtherBlockSize { found: 200_000, .. })));
}

#[test]
fn blocks_without_their_plan_are_those_of_one_plan() {
    let directory = tempfile::tempdir().unwrap();
    let first = store(directory.path(), tower(), 100_000);
    (0..3).for_each(|number| assert!(compute(&first, number).unwrap()));
    fs::remove_file(directory.path().join("tower-5/plan.toml")).unwrap();
    for size in [None, Some(200_000)] {
        refused!(open(directory.path(), &tower(), size), StoreError::OtherBlocks(_));
    }
    let again = store(directory.path(), tower(), 100_000);
    assert_eq!(again.missing().unwrap()[0], 3);
    assert!(!compute(&again, 0).unwrap());
    assert!(open(directory.path(), &tower(), None).is_ok(), "the plan is there again");
}

/// Does something when the first states are done.
struct Meanwhile<F>(F, AtomicBool);

impl<F: Fn() + Sync> Progress for Meanwhile<F> {
    fn advance(&self, _: u64) {
        if !self.1.swap(true, Ordering::Relaxed) {
            self.0();
        }
    }
}

#[test]
fn the_block_that_was_there_first_stays_if_it_is_whole() {
    let directory = tempfile::tempdir().unwrap();
    let store = store(directory.path(), tower(), 200_000);
    let path = block_path(directory.path(), tower(), 0);
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    for is_whole in [true, false] {
        let first = || {
            compute(&store, 0).unwrap();
            let file = fs::File::options().write(true).open(&path).unwrap();
            if !is_whole {
                file.set_len(70_000).unwrap();
            }
            file.set_modified(old).unwrap();
        };
        let meanwhile = Meanwhile(first, AtomicBool::new(false));
        assert!(store.compute(0, access(), Control::new(&meanwhile)).unwrap());
        let modified = fs::metadata(&path).unwrap().modified().unwrap();
        assert_eq!(modified == old, is_whole);
        assert!(!compute(&store, 0).unwrap(), "it is whole in any case");
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn an_interrupted_block_or_merge_leaves_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let store = store(directory.path(), tower(), 1 << 30);
    let stopped = store.compute(0, access(), Control::new(&States::at_most(20_000)));
    refused!(stopped, StoreError::System(BuildError::Interrupted(_)));
    assert_eq!(fs::read_dir(directory.path().join("tower-5")).unwrap().count(), 1, "the plan");
    assert!(compute(&store, 0).unwrap());
    let (_directory, folder) = folder();
    let stopped = merge(&store, &folder, Build::default().progress(&STOPPED));
    assert!(matches!(stopped, Err(StoreError::System(BuildError::Interrupted(_)))));
    assert!(files(&folder).iter().all(|file| file.ends_with(".lock")));
}

#[test]
fn what_a_killed_program_has_left_of_a_block_goes_though_the_block_is_there() {
    let directory = tempfile::tempdir().unwrap();
    let store = store(directory.path(), tower(), 1 << 30);
    assert!(compute(&store, 0).unwrap());
    let block = block_path(directory.path(), tower(), 0);
    let [old, new] = ["1-0", "2-0"].map(|number| block.with_extension(format!("{number}.partial")));
    for left in [&old, &new] {
        fs::write(left, "half").unwrap();
    }
    let minutes_ago = SystemTime::now() - Duration::from_secs(300);
    fs::File::options().write(true).open(&old).unwrap().set_modified(minutes_ago).unwrap();
    assert!(!compute(&store, 0).unwrap());
    assert!(!old.exists());
    assert!(new.exists(), "somebody may be writing it on another machine");
}

#[test]
fn a_build_goes_on_from_the_last_recorded_layer_of_the_same_version() {
    // Its layers are worth a record.
    let table = planned("tower-8");
    let (_directory, folder) = folder();
    let folder = folder.with_access(access());
    let build = |watch: &States| table.build(&folder, Build::default().progress(watch));
    let watch = States::at_most(table.states().unwrap() * 9 / 10);
    assert!(matches!(build(&watch), Err(BuildError::Interrupted(_))));
    assert!(watch.events().is_empty());
    let left = ["tower-8.lock", "tower-8.table.partial", "tower-8.table.partial.toml"];
    assert_eq!(files(&folder), left);
    // Nothing but the rest is computed: what is checked is counted once, too.
    let [record, partial] = ["tower-8.table.partial.toml", "tower-8.table.partial"]
        .map(|file| folder.path().join(file));
    let text = fs::read_to_string(&record).unwrap();
    let stopped = fs::read(&partial).unwrap();
    let watch = States::all();
    let built = build(&watch).unwrap();
    assert_eq!(Some(watch.done()), table.states());
    let events = watch.events();
    let [event] = &events[..] else { panic!("{events:?}") };
    let states =
        event.strip_prefix("Resuming { states: ").unwrap().strip_suffix(" }").unwrap().parse().ok();
    assert!(states > Some(0) && states < table.states());
    assert_eq!(files(&folder), ["tower-8.lock", "tower-8.table"]);
    assert!(verify(&built.path, Depth::Bytes).unwrap().in_manifest);
    // What another version recorded is computed anew. That begins as the first did.
    fs::remove_file(&built.path).unwrap();
    fs::write(&partial, &stopped).unwrap();
    fs::write(&record, text.replace(env!("CARGO_PKG_VERSION"), "0.0.1")).unwrap();
    let watch = States::at_most(0);
    build(&watch).unwrap_err();
    assert_eq!(watch.events(), ["StartingOver"]);
}
