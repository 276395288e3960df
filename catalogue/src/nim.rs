//! Nim: take any number of stones from one heap. Who takes the last stone has won; in misère Nim who takes it has lost.

use perfectplay_tables::solve::{Game, ReadError, Values};

use crate::boards::{self, numbers};

/// The game from four heaps, of which some may be empty.
#[derive(Clone, Copy, Debug)]
pub struct Nim {
    /// How many stones each heap has.
    pub heaps: [u32; 4],
    /// Whether who takes the last stone has lost. Otherwise Grundy values are known.
    pub is_misere: bool,
}

/// What heaps are called in moves, which also say how many stones are taken.
const HEAPS: [char; 4] = ['a', 'b', 'c', 'd'];

impl Nim {
    /// Heaps of three, four and five stones.
    pub const THREE: Self = Self { heaps: [0, 3, 4, 5], is_misere: false };
    /// The game of the film *Last Year at Marienbad*.
    pub const MARIENBAD: Self = Self { heaps: [1, 3, 5, 7], is_misere: true };
}

impl Game for Nim {
    type Position = [u32; 4];
    type Move = String;
    boards::packed!();

    fn name(&self) -> String {
        let heaps = self.heaps.iter().filter(|heap| **heap > 0);
        let heaps: Vec<String> = heaps.map(u32::to_string).collect();
        format!("nim{}-{}", if self.is_misere { "misere" } else { "" }, heaps.join("x"))
    }

    fn start(&self) -> [u32; 4] {
        self.heaps
    }

    fn moves(&self, heaps: [u32; 4], mut each: impl FnMut(String, [u32; 4])) {
        for (heap, stones) in heaps.into_iter().enumerate() {
            for left in 0..stones {
                let mut after = heaps;
                after[heap] = left;
                each(format!("{}-{}", HEAPS[heap], stones - left), after);
            }
        }
    }

    /// Heaps in ascending order.
    fn canonical(&self, mut heaps: [u32; 4]) -> [u32; 4] {
        heaps.sort_unstable();
        heaps
    }

    fn values(&self) -> Values {
        if self.is_misere { Values::Misere } else { Values::Grundy }
    }

    fn show(&self, heaps: [u32; 4]) -> String {
        heaps.map(|heap| heap.to_string()).join(",")
    }

    fn read(&self, text: &str) -> Result<[u32; 4], ReadError> {
        numbers(text)
    }

    fn rules(&self) -> &str {
        if self.is_misere {
            "Take any number of stones from one heap. Who takes the last one has lost."
        } else {
            "Take any number of stones from one heap. Who takes the last one has won."
        }
    }
}
