//! Going round: one player walks round some points, as long as that player likes, and leaves from the last one to win.
//!
//! Nobody else moves until then. With one point every round is a move to the position itself, which loses nothing.

use perfectplay_tables::solve::Game;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct GoingRound {
    /// How many points there are.
    pub points: u8,
    /// Whether the player can leave. Otherwise the walk never ends.
    pub has_exit: bool,
}

impl GoingRound {
    /// Some of the games.
    pub const ALL: [Self; 3] = [
        Self { points: 1, has_exit: false },
        Self { points: 1, has_exit: true },
        Self { points: 3, has_exit: true },
    ];
}

impl Game for GoingRound {
    /// The point; after the last one it is outside, where the opponent cannot move.
    type Position = u8;
    type Move = &'static str;

    fn name(&self) -> String {
        format!("{}-{}", if self.has_exit { "round" } else { "ring" }, self.points)
    }

    fn start(&self) -> u8 {
        0
    }

    fn pack(&self, point: u8) -> u64 {
        point.into()
    }

    fn unpack(&self, word: u64) -> u8 {
        word as u8
    }

    fn moves(&self, point: u8, mut each: impl FnMut(&'static str, u8)) {
        if point < self.points {
            each("on", (point + 1) % self.points);
        }
        if self.has_exit && point + 1 == self.points {
            each("out", self.points);
        }
    }

    fn same_player(&self, _: u8, to: u8) -> bool {
        to < self.points
    }

    fn rules(&self) -> &str {
        "Walk round, and leave from the last point to win."
    }
}
