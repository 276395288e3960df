//! Positions as both players see them, of games that are described from the side of the player to move.

use std::fmt::Display;

use perfectplay_tables::solve::{End, Game, ReadError, Values};

/// A [`Game`] in whose positions pieces are those of the player to move and of the opponent, not of the first and the second
/// player. That halves the positions, and the description needs no *if* for whose turn it is; but people would see the pieces
/// change their colours, and often the board turn round, with each move. They see [`Sides`] of the game.
pub trait OneSided: Game {
    /// What stands behind the text of a position for whose turn it is: the player who begins comes first.
    const NAMES: [&str; 2] = ["X", "O"];

    /// The position as the player sees it whose turn it is not: with the pieces of both exchanged, and turned if players sit at
    /// both ends of the board. Twice makes it what it was.
    fn other_side(&self, position: Self::Position) -> Self::Position;

    /// A move as the other player sees it: for boards that are turned.
    fn other_side_move(&self, step: Self::Move) -> Self::Move {
        step
    }
}

/// A [`OneSided`] game with pieces that keep their colours and places, whose turn it is behind the text of a position, and moves
/// as the player sees them who begins. Its table is that of the game itself: that the players can be exchanged is a symmetry.
#[derive(Clone, Copy, Debug)]
pub struct Sides<G>(pub G);

/// A position of [`Sides`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sided<P> {
    /// From the side of the player to move.
    position: P,
    /// Whether that is the second player.
    is_second: bool,
}

/// The bit of words for the second player's turn, which no word of a [`OneSided`] game has.
const SECOND: u64 = 1 << 63;

/// The position with which a game begins.
const fn first<P>(position: P) -> Sided<P> {
    Sided { position, is_second: false }
}

impl<G: OneSided> Game for Sides<G> {
    type Position = Sided<G::Position>;
    type Move = G::Move;

    of_inner! {
        name() -> String;
        values() -> Values;
        members() -> u8;
        rules() -> &str;
    }

    fn start(&self) -> Self::Position {
        first(self.0.start())
    }

    fn starts(&self, mut each: impl FnMut(Self::Position)) {
        self.0.starts(|position| each(first(position)));
    }

    fn pack(&self, Sided { position, is_second }: Self::Position) -> u64 {
        self.0.pack(position) ^ if is_second { SECOND } else { 0 }
    }

    fn unpack(&self, word: u64) -> Self::Position {
        Sided { position: self.0.unpack(word & !SECOND), is_second: word & SECOND != 0 }
    }

    fn moves(&self, from: Self::Position, mut each: impl FnMut(G::Move, Self::Position)) {
        let Sided { position, is_second } = from;
        self.0.moves(position, |step, to| {
            let step = if is_second { self.0.other_side_move(step) } else { step };
            let moves_again = self.0.same_player(position, to);
            each(step, Sided { position: to, is_second: is_second == moves_again });
        });
    }

    fn end(&self, at: Self::Position) -> Option<End> {
        self.0.end(at.position)
    }

    fn canonical(&self, at: Self::Position) -> Self::Position {
        first(self.0.canonical(at.position))
    }

    fn show(&self, Sided { position, is_second }: Self::Position) -> String {
        let position = if is_second { self.0.other_side(position) } else { position };
        format!("{} {}", self.0.show(position), G::NAMES[usize::from(is_second)])
    }

    /// A text that does not say whose turn it is has the first player's.
    fn read(&self, text: &str) -> Result<Self::Position, ReadError> {
        let turn = text.rsplit_once(' ').and_then(|(board, name)| {
            let place = G::NAMES.into_iter().position(|it| it == name)?;
            Some((board, place == 1))
        });
        let (board, is_second) = turn.unwrap_or((text, false));
        let position = self.0.read(board)?;
        let position = if is_second { self.0.other_side(position) } else { position };
        Ok(Sided { position, is_second })
    }

    fn same_player(&self, from: Self::Position, to: Self::Position) -> bool {
        self.0.same_player(from.position, to.position)
    }

    fn gain(&self, from: Self::Position, to: Self::Position) -> i16 {
        self.0.gain(from.position, to.position)
    }

    fn rolls(&self, at: Self::Position, mut each: impl FnMut(u32, &dyn Display, Self::Position)) {
        self.0.rolls(at.position, |weight, text, position| {
            each(weight, text, Sided { position, ..at });
        });
    }

    fn stage(&self, at: Self::Position) -> u32 {
        self.0.stage(at.position)
    }
}

/// Makes a game whose positions are the cells of both players [`OneSided`]: `one_sided!(Game)`, or with its names after it.
///
/// With a field of the game that is a [`Grid`](crate::boards::Grid) behind them the board is turned between the players.
#[macro_export]
macro_rules! one_sided {
    ($game:ty) => {
        $crate::boards::one_sided!($game, "X", "O");
    };
    ($game:ty, $first:literal, $second:literal) => {
        impl $crate::boards::OneSided for $game {
            const NAMES: [&str; 2] = [$first, $second];

            fn other_side(&self, [own, other]: [u32; 2]) -> [u32; 2] {
                [other, own]
            }
        }
    };
    ($game:ty, $first:literal, $second:literal, $grid:ident) => {
        impl $crate::boards::OneSided for $game {
            const NAMES: [&str; 2] = [$first, $second];

            fn other_side(&self, [own, other]: [u32; 2]) -> [u32; 2] {
                [other, own].map(|set| self.$grid.turned(set))
            }

            fn other_side_move(&self, path: $crate::boards::Path) -> $crate::boards::Path {
                path.moved(3)
            }
        }
    };
}
