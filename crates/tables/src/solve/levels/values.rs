//! Values in as few bits as tell those of a block apart.

/// The values of a block of words.
#[derive(Debug)]
pub(crate) struct PackedValues {
    /// Those that occur.
    occur: Box<[u16]>,
    /// By word, its value's place in `occur`, in `width` bits.
    bits: Box<[u64]>,
    width: u32,
}

/// Numbers values.
#[derive(Debug)]
pub(crate) struct Numbering {
    /// By value: its number and one more; 0 for all between calls.
    numbers: Vec<u32>,
}

impl Default for Numbering {
    fn default() -> Self {
        Self { numbers: vec![0; usize::from(u16::MAX) + 1] }
    }
}

impl PackedValues {
    pub(crate) fn new(values: &[u16], numbering: &mut Numbering) -> Self {
        let mut occur = Vec::new();
        for &value in values {
            let number = &mut numbering.numbers[usize::from(value)];
            if *number == 0 {
                occur.push(value);
                *number = occur.len() as u32;
            }
        }
        let width = usize::BITS - (occur.len() - 1).leading_zeros();
        let mut bits = vec![0; (values.len() * width as usize).div_ceil(64) + 2];
        for (place, &value) in values.iter().enumerate() {
            let number = u64::from(numbering.numbers[usize::from(value)] - 1);
            let (word, shift) = (place * width as usize / 64, place * width as usize % 64);
            bits[word] |= number << shift;
            bits[word + 1] |= number >> 1 >> (63 - shift);
        }
        occur.iter().for_each(|&value| numbering.numbers[usize::from(value)] = 0);
        Self { occur: occur.into(), bits: bits.into(), width }
    }

    /// How many bytes of memory they take.
    pub(crate) fn bytes(&self) -> u64 {
        (size_of::<Self>() + 8 * self.bits.len() + 2 * self.occur.len()) as u64
    }

    /// The value of a word.
    #[inline]
    pub(crate) fn at(&self, place: usize) -> u16 {
        let (word, shift) = (place * self.width as usize / 64, place * self.width as usize % 64);
        let both = self.bits[word] >> shift | self.bits[word + 1] << 1 << (63 - shift);
        self.occur[(both & ((1 << self.width) - 1)) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_they_were_written() {
        let mut numbering = Numbering::default();
        for most in [1, 2, 3, 17, 300, 65_536] {
            let values: Vec<u16> = (0..70_000u32).map(|it| (it * 7_919 % most) as u16).collect();
            let packed = PackedValues::new(&values, &mut numbering);
            assert!(values.iter().enumerate().all(|(place, &value)| packed.at(place) == value));
        }
    }
}
