//! The positions in which games begin.

use std::cell::Cell;

use crate::solve::children::{Ask, ByStage, checked_key, guarded};
use crate::solve::error::SolveError;
use crate::solve::game::Game;

/// How many starts are handed on together.
const TOGETHER: usize = 1 << 16;

/// Calls `take` with the canonical words of all starts, some at a time.
pub(crate) fn each_start<G: Ask>(
    asked: &G,
    mut take: impl FnMut(ByStage) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    let (game, at) = (asked.game(), Cell::default());
    let (mut starts, mut result) = (Vec::new(), Ok(()));
    let mut hand_on = |starts: &mut Vec<(u32, u64)>| {
        starts.sort_unstable();
        starts.dedup();
        let mut by_stage = ByStage::new();
        starts.drain(..).for_each(|(stage, word)| by_stage.entry(stage).or_default().push(word));
        take(by_stage)
    };
    guarded(asked, &at, || {
        let mut add = |start| {
            if result.is_err() {
                return;
            }
            result = checked_key(game, start).and_then(|key| {
                at.set(key.word);
                starts.push((game.stage(game.canonical(start)), key.word));
                if starts.len() < TOGETHER { Ok(()) } else { hand_on(&mut starts) }
            });
        };
        add(game.start());
        game.starts(&mut add);
        Ok(())
    })?;
    result?;
    hand_on(&mut starts)
}
