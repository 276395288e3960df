//! The tables of Two Tokens.

use crate::preludes::table::*;
use crate::tokens::{
    Answer, Board, BoardEntries, FACTS, FamilyIndex, Move, Pair, Position, Reader, solve,
};

/// A table of the outcomes of all starts of all boards up to some size; or of the outcomes, the
/// winning moves and a strategy for all starts of one board. A start is a position without a history.
///
/// It does not implement [`Entries`]: as no position may occur twice in a game, a start's outcome
/// does not follow from those of the starts that its moves lead to. A family's table has outcomes only: for an
/// answer the results of the moves are computed, in microseconds.
#[derive(Debug)]
pub struct TokensTable {
    file: TableFile<Bytes>,
    kind: Kind,
    losing: Losing,
}

#[derive(Debug)]
enum Kind {
    Family(Box<FamilyIndex>),
    Board { reader: Box<Reader>, losing: Whole, steps: Whole },
}

/// What a table is of.
#[derive(Clone, Copy, Debug)]
pub enum TokensContents<'a> {
    /// A family, with the index of its entries.
    Family(&'a FamilyIndex),
    /// One board: its starts' bytes, and their reader.
    Board(&'a Reader, BoardEntries<'a>),
}

impl TokensTable {
    /// Reads an opened table as one of this game.
    pub fn new(file: TableFile<Bytes>) -> Result<Self, Problem> {
        let header = file.header();
        check_game(header, &FACTS)?;
        let (kind, states) = match header.encoding.as_str() {
            "losing1" => {
                let family = family(header)?;
                let states = family.len();
                (Kind::Family(Box::new(family)), states)
            }
            "losing1+steps8" => {
                let board = Board::from_contest(&header.board);
                let board = check_board(header, board)?;
                let (losing, steps) = (Whole::of(&file, "losing")?, Whole::of(&file, "steps")?);
                if steps.length() != board.starts() {
                    return Err(wrong_sections());
                }
                let reader = Box::new(Reader::new(&board));
                (Kind::Board { reader, losing, steps }, board.starts() as u64)
            }
            _ => return Err(unknown_encoding(header)),
        };
        let losing = Losing::of(&file, states)?;
        match &kind {
            Kind::Family(_) => check_parts(header, &["rows", "columns"], &["losing"], "")?,
            Kind::Board { reader, .. } => {
                check_parts(header, &[], &["losing", "steps"], &reader.board().to_contest())?;
            }
        }
        Ok(Self { file, kind, losing })
    }

    /// What the table is of.
    #[cfg_attr(not(debug_assertions), inline)]
    pub fn contents(&self) -> TokensContents<'_> {
        match &self.kind {
            Kind::Family(family) => TokensContents::Family(family),
            Kind::Board { reader, losing, steps } => {
                let (losing, steps) = (losing.bytes(&self.file), steps.bytes(&self.file));
                TokensContents::Board(reader, BoardEntries { losing, steps })
            }
        }
    }

    /// The board that the table is of; `None` for a family's.
    pub fn board(&self) -> Option<&Board> {
        match &self.kind {
            Kind::Family(_) => None,
            Kind::Board { reader, .. } => Some(reader.board()),
        }
    }

    /// The move of a strategy, from the table of one board: a player who always makes this move, from a winning
    /// start on, wins. `None` where the strategy has no move, which never happens to a player who follows it from
    /// a winning start.
    ///
    /// # Errors
    /// If the table does not have the start, is a family's, or is damaged.
    pub fn strategy(&self, start: &Position) -> Result<Option<Move>, ProbeError> {
        self.ask(start, Reader::strategy)
    }

    /// How many bits of the section `losing` are set, including those after the last entry.
    pub fn lost_bits(&self) -> u64 {
        self.losing.count(&self.file)
    }

    /// The outcome of an entry; `None` if there is no such entry.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn value_at(&self, index: u64) -> Option<Outcome> {
        self.losing.outcome(&self.file, index)
    }

    /// What the reader of a board's table says about a start.
    fn ask<T>(
        &self,
        start: &Position,
        what: impl Fn(&Reader, BoardEntries<'_>, Pair) -> Option<T>,
    ) -> Result<T, ProbeError> {
        let TokensContents::Board(reader, entries) = self.contents() else {
            let reach = "it has outcomes only, and not the results of moves".to_owned();
            return Err(ProbeError::Beyond { table: self.name().to_owned(), reach });
        };
        is_start(reader, start)
            .then(|| what(reader, entries, start.pieces()))
            .flatten()
            .ok_or_else(|| self.failure(start))
    }
}

impl Probe for TokensTable {
    type Position = Position;
    type Value = Outcome;
    type Answer = Answer;

    fn header(&self) -> &Header {
        self.file.header()
    }

    fn reach(&self) -> String {
        match &self.kind {
            Kind::Family(family) => {
                let (rows, columns) = (family.rows(), family.columns());
                format!("it has starts of boards up to {rows} x {columns}")
            }
            Kind::Board { reader, .. } => {
                let (rows, columns) = (reader.board().rows(), reader.board().columns());
                format!("it has starts of one board of {rows} x {columns}")
            }
        }
    }

    fn position_at(&self, index: u64) -> Option<Position> {
        match self.contents() {
            TokensContents::Family(family) => family.position(index),
            TokensContents::Board(reader, _) => {
                let pair = reader.index().pair(usize::try_from(index).ok()?)?;
                Position::new(reader.board().clone(), pair).ok()
            }
        }
    }

    fn index_of(&self, position: &Position) -> Option<u64> {
        match &self.kind {
            Kind::Family(family) => family.index(position),
            Kind::Board { reader, .. } if is_start(reader, position) => {
                reader.index().index(position.pieces()).map(|index| index as u64)
            }
            Kind::Board { .. } => None,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(&self, position: &Position) -> Result<Outcome, ProbeError> {
        match &self.kind {
            Kind::Family(family) => family
                .index(position)
                .and_then(|index| self.value_at(index))
                .ok_or_else(|| self.failure(position)),
            Kind::Board { .. } => self.ask(position, Reader::outcome),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn values_of(&self, positions: Positions<'_, Position>, values: &mut [Option<Outcome>]) {
        match &self.kind {
            Kind::Family(family) => gathered!(
                positions,
                values,
                |position: &Position| family.index(position),
                |index| self.value_at(index)
            ),
            Kind::Board { .. } => {
                one_by_one!(positions, values, |start: &Position| self.value(start).ok());
            }
        }
    }

    fn answer(&self, start: &Position) -> Result<Answer, ProbeError> {
        if let Kind::Board { .. } = self.kind {
            return self.ask(start, Reader::answer);
        }
        let value = self.value(start)?;
        let answer = solve(start);
        if answer.value == value { Ok(answer) } else { Err(self.failure(start)) }
    }
}

impl TableReader for TokensTable {
    const FACTS: &'static Facts = &FACTS;
    const READ: ReadTable<Self> = Self::new;
    const FAMILIES: Option<&'static Families> = Some(&RECTANGLES);
    type Board = Board;

    /// The sample board, which is also in `tables/boards/`.
    fn samples() -> Vec<Board> {
        let board = Board::from_contest(include_str!("../../boards/tokens-contest.txt"));
        vec![board.expect("a test reads it")]
    }

    fn table_board(&self) -> Option<Board> {
        self.board().cloned()
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
    check_name(header, (rows as u8, columns as u8))?;
    FamilyIndex::new(rows, columns).map_err(Problem::inconsistent)
}

/// `tokens-MxN`: every start of every board up to M × N.
const RECTANGLES: Families = Families {
    facts: &FACTS,
    defaults: &[Size::Sides(4, 4)],
    names: || format!("tokens-MxN with M up to N and up to {} cells", FamilyIndex::MAX_CELLS),
    has: |size| {
        let (rows, columns) = size.sides();
        FamilyIndex::has_size(rows.into(), columns.into())
    },
    states,
    is_filled: |_| false,
    // The bits twice, and matchings.
    needs: |size| Needs::new(states(size) / 4, [states(size).div_ceil(8)]),
};

fn states(size: Size) -> u64 {
    let (rows, columns) = size.sides();
    FamilyIndex::new(rows.into(), columns.into()).map_or(0, |family| family.len())
}

/// `tokens-…`: all starts of one board.
impl TableBoard for Board {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn states(&self) -> u64 {
        self.starts() as u64
    }

    fn needs(&self) -> Needs {
        // Steps, components and the search for them, or the marks and labels of the matching; and the sections.
        // Most boards need less.
        let states = self.states();
        Needs::new(states * 12, [states.div_ceil(8), states]).with_board(self.to_contest().len())
    }

    fn bytes(&self) -> Vec<u8> {
        self.to_bytes()
    }
}
