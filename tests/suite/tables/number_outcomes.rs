//! Tables of outcomes of the Number Game: how those of different bounds agree, what a build stores of its layers, and
//! which positions a proof compares.

use perfectplay_games::number::{OutcomesBuilder, Position, Span, rules};
use perfectplay_games::testing::{FinishedLayers, draw, shards_at_once, shares};

use super::common::*;
use crate::query::remote::Elsewhere;

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
        let position = complete.position_at(index).unwrap();
        let outcome = complete.value(&position).unwrap().outcome;
        assert_eq!(small.value(&position).unwrap(), outcome, "{position}");
        let answer = large.answer(&position).unwrap();
        assert_eq!(answer.value.outcome, outcome, "{position}");
        let expected = complete.answer(&position).unwrap();
        assert_eq!(answer.winning_moves(), expected.winning_moves());
    }
    // Layers do not depend on the bound.
    assert!(small.sections().iter().zip(large.sections()).all(|(one, all)| all.starts_with(one)));
    assert!(small.counts().eq(large.counts().take(small.counts().count())));
    lines_are_read_on_demand(&folder, &large);
}

/// `number-42`, the smallest table that is read on demand, reads few of its lines, and answers as in memory.
fn lines_are_read_on_demand(folder: &TableFolder, whole: &NumberOutcomesTable) {
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
fn build_from(left: &[u8], folder: &TableFolder, how: Build<'_>) -> (Vec<u8>, Vec<u64>) {
    let layers = folder.path().join("number-31.layers");
    let _ = fs::remove_file(folder.table("number-31"));
    fs::write(&layers, left).unwrap();
    let restored = RestoredStates::default();
    let table = planned("number-31");
    let built = table.build(folder, how.progress(&restored)).unwrap();
    assert!(built.anew && !layers.exists());
    (fs::read(built.path).unwrap(), restored.0.into_inner().unwrap())
}

#[test]
fn a_build_goes_on_from_layers_only_if_the_manifest_knows_them_to_the_byte() {
    use perfectplay_format::Quantity;
    let (_directory, folder) = folder();
    let [smaller, known, expected, larger] = [29, 30, 31, 32]
        .map(|bound| fs::read(build(&planned(&format!("number-{bound}")), &folder).path).unwrap());
    let states = Manifest::shipped().get("number-30").unwrap().states;
    let how = Build::default();
    assert_eq!(build_from(&known, &folder, how), (expected.clone(), vec![states]));
    assert_eq!(build_from(&known, &folder, how.force(true)).1, [1], "from the beginning");

    let lines = section(&known, "lines");
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
        ("an outcome of the last layer", &forged(lines.end - 1_000)),
        ("an outcome of a small layer", &forged(lines.start + 64)),
        ("what a line holds", &forged(lines.end - 1)),
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
    let [classes, spans] = ["classes", "spans"].map(|name| section(&sound, name));
    let begin = "lines do not begin where those before them end";
    let cases = [
        (classes.start, 0xf6, "a class has a filter of more bits than there are"),
        // Span 1 of the first layer, which has no lines.
        (spans.start + 8, 1, begin),
        (spans.start + 12, 1, "a function without keys has lines"),
        // The function of the last layer, of 10 lines, and the levels of what is bumped from it.
        (spans.end - 192, 1, begin),
        (spans.end - 192 + 4, 10, "a function with keys has no lines"),
        (spans.end - 192 + 5, 1, begin),
        (spans.end - 4, 1, "a level has lines, and the one before it has none"),
        (spans.end - 192 + 64, 1, begin),
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
    let keys = "number-29: a function with keys has no lines";
    assert_eq!(refusal(Depth::Bytes, &|file| file[of_layer(2).start] = 0), keys);
    let filter = (1..=7).find(|bits| !sound[of_layer(29)].contains(bits)).unwrap();
    assert_eq!(refusal(Depth::Bytes, &|file| file[of_layer(29).start] = filter), keys);
    let no_keys = "number-29: a function without keys has lines";
    assert_eq!(refusal(Depth::Bytes, &|file| file[of_layer(29)].fill(255)), no_keys);
    // Where all numbers are available the least one that is not is no smaller one: a class without positions.
    let empty = of_layer(29).end - 29;
    assert_eq!(sound[empty], 255);
    let lost =
        format!("number-29: class {} has functions, and no losing position", empty - classes.start);
    assert_eq!(refusal(Depth::Entries, &|file| file[empty] = 0), lost);
}

fn sections(bound: u8, memory: u64) -> [Vec<u8>; 3] {
    let mut layers = FinishedLayers::default();
    for largest in 2..=bound {
        let added = layers.add(Layer::new(largest), memory, Control::SILENT);
        let positions = Position::count_with_largest(largest);
        assert_eq!(added.expect("some memory"), positions, "{largest}");
    }
    layers.outcomes.sections().map(<[u8]>::to_vec)
}

#[test]
fn a_table_has_the_same_bytes_however_little_memory_there_is_for_keys() {
    // The last layer has a function of eight shards or so, of 0.14 megabytes each.
    let expected = sections(37, u64::MAX);
    assert!(sections(37, 0) == expected);
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    assert!(one.install(|| sections(37, 1_000_000)) == expected);
}

#[test]
fn passes_take_no_more_memory_than_there_is_and_at_least_one_shard() {
    let of = |keys| OutcomesBuilder::size(Span::new(0), keys, keys);
    let size = of(1 << 30);
    let (shards, bytes) = (size.shards(), size.shard_bytes());
    assert_eq!(shards_at_once(size, u64::MAX), shards.div_ceil(8));
    assert_eq!(shards_at_once(size, 100 * bytes), 100);
    assert_eq!(shards_at_once(size, bytes - 1), 1);
    assert_eq!(shards_at_once(of(200_000), u64::MAX), 12, "all of them");
    assert_eq!(shards_at_once(of(40 << 14), u64::MAX), 20, "in two passes");
    assert_eq!(shards_at_once(of(0), 0), 1);
}

#[test]
fn every_position_of_a_layer_is_drawn_in_the_end() {
    for largest in 1..=16 {
        let drawn: BTreeSet<Position> =
            (0..20_000).map(|number| rules::position(&draw(largest, number))).collect();
        assert_eq!(drawn.len() as u64, Position::count_with_largest(largest), "{largest}");
        let least = if largest == 1 { 0 } else { largest };
        assert!(drawn.iter().all(|position| position.largest() == least));
    }
}

#[test]
fn a_large_layer_is_drawn_with_few_repetitions_and_from_few_to_many_available_numbers() {
    let drawn: BTreeSet<Position> =
        (0..10_000).map(|number| rules::position(&draw(50, number))).collect();
    assert!(drawn.len() > 9_000, "{}", drawn.len());
    let available = drawn.iter().map(|position| position.numbers().count());
    let (least, most) = (available.clone().min(), available.max());
    assert!(least <= Some(27) && most >= Some(46), "{least:?} {most:?}");
}

#[test]
fn all_layers_have_a_share_and_all_shares_make_the_sample() {
    for positions in [0, 1, 49, 50, 1_000, 1_000_000, Position::count_up_to(50)] {
        let shares = shares(50, positions);
        assert_eq!(shares.iter().map(|&(_, share)| share).sum::<u64>(), positions);
        let all = shares.iter().filter(|&&(_, share)| share > 0).count();
        assert_eq!(all as u64, positions.min(50));
        let within = |&(largest, share)| share <= Position::count_with_largest(largest);
        assert!(shares.iter().all(within));
    }
}
