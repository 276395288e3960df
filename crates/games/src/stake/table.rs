//! The tables of Stake Your Claim.

use crate::preludes::table::*;
use crate::stake::{
    Answer, BoardIndex, FACTS, FamilyIndex, Index, Position, Stake, answer_with, lead_to_score,
};

/// A table of the scores of all boards up to some size, or of all boards that can arise from one board: what the
/// player to move will get minus what the opponent will get, on the full board.
#[derive(Debug)]
pub struct StakeTable {
    file: TableFile<Bytes>,
    kind: Kind,
    entries: Section,
}

#[derive(Debug)]
enum Kind {
    Family { index: Box<FamilyIndex>, patterns: Whole },
    Board(Box<BoardIndex>),
}

impl StakeTable {
    /// Reads an opened table as one of this game.
    pub fn new(file: TableFile<Bytes>) -> Result<Self, Problem> {
        let header = file.header();
        check_game(header, &FACTS)?;
        let (kind, states) = match header.encoding.as_str() {
            encoding @ ("patterns+score8" | "canonical+score8") => {
                let sizes = match encoding {
                    "patterns+score8" => 1..=FamilyIndex::MAX_SMALL as u64,
                    _ => FamilyIndex::MAX_SMALL as u64 + 1..=FamilyIndex::MAX_SIZE as u64,
                };
                let size = parameter(header, "size", sizes)? as usize;
                check_name(header, size as u8)?;
                let index = FamilyIndex::new(size).map_err(Problem::inconsistent)?;
                let (states, patterns) = (index.len(), Whole::of(&file, "patterns")?);
                if patterns.length() != index.patterns_len() {
                    return Err(wrong_sections());
                }
                (Kind::Family { index: Box::new(index), patterns }, states)
            }
            "lead8" => {
                let board = check_board(header, header.board.parse::<Position>())?;
                let instance = BoardIndex::new(board).map_err(Problem::inconsistent)?;
                let states = instance.states().len();
                (Kind::Board(Box::new(instance)), states)
            }
            _ => return Err(unknown_encoding(header)),
        };
        let entries = Section::entries(&file, 1, states)?;
        match &kind {
            Kind::Family { .. } => check_parts(header, &["size"], &["patterns", "entries"], "")?,
            Kind::Board(instance) => {
                check_parts(header, &[], &["entries"], &instance.board().to_string())?;
            }
        }
        Ok(Self { file, kind, entries })
    }

    /// The board that the table is of; `None` for a family's.
    pub fn board(&self) -> Option<&Position> {
        match &self.kind {
            Kind::Family { .. } => None,
            Kind::Board(instance) => Some(instance.board()),
        }
    }

    /// How many states there are if symmetric boards, which a family's table stores once, are counted separately.
    pub fn raw_states(&self) -> u64 {
        match &self.kind {
            Kind::Family { index, .. } => index.raw_len(),
            Kind::Board(instance) => instance.states().len(),
        }
    }

    /// The section with the look-up table of a family's patterns; empty for the table of a board.
    #[inline]
    pub fn patterns(&self) -> &[u8] {
        match &self.kind {
            Kind::Family { patterns, .. } => patterns.bytes(&self.file),
            Kind::Board(_) => &[],
        }
    }
}

impl Probe for StakeTable {
    type Position = Position;
    type Value = i8;
    type Answer = Answer;

    fn header(&self) -> &Header {
        self.file.header()
    }

    fn reach(&self) -> String {
        match &self.kind {
            Kind::Family { index, .. } => format!("it has boards up to {0} x {0}", index.size()),
            Kind::Board(instance) => format!("it has what {} can become", instance.board()),
        }
    }

    fn position_at(&self, index: u64) -> Option<Position> {
        match &self.kind {
            Kind::Family { index: family, .. } => family.over(self.patterns())?.state(index),
            Kind::Board(instance) => Some(instance.position(instance.states().state(index)?)),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn index_of(&self, board: &Position) -> Option<u64> {
        match &self.kind {
            Kind::Family { index, .. } => index.over(self.patterns())?.index_of(board),
            Kind::Board(instance) => instance.index_of(board),
        }
    }

    fn entry_array(&self) -> Option<EntryArray<'_>> {
        // The entries of a board's table are not the scores themselves.
        let bytes = self.entries.slice(&self.file).filter(|_| self.board().is_none())?;
        Some(EntryArray { kind: EntryKind::I8, bytes })
    }

    fn covers(&self, board: &Position) -> bool {
        match &self.kind {
            Kind::Family { index, .. } => board.size() <= index.size(),
            Kind::Board(instance) => instance.index_of(board).is_some(),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(&self, board: &Position) -> Result<i8, ProbeError> {
        self.entry(board)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn values_of(&self, boards: Positions<'_, Position>, values: &mut [Option<i8>]) {
        self.entries_of(boards, values);
    }

    fn answer(&self, board: &Position) -> Result<Answer, ProbeError> {
        let answer = || {
            let stored = self.entry(board).ok()?;
            let answer = answer_with(board, |boards, values| self.entries(boards, values))?;
            (answer.value == stored).then_some(answer)
        };
        answer().ok_or_else(|| self.failure(board))
    }
}

impl TableReader for StakeTable {
    const FACTS: &'static Facts = &FACTS;
    const READ: ReadTable<Self> = Self::new;
    const FAMILIES: Option<&'static Families> = Some(&SQUARES);
    type Board = Position;

    fn table_board(&self) -> Option<Position> {
        self.board().copied()
    }
}

impl Entries for StakeTable {
    type Rules = Stake;

    fn rules(&self) -> &Stake {
        &Stake
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn entry_at(&self, index: u64) -> Option<i8> {
        let [entry] = self.entries.get(&self.file, index)?;
        match &self.kind {
            Kind::Family { .. } => Some(entry.cast_signed()),
            Kind::Board(instance) => {
                Some(lead_to_score(instance.states(), instance.states().layer_of(index)?, entry))
            }
        }
    }
}

/// `stake-N`: every position on boards up to N × N.
const SQUARES: Families = Families {
    facts: &FACTS,
    defaults: &[Size::One(4)],
    names: || format!("stake-1 to stake-{}", FamilyIndex::MAX_SIZE),
    has: |size| (1..=FamilyIndex::MAX_SIZE).contains(&size.one().into()),
    states,
    is_filled: |_| true,
    needs: |size| {
        let (states, index) = (states(size), FamilyIndex::new(size.one().into()));
        let patterns = index.map_or(0, |index| index.patterns_len() as u64);
        Needs::filled(patterns + states, [patterns, states])
    },
};

fn states(size: Size) -> u64 {
    FamilyIndex::new(size.one().into()).map_or(0, |index| index.len())
}

/// `stake-…`: all boards that can arise from one board.
impl TableBoard for Position {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn states(&self) -> u64 {
        let cells = self.empty_cells().count_ones() as usize;
        Index::new(cells).map_or(u64::MAX, |index| index.len())
    }

    fn needs(&self) -> Needs {
        let states = self.states();
        Needs::new(states, [states])
    }

    fn bytes(&self) -> Vec<u8> {
        self.to_string().into_bytes()
    }
}
