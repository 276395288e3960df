//! Games whose positions are numbered by how many pieces are on the board, and where.

use perfectplay_tables::solve::numbering::Arrangements;
use perfectplay_tables::solve::{End, Game, Values};

use crate::TicTacToe;

/// A game in which moves put pieces of two kinds on cells, which its words have as bits: the lower the more are there.
#[derive(Clone, Copy, Debug)]
pub struct OnCells<G> {
    /// The game.
    pub game: G,
    /// How many cells there are.
    pub cells: usize,
    /// How many pieces of each kind there can be, of so many in all.
    pub kinds: fn(usize) -> Vec<[usize; 2]>,
}

impl<G> OnCells<G> {
    /// All arrangements of so many pieces.
    fn of(&self, pieces: usize) -> impl Iterator<Item = Arrangements<2>> {
        (self.kinds)(pieces).into_iter().map(|kinds| Arrangements::new(self.cells, kinds))
    }

    /// All arrangements that are before those of so many pieces.
    fn before(&self, pieces: usize) -> u64 {
        let layers = (pieces + 1..=self.cells).flat_map(|pieces| self.of(pieces));
        layers.map(Arrangements::count).sum()
    }
}

impl<G: Game> Game for OnCells<G> {
    type Position = G::Position;
    type Move = G::Move;

    fn name(&self) -> String {
        format!("numbered{}", self.game.name())
    }

    fn start(&self) -> G::Position {
        self.game.start()
    }

    fn pack(&self, position: G::Position) -> u64 {
        let word = self.game.pack(position);
        let cells = [word >> 32, word & 0xffff_ffff];
        let counts = cells.map(|cells| cells.count_ones() as usize);
        let pieces = counts.iter().sum();
        let place = (self.kinds)(pieces).into_iter().position(|kind| kind == counts);
        let like = self.of(pieces).take(place.expect("such numbers of pieces"));
        let number = Arrangements::new(self.cells, counts).number(cells);
        self.before(pieces) + like.map(Arrangements::count).sum::<u64>() + number
    }

    fn unpack(&self, mut word: u64) -> G::Position {
        let all = (0..=self.cells).rev().flat_map(|pieces| self.of(pieces));
        for arrangements in all {
            match word.checked_sub(arrangements.count()) {
                Some(rest) => word = rest,
                None => {
                    let [own, other] = arrangements.cells(word);
                    return self.game.unpack(own << 32 | other);
                }
            }
        }
        self.game.start()
    }

    fn moves(&self, position: G::Position, each: impl FnMut(G::Move, G::Position)) {
        self.game.moves(position, each);
    }

    fn end(&self, position: G::Position) -> Option<End> {
        self.game.end(position)
    }

    fn layers(&self) -> Vec<u64> {
        (0..=self.cells)
            .rev()
            .map(|pieces| self.of(pieces).map(Arrangements::count).sum())
            .collect()
    }

    fn values(&self) -> Values {
        self.game.values()
    }
}

impl OnCells<TicTacToe> {
    /// Tic-tac-toe, in which the second kind of pieces is that of the player who has moved.
    #[must_use]
    pub fn tic_tac_toe(size: u32) -> Self {
        let kinds = |pieces| vec![[pieces / 2, pieces - pieces / 2]];
        Self { game: TicTacToe { size }, cells: (size * size) as usize, kinds }
    }
}
