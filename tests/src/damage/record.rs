//! What a killed build has left, and its record: the next build makes the same table, whatever it finds.

use perfectplay_format::ALIGNMENT;
use perfectplay_tables::testing::Checksums;

use crate::damage::prelude::*;
use crate::damage::store::{SOUND, Sound, recipe};
use crate::states::States;

/// A table of which some layers are written, and their record.
fn unfinished(choices: &mut Choices<'_>, sound: &Sound, forged: bool) -> (Vec<u8>, String) {
    let layers = 1 + choices.below(sound.plan.layers().len());
    let end = sound.payload + 8 * sound.plan.layers()[layers - 1].end as usize;
    let mut partial = sound.table.clone();
    partial[..sound.payload].fill(0);
    partial[end..].fill(0);
    if forged {
        partial[sound.payload + choices.below(end - sound.payload)] ^= choices.mask();
    }
    let payload = &partial[sound.payload..end];
    let whole = (8 * sound.plan.states()).next_multiple_of(ALIGNMENT);
    let checksums = Checksums::new(0..whole).unwrap();
    checksums.add(0, payload);
    let read = |at: u64, bytes: &mut [u8]| {
        bytes.copy_from_slice(&payload[at as usize..][..bytes.len()]);
        Ok(())
    };
    let hash = checksums.hash_up_to(payload.len() as u64, read).unwrap();
    let (plan, program) =
        (Plan::new(&*recipe(&sound.made), None).unwrap().hash(), env!("CARGO_PKG_VERSION"));
    let record = format!(
        "plan = \"{plan}\"\nprogram = \"{program}\"\nlayers = {layers}\nchecksums = \"{hash}\"\n"
    );
    (partial, record)
}

/// A build that finds a damaged record or a damaged partial table; now and then the two agree and are both wrong.
pub(crate) fn left(choices: &mut Choices<'_>, is_record: bool) -> Case {
    let sound = &SOUND[usize::from(choices.below(16) == 15)];
    let forged = choices.below(16) == 15;
    let (partial, record) = unfinished(choices, sound, forged);
    let sound_files = [partial.clone(), record.clone().into_bytes()];
    let damaged = match is_record {
        true => in_words(choices, &record, &sound_files),
        false => in_any_way(choices, &partial, &[4096, 8192, 12_288], &sound_files[1..]),
    };
    let mut files = sound_files.clone();
    files[usize::from(is_record)] = damaged.bytes;
    let (is_whole, how) = (files == sound_files, damaged.how);
    let length = files.iter().map(Vec::len).sum();
    Case { how, length, judge: Box::new(move || judge(sound, &files, is_whole, forged)) }
}

fn judge(sound: &Sound, [partial, record]: &[Vec<u8>; 2], is_whole: bool, forged: bool) -> Fate {
    let directory = directory();
    let folder = TableFolder::new(directory.path());
    let path = folder.table(sound.made.name());
    fs::write(path.with_extension("table.partial"), partial).unwrap();
    fs::write(path.with_extension("table.partial.toml"), record).unwrap();
    let watch = States::all();
    sound.made.build(&folder, Build::default().progress(&watch)).unwrap();
    let is_anew = match &*watch.events() {
        [event] if event == "StartingOver" => true,
        [event] if event.starts_with("Resuming") => false,
        other => panic!("{other:?}"),
    };
    assert!(!is_whole || !is_anew);
    if fs::read(&path).unwrap() == sound.table {
        return if is_anew { Fate::Refused } else { Fate::Same };
    }
    assert!(forged, "a wrong table");
    let place = TablePlace::File(path);
    verify(&Tables::default(), &place, Depth::Entries).unwrap_err();
    Fate::Denounced
}
