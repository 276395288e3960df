//! The tables of contour.

use std::cell::Cell;

use crate::contour::{Answer, Board, Contour, FACTS, Position, Reader, fits_i32};
use crate::preludes::table::*;

/// A table of the scores of all contours of one board: what the player to move will get minus what the
/// opponent will get, from here on.
#[derive(Debug)]
pub struct ContourTable {
    file: TableFile<Bytes>,
    game: Contour,
    reader: Reader,
    entries: Section,
    narrow: bool,
}

impl ContourTable {
    /// Reads an opened table as one of this game.
    pub fn new(file: TableFile<Bytes>) -> Result<Self, Problem> {
        let header = file.header();
        check_game(header, &FACTS)?;
        let board = check_board(header, Board::from_text(&header.board))?;
        let narrow = match header.encoding.as_str() {
            "g32" => true,
            "g64" => false,
            _ => return Err(unknown_encoding(header)),
        };
        if narrow != fits_i32(&board) {
            let reason = format!("its scores are not those of the encoding `{}`", header.encoding);
            return Err(Problem::inconsistent(reason));
        }
        let width = if narrow { 4 } else { 8 };
        let entries = Section::entries(&file, width, board.contours() as u64)?;
        check_parts(header, &[], &["entries"], &board.to_contest())?;
        let reader = Reader::new(&board);
        Ok(Self { file, game: Contour { board }, reader, entries, narrow })
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.game.board
    }

    /// The stored value of each rank; one that cannot be read is remembered.
    #[inline(always)]
    fn stored<'a>(&'a self, failed: &'a Cell<bool>) -> impl Fn(usize) -> i64 + 'a {
        |rank| {
            let stored = match self.narrow {
                true => {
                    let entry = self.entries.get(&self.file, rank as u64);
                    entry.map(|entry| i32::from_le_bytes(entry).into())
                }
                false => self.entries.get(&self.file, rank as u64).map(i64::from_le_bytes),
            };
            stored.unwrap_or_else(|| {
                failed.set(true);
                0
            })
        }
    }
}

impl Probe for ContourTable {
    type Position = Position;
    type Value = i64;
    type Answer = Answer;

    fn header(&self) -> &Header {
        self.file.header()
    }

    fn reach(&self) -> String {
        let (rows, columns) = (self.board().rows(), self.board().columns());
        format!("its board has {rows} rows and {columns} columns")
    }

    fn position_at(&self, index: u64) -> Option<Position> {
        let rank = usize::try_from(index).ok()?;
        Position::unrank(self.board().rows(), self.board().columns(), rank)
    }

    fn index_of(&self, position: &Position) -> Option<u64> {
        self.reader.rank(position).ok().map(|rank| rank as u64)
    }

    fn entry_array(&self) -> Option<EntryArray<'_>> {
        let kind = if self.narrow { EntryKind::I32 } else { EntryKind::I64 };
        Some(EntryArray { kind, bytes: self.entries.slice(&self.file)? })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(&self, position: &Position) -> Result<i64, ProbeError> {
        let failed = Cell::new(false);
        let score = self.reader.score(position, self.stored(&failed)).ok();
        score.filter(|_| !failed.get()).ok_or_else(|| self.failure(position))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn values_of(&self, contours: Positions<'_, Position>, values: &mut [Option<i64>]) {
        one_by_one!(contours, values, |contour: &Position| self.value(contour).ok());
    }

    fn answer(&self, position: &Position) -> Result<Answer, ProbeError> {
        let failed = Cell::new(false);
        let follows =
            |answer: &Answer| answer.value == answer.moves.first().map_or(0, |best| best.result);
        let answer = self.reader.answer(position, self.stored(&failed)).ok();
        answer
            .filter(|answer| !failed.get() && follows(answer))
            .ok_or_else(|| self.failure(position))
    }
}

impl TableReader for ContourTable {
    const FACTS: &'static Facts = &FACTS;
    const READ: ReadTable<Self> = Self::new;
    type Board = Board;

    /// The sample boards, which are also in `tables/boards/`.
    fn samples() -> Vec<Board> {
        let boards = [
            include_str!("../../boards/contour-contest.txt"),
            include_str!("../../boards/contour-10x10.txt"),
        ];
        let board = |text| Board::from_text(text).expect("a test reads the sample boards");
        boards.map(board).into()
    }

    fn table_board(&self) -> Option<Board> {
        Some(self.board().clone())
    }
}

impl Entries for ContourTable {
    type Rules = Contour;

    fn rules(&self) -> &Contour {
        &self.game
    }

    fn entry_at(&self, index: u64) -> Option<i64> {
        let position = self.position_at(index)?;
        let (score, failed) = (self.value(&position).ok()?, Cell::new(false));
        // Of two values with the same score only one is possible.
        let is_possible =
            self.stored(&failed)(index as usize) == self.reader.stored(&position, score);
        (is_possible && !failed.get()).then_some(score)
    }
}

/// `contour-…`: all contours of one board. There are no families, as every table is of a board.
impl TableBoard for Board {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn states(&self) -> u64 {
        self.contours() as u64
    }

    fn needs(&self) -> Needs {
        let bytes = TableBoard::states(self) * if fits_i32(self) { 4 } else { 8 };
        Needs::new(bytes, [bytes]).with_board(self.to_contest().len())
    }

    fn bytes(&self) -> Vec<u8> {
        self.to_bytes()
    }
}
