//! Stores of blocks and their plans: whatever is there, the table is made of blocks as they were computed, or is
//! found to be wrong.

use perfectplay_format::CHUNK;
use perfectplay_query::Access;
use perfectplay_tables::{Recipe, Store, StoreError, merge};

use crate::damage::prelude::*;
use crate::parts::checksums;

/// A table that is built in blocks.
pub(crate) struct Sound {
    pub(crate) made: TableRef,
    pub(crate) plan: Plan,
    plan_text: String,
    blocks: Vec<Vec<u8>>,
    /// A block of another plan.
    other: Vec<u8>,
    /// The table's file.
    pub(crate) table: Vec<u8>,
    /// Where its payload begins.
    pub(crate) payload: usize,
}

/// One with a single block, and one with two.
pub(crate) static SOUND: LazyLock<[Sound; 2]> =
    LazyLock::new(|| [2, 3].map(|levels| Sound::new(planned(&format!("tower-{levels}")))));

impl Sound {
    fn new(made: TableRef) -> Self {
        let directory = directory();
        let computed = |size: u64| {
            let folder = directory.path().join(size.to_string());
            let store = Store::open(&folder, recipe(&made), Some(size)).unwrap();
            for number in 0..store.plan().blocks().len() {
                assert!(store.compute(number, Access::read(), Control::SILENT).unwrap());
            }
            store
        };
        let read = |size: u64, file: &str| {
            let folder = directory.path().join(size.to_string()).join(made.name());
            fs::read(folder.join(file)).unwrap()
        };
        let (store, _) = (computed(CHUNK), computed(2 * CHUNK));
        let table = built_bytes(&made);
        Self {
            made: made.clone(),
            plan: store.plan().clone(),
            plan_text: String::from_utf8(read(CHUNK, "plan.toml")).unwrap(),
            blocks: (0..store.plan().blocks().len()).map(|at| read(CHUNK, &block(at))).collect(),
            other: read(2 * CHUNK, &block(0)),
            payload: TableFile::open(&table[..]).unwrap().layout().payload.start as usize,
            table,
        }
    }
}

/// How a table is made in blocks.
pub(crate) fn recipe(table: &TableRef) -> Arc<dyn Recipe> {
    table.recipe().unwrap()
}

fn block(number: usize) -> String {
    format!("block-{number:05}")
}

struct StoreFiles {
    plan: Option<Vec<u8>>,
    blocks: Vec<Option<Vec<u8>>>,
    /// Whether checksums of blocks were made correct again.
    sealed: bool,
    /// Whether blocks that are missing or not intact are computed.
    compute: bool,
}

/// A store with a damaged block.
pub(crate) fn damaged_block(choices: &mut Choices<'_>) -> Case {
    let mut found = StoreFiles::sound(&SOUND[1]);
    found.compute = choices.below(16) == 15;
    let how = found.damage_block(choices, &SOUND[1], 1);
    found.case(&SOUND[1], how)
}

/// A store with a damaged plan.
pub(crate) fn damaged_plan(choices: &mut Choices<'_>) -> Case {
    let mut found = StoreFiles::sound(&SOUND[1]);
    let how = found.damage_plan(choices, &SOUND[1]);
    found.case(&SOUND[1], how)
}

/// A store whose blocks and plan are damaged or missing.
pub(crate) fn damaged_store(choices: &mut Choices<'_>) -> Case {
    let sound = &SOUND[usize::from(choices.below(4) == 3)];
    let mut found = StoreFiles::sound(sound);
    found.compute = choices.coin();
    let mut how = format!("compute: {}", found.compute);
    for number in 0..sound.blocks.len() {
        match choices.below(3) {
            0 => {}
            1 => found.blocks[number] = None,
            _ => {
                how += &format!("; block {number}: {}", found.damage_block(choices, sound, number));
            }
        }
    }
    match choices.below(3) {
        0 => {}
        1 => found.plan = None,
        _ => how += &format!("; plan: {}", found.damage_plan(choices, sound)),
    }
    found.case(sound, how)
}

impl StoreFiles {
    fn sound(sound: &Sound) -> Self {
        let blocks = sound.blocks.iter().cloned().map(Some).collect();
        Self { plan: Some(sound.plan_text.clone().into()), blocks, sealed: false, compute: false }
    }

    fn damage_plan(&mut self, choices: &mut Choices<'_>, sound: &Sound) -> String {
        let others =
            [b"table = \"tower-3\"\n".to_vec(), vec![0; 4096], sound.plan_text.clone().into()];
        let damaged = in_words(choices, &sound.plan_text, &others);
        self.plan = Some(damaged.bytes);
        damaged.how
    }

    fn damage_block(&mut self, choices: &mut Choices<'_>, sound: &Sound, number: usize) -> String {
        let damaged = block_of(choices, sound, number);
        self.blocks[number] = Some(damaged.bytes);
        self.sealed |= damaged.sealed;
        damaged.how
    }

    fn case(self, sound: &'static Sound, how: String) -> Case {
        let files = self.blocks.iter().chain([&self.plan]).flatten();
        let length = files.map(Vec::len).sum();
        Case { how, length, judge: Box::new(move || self.judge(sound)) }
    }

    fn judge(self, sound: &Sound) -> Fate {
        let directory = directory();
        let folder = directory.path().join(sound.made.name());
        fs::create_dir(&folder).unwrap();
        if let Some(plan) = &self.plan {
            fs::write(folder.join("plan.toml"), plan).unwrap();
        }
        for (number, bytes) in self.blocks.iter().enumerate() {
            if let Some(bytes) = bytes {
                fs::write(folder.join(block(number)), bytes).unwrap();
            }
        }
        let asked = self.plan.is_none().then_some(CHUNK);
        let store = match Store::open(directory.path(), recipe(&sound.made), asked) {
            Ok(store) => store,
            Err(error) => {
                assert!(self.plan.is_none_or(|plan| plan != sound.plan_text.as_bytes()), "{error}");
                assert!(!matches!(error, StoreError::System(_)), "{error}");
                assert_is_message(&error.to_string(), 2_000);
                return Fate::Refused;
            }
        };
        assert_eq!(store.plan().hash(), sound.plan.hash());
        let is_sound = |number: usize| self.blocks[number].as_ref() == Some(&sound.blocks[number]);
        let missing = store.missing().unwrap();
        assert!(!missing.iter().any(|&number| is_sound(number)));
        if self.compute {
            for number in 0..self.blocks.len() {
                let computed = store.compute(number, Access::read(), Control::SILENT).unwrap();
                assert!(computed != is_sound(number) || self.sealed, "block {number}");
                let bytes = fs::read(folder.join(block(number))).unwrap();
                assert!(self.sealed || bytes == sound.blocks[number], "another block {number}");
            }
        }
        let tables = TableFolder::new(directory.path());
        match merge(&store, &tables, Build::default()) {
            Ok(made) if fs::read(&made.path).unwrap() == sound.table => {
                let all_sound = (0..self.blocks.len()).all(is_sound);
                assert!(all_sound || self.compute, "other bytes make the same table");
                Fate::Same
            }
            Ok(made) => {
                assert!(self.sealed, "a wrong table");
                let place = TablePlace::File(made.path);
                verify(&Tables::default(), &place, Depth::Entries).unwrap_err();
                Fate::Denounced
            }
            Err(StoreError::Block { number, problem, .. }) => {
                assert!(!is_sound(number) && (self.sealed || !self.compute), "{problem}");
                assert_is_message(&problem.to_string(), 2_000);
                assert!(!tables.table(sound.made.name()).exists());
                Fate::Refused
            }
            Err(error) => panic!("{error:?}"),
        }
    }
}

/// A damaged block; now and then with correct checksums.
fn block_of(choices: &mut Choices<'_>, sound: &Sound, number: usize) -> DamagedFile {
    let (own, bytes) = (&sound.blocks[number], &sound.plan.blocks()[number].bytes);
    let start = (CHUNK + bytes.start % CHUNK) as usize;
    let end = start + (bytes.end - bytes.start) as usize;
    let kind = choices.below(10);
    if kind < 7 {
        let others = [sound.blocks[0].clone(), sound.other.clone()];
        return in_any_way(choices, own, &[0, 8, 12, 16, 48, 56, 64, start, end], &others);
    }
    let mut bytes = own.clone();
    let how = if kind < 9 {
        let at = choices.one_of(&[8, 12, 16, 24, 40, 48]);
        let (field, _) = own[at..].split_first_chunk().unwrap();
        let number = choices.extreme(u64::from_le_bytes(*field));
        let width = if at < 16 { 4 } else { 8 };
        bytes[at..at + width].copy_from_slice(&number.to_le_bytes()[..width]);
        format!("{number} at {at} of the prelude, sealed")
    } else {
        let places: Vec<usize> =
            (0..=choices.below(4)).map(|_| start + choices.below(end - start)).collect();
        places.iter().for_each(|&at| bytes[at] ^= choices.mask());
        // Chunks end at multiples of 64 KiB.
        let first = (end - start).min(CHUNK as usize - start % CHUNK as usize);
        let (first, rest) = bytes[start..end].split_at(first);
        let list = checksums([first].into_iter().chain(rest.chunks(CHUNK as usize)));
        bytes[end..].copy_from_slice(&list);
        bytes[48..56].copy_from_slice(&chunk_checksum(&list).to_le_bytes());
        format!("other bytes {places:?}, sealed")
    };
    let checksum = chunk_checksum(&bytes[..56]);
    bytes[56..64].copy_from_slice(&checksum.to_le_bytes());
    DamagedFile { bytes, how, sealed: true }
}
