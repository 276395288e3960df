//! What somebody writes to have a game solved: the trait [`Game`].

use std::error::Error;
use std::fmt::{Debug, Display};

use perfectplay_core::coded::MOST_FILTER_BITS;

/// A game with nothing hidden, at one size, of two players who move in turn or of one: a value of the type is the game at
/// that size, as in `Kayles { pins: 40 }`.
///
/// The game is solved for every position that play from its [`starts`](Self::starts) can reach.
pub trait Game: Send + Sync + 'static {
    /// A position, the player to move included.
    type Position: Copy + PartialEq + Debug + Send + Sync;

    /// A move, whose text people type and read.
    type Move: Display;

    /// The game's name in commands, which is its table's, too: `kayles-40`. Letters and digits, a hyphen, letters and
    /// digits, at most 100 in all; letters are lower-case.
    fn name(&self) -> String;

    /// The position in which a game begins.
    fn start(&self) -> Self::Position;

    /// Calls `each` with every position in which a game can begin, in any order, also more than once: all placements of an
    /// endgame, or all openings of a variant. `start` need not be among them.
    fn starts(&self, mut each: impl FnMut(Self::Position)) {
        each(self.start());
    }

    /// The position as a word: different words for different positions.
    fn pack(&self, position: Self::Position) -> u64;

    /// The position of a word that [`pack`](Self::pack) has made.
    fn unpack(&self, word: u64) -> Self::Position;

    /// Calls `each` with every move, and the position that it leads to. It is not called for a position that
    /// [`end`](Self::end) decides.
    fn moves(&self, position: Self::Position, each: impl FnMut(Self::Move, Self::Position));

    /// Whether the game has ended in a position, for a reason other than that there is no move, and how it ended for
    /// the player whose turn it would be. A position without a move is a loss unless this decides it.
    fn end(&self, position: Self::Position) -> Option<End> {
        let _ = position;
        None
    }

    /// One of the positions that are the same as this one but for a symmetry; the same one for all of them. It has
    /// the same value, and its moves lead to the same positions but for symmetries.
    fn canonical(&self, position: Self::Position) -> Self::Position {
        position
    }

    /// The text of a position; rows that are separated by `/` are drawn as a board, and a letter behind a blank is the player to
    /// move. By default the number that [`pack`](Self::pack) makes of it.
    fn show(&self, position: Self::Position) -> String {
        self.pack(position).to_string()
    }

    /// The position of a text, which [`show`](Self::show) has written or a person.
    ///
    /// # Errors
    /// What is wrong with the text, for that person: `Err("a row has three cells".into())`. It follows *`…` is not a
    /// position of kayles-40:*. An empty one is left out.
    fn read(&self, text: &str) -> Result<Self::Position, ReadError> {
        let word = text.parse().map_err(|_| "a position is a number")?;
        let position = self.unpack(word);
        if self.pack(position) == word {
            Ok(position)
        } else {
            Err("no position has this number".into())
        }
    }

    /// Whether the player who moves `from` one position `to` another moves again.
    fn same_player(&self, from: Self::Position, to: Self::Position) -> bool {
        let _ = (from, to);
        false
    }

    /// The points that a move or a roll scores at once for the player who makes it, with [`Values::Score`] and
    /// [`Values::Expected`]. `to` is the position as [`moves`](Self::moves) has it, before [`canonical`](Self::canonical).
    fn gain(&self, from: Self::Position, to: Self::Position) -> i16 {
        let _ = (from, to);
        0
    }

    /// Calls `each` with every outcome of a roll of dice, of cards or of anything else that nobody chooses: how often it comes
    /// up compared with the others, its text, and the position that it leads to. In a position with outcomes nobody moves, and
    /// the player stays the same; outcomes that change nothing lead to the position itself. With [`Values::Expected`].
    fn rolls(&self, position: Self::Position, each: impl FnMut(u32, &dyn Display, Self::Position)) {
        let _ = (position, each);
    }

    /// How many players there are: 2, or 1 who wants the best result, whatever [`same_player`](Self::same_player) says. Where
    /// that player wants to be quick, each minute or move is a [`gain`](Self::gain) of −1.
    fn players(&self) -> u8 {
        2
    }

    /// The stage of the game that a position belongs to, such as how many stones are gone: no move leads to a lower one,
    /// and positions that are the same but for a symmetry have the same one.
    ///
    /// It lets a game be solved in little memory, level by level, if moves within a stage all lead one level on, and those
    /// to other stages lead to their beginning. Every move may lead to a higher stage. Else large stages are solved one after
    /// another.
    fn stage(&self, position: Self::Position) -> u32 {
        let _ = position;
        0
    }

    /// How many positions each layer has, if words number positions without gaps: those of the first layer from 0 on, then
    /// those of the second, and so on. Every move leads to a lower layer. By default words are any numbers.
    ///
    /// Then nothing has to be found, and a table has one or two bytes for each number, whether play comes to that position or
    /// not: it is built in the memory of a few buffers, and in blocks.
    fn layers(&self) -> Vec<u64> {
        Vec::new()
    }

    /// What is known of a position once the game is solved.
    fn values(&self) -> Values {
        Values::Outcome
    }

    /// How many bits per position, 0 to 7, its table uses to recognise its own positions. The table takes one in
    /// 2ᵇⁱᵗˢ of all other words for one of its positions.
    ///
    /// By default it is [`MEMBERS_BY_SIZE`]: 7 bits in a table of up to a million positions, and none in a larger one.
    fn members(&self) -> u8 {
        MEMBERS_BY_SIZE
    }

    /// The rules in a few sentences, for people.
    fn rules(&self) -> &str {
        ""
    }
}

/// What is wrong with the text of a position: any error, or a text made into one.
pub type ReadError = Box<dyn Error + Send + Sync>;

/// Lets the number of positions decide how many bits [`Game::members`] are: 7 up to a million positions, otherwise 0.
pub const MEMBERS_BY_SIZE: u8 = u8::MAX;

/// How many bits per position a table of this many positions uses to recognise them, for a game that asks for `members`.
pub(crate) const fn member_bits(members: u8, states: u64) -> u8 {
    const SMALL: u64 = 1_000_000;
    const MOST: u8 = MOST_FILTER_BITS as u8;
    match members {
        MEMBERS_BY_SIZE if states > SMALL => 0,
        0..MOST => members,
        _ => MOST,
    }
}

/// Whose turn it is behind a move, and what the move scores at once for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// Whether that player moves again.
    pub same_player: bool,
    /// The points.
    pub gain: i16,
}

impl Turn {
    /// What a move or an outcome of this weight does.
    #[inline]
    pub(crate) fn of<G: Game>(game: &G, from: G::Position, to: G::Position, weight: u32) -> Self {
        let same_player = weight > 0 || game.players() == 1 || game.same_player(from, to);
        Self { same_player, gain: game.gain(from, to) }
    }
}

/// How a game has ended, for the player whose turn it would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum End {
    /// That player has lost.
    Loss,
    /// Nobody has won.
    Draw,
    /// That player has won.
    Win,
    /// That player has, or gets now, this many points more than the opponent, or fewer if it is negative; with
    /// [`Values::Score`] and [`Values::Expected`].
    Score(i16),
}

impl End {
    /// How a position has ended, as bytes.
    pub(crate) const fn bytes(end: Option<Self>) -> [u8; 3] {
        match end {
            None => [0; 3],
            Some(Self::Loss) => [1, 0, 0],
            Some(Self::Draw) => [2, 0, 0],
            Some(Self::Win) => [3, 0, 0],
            Some(Self::Score(score)) => {
                let [low, high] = score.to_le_bytes();
                [4, low, high]
            }
        }
    }
}

/// What the value of a position is. The numbers are in tables and their rules tags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Values {
    /// Who wins, and in how many plies, or that it is a draw.
    #[default]
    Outcome = 0,
    /// Misère: as `Outcome`, but a player without a move has won.
    Misere = 1,
    /// The points that the player to move is still to get minus the opponent's: those of moves, see [`Game::gain`], and
    /// those at the end, see [`End::Score`].
    Score = 2,
    /// The Grundy value: the least number that is not that of a position which a move leads to.
    Grundy = 3,
    /// As `Outcome`, but without the plies, so that a table is smaller and no play is too long. It is for games in which
    /// every move leads one level on, or to a higher [stage](Game::stage): without plies nothing else would prove that play
    /// comes to an end.
    OutcomeOnly = 4,
    /// What the player to move can expect: the mean of 1 for a win, 0 for a draw and −1 for a loss, or of points as with
    /// `Score`. It is for games with [`rolls`](Game::rolls).
    Expected = 5,
    /// Who wins, if no position may occur twice in a game: a move to one that did is not legal. It is for games in which each
    /// move can be undone by a move of the other player, and play comes back to a position only in an even number of moves. The
    /// player to move has lost if there is no legal move.
    NoRepeat = 7,
}

impl Values {
    /// Whether values have plies.
    pub(crate) const fn has_plies(self) -> bool {
        matches!(self, Self::Outcome | Self::Misere)
    }

    /// Whether positions are won, lost, or drawn.
    pub(crate) const fn are_outcomes(self) -> bool {
        matches!(self, Self::Outcome | Self::Misere | Self::OutcomeOnly | Self::NoRepeat)
    }

    /// Whether tables have their words and entries of 64 bits.
    pub(crate) const fn are_indexed(self) -> bool {
        matches!(self, Self::Expected | Self::NoRepeat)
    }

    /// Whether moves may score.
    pub(crate) const fn has_gains(self) -> bool {
        matches!(self, Self::Score | Self::Expected)
    }
}
