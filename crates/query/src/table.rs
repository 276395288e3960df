//! Any table: the one place in this crate that names all readers.

use perfectplay_core::Game;
use perfectplay_format::{Header, TableFile};

use crate::bytes::Bytes;
use crate::chomp::ChompTable;
use crate::coded::CodedTable;
use crate::contour::ContourTable;
use crate::error::Problem;
use crate::number::{NumberOutcomesTable, NumberPliesTable, NumberTable};
use crate::probe::{Probe, Sealed};
use crate::stake::StakeTable;
use crate::tokens::TokensTable;
use crate::tower::TowerTable;

impl Sealed for NumberTable {}
impl Sealed for NumberPliesTable {}
impl Sealed for NumberOutcomesTable {}
impl Sealed for TowerTable {}
impl Sealed for ContourTable {}
impl Sealed for StakeTable {}
impl Sealed for TokensTable {}
impl Sealed for ChompTable {}

/// A table of any game.
#[derive(Debug)]
pub enum Table {
    /// Of the Number Game.
    Number(NumberTable),
    /// Of Colored Jenga.
    Tower(TowerTable),
    /// Of one board of 一双木棋.
    Contour(ContourTable),
    /// Of Stake Your Claim.
    Stake(StakeTable),
    /// Of Board Game.
    Tokens(TokensTable),
    /// Of Chomp.
    Chomp(ChompTable),
    /// Of a game that is not built in.
    Coded(CodedTable),
}

impl Table {
    /// Reads an opened table as one of the game that its header names, which need not be built in.
    ///
    /// # Errors
    /// If this program does not know the game, or does not understand the table.
    pub fn new(file: TableFile<Bytes>) -> Result<Self, Problem> {
        if file.header().encoding == CodedTable::ENCODING {
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
