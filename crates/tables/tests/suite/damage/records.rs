//! What a killed build has left, and its record: the next build makes the same table, whatever is there.

use std::fs;
use std::sync::Mutex;

use fastrand::Rng;
use perfectplay_query::{Family, TableFile};
use perfectplay_tables::{Build, Control, Notice, Plan, build};

use super::survive::{BUILDING, Damaged, Fate, in_any_way, in_words, survive};
use crate::common::{build_quietly, folder};

const TABLE: Family = Family::Tower { levels: 2 };

/// How many of its layers are complete.
const LAYERS: usize = 5;

/// A table of which some layers are written, and its record: builds of small tables are over before they
/// record anything.
fn unfinished(table: &[u8]) -> (Vec<u8>, String) {
    let plan = Plan::new(TABLE, None).unwrap();
    let payload = TableFile::open(table).unwrap().layout().payload.clone();
    let end = (payload.start + 8 * plan.layers()[LAYERS - 1].end) as usize;
    let mut partial = table.to_vec();
    partial[..payload.start as usize].fill(0);
    partial[end..].fill(0);
    // Fewer bytes than a chunk has no checksum yet.
    let checksums = blake3::hash(&partial[payload.start as usize..end]);
    let record = format!(
        "plan = \"{}\"\nprogram = \"{}\"\nlayers = {LAYERS}\nchecksums = \"{checksums}\"\n",
        plan.hash(),
        env!("CARGO_PKG_VERSION"),
    );
    (partial, record)
}

/// Damages one of the two files, and lets a build find both.
fn survives(kind: &str, damage: impl Fn(&mut Rng, &[u8], &str) -> Damaged, is_record: bool) {
    let (_directory, folder) = folder();
    let path = build_quietly(TABLE, &folder);
    let table = fs::read(&path).unwrap();
    let (partial, record) = unfinished(&table);
    let told = Mutex::new(Vec::new());
    let judge = |partial: &[u8], record: &[u8]| {
        fs::remove_file(&path).unwrap();
        fs::write(path.with_extension("table.partial"), partial).unwrap();
        fs::write(path.with_extension("table.partial.toml"), record).unwrap();
        let notify = |notice| told.lock().unwrap().push(notice);
        build(&TABLE.into(), &folder, Build::default(), Control::SILENT, notify).unwrap();
        assert!(fs::read(&path).unwrap() == table, "another table");
        match told.lock().unwrap().drain(..).collect::<Vec<_>>()[..] {
            [Notice::GoingOn { .. }] => Fate::Same,
            [Notice::BeginningAnew] => Fate::Refused,
            ref other => panic!("{other:?}"),
        }
    };
    assert!(matches!(judge(&partial, record.as_bytes()), Fate::Same));
    survive(
        kind,
        BUILDING,
        |rng| damage(rng, &partial, &record),
        |bytes| match is_record {
            true => judge(&partial, bytes),
            false => judge(bytes, record.as_bytes()),
        },
    );
}

#[test]
fn records_survive() {
    let damage = |rng: &mut Rng, partial: &[u8], record: &str| {
        in_words(rng, record, &[partial.to_vec(), record.as_bytes().to_vec()])
    };
    survives("record of a build", damage, true);
}

#[test]
fn partial_tables_survive() {
    let damage = |rng: &mut Rng, partial: &[u8], record: &str| {
        in_any_way(rng, partial, &[4096, 8192, 12_288], &[record.as_bytes().to_vec()])
    };
    survives("partial table", damage, false);
}
