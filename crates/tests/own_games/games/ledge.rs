//! Steps down a stair, by one or by seven; play can repeat the steps from 5 to 8, and no others.

use perfectplay_tables::solve::Game;

pub(crate) struct Ledge;

impl Game for Ledge {
    type Position = u8;
    type Move = u8;

    fn name(&self) -> String {
        "ledge-20".to_owned()
    }

    fn start(&self) -> u8 {
        20
    }

    fn pack(&self, step: u8) -> u64 {
        step.into()
    }

    fn unpack(&self, word: u64) -> u8 {
        word as u8
    }

    fn moves(&self, step: u8, mut each: impl FnMut(u8, u8)) {
        let (far, up) = (if step > 8 { 7 } else { 2 }, (5..8).contains(&step));
        let down = [1, far].into_iter().filter_map(|by| step.checked_sub(by));
        down.chain(up.then_some(step + 1)).for_each(|next| each(next, next));
    }
}
