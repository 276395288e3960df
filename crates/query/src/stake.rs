//! The reader of `stake` tables: of the family, and of single boards.

use std::borrow::Borrow;
use std::ops::Range;

use perfectplay_core::Game;
use perfectplay_core::stake::{Answer, BoardIndex, FamilyIndex, Position, Stake, lead_to_score};
use perfectplay_format::{Header, TableFile};

use crate::entries::{
    Sealed, check_game, check_name, check_parts, entries_section, parameter, unknown_encoding,
    wrong_sections,
};
use crate::{Entries, ProbeError, Problem};

/// A table of the scores of all boards up to some size, or of all boards that play from one board
/// leads to.
#[derive(Debug)]
pub struct StakeTable<B> {
    file: TableFile<B>,
    kind: Kind,
    entries: Range<usize>,
}

#[derive(Debug)]
enum Kind {
    Family { index: Box<FamilyIndex>, patterns: Range<usize> },
    Instance(Box<BoardIndex>),
}

impl<B: AsRef<[u8]>> StakeTable<B> {
    /// Reads an opened table as one of this game.
    ///
    /// # Errors
    /// If it is not one, or not one that this program understands.
    pub fn new(file: TableFile<B>) -> Result<Self, Problem> {
        let header = file.header();
        check_game(header, Game::Stake)?;
        let inconsistent = |reason: String| Problem::Inconsistent { reason };
        let (kind, states) = match header.encoding.as_str() {
            encoding @ ("patterns+score8" | "canonical+score8") => {
                let sizes = match encoding {
                    "patterns+score8" => 1..=FamilyIndex::MAX_SMALL as u64,
                    _ => FamilyIndex::MAX_SMALL as u64 + 1..=FamilyIndex::MAX_SIZE as u64,
                };
                let size = parameter(header, "size", sizes)? as usize;
                check_name(header, crate::Family::Stake { size: size as u8 })?;
                let index =
                    FamilyIndex::new(size).map_err(|error| inconsistent(error.to_string()))?;
                let (states, patterns) = (index.len(), file.section("patterns")?);
                if patterns.len() != index.patterns_len() {
                    return Err(wrong_sections());
                }
                (Kind::Family { index: Box::new(index), patterns }, states)
            }
            "lead8" => {
                let board: Position = header
                    .board
                    .parse()
                    .map_err(|error| inconsistent(format!("its board is not valid: {error}")))?;
                if header.name != crate::Instance::Stake(board).to_string() {
                    return Err(inconsistent("its name is not that of its board".to_owned()));
                }
                let instance =
                    BoardIndex::new(board).map_err(|error| inconsistent(error.to_string()))?;
                let states = instance.states().len();
                (Kind::Instance(Box::new(instance)), states)
            }
            _ => return Err(unknown_encoding(header)),
        };
        let entries = entries_section(&file, 1)?;
        if file.header().states != states {
            return Err(wrong_sections());
        }
        match &kind {
            Kind::Family { .. } => check_parts(header, &["size"], &["patterns", "entries"], "")?,
            Kind::Instance(instance) => {
                check_parts(header, &[], &["entries"], &instance.board().to_string())?;
            }
        }
        Ok(Self { file, kind, entries })
    }

    /// The table's name.
    pub fn name(&self) -> &str {
        &self.file.header().name
    }

    /// The board that the table is of; `None` for a family's.
    pub fn board(&self) -> Option<&Position> {
        match &self.kind {
            Kind::Family { .. } => None,
            Kind::Instance(instance) => Some(instance.board()),
        }
    }

    /// How many states there are if symmetric boards, which a family's table stores once, are told
    /// apart.
    pub fn raw_states(&self) -> u64 {
        match &self.kind {
            Kind::Family { index, .. } => index.raw_len(),
            Kind::Instance(instance) => instance.states().len(),
        }
    }

    /// The section with the look-up table of a family's patterns; empty for the table of a board.
    pub fn patterns(&self) -> &[u8] {
        match &self.kind {
            Kind::Family { patterns, .. } => self.file.bytes().get(patterns.clone()),
            Kind::Instance(_) => None,
        }
        .unwrap_or_default()
    }

    /// A board's score: what the player to move will get minus what the opponent will get, on the full
    /// board.
    ///
    /// # Errors
    /// If the board is not in the table.
    #[inline(always)]
    pub fn value(&self, board: &Position) -> Result<i8, ProbeError> {
        self.entry(board)
    }

    /// The values of many boards, in their order; `None` where [`value`](Self::value) is an error. Where
    /// the table is larger than the caches this takes less time than one after the other.
    ///
    /// # Panics
    /// If there are not as many places as boards.
    pub fn values<P: Borrow<Position>>(&self, boards: &[P], values: &mut [Option<i8>]) {
        self.entries(boards, values);
    }

    /// A board's value with every move's, best first.
    ///
    /// # Errors
    /// If the board is not in the table, or the table is damaged so that the board's score does not
    /// follow from those of its moves.
    pub fn answer(&self, board: &Position) -> Result<Answer, ProbeError> {
        let answer = || {
            let stored = self.entry(board).ok()?;
            let answer = Answer::with_values(board, |boards, values| self.entries(boards, values))?;
            (answer.value == stored).then_some(answer)
        };
        answer().ok_or_else(|| self.failure(board))
    }
}

impl<B> Sealed for StakeTable<B> {}

impl<B: AsRef<[u8]>> Entries for StakeTable<B> {
    type Rules = Stake;

    fn rules(&self) -> &Stake {
        &Stake
    }

    fn header(&self) -> &Header {
        self.file.header()
    }

    fn reach(&self) -> String {
        match &self.kind {
            Kind::Family { index, .. } => {
                let size = index.size();
                format!("it has boards up to {size} x {size}")
            }
            Kind::Instance(instance) => format!("it has what {} can become", instance.board()),
        }
    }

    fn covers(&self, board: &Position) -> bool {
        match &self.kind {
            Kind::Family { index, .. } => board.size() <= index.size(),
            Kind::Instance(instance) => instance.index_of(board).is_some(),
        }
    }

    #[inline(always)]
    fn index(&self, board: &Position) -> Option<u64> {
        match &self.kind {
            Kind::Family { index, .. } => index.over(self.patterns())?.index_of(board),
            Kind::Instance(instance) => instance.index_of(board),
        }
    }

    fn position(&self, index: u64) -> Option<Position> {
        match &self.kind {
            Kind::Family { index: family, .. } => family.over(self.patterns())?.state(index),
            Kind::Instance(instance) => Some(instance.position(instance.states().state(index)?)),
        }
    }

    #[inline(always)]
    fn entry_at(&self, index: u64) -> Option<i8> {
        let entries = self.file.bytes().get(self.entries.clone())?;
        let entry = *entries.get(usize::try_from(index).ok()?)?;
        match &self.kind {
            Kind::Family { .. } => Some(entry.cast_signed()),
            Kind::Instance(instance) => {
                Some(lead_to_score(instance.states(), instance.states().layer_of(index)?, entry))
            }
        }
    }
}
