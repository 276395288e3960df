//! `trie+entry32` of `number`.

use super::file::File;
use super::{hex, integer, words};

pub struct NumberTrieEntry32<'a> {
    bound: u64,
    directory_bound: u64,
    directory: &'a [u8],
    nodes: Vec<u64>,
    states: u64,
    entries: &'a [u8],
}

/// What is met on the way to an entry.
pub struct Path {
    word: u64,
    nodes: Vec<u64>,
    pub place: u64,
}

impl<'a> NumberTrieEntry32<'a> {
    pub fn open(bytes: &'a [u8]) -> Self {
        let file = File::open_as(bytes, "number", "trie+entry32", &["trie", "entries"]);
        let [bound] = file.parameters(["bound"]);
        assert!((2..=23).contains(&bound));
        let directory_bound = if bound <= 10 { bound } else { 6 + (bound - 6) % 5 };
        let trie = file.sections[0].1;
        let (directory, nodes) = trie.split_at((1 << directory_bound).max(8));
        assert!(nodes.len().is_multiple_of(8));
        let entries = file.section(1, 4 * file.states);
        Self {
            bound,
            directory_bound,
            directory,
            nodes: words(nodes),
            states: file.states,
            entries,
        }
    }

    /// The way to a position's entry; `None` if the mask is of no position.
    pub fn path(&self, mask: u64) -> Option<Path> {
        if mask >> (self.bound + 1) != 0 || mask & 3 != 0 {
            return None;
        }
        let number = (mask >> 2) % (1 << (self.directory_bound - 1));
        let word = integer(&self.directory[2 * number as usize..][..2]);
        let (mut place, mut b) = (word.checked_sub(1)?, self.directory_bound);
        let mut nodes = Vec::new();
        while b < self.bound {
            let node = self.nodes[place as usize];
            nodes.push(node);
            let w = (mask >> (b + 1)) % 32;
            if node >> w & 1 == 0 {
                return None;
            }
            place = (node >> 32) + u64::from((node & ((1 << w) - 1)).count_ones());
            b += 5;
        }
        assert!(place < self.states);
        Some(Path { word, nodes, place })
    }

    /// Winning moves and plies of a position.
    pub fn entry(&self, mask: u64) -> (u32, u32) {
        let entry = integer(self.bytes(self.path(mask).unwrap().place)) as u32;
        let (moves, plies) = (entry & 0x00ff_ffff, entry >> 24);
        assert!(u64::from(moves) & !mask == 0 && plies <= mask.count_ones(), "possible");
        assert_eq!(plies % 2 == 1, moves != 0, "possible");
        (moves, plies)
    }

    fn bytes(&self, place: u64) -> &'a [u8] {
        &self.entries[4 * place as usize..][..4]
    }

    pub fn row(&self, position: &str) -> Vec<String> {
        let mask = mask(position);
        let path = self.path(mask).unwrap();
        let (moves, plies) = self.entry(mask);
        let nodes: Vec<String> = path.nodes.iter().map(|node| format!("{node:#x}")).collect();
        let moves: Vec<String> =
            (0..24).filter(|x| moves >> x & 1 == 1).map(|x| x.to_string()).collect();
        let value = if moves.is_empty() {
            format!("loss in {plies}")
        } else {
            format!("win in {plies}, by naming {}", moves.join(" or "))
        };
        vec![
            format!("{mask:#x}"),
            path.word.to_string(),
            nodes.join(", "),
            path.place.to_string(),
            hex(self.bytes(path.place)),
            value,
        ]
    }
}

/// The mask of numbers.
pub fn mask(position: &str) -> u64 {
    let numbers = position.split(' ').filter(|&word| word != "none");
    numbers.fold(0, |mask, number| mask | 1 << number.parse::<u64>().unwrap())
}
