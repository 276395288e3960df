//! The reader of `contour` tables.

use std::borrow::Borrow;
use std::ops::Range;

use perfectplay_core::Game;
use perfectplay_core::contour::{Answer, Board, Contour, Position, Reader, fits_i32};
use perfectplay_format::{Header, TableFile};
use zerocopy::FromBytes;
use zerocopy::little_endian::{I32, I64};

use crate::batches::one_by_one;
use crate::entries::{
    Sealed, check_game, check_parts, entries_section, unknown_encoding, wrong_sections,
};
use crate::{Entries, Instance, ProbeError, Problem};

/// A table of the scores of all contours of one board.
#[derive(Debug)]
pub struct ContourTable<B> {
    file: TableFile<B>,
    game: Contour,
    reader: Reader,
    entries: Range<usize>,
    narrow: bool,
}

impl<B: AsRef<[u8]>> ContourTable<B> {
    /// Reads an opened table as one of this game.
    ///
    /// # Errors
    /// If it is not one, or not one that this program understands.
    pub fn new(file: TableFile<B>) -> Result<Self, Problem> {
        let header = file.header();
        check_game(header, Game::Contour)?;
        let inconsistent = |reason: String| Problem::Inconsistent { reason };
        let board = Board::from_text(&header.board)
            .map_err(|error| inconsistent(format!("its board is not valid: {error}")))?;
        if header.name != Instance::Contour(board.clone()).to_string() {
            return Err(inconsistent("its name is not that of its board".to_owned()));
        }
        let narrow = match header.encoding.as_str() {
            "g32" => true,
            "g64" => false,
            _ => return Err(unknown_encoding(header)),
        };
        if narrow != fits_i32(&board) {
            let reason = format!("its scores are not those of the encoding `{}`", header.encoding);
            return Err(inconsistent(reason));
        }
        let entries = entries_section(&file, if narrow { 4 } else { 8 })?;
        if header.states != board.contours() as u64 {
            return Err(wrong_sections());
        }
        check_parts(header, &[], &["entries"], &board.to_contest())?;
        let reader = Reader::new(&board);
        Ok(Self { file, game: Contour { board }, reader, entries, narrow })
    }

    /// The table's name.
    pub fn name(&self) -> &str {
        &self.file.header().name
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.game.board
    }

    /// A contour's score: what the player to move will get minus what the opponent will get, from here
    /// on.
    ///
    /// # Errors
    /// If the contour is not of this board.
    #[inline(always)]
    pub fn value(&self, position: &Position) -> Result<i64, ProbeError> {
        let value = match self.stored().ok_or_else(|| self.failure(position))? {
            Widths::Narrow(entries) => {
                self.reader.score(position, |rank| entries[rank].get().into())
            }
            Widths::Wide(entries) => self.reader.score(position, |rank| entries[rank].get()),
        };
        value.map_err(|_| self.failure(position))
    }

    /// The values of many contours, in their order; `None` where [`value`](Self::value) is an error.
    ///
    /// # Panics
    /// If there are not as many places as contours.
    pub fn values<P: Borrow<Position>>(&self, contours: &[P], values: &mut [Option<i64>]) {
        one_by_one(contours, values, |contour| self.value(contour).ok());
    }

    /// A contour's value with every move's, best first.
    ///
    /// # Errors
    /// If the contour is not of this board, or the table is damaged so that the contour's score does
    /// not follow from those of its moves.
    pub fn answer(&self, position: &Position) -> Result<Answer, ProbeError> {
        let entries = self.stored().ok_or_else(|| self.failure(position))?;
        self.reader
            .answer(position, |rank| entries.get(rank))
            .ok()
            .filter(|answer| answer.value == answer.moves.first().map_or(0, |best| best.result))
            .ok_or_else(|| self.failure(position))
    }

    /// As many as the board has contours.
    #[inline]
    fn stored(&self) -> Option<Widths<'_>> {
        let entries = self.file.bytes().get(self.entries.clone())?;
        Some(if self.narrow {
            Widths::Narrow(<[I32]>::ref_from_bytes(entries).ok()?)
        } else {
            Widths::Wide(<[I64]>::ref_from_bytes(entries).ok()?)
        })
    }
}

impl<B> Sealed for ContourTable<B> {}

impl<B: AsRef<[u8]>> Entries for ContourTable<B> {
    type Rules = Contour;

    fn rules(&self) -> &Contour {
        &self.game
    }

    fn header(&self) -> &Header {
        self.file.header()
    }

    fn reach(&self) -> String {
        let (rows, columns) = (self.board().rows(), self.board().columns());
        format!("its board has {rows} rows and {columns} columns")
    }

    fn covers(&self, position: &Position) -> bool {
        self.reader.rank(position).is_ok()
    }

    fn index(&self, position: &Position) -> Option<u64> {
        self.reader.rank(position).ok().map(|rank| rank as u64)
    }

    fn position(&self, index: u64) -> Option<Position> {
        let rank = usize::try_from(index).ok()?;
        Position::unrank(self.board().rows(), self.board().columns(), rank)
    }

    fn entry_at(&self, index: u64) -> Option<i64> {
        self.value(&self.position(index)?).ok()
    }
}

/// The entries in their two widths.
#[derive(Clone, Copy)]
enum Widths<'a> {
    Narrow(&'a [I32]),
    Wide(&'a [I64]),
}

impl Widths<'_> {
    #[inline]
    fn get(self, rank: usize) -> i64 {
        match self {
            Self::Narrow(entries) => entries[rank].get().into(),
            Self::Wide(entries) => entries[rank].get(),
        }
    }
}
