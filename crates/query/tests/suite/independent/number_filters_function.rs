//! `filters+function` of `number`.

use super::file::File;
use super::number_trie_entry32::mask;
use super::{outcome, words};

pub struct NumberFiltersFunction<'a> {
    bound: u64,
    classes: &'a [u8],
    functions: Vec<u64>,
    shards: Vec<u64>,
    bits: Vec<u64>,
}

/// The class of a position: its largest number, how many it has, the least that it does not have.
struct Class {
    f: u64,
    c: u64,
    m: u64,
}

fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn scale(z: u64, n: u64) -> u64 {
    ((u128::from(z) * u128::from(n)) >> 64) as u64
}

impl Class {
    /// Of a position that is not empty.
    fn of(mask: u64) -> Self {
        let f = 63 - u64::from(mask.leading_zeros());
        let m = (2..).find(|m| mask >> m & 1 == 0).unwrap();
        Self { f, c: mask.count_ones().into(), m }
    }

    fn place(&self) -> u64 {
        let before: u64 = (2..self.f).map(|f| f.div_ceil(2) * f).sum();
        before + (self.c - self.f / 2) * self.f + self.m - 2
    }
}

impl<'a> NumberFiltersFunction<'a> {
    pub fn open(bytes: &'a [u8]) -> Self {
        let names = ["counts", "classes", "functions", "shards", "bits"];
        let file = File::open_as(bytes, "number", "filters+function", &names);
        let [bound] = file.parameters(["bound"]);
        assert!((2..=63).contains(&bound));
        file.section(0, 16 * (2..=bound).map(|f| f.div_ceil(2)).sum::<u64>());
        let classes = file.section(1, (2..=bound).map(|f| f.div_ceil(2) * f).sum());
        let functions = words(file.section(2, 64 * (bound - 1)));
        let [shards, bits] = [3, 4].map(|section: usize| words(file.sections[section].1));
        Self { bound, classes, functions, shards, bits }
    }

    pub fn loses(&self, mask: u64) -> bool {
        if mask == 0 {
            return true;
        }
        let (class, hash) = (Class::of(mask), mix(mask));
        let k = u64::from(self.classes[class.place() as usize]);
        assert!(k <= 7 || k == 255);
        if k == 255 || k > 0 && self.value(class.f, k, hash) != hash % (1 << k) {
            return false;
        }
        self.value(class.f, 0, hash) == 1
    }

    fn value(&self, f: u64, function: u64, hash: u64) -> u64 {
        const PHI: u64 = 0x9e37_79b9_7f4a_7c15;
        let columns = function.max(1);
        let word = self.functions[(8 * (f - 2) + function) as usize];
        let (first, shards) = (word % (1 << 32), word >> 32);
        assert!(shards > 0);
        let shard = self.shards[(first + scale(hash, shards)) as usize];
        let (begin, r, seed) = (shard % (1 << 40), shard >> 40 & 0xffff, shard >> 56);
        assert!(r >= 128);
        let g = mix(hash ^ (seed + 1).wrapping_mul(PHI));
        let start = scale(g, r - 127);
        let low = mix(g.wrapping_add(PHI)) | 1;
        let high = mix(g.wrapping_add(PHI.wrapping_mul(2)));
        let coefficient = |i: u64| if i < 64 { low >> i & 1 } else { high >> (i - 64) & 1 };
        let bit = |row: u64, column: u64| {
            self.bits[(begin + row / 64 * columns + column) as usize] >> (row % 64) & 1
        };
        (0..columns).fold(0, |value, column| {
            let sum: u64 = (0..128).map(|i| coefficient(i) & bit(start + i, column)).sum();
            value | (sum % 2) << column
        })
    }

    /// Checks that functions, shards and words follow one another as the document says.
    pub fn verify(&self) {
        assert!(self.classes.iter().all(|&k| k <= 7 || k == 255));
        let (mut shards, mut begin) = (0, 0);
        for f in 2..=self.bound {
            for function in (1..8u8).chain([0]) {
                let columns = u64::from(function.max(1));
                let word = self.functions[8 * (f as usize - 2) + usize::from(function)];
                assert_eq!(word % (1 << 32), shards);
                for _ in 0..word >> 32 {
                    let shard = self.shards[shards as usize];
                    let r = shard >> 40 & 0xffff;
                    assert_eq!((shard % (1 << 40), r >= 128), (begin, true));
                    for t in r..r.next_multiple_of(64) {
                        let word = |j| self.bits[(begin + t / 64 * columns + j) as usize];
                        assert!((0..columns).all(|j| word(j) >> (t % 64) & 1 == 0));
                    }
                    begin += r.div_ceil(64) * columns;
                    shards += 1;
                }
            }
        }
        assert_eq!(self.shards.len() as u64, shards);
        assert_eq!(self.bits[begin as usize..], [0; 14]);
    }

    pub fn row(&self, position: &str) -> Vec<String> {
        let mask = mask(position);
        let (Class { f, c, m }, hash) = (Class::of(mask), mix(mask));
        let place = Class::of(mask).place();
        let k = u64::from(self.classes[place as usize]);
        let passes = (1..8).contains(&k).then(|| self.value(f, k, hash));
        let is_asked = k == 0 || passes.is_some_and(|value| value == hash % (1 << k));
        let shown = |value: Option<u64>| value.map_or("".to_owned(), |value| value.to_string());
        vec![
            format!("{f}, {c}, {m}"),
            place.to_string(),
            k.to_string(),
            format!("{hash:#018x}"),
            shown(passes.map(|_| hash % (1 << k))),
            shown(passes),
            shown(is_asked.then(|| self.value(f, 0, hash))),
            outcome(self.loses(mask)),
        ]
    }
}
