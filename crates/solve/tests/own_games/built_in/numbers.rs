//! The Number Game: whoever names 1 has lost, so it is not there.

use perfectplay_solve::Game;

pub(super) struct Numbers {
    pub(super) bound: u32,
}

impl Game for Numbers {
    /// The numbers that can be named, as bits.
    type Position = u64;
    type Move = u32;

    fn name(&self) -> String {
        format!("numbers-{}", self.bound)
    }

    fn start(&self) -> u64 {
        (2..=self.bound).fold(0, |numbers, number| numbers | 1 << number)
    }

    fn pack(&self, numbers: u64) -> u64 {
        numbers
    }

    fn unpack(&self, word: u64) -> u64 {
        word
    }

    fn moves(&self, numbers: u64, mut each: impl FnMut(u32, u64)) {
        let mut rest = numbers;
        while rest != 0 {
            let named = rest.trailing_zeros();
            rest &= rest - 1;
            // With a number, 0 included, the one is gone that is larger by the named one. 1 never is.
            let (mut gone, mut more) = (!numbers ^ 2, named);
            while more <= self.bound {
                gone |= gone << more;
                more *= 2;
            }
            each(named, numbers & !gone);
        }
    }

    fn show(&self, numbers: u64) -> String {
        let listed: Vec<_> = (2..=self.bound)
            .filter(|number| numbers >> number & 1 == 1)
            .map(|number| number.to_string())
            .collect();
        if listed.is_empty() { "none".to_owned() } else { listed.join(" ") }
    }

    fn read(&self, text: &str) -> Option<u64> {
        if text == "none" {
            return Some(0);
        }
        text.split(' ')
            .try_fold(0, |numbers, number| Some(numbers | 1 << number.parse::<u32>().ok()?))
    }
}
