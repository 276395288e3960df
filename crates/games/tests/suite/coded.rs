//! Values of words in ranges, written and read.

use perfectplay_core::Random;
use perfectplay_core::coded::{CodedBuilder, CodedValues, Dictionary, range_of};
use perfectplay_core::retrieval::RetrievalError;

/// The sections of words, ascending, with numbers of values.
fn written(dictionary: &Dictionary, words: &[u64], numbers: &[u16], range: usize) -> [Vec<u8>; 5] {
    let mut builder = CodedBuilder::new(dictionary.clone());
    for (words, numbers) in words.chunks(range).zip(numbers.chunks(range)) {
        builder.append(dictionary.solve(words, numbers).unwrap()).unwrap();
    }
    builder.finish().unwrap()
}

/// `count` words, ascending, spread over all 64 bits.
fn words(count: u64) -> Vec<u64> {
    let step = u64::MAX / (count - 1);
    (0..count).map(|place| if place + 1 == count { u64::MAX } else { place * step }).collect()
}

/// Few and many values, evenly and hardly ever another one, with and without members.
#[test]
fn every_word_has_its_value() {
    let mut random = Random::with_seed(1);
    for (count, values, others) in [
        (2, 1, 2),
        (3, 2, 2),
        (20_000, 7, 2),
        (70_000, 3, 1_000),
        (30_000, 256, 2),
        (140_000, 65_536, 2),
    ] {
        for members in [0, 5] {
            let all: Vec<u16> = (0..=u16::MAX).step_by(65_536 / values).take(values).collect();
            let dictionary = Dictionary::new(all.clone(), members);
            let words = words(count);
            // One in `others` is any value.
            let mut number =
                |_: &u64| if random.below(others) == 0 { random.below(values as u64) } else { 0 };
            let numbers: Vec<u16> = words.iter().map(|word| number(word) as u16).collect();
            let [dictionary, sections @ ..] = written(&dictionary, &words, &numbers, 9_000);
            let dictionary = Dictionary::from_bytes(&dictionary).unwrap();
            let table = CodedValues::over(&dictionary, sections.each_ref().map(Vec::as_slice));
            for (&word, &number) in words.iter().zip(&numbers) {
                let place = table.place(word).unwrap();
                assert_eq!(table.value_at(place), Some(all[usize::from(number)]));
                assert_eq!(table.may_have_at(place), Some(true));
            }
            let is_taken = |word: &u64| {
                table.place(word + 1).is_some_and(|it| table.may_have_at(it) == Some(true))
            };
            let (taken, asked) = (
                words[..words.len() - 1].iter().filter(|it| is_taken(it)).count(),
                words.len() - 1,
            );
            let expected = asked >> members;
            assert!(taken.abs_diff(expected) <= 5 * expected.isqrt() + 2, "{taken} of {asked}");
        }
    }
}

#[test]
fn values_take_little_more_than_their_entropy() {
    let mut random = Random::with_seed(2);
    let words: Vec<u64> = (0..200_000).collect();
    let numbers: Vec<u16> =
        words.iter().map(|_| (random.below(256) as u16).trailing_zeros() as u16).collect();
    // Half of the values are one bit, a quarter two, and so on: a prefix code has no more than the entropy.
    let sections = written(&Dictionary::new((0..17).collect(), 0), &words, &numbers, 1 << 13);
    let bits = 8 * sections.iter().map(Vec::len).sum::<usize>();
    assert!(bits * 100 < words.len() * 199 * 107 / 100, "{bits}");
    let even = |count: u64| range_of([count, count].into_iter());
    assert_eq!([even(1), even(1 << 40)], [1 << 14; 2]);
    assert_eq!(range_of([1 << 40, 1].into_iter()), 1 << 16);
}

#[test]
fn a_word_that_comes_twice_is_refused() {
    let solved = Dictionary::new(vec![4, 7], 0).solve(&[1, 5, 5], &[0, 1, 1]);
    assert!(matches!(solved, Err(RetrievalError::Repeated(..))));
}

#[test]
fn bytes_that_are_no_dictionary_are_refused() {
    let sound = [5, 2, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0, 7, 0, 9, 0];
    assert_eq!(Dictionary::from_bytes(&sound).unwrap().to_bytes(), sound);
    for (place, byte) in
        [(0, 8), (1, 0), (1, 3), (1, 33), (2, 64), (3, 1), (8, 0), (14, 7), (12, 10)]
    {
        let mut changed = sound;
        changed[place] = byte;
        assert_eq!(Dictionary::from_bytes(&changed), None, "{byte} at {place}");
    }
    assert_eq!(Dictionary::from_bytes(&sound[..15]), None);
    assert_eq!(Dictionary::from_bytes(&sound[..12]), None);
}

/// No bytes make a panic.
#[test]
fn damaged_sections_are_read_all_the_same() {
    let (words, numbers): (Vec<u64>, Vec<u16>) = (0..300).map(|it| (it, (it % 5) as u16)).unzip();
    let sound = written(&Dictionary::new((0..5).collect(), 3), &words, &numbers, 100);
    let mut random = Random::with_seed(3);
    for _ in 0..2_000 {
        let mut sections = sound.clone();
        let section = random.below(5) as usize;
        let place = random.below(sections[section].len() as u64) as usize;
        if random.below(4) == 0 {
            sections[section].truncate(place);
        } else {
            sections[section][place] ^= 1 << random.below(8);
        }
        let Some(dictionary) = Dictionary::from_bytes(&sections[0]) else { continue };
        let [_, sections @ ..] = sections.each_ref().map(Vec::as_slice);
        let table = CodedValues::over(&dictionary, sections);
        for word in 0..310 {
            if let Some(place) = table.place(word) {
                let _ = (table.value_at(place), table.may_have_at(place));
            }
        }
    }
}
