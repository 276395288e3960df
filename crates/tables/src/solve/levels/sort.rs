//! Sorting words, for buffers of up to some million: by 11 bits at a time, of those bits alone in which they differ.

/// How many bits one pass sorts by.
const RADIX: u32 = 11;

/// Fewer words are sorted by comparing them.
const FEW: usize = 256;

/// Sorts words, with as much memory in `spare`, which is then of any content.
pub(crate) fn sort(words: &mut Vec<u64>, spare: &mut Vec<u64>) {
    sort_by(words, spare, |&word| word);
}

/// Sorts anything by words.
pub(crate) fn sort_by<T: Copy + Default>(
    items: &mut Vec<T>,
    spare: &mut Vec<T>,
    word: impl Fn(&T) -> u64,
) {
    let bits = |(set, common), word| (set | word, common & word);
    let (set, common) = items.iter().map(&word).fold((0, u64::MAX), bits);
    let differing = set & !common;
    if differing == 0 {
        return;
    }
    let lowest = differing.trailing_zeros();
    let bits = u64::BITS - differing.leading_zeros() - lowest;
    let passes = bits.div_ceil(RADIX);
    // A comparison sort takes about as long as log₂(n) / 3 passes, and no counts.
    if items.len() < FEW || items.len() < 1 << (2 * passes).min(20) {
        items.sort_unstable_by_key(&word);
        return;
    }
    let width = bits.div_ceil(passes);
    let mask = (1 << width) - 1;
    spare.clear();
    spare.resize(items.len(), T::default());
    for pass in 0..passes {
        let shift = lowest + pass * width;
        let digit = |item: &T| (word(item) >> shift) as usize & mask;
        let mut places = [0u32; 1 << RADIX];
        items.iter().for_each(|item| places[digit(item)] += 1);
        let mut sum = 0;
        for place in &mut places {
            sum += std::mem::replace(place, sum);
        }
        for item in &*items {
            let place = &mut places[digit(item)];
            spare[*place as usize] = *item;
            *place += 1;
        }
        std::mem::swap(items, spare);
    }
}

#[cfg(test)]
mod tests {
    use perfectplay_core::Random;

    use super::*;

    #[test]
    fn words_are_sorted_whichever_bits_differ() {
        let mut random = Random::with_seed(1);
        for bits in 0..=64 {
            for count in [0, 1, 2, FEW, 5000, 1 << 17] {
                for shift in [0, 64 - bits] {
                    let word = |_| {
                        random.below(u64::MAX).checked_shr(64 - bits).unwrap_or(0) << shift.min(63)
                    };
                    let mut words: Vec<u64> = (0..count).map(word).collect();
                    let mut expected = words.clone();
                    expected.sort_unstable();
                    sort(&mut words, &mut Vec::new());
                    assert_eq!(words, expected, "{count} words of {bits} bits from {shift}");
                }
            }
        }
    }
}
