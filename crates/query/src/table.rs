//! Any table: the one place of this crate that names all readers.

use perfectplay_core::Game;
use perfectplay_format::{Header, TableFile};

use crate::{ChompTable, ContourTable, NumberTable, Problem, StakeTable, TokensTable, TowerTable};

/// A table of any game.
#[derive(Debug)]
pub enum Table<B> {
    /// Of the Number Game.
    Number(NumberTable<B>),
    /// Of Colored Jenga.
    Tower(TowerTable<B>),
    /// Of one board of 一双木棋.
    Contour(ContourTable<B>),
    /// Of Stake Your Claim.
    Stake(StakeTable<B>),
    /// Of Board Game.
    Tokens(TokensTable<B>),
    /// Of Chomp.
    Chomp(ChompTable<B>),
}

impl<B: AsRef<[u8]>> Table<B> {
    /// Reads an opened table as one of the game that its header names.
    ///
    /// # Errors
    /// If this program does not know the game, or does not understand the table.
    pub fn new(file: TableFile<B>) -> Result<Self, Problem> {
        let game = file
            .header()
            .game
            .parse()
            .map_err(|_| Problem::UnknownGame { found: file.header().game.clone() })?;
        match game {
            Game::Number => NumberTable::new(file).map(Self::Number),
            Game::Tower => TowerTable::new(file).map(Self::Tower),
            Game::Contour => ContourTable::new(file).map(Self::Contour),
            Game::Stake => StakeTable::new(file).map(Self::Stake),
            Game::Tokens => TokensTable::new(file).map(Self::Tokens),
            Game::Chomp => ChompTable::new(file).map(Self::Chomp),
        }
    }

    /// The table's header.
    pub fn header(&self) -> &Header {
        use crate::Entries as _;
        match self {
            Self::Number(table) => table.header(),
            Self::Tower(table) => table.header(),
            Self::Contour(table) => table.header(),
            Self::Stake(table) => table.header(),
            Self::Tokens(table) => table.header(),
            Self::Chomp(table) => table.header(),
        }
    }

    /// The game.
    pub fn game(&self) -> Game {
        match self {
            Self::Number(_) => Game::Number,
            Self::Tower(_) => Game::Tower,
            Self::Contour(_) => Game::Contour,
            Self::Stake(_) => Game::Stake,
            Self::Tokens(_) => Game::Tokens,
            Self::Chomp(_) => Game::Chomp,
        }
    }

    /// The table's name.
    pub fn name(&self) -> &str {
        &self.header().name
    }
}
