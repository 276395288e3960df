//! The reader of `tokens` tables: of families, and of single boards.

use std::borrow::Borrow;
use std::ops::Range;

use perfectplay_core::tokens::{
    Answer, Board, BoardEntries, FamilyIndex, Move, Pair, Position, Reader,
};
use perfectplay_core::{Game, Outcome};
use perfectplay_format::{Header, TableFile};

use crate::batches::{gathered, one_by_one};
use crate::entries::{
    check_game, check_name, check_parts, parameter, unknown_encoding, wrong_sections,
};
use crate::{Instance, ProbeError, Problem, losing};

/// A table of the outcomes of all starts of all boards up to some size; or of the outcomes, the
/// winning moves and a strategy for all starts of one board.
///
/// It does not implement [`Entries`](crate::Entries): as no position may occur twice in a game, a
/// start's outcome does not follow from those of the starts that its moves lead to.
#[derive(Debug)]
pub struct TokensTable<B> {
    file: TableFile<B>,
    kind: Kind,
    losing: Range<usize>,
}

#[derive(Debug)]
enum Kind {
    Family(Box<FamilyIndex>),
    /// With the section `steps`.
    Board(Box<Reader>, Range<usize>),
}

/// What a table is of.
#[derive(Clone, Copy, Debug)]
pub enum TokensContents<'a> {
    /// A family, with the index of its entries.
    Family(&'a FamilyIndex),
    /// One board: its starts' bytes, and what reads them.
    Board(&'a Reader, BoardEntries<'a>),
}

impl<B: AsRef<[u8]>> TokensTable<B> {
    /// Reads an opened table as one of this game.
    ///
    /// # Errors
    /// If it is not one, or not one that this program understands.
    pub fn new(file: TableFile<B>) -> Result<Self, Problem> {
        let header = file.header();
        check_game(header, Game::Tokens)?;
        let (kind, states) = match header.encoding.as_str() {
            "losing1" => {
                let family = family(header)?;
                let states = family.len();
                (Kind::Family(Box::new(family)), states)
            }
            "losing1+steps8" => {
                let board = board(header)?;
                let steps = file.section("steps")?;
                if steps.len() != board.starts() {
                    return Err(wrong_sections());
                }
                (Kind::Board(Box::new(Reader::new(&board)), steps), board.starts() as u64)
            }
            _ => return Err(unknown_encoding(header)),
        };
        let losing = losing::section(&file, states)?;
        match &kind {
            Kind::Family(_) => check_parts(header, &["rows", "columns"], &["losing"], "")?,
            Kind::Board(reader, _) => {
                check_parts(header, &[], &["losing", "steps"], &reader.board().to_contest())?;
            }
        }
        Ok(Self { file, kind, losing })
    }

    /// The table's name.
    pub fn name(&self) -> &str {
        &self.file.header().name
    }

    /// The table's header.
    pub fn header(&self) -> &Header {
        self.file.header()
    }

    /// What the table is of.
    pub fn contents(&self) -> TokensContents<'_> {
        match &self.kind {
            Kind::Family(family) => TokensContents::Family(family),
            Kind::Board(reader, steps) => TokensContents::Board(reader, self.kept(steps)),
        }
    }

    /// The board that the table is of; `None` for a family's.
    pub fn board(&self) -> Option<&Board> {
        match &self.kind {
            Kind::Family(_) => None,
            Kind::Board(reader, _) => Some(reader.board()),
        }
    }

    /// Whether the table has a position, which must be a start on a board that fits.
    pub fn covers(&self, position: &Position) -> bool {
        match &self.kind {
            Kind::Family(family) => family.index(position).is_some(),
            Kind::Board(reader, _) => is_start(reader, position),
        }
    }

    /// The outcome.
    ///
    /// # Errors
    /// If the table does not have the position, or is damaged.
    #[inline(always)]
    pub fn value(&self, position: &Position) -> Result<Outcome, ProbeError> {
        let value = match &self.kind {
            Kind::Family(family) => family.index(position).and_then(|index| self.value_at(index)),
            Kind::Board(reader, steps) => is_start(reader, position)
                .then(|| reader.outcome(self.kept(steps), position.pieces()))
                .flatten(),
        };
        value.ok_or_else(|| self.failure(position))
    }

    /// The outcomes of many positions, in their order; `None` where [`value`](Self::value) is an error.
    /// Where the table is larger than the caches this takes less time than one after the other.
    ///
    /// # Panics
    /// If there are not as many places as positions.
    pub fn values<P: Borrow<Position>>(&self, positions: &[P], values: &mut [Option<Outcome>]) {
        match &self.kind {
            Kind::Family(family) => gathered(
                positions,
                values,
                |position| family.index(position),
                |index| self.value_at(index),
            ),
            Kind::Board(..) => one_by_one(positions, values, |position| self.value(position).ok()),
        }
    }

    /// A start's outcome with every move's, best first. A family's table has the outcome only; the
    /// results of the moves are then solved for, in microseconds.
    ///
    /// # Errors
    /// If the table does not have the start, or is damaged so that its bytes contradict each other
    /// or what was solved.
    pub fn answer(&self, start: &Position) -> Result<Answer, ProbeError> {
        if let Kind::Board(..) = self.kind {
            return self.ask(start, Reader::answer);
        }
        let value = self.value(start)?;
        let answer = Answer::solve(start);
        if answer.value == value { Ok(answer) } else { Err(self.failure(start)) }
    }

    /// The move of a strategy, from the table of one board: a player who makes this move every time,
    /// from a winning start on, wins. `None` where the strategy has no move, which a player who
    /// follows it from a winning start never meets.
    ///
    /// # Errors
    /// As for [`answer`](Self::answer).
    pub fn strategy(&self, start: &Position) -> Result<Option<Move>, ProbeError> {
        self.ask(start, Reader::strategy)
    }

    /// How many bits of the section `losing` are set, including those behind the last entry.
    pub fn lost_bits(&self) -> u64 {
        losing::count(self.section(&self.losing))
    }

    /// The outcome of an entry; `None` if there is no such entry.
    #[inline(always)]
    pub fn value_at(&self, index: u64) -> Option<Outcome> {
        losing::outcome(self.section(&self.losing), self.file.header().states, index)
    }

    /// The result of asking the reader of a board's table about a start.
    fn ask<T>(
        &self,
        start: &Position,
        what: impl Fn(&Reader, BoardEntries<'_>, Pair) -> Option<T>,
    ) -> Result<T, ProbeError> {
        let Kind::Board(reader, steps) = &self.kind else {
            let reach = "it has outcomes only, and not the results of moves".to_owned();
            return Err(ProbeError::Beyond { table: self.name().to_owned(), reach });
        };
        is_start(reader, start)
            .then(|| what(reader, self.kept(steps), start.pieces()))
            .flatten()
            .ok_or_else(|| self.failure(start))
    }

    fn kept(&self, steps: &Range<usize>) -> BoardEntries<'_> {
        BoardEntries { losing: self.section(&self.losing), steps: self.section(steps) }
    }

    fn section(&self, section: &Range<usize>) -> &[u8] {
        self.file.bytes().get(section.clone()).unwrap_or_default()
    }

    /// Why the table has no answer for a position.
    #[cold]
    fn failure(&self, position: &Position) -> ProbeError {
        let table = self.name().to_owned();
        if self.covers(position) {
            return ProbeError::Damaged { table };
        }
        let reach = match &self.kind {
            Kind::Family(family) => {
                let (rows, columns) = (family.rows(), family.columns());
                format!("it has starts of boards up to {rows} x {columns}")
            }
            Kind::Board(reader, _) => {
                let board = reader.board();
                let (rows, columns) = (board.rows(), board.columns());
                format!("it has starts of one board of {rows} x {columns}")
            }
        };
        ProbeError::Beyond { table, reach }
    }
}

/// Whether a position is a start of the reader's board.
#[inline]
fn is_start(reader: &Reader, position: &Position) -> bool {
    position.history().is_empty() && position.board() == reader.board()
}

fn family(header: &Header) -> Result<FamilyIndex, Problem> {
    let most = FamilyIndex::MAX_CELLS as u64;
    let rows = parameter(header, "rows", 1..=most)? as usize;
    let columns = parameter(header, "columns", 1..=most)? as usize;
    check_name(header, crate::Family::Tokens { rows: rows as u8, columns: columns as u8 })?;
    FamilyIndex::new(rows, columns).map_err(|error| inconsistent(error.to_string()))
}

fn board(header: &Header) -> Result<Board, Problem> {
    let board = Board::from_contest(&header.board)
        .map_err(|error| inconsistent(format!("its board is not valid: {error}")))?;
    if header.name != Instance::Tokens(board.clone()).to_string() {
        return Err(inconsistent("its name is not that of its board".to_owned()));
    }
    Ok(board)
}

fn inconsistent(reason: String) -> Problem {
    Problem::Inconsistent { reason }
}
