//! What builds of large tables leave for others to go on from, damaged in any way: plans, block files, and
//! records of complete layers. The table that is made of them is the sound one, or there is an error, unless
//! what was damaged has fitting checksums.
#![no_main]

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use perfectplay_format::{CHUNK, chunk_checksum};
use perfectplay_query::{Access, Family, TableFile, TableFolder};
use perfectplay_tables::testing::Checksums;
use perfectplay_tables::{Build, Control, Plan, Store, Threads, build, merge};
use tempfile::TempDir;

#[derive(Arbitrary, Debug)]
enum Input<'a> {
    Store {
        table: u8,
        plan: PlanText<'a>,
        blocks: [Option<Damage<'a>>; 3],
        /// Blocks that are not there.
        missing: u8,
        /// Whether missing blocks are computed, and the others if they are not whole.
        compute: bool,
    },
    Record {
        table: u8,
        record: RecordText<'a>,
        damage: Option<Damage<'a>>,
    },
}

#[derive(Arbitrary, Debug)]
enum PlanText<'a> {
    Sound,
    Missing,
    Edited(Vec<(u8, u8)>),
    BlockSize(u64),
    Any(&'a str),
}

#[derive(Arbitrary, Debug)]
enum RecordText<'a> {
    /// So many layers, with the hash of what is there.
    Layers(u8),
    Edited(u8, Vec<(u8, u8)>),
    Any(&'a str),
}

#[derive(Arbitrary, Debug)]
struct Damage<'a> {
    /// Bytes, at places from the start or from the end of the file.
    bytes: Vec<(i16, u8)>,
    /// Bytes of the entries.
    entries: Vec<(u16, u8)>,
    /// The number of a block and the hash of a plan instead.
    prelude: Option<(u32, u8)>,
    /// Whether checksums are made anew.
    fit: bool,
    /// The length of the file, from its end.
    length: Option<i16>,
    /// The whole file instead.
    whole: Option<&'a [u8]>,
}

/// A table that is built in blocks.
struct Sound {
    family: Family,
    plan: Plan,
    plan_text: String,
    blocks: Vec<Vec<u8>>,
    /// The table's file.
    table: Vec<u8>,
    /// Where its payload begins.
    payload: usize,
}

/// One of a single block, and one of several.
static SOUND: LazyLock<[Sound; 2]> = LazyLock::new(|| {
    [Family::Tower { levels: 2 }, Family::Tower { levels: 3 }].map(|family| {
        let directory = directory();
        let store = Store::open(directory.path(), family, Some(CHUNK)).expect("a plan");
        let blocks = 0..store.plan().blocks().len();
        blocks.clone().for_each(|number| {
            store.compute(number, Access::read(), Control::SILENT).expect("a block");
        });
        let folder = directory.path().join(family.to_string());
        let file = |number| fs::read(folder.join(block(number))).expect("a block");
        let tables = TableFolder::new(directory.path().join("tables"));
        let made = build(&family.into(), &tables, Build::default(), Control::SILENT, |_| {});
        let table = fs::read(made.expect("a table").path).expect("a table");
        let payload = TableFile::open(&table[..]).expect("a table").layout().payload.start;
        Sound {
            family,
            plan: store.plan().clone(),
            plan_text: fs::read_to_string(folder.join("plan.toml")).expect("a plan"),
            blocks: blocks.map(file).collect(),
            table,
            payload: payload as usize,
        }
    })
});

static THREAD: LazyLock<Threads> = LazyLock::new(|| Threads::new(Some(NonZeroUsize::MIN)));

/// In memory, where there is such a folder.
fn directory() -> TempDir {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.expect("a folder")
}

fn block(number: usize) -> String {
    format!("block-{number:05}")
}

fuzz_target!(|input: Input<'_>| {
    let made = THREAD.install(|| match input {
        Input::Store { table, plan, blocks, missing, compute } => {
            stored(sound(table), &plan, &blocks, missing, compute);
        }
        Input::Record { table, record, damage } => recorded(sound(table), &record, damage.as_ref()),
    });
    made.expect("a thread");
});

/// The large one takes longer.
fn sound(number: u8) -> &'static Sound {
    &SOUND[usize::from(number >= 0xc0)]
}

fn stored(
    sound: &Sound,
    plan: &PlanText<'_>,
    blocks: &[Option<Damage<'_>>; 3],
    missing: u8,
    compute: bool,
) {
    let directory = directory();
    let folder = directory.path().join(sound.family.to_string());
    fs::create_dir(&folder).expect("a folder");
    if let Some(text) = plan.text(sound) {
        fs::write(folder.join("plan.toml"), text).expect("a file");
    }
    let mut is_forged = false;
    for (number, bytes) in sound.blocks.iter().enumerate() {
        if number < 8 && missing >> number & 1 == 1 {
            continue;
        }
        let mut bytes = bytes.clone();
        if let Some(damage) = blocks.get(number).and_then(Option::as_ref) {
            damage.make_of_block(&mut bytes, sound, number);
            is_forged |= damage.fit;
        }
        fs::write(folder.join(block(number)), bytes).expect("a file");
    }
    let asked = matches!(plan, PlanText::Missing).then_some(CHUNK);
    let store = match Store::open(directory.path(), sound.family, asked) {
        Ok(store) => store,
        Err(error) => {
            let is_sound = matches!(plan, PlanText::Sound);
            return assert!(!is_sound && !error.to_string().is_empty(), "{error}");
        }
    };
    let is_same = store.plan().hash() == sound.plan.hash();
    let missing = store.missing().expect("nothing is refused");
    if compute {
        for number in 0..store.plan().blocks().len() {
            let computed = store.compute(number, Access::read(), Control::SILENT);
            let computed = computed.expect("blocks that are not whole are computed anew");
            assert!(computed || !missing.contains(&number));
        }
    }
    let tables = TableFolder::new(directory.path().join("tables"));
    match merge(&store, &tables, Build::default(), Control::SILENT, |_| {}) {
        Ok(made) => {
            let table = fs::read(made.path).expect("a table");
            assert!(is_forged || table == sound.table, "a wrong table");
            assert!(!is_same || compute || missing.is_empty());
        }
        Err(error) => assert!(is_forged || !compute, "{error}"),
    }
}

impl PlanText<'_> {
    fn text(&self, sound: &Sound) -> Option<Vec<u8>> {
        let text = &sound.plan_text;
        Some(match self {
            Self::Sound => text.clone().into_bytes(),
            Self::Missing => return None,
            Self::Edited(edits) => edited(text, edits),
            Self::BlockSize(size) => {
                let old = format!("block_size = {CHUNK}");
                text.replace(&old, &format!("block_size = {size}")).into_bytes()
            }
            Self::Any(text) => text.as_bytes().to_vec(),
        })
    }
}

fn edited(text: &str, edits: &[(u8, u8)]) -> Vec<u8> {
    let mut text = text.as_bytes().to_vec();
    for &(at, byte) in edits {
        let at = usize::from(at) % text.len();
        text[at] = byte;
    }
    text
}

impl Damage<'_> {
    /// Changes the file of a block.
    fn make_of_block(&self, file: &mut Vec<u8>, sound: &Sound, number: usize) {
        let bytes = &sound.plan.blocks()[number].bytes;
        let start = (CHUNK + bytes.start % CHUNK) as usize;
        let end = start + (bytes.end - bytes.start) as usize;
        self.change_entries(&mut file[start..end]);
        if let Some((other, plan)) = self.prelude {
            file[8..12].copy_from_slice(&other.to_le_bytes());
            file[16] ^= plan;
        }
        if self.fit {
            let mut at = bytes.start;
            let mut checksums = Vec::new();
            while at < bytes.end {
                let next = ((at / CHUNK + 1) * CHUNK).min(bytes.end);
                let [from, to] = [at, next].map(|at| start + (at - bytes.start) as usize);
                checksums.extend(chunk_checksum(&file[from..to]).to_le_bytes());
                at = next;
            }
            file[end..].copy_from_slice(&checksums);
            file[48..56].copy_from_slice(&chunk_checksum(&checksums).to_le_bytes());
            let own = chunk_checksum(&file[..56]);
            file[56..64].copy_from_slice(&own.to_le_bytes());
        }
        self.change_file(file);
    }

    fn change_entries(&self, entries: &mut [u8]) {
        for &(at, byte) in &self.entries {
            let at = usize::from(at) % entries.len();
            entries[at] = byte;
        }
    }

    fn change_file(&self, file: &mut Vec<u8>) {
        for &(at, byte) in &self.bytes {
            let at = i64::from(at).rem_euclid(file.len() as i64);
            file[at as usize] = byte;
        }
        if let Some(length) = self.length {
            file.resize((file.len() as i64 + i64::from(length)).max(0) as usize, 0);
        }
        if let Some(whole) = self.whole {
            *file = whole.to_vec();
        }
    }
}

/// A build that goes on from what another one has recorded.
fn recorded(sound: &Sound, record: &RecordText<'_>, damage: Option<&Damage<'_>>) {
    let directory = directory();
    let tables = TableFolder::new(directory.path());
    let path = tables.table(&sound.family.to_string());
    let mut partial = sound.table.clone();
    // Nothing before the payload is written before all is complete.
    partial[..sound.payload].fill(0);
    let entries = sound.payload..sound.payload + sound.plan.states() as usize * 8;
    if let Some(damage) = damage.filter(|damage| damage.fit) {
        damage.change_entries(&mut partial[entries.clone()]);
    }
    let (text, is_forged) = match record {
        RecordText::Layers(layers) => (sound.record(*layers, &partial), true),
        RecordText::Edited(layers, edits) => {
            let text = edited(&sound.record(*layers, &partial), edits);
            (String::from_utf8_lossy(&text).into_owned(), true)
        }
        RecordText::Any(text) => ((*text).to_owned(), false),
    };
    if let Some(damage) = damage {
        if !damage.fit {
            damage.change_entries(&mut partial[entries]);
        }
        damage.change_file(&mut partial);
    }
    let write = |ending: &str, bytes: &[u8]| -> PathBuf {
        let path = path.with_extension(ending);
        fs::write(&path, bytes).expect("a file");
        path
    };
    write("table.partial", &partial);
    write("table.partial.toml", text.as_bytes());
    let made = build(&sound.family.into(), &tables, Build::default(), Control::SILENT, |_| {});
    let table = fs::read(made.expect("a build does not fail for what others left").path);
    let is_forged = is_forged && damage.is_some_and(|damage| damage.fit);
    assert!(is_forged || table.expect("a table") == sound.table, "a wrong table");
}

impl Sound {
    /// The record of some layers of a partial table.
    fn record(&self, layers: u8, partial: &[u8]) -> String {
        let layers = 1 + usize::from(layers) % self.plan.layers().len();
        let end = self.plan.layers()[layers - 1].end * 8;
        let payload = &partial[self.payload..self.payload + end as usize];
        let checksums = Checksums::new(0..self.plan.states() * 8).expect("memory");
        checksums.add(0, payload);
        let read = |at: u64, bytes: &mut [u8]| {
            let at = at as usize;
            bytes.copy_from_slice(&payload[at..at + bytes.len()]);
            Ok(())
        };
        let hash = checksums.hash_up_to(end, read).expect("it is in memory");
        let (plan, program) = (Plan::new(self.family, None), env!("CARGO_PKG_VERSION"));
        let plan = plan.expect("the default plan").hash();
        format!(
            "plan = \"{plan}\"\nprogram = \"{program}\"\nlayers = {layers}\nchecksums = \"{hash}\"\n"
        )
    }
}
