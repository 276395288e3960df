//! Stake Your Claim: the cells of the digits 0 and 1 as bits.

use perfectplay_solve::{End, Game, Values};

pub(super) struct Claims {
    pub(super) size: usize,
}

impl Claims {
    fn largest(&self, mut cells: u32) -> i16 {
        let size = self.size;
        let mut largest = 0;
        while cells != 0 {
            let (mut region, mut open) = (0, vec![cells.trailing_zeros() as usize]);
            while let Some(cell) = open.pop() {
                if cells >> cell & 1 == 0 {
                    continue;
                }
                cells ^= 1 << cell;
                region += 1;
                open.extend((cell % size > 0).then(|| cell - 1));
                open.extend((cell % size + 1 < size).then_some(cell + 1));
                open.extend(cell.checked_sub(size));
                open.extend((cell + size < size * size).then_some(cell + size));
            }
            largest = largest.max(region);
        }
        largest
    }
}

impl Game for Claims {
    type Position = [u32; 2];
    type Move = usize;

    fn name(&self) -> String {
        format!("claims-{0}x{0}", self.size)
    }

    fn start(&self) -> [u32; 2] {
        [0, 0]
    }

    fn pack(&self, [zeros, ones]: [u32; 2]) -> u64 {
        u64::from(zeros) << 32 | u64::from(ones)
    }

    fn unpack(&self, word: u64) -> [u32; 2] {
        [(word >> 32) as u32, word as u32]
    }

    fn moves(&self, cells: [u32; 2], mut each: impl FnMut(usize, [u32; 2])) {
        let [zeros, ones] = cells;
        let digit = usize::from(zeros.count_ones() > ones.count_ones());
        for cell in (0..self.size * self.size).filter(|cell| (zeros | ones) >> cell & 1 == 0) {
            let mut next = cells;
            next[digit] |= 1 << cell;
            each(cell, next);
        }
    }

    fn end(&self, [zeros, ones]: [u32; 2]) -> Option<End> {
        let lead = self.largest(zeros) - self.largest(ones);
        let is_full = (zeros | ones).count_ones() as usize == self.size * self.size;
        let of_mover = if zeros.count_ones() > ones.count_ones() { -lead } else { lead };
        is_full.then_some(End::Score(of_mover))
    }

    fn values(&self) -> Values {
        Values::Score
    }

    fn show(&self, [zeros, ones]: [u32; 2]) -> String {
        let digit = |cell: usize| match (zeros >> cell & 1, ones >> cell & 1) {
            (1, _) => '0',
            (_, 1) => '1',
            _ => '.',
        };
        let row =
            |row: usize| (0..self.size).map(|column| digit(row * self.size + column)).collect();
        (0..self.size).map(row).collect::<Vec<String>>().join("/")
    }

    fn read(&self, text: &str) -> Option<[u32; 2]> {
        let mut cells = [0, 0];
        for (cell, digit) in text.chars().filter(|&digit| digit != '/').enumerate() {
            if let Some(digit) = digit.to_digit(2) {
                cells[digit as usize] |= 1 << cell;
            }
        }
        Some(cells)
    }
}
