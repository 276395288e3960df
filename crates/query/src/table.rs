//! Any table: the one place in this crate that names all readers.

use perfectplay_core::Game;
use perfectplay_format::{Header, Source, TableFile};

use crate::chomp::ChompTable;
use crate::coded::CodedTable;
use crate::contour::ContourTable;
use crate::error::Problem;
use crate::number::{NumberOutcomesTable, NumberPliesTable, NumberTable};
use crate::probe::{Probe, Sealed};
use crate::stake::StakeTable;
use crate::tokens::TokensTable;
use crate::tower::TowerTable;

impl<S> Sealed for NumberTable<S> {}
impl<S> Sealed for NumberPliesTable<S> {}
impl<S> Sealed for NumberOutcomesTable<S> {}
impl<S> Sealed for TowerTable<S> {}
impl<S> Sealed for ContourTable<S> {}
impl<S> Sealed for StakeTable<S> {}
impl<S> Sealed for TokensTable<S> {}
impl<S> Sealed for ChompTable<S> {}

/// A table of any game.
#[derive(Debug)]
pub enum Table<S> {
    /// Of the Number Game.
    Number(NumberTable<S>),
    /// Of Colored Jenga.
    Tower(TowerTable<S>),
    /// Of one board of 一双木棋.
    Contour(ContourTable<S>),
    /// Of Stake Your Claim.
    Stake(StakeTable<S>),
    /// Of Board Game.
    Tokens(TokensTable<S>),
    /// Of Chomp.
    Chomp(ChompTable<S>),
    /// Of a game that is not built in.
    Coded(CodedTable<S>),
}

impl<S: Source> Table<S> {
    /// Reads an opened table as one of the game that its header names, which need not be built in.
    ///
    /// # Errors
    /// If this program does not know the game, or does not understand the table.
    pub fn new(file: TableFile<S>) -> Result<Self, Problem> {
        if file.header().encoding == CodedTable::<S>::ENCODING {
            return CodedTable::new(file).map(Self::Coded);
        }
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
        match self {
            Self::Number(table) => table.header(),
            Self::Tower(table) => table.header(),
            Self::Contour(table) => table.header(),
            Self::Stake(table) => table.header(),
            Self::Tokens(table) => table.header(),
            Self::Chomp(table) => table.header(),
            Self::Coded(table) => table.header(),
        }
    }

    /// The table's name.
    pub fn name(&self) -> &str {
        &self.header().name
    }
}
