//! Tables of outcomes of the Number Game: how those of different bounds agree, and what a build stores
//! of its layers.

use std::fs;

use perfectplay_games::number::Layer;
use perfectplay_games::{NumberOutcomesTable, NumberPliesTable};
use perfectplay_query::{Access, Entries, Probe, TableFolder};
use perfectplay_tables::{Build, Control, Depth, Manifest};
use perfectplay_tests::flipped;
use perfectplay_tests::intact::{build, planned};
use perfectplay_tests::parts::{seal, section, with_header};

use crate::query::remote::Elsewhere;

use super::common::{Restored, built, folder, forge, verify};

fn outcomes(folder: &TableFolder, name: &str) -> NumberOutcomesTable {
    NumberOutcomesTable::new(folder.file(name).unwrap()).unwrap()
}

#[test]
fn number_tables_agree_where_they_overlap_and_larger_ones_continue_smaller_ones() {
    let (_directory, folder) = folder();
    for bound in [20, 28, 42] {
        build(&planned(&format!("number-{bound}")), &folder);
    }
    let complete = NumberPliesTable::new(folder.file("number-20").unwrap()).unwrap();
    let small = outcomes(&folder, "number-28");
    let large = outcomes(&folder, "number-42");
    for index in 0..complete.header().states {
        let position = complete.position(index).unwrap();
        let outcome = complete.value(&position).unwrap().outcome;
        assert_eq!(small.value(&position).unwrap(), outcome, "{position}");
        let answer = large.answer(&position).unwrap();
        assert_eq!(answer.value.outcome, outcome, "{position}");
        let expected = complete.answer(&position).unwrap();
        assert_eq!(answer.winning_moves(), expected.winning_moves());
    }
    // Layers do not depend on the bound: all but what follows the last shard is the same.
    for (small, large) in small.sections().iter().zip(large.sections()) {
        let kept = small.len().saturating_sub(14 * 8);
        assert!(large.starts_with(&small[..kept]));
    }
    assert!(small.counts().eq(large.counts().take(small.counts().count())));
    bits_are_read_on_demand(&folder, &large);
}

/// `number-42`, the smallest table that is read on demand, reads few bytes of its bits, and answers as in memory.
fn bits_are_read_on_demand(folder: &TableFolder, whole: &NumberOutcomesTable) {
    let mut elsewhere = Elsewhere::new(fs::read(folder.table("number-42")).unwrap());
    let table = elsewhere.open("number-42", NumberOutcomesTable::new);
    let (kept, length) = (elsewhere.remote.kept(), elsewhere.bytes.len() as u64);
    assert!(kept < length / 3, "opening took {kept} of {length}");
    let positioned = folder.clone().with_access(Access::positioned());
    let positioned = outcomes(&positioned, "number-42");
    let positions: Vec<_> =
        (2..=42).flat_map(|n| Layer::new(n).ascending().step_by(9_973)).collect();
    assert!(positions.len() > 900);
    for (number, position) in positions.iter().enumerate() {
        let expected = whole.answer(position).unwrap();
        assert_eq!(positioned.value(position).unwrap(), expected.value.outcome);
        if number % 2 == 0 {
            assert_eq!(positioned.answer(position).unwrap(), expected);
            let before = elsewhere.rounds;
            let answer = elsewhere.until_all_is_here(|| table.answer(position));
            assert_eq!(answer.unwrap(), expected, "{position}");
            // Filters, and then the functions of what passes them.
            let rounds = elsewhere.rounds - before;
            assert!(rounds <= 3, "{rounds}");
        }
    }
    assert_eq!(positioned.sections(), whole.sections());
}

/// Builds `number-31` with what an earlier build has left; returns the file, and from how many states
/// the build went on.
fn build_from(left: &[u8], folder: &TableFolder, how: Build) -> (Vec<u8>, Vec<u64>) {
    let layers = folder.path().join("number-31.layers");
    let _ = fs::remove_file(folder.table("number-31"));
    fs::write(&layers, left).unwrap();
    let restored = Restored::default();
    let table = planned("number-31");
    let built = table.build(folder, how, Control::new(&restored), &|_| {}).unwrap();
    assert!(built.anew && !layers.exists());
    (fs::read(built.path).unwrap(), restored.0.into_inner().unwrap())
}

#[test]
fn a_build_goes_on_from_layers_only_if_the_manifest_knows_them_to_the_byte() {
    use perfectplay_format::{Header, Quantity};
    let (_directory, folder) = folder();
    let [smaller, known, expected, larger] = [29, 30, 31, 32]
        .map(|bound| fs::read(build(&planned(&format!("number-{bound}")), &folder).path).unwrap());
    let states = Manifest::shipped().get("number-30").unwrap().states;
    let how = Build::default();
    assert_eq!(build_from(&known, &folder, how), (expected.clone(), vec![states]));

    let bits = section(&known, "bits");
    // One outcome, or some, under sound checksums.
    let forged = |place: usize| {
        let mut forged = flipped(&known, place, 1);
        seal(&mut forged);
        forged
    };
    let counts = section(&known, "counts");
    // One more losing position than there are.
    let other_counts = forged(counts.end - 8);
    let other_statistics = with_header(&known, |header: &mut Header| {
        header.statistics[1].value = Quantity::Count(1);
    });
    let other_name =
        with_header(&known, |header: &mut Header| "number-20".clone_into(&mut header.name));
    let left: [(&str, &[u8]); 11] = [
        ("an outcome of the last layer", &forged(bits.end - 1_000)),
        ("an outcome of a small layer", &forged(bits.start + 64)),
        ("bits that no outcome needs", &forged(bits.end - 1)),
        ("counts", &other_counts),
        ("statistics", &other_statistics),
        ("another name", &other_name),
        ("another bound, which the manifest does not know", &smaller),
        ("the table itself", &expected),
        ("a larger bound", &larger),
        ("half of them", &known[..known.len() / 2]),
        ("garbage", b"nothing"),
    ];
    for (what, left) in left {
        assert!(build_from(left, &folder, how) == (expected.clone(), vec![1]), "{what}");
    }
}

#[test]
fn bytes_that_no_outcome_shows_are_found_by_verify_under_sound_checksums() {
    let (_directory, path) = built(&planned("number-29"));
    let sound = fs::read(&path).unwrap();
    let [classes, functions, shards, bits] =
        ["classes", "functions", "shards", "bits"].map(|name| section(&sound, name));
    let cases = [
        (classes.start, 0xf6, "a class has a filter of more bits than there are"),
        // Function 1 of the first layer, which has no shards.
        (functions.start + 8, 1, "a function does not begin where the one before it ends"),
        // The last function in the file is number 0 of the last layer, which has one shard.
        (functions.end - 60, 1, "a function with keys has no shards"),
        (functions.end - 59, 1, "a function has shards that are not there"),
        (shards.start, 1, "a shard does not begin where the one before it ends"),
        // The second shard's rows, which are 128 and some.
        (shards.start + 8 + 5, 0x80, "a shard has too few rows"),
        (shards.end - 2, 0x80, "a shard has words that are not there"),
        (bits.start + 3 * 8 - 1, 0x80, "bits behind the last row of a shard are set"),
        (bits.end - 1, 1, "the words behind its last shard are not those that should be there"),
    ];
    for (place, change, expected) in cases {
        forge(&path, &sound, |bytes| bytes[place] ^= change);
        let error = verify(&path, Depth::Sample(1)).unwrap_err().to_string();
        assert_eq!(error, format!("number-29: {expected}"), "byte {place}");
    }
}

#[test]
fn classes_say_which_functions_have_keys_and_which_classes_have_losing_positions() {
    let (_directory, path) = built(&planned("number-29"));
    let sound = fs::read(&path).unwrap();
    let classes = section(&sound, "classes");
    let before = |layer: usize| (2..layer).map(|f| f.div_ceil(2) * f).sum::<usize>();
    let of_layer = |layer| classes.start + before(layer)..classes.start + before(layer + 1);
    let refusal = |depth, change: &dyn Fn(&mut [u8])| {
        forge(&path, &sound, change);
        verify(&path, depth).unwrap_err().to_string()
    };
    // The only position whose largest number is 2 is won.
    assert!(sound[of_layer(2)].iter().all(|&class| class == 255));
    let keys = "number-29: a function with keys has no shards";
    assert_eq!(refusal(Depth::Bytes, &|file| file[of_layer(2).start] = 0), keys);
    let filter = (1..=7).find(|bits| !sound[of_layer(29)].contains(bits)).unwrap();
    assert_eq!(refusal(Depth::Bytes, &|file| file[of_layer(29).start] = filter), keys);
    let no_keys = "number-29: a function without keys has shards";
    assert_eq!(refusal(Depth::Bytes, &|file| file[of_layer(29)].fill(255)), no_keys);
    // Where all numbers are available the least one that is not is no smaller one: a class without positions.
    let empty = of_layer(29).end - 29;
    assert_eq!(sound[empty], 255);
    let lost =
        format!("number-29: class {} has functions, and no losing position", empty - classes.start);
    assert_eq!(refusal(Depth::Entries, &|file| file[empty] = 0), lost);
}

#[test]
fn a_forced_build_starts_from_the_beginning() {
    let (_directory, folder) = folder();
    let known = fs::read(build(&planned("number-30"), &folder).path).unwrap();
    let how = Build { force: true, memory: None };
    assert_eq!(build_from(&known, &folder, how).1, [1]);
}
