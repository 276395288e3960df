//! `stake-N`: the scores of all boards up to N × N; and `stake-…`: those of all boards that one board
//! can become.

use std::borrow::Cow;
use std::collections::HashMap;

use perfectplay_core::layers::solve_all;

use crate::StakeTable;
use crate::preludes::making::*;
use crate::stake::{FamilyIndex, FamilySolver, Index, Position, Solver, lead_to_score};

impl GameTable for StakeTable {
    fn build(id: &TableId<Self::Board>, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        match id {
            TableId::Board(board) => build_board(board, job),
            TableId::Family(family) => layered::build(&StakeFamily::new(*family), job),
        }
    }

    /// Checks the laws, the statistics, and the look-up table of a family's patterns. No board can be
    /// missing, as all have an index.
    fn verify(&self, how: Verification<'_>) -> Result<u64, VerifyError> {
        if self.board().is_none() {
            check_patterns(self)?;
        }
        let (compared, counted) = entries::check::<_, StakeStatistics>(self, how)?;
        if how.depth == Depth::Entries {
            entries::check_counted(self, &counted.statistics(self.raw_states()))?;
        }
        Ok(compared)
    }

    fn blocks(family: Family) -> Option<Box<dyn Blocks>> {
        Some(Box::new(StakeFamily::new(family)))
    }
}

/// The table of all boards up to some size.
struct StakeFamily {
    family: Family,
    index: FamilyIndex,
    patterns: Vec<u8>,
}

impl StakeFamily {
    fn new(family: Family) -> Self {
        let size = family.size().one().into();
        let index = FamilyIndex::new(size).expect("families have sizes that core knows");
        Self { family, patterns: index.patterns(), index }
    }
}

impl LayeredTable for StakeFamily {
    type Entry = i8;
    type Solver<'a> = FamilySolver<'a>;
    type Statistics = StakeStatistics;

    fn solver(&self) -> FamilySolver<'_> {
        FamilySolver::new(&self.index, &self.patterns).expect("the patterns are the index's own")
    }

    fn header(&self, statistics: StakeStatistics) -> Header {
        let statistics = statistics.statistics(self.index.raw_len());
        let encoding = match self.index.size() {
            ..=FamilyIndex::MAX_SMALL => "patterns+score8",
            _ => "canonical+score8",
        };
        header_of_family(self.family, &["size"], encoding, self.index.len(), statistics)
    }

    fn sections(&self) -> Vec<(&'static str, Cow<'_, [u8]>)> {
        vec![("patterns", Cow::Borrowed(&self.patterns))]
    }
}

fn build_board(board: &Position, job: &Job<'_>) -> Result<PathBuf, BuildError> {
    let cells = board.empty_cells().count_ones() as usize;
    let index = Index::new(cells).expect("boards with too many empty cells need too much memory");
    let leads = solve_all(&Solver::new(&index).on(board), job.control)?;
    let statistics = (0..index.layers())
        .map(|layer| {
            let range = index.layer(layer);
            let mut statistics = StakeStatistics::default();
            for &lead in &leads[range.start as usize..range.end as usize] {
                statistics.add(lead_to_score(&index, layer, lead));
            }
            statistics
        })
        .fold(StakeStatistics::default(), StakeStatistics::merged)
        .statistics(index.len());
    let header = header_of_board(board, board.to_string(), "lead8", index.len(), statistics);
    write_table(job, header, &[("entries", &leads)])
}

/// Makes the look-up table anew, in the obvious way, and compares: the laws would not notice a pattern that leads
/// to another one with the same scores.
fn check_patterns(table: &StakeTable) -> Result<(), VerifyError> {
    let size = table.header().parameter("size").unwrap_or_default() as u32;
    let stored = table.patterns();
    let items = 2 * (1..=size.min(4)).map(|size| 1usize << (size * size)).sum::<usize>();
    let (items, lines) = stored.split_at(items.min(stored.len()));
    check_items(table, size.min(4), items)?;
    let expected = if size == 5 { expected_lines() } else { Vec::new() };
    let length = expected.len().max(lines.len());
    let Some(byte) = (0..length).find(|&byte| lines.get(byte) != expected.get(byte)) else {
        return Ok(());
    };
    let (found, expected) = (lines.get(byte), expected.get(byte));
    let reason = format!(
        "byte {byte} of the lines of 5 x 5 boards is stored as {found:?}, and the images of their \
         patterns make it {expected:?}"
    );
    Err(wrong(table, reason))
}

/// Checks the items of the patterns of boards up to 4 × 4.
fn check_items(table: &StakeTable, size: u32, items: &[u8]) -> Result<(), VerifyError> {
    let (stored, _) = items.as_chunks();
    let mut stored = stored.iter().map(|&item| u16::from_le_bytes(item));
    for size in 1..=size {
        // The ranks of the canonical patterns met so far, and how many there are by number of filled cells.
        let mut ranks = HashMap::new();
        let mut counts = HashMap::new();
        for pattern in 0..1u32 << (size * size) {
            let images = (0..8).map(|symmetry| (image(size, pattern, symmetry), symmetry));
            let (canonical, symmetry) = images.min().unwrap_or_default();
            let rank = *ranks.entry(canonical).or_insert_with(|| {
                let count: &mut u16 = counts.entry(pattern.count_ones()).or_default();
                *count += 1;
                *count - 1
            });
            let expected = rank << 3 | symmetry;
            let found = stored.next();
            if found != Some(expected) {
                let reason = format!(
                    "on {size} x {size} boards the pattern {pattern:#x} is stored as {found:?}, and \
                     its images make it {expected}"
                );
                return Err(wrong(table, reason));
            }
        }
    }
    Ok(())
}

/// The zeros and the rows of the patterns of 5 × 5 boards.
pub fn expected_lines() -> Vec<u8> {
    // The images of the patterns of the 12 low and of the 13 high bits: those of a pattern are their unions.
    let low: Vec<_> = (0..1 << 12).map(images).collect();
    let high: Vec<_> = (0..1 << 13).map(|pattern| images(pattern << 12)).collect();
    let is_canonical = |pattern: u32| {
        let (low, high) = (low[pattern as usize % (1 << 12)], high[pattern as usize >> 12]);
        low.iter().zip(high).all(|(low, high)| low | high >= pattern)
    };
    let mut by_filled = vec![Vec::new(); 26];
    for pattern in 0..1u32 << 25 {
        by_filled[pattern.count_ones() as usize].push(is_canonical(pattern));
    }
    let bits = by_filled.concat();
    // Zeros after the items, up to a multiple of 16 bytes.
    let mut expected = vec![0; 12];
    let mut canonical = 0u32;
    for line in bits.chunks(96) {
        expected.extend(canonical.to_le_bytes());
        for byte in 0..12 {
            let bit = |bit: usize| line.get(8 * byte + bit).copied().unwrap_or_default();
            let byte = (0..8).fold(0u8, |byte, place| byte | u8::from(bit(place)) << place);
            expected.push(byte);
            canonical += byte.count_ones();
        }
    }
    expected
}

/// All images of a pattern of a 5 × 5 board.
fn images(pattern: u32) -> [u32; 8] {
    std::array::from_fn(|symmetry| image(5, pattern, symmetry as u16))
}

/// The image of a pattern, by the definition of symmetries in FORMAT.md.
fn image(size: u32, pattern: u32, symmetry: u16) -> u32 {
    let cells = (0..size * size).filter(|cell| pattern >> cell & 1 == 1);
    cells.fold(0, |image, cell| {
        let (row, column) = (cell / size, cell % size);
        let (row, column) = if symmetry & 4 != 0 { (column, row) } else { (row, column) };
        let row = if symmetry & 2 != 0 { size - 1 - row } else { row };
        let column = if symmetry & 1 != 0 { size - 1 - column } else { column };
        image | 1 << (size * row + column)
    })
}

/// Of some scores, each seen by the player to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct StakeStatistics {
    winning: u64,
    drawn: u64,
    losing: u64,
    highest: i8,
}

impl Tally<i8> for StakeStatistics {
    fn add(&mut self, score: i8) {
        match score {
            1.. => self.winning += 1,
            0 => self.drawn += 1,
            _ => self.losing += 1,
        }
        self.highest = self.highest.max(score);
    }

    /// This many entries take less time than reading them does: each figure is a loop over short parts that the
    /// compiler vectorises.
    fn of(entries: &[i8]) -> Self {
        fn count(entries: &[i8], is_counted: impl Fn(i8) -> bool) -> u64 {
            // A part has no more entries than a byte can count.
            let of_part = |part: &[i8]| {
                u64::from(part.iter().map(|&score| u8::from(is_counted(score))).sum::<u8>())
            };
            entries.chunks(usize::from(u8::MAX)).map(of_part).sum()
        }
        let winning = count(entries, |score| score > 0);
        let drawn = count(entries, |score| score == 0);
        Self {
            winning,
            drawn,
            losing: entries.len() as u64 - winning - drawn,
            highest: entries.iter().copied().max().unwrap_or_default().max(0),
        }
    }

    fn merged(self, other: Self) -> Self {
        Self {
            winning: self.winning + other.winning,
            drawn: self.drawn + other.drawn,
            losing: self.losing + other.losing,
            highest: self.highest.max(other.highest),
        }
    }
}

impl StakeStatistics {
    /// In `raw_states` symmetric boards are counted separately.
    pub fn statistics(self, raw_states: u64) -> Vec<Statistic> {
        vec![
            count("raw_states", raw_states),
            count("winning", self.winning),
            count("drawn", self.drawn),
            count("losing", self.losing),
            statistic("highest_score", Quantity::Integer(self.highest.into())),
        ]
    }
}
