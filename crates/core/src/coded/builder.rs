//! Writes values of words: ranges, each on any thread, and then the levels of words that are bumped.

use super::line::{self, LineKey, ROWS, Solver, lines_at, lines_for, rehashed};
use super::{Dictionary, Line, MOST_FILTER_BITS, MOST_LEVELS, Range, code, index};
use crate::layers::{reserve, reserve_exact};
use crate::retrieval::{RetrievalError, mix, scale};
use crate::simd::BitInstructions;

/// How many words a range has at least, but for the last one.
const FEWEST: usize = 1 << 13;
/// How many words a range can have.
const MOST: usize = 1 << 16;
/// How many bits the values of a range are worth at least, where that is possible: some lines.
const WORTH: f64 = 12_000.0;

/// The entropy of values that occur so often, in bits for each.
pub fn entropy(counts: impl Iterator<Item = u64> + Clone) -> f64 {
    let all = counts.clone().sum::<u64>() as f64;
    counts.map(|count| count as f64 / all).map(|share| -share * share.log2()).sum()
}

/// How many words each range has but for the last one, if values occur so often.
pub fn range_of(counts: impl Iterator<Item = u64> + Clone) -> usize {
    let entropy = entropy(counts);
    let mut words = FEWEST;
    while words < MOST && entropy * (words as f64) < WORTH {
        words *= 2;
    }
    words
}

/// How many equations a line is given where nothing is to be bumped, in 1/128 of its rows.
const LIGHT_LOAD: usize = 112;
/// Levels of fewer lines than this have a light load, so that few levels follow.
const FEW_LINES: usize = 8;
/// How many lines of a level behind the first one are solved at a time, at least.
const PART: usize = 1 << 10;

/// A range that has been solved.
#[derive(Clone, Debug)]
pub struct SolvedRange {
    /// Where its lines and its code begin is not known yet.
    range: Range,
    code: Vec<u8>,
    lines: Vec<Line>,
    bumped: Box<[Bumped]>,
}

impl SolvedRange {
    /// Takes a range off bytes, to which [`CodedBuilder::write`] has appended it; `None` if they do not begin with one.
    pub fn read(bytes: &mut &[u8]) -> Option<Self> {
        let number = |&bytes: &[u8; 4]| u32::from_le_bytes(bytes);
        let (lengths, _) = bytes.split_off(..12)?.as_chunks();
        let [codes, lines, bumped] = [0, 1, 2].map(|place| number(&lengths[place]) as usize);
        let range = Range::from_bytes(*bytes.split_off(..Range::BYTES)?.first_chunk()?);
        let code = bytes.split_off(..codes)?.to_vec();
        let lines = bytes.split_off(..lines * size_of::<Line>())?.as_chunks().0.to_vec();
        let bumped = bytes.split_off(..bumped * size_of::<Bumped>())?.as_chunks().0;
        let bumped = bumped.iter().map(number).collect::<Vec<_>>();
        Some(Self { range, code, lines, bumped: bumped.as_chunks().0.into() })
    }
}

impl Dictionary {
    /// Solves a range: up to 65,536 words, ascending, with the numbers of their values in this dictionary.
    ///
    /// # Errors
    /// If words are not ascending, so that one comes twice.
    ///
    /// # Panics
    /// If there are no words, too many, or not as many numbers.
    pub fn solve(&self, words: &[u64], numbers: &[u16]) -> Result<SolvedRange, RetrievalError> {
        assert!((1..=MOST).contains(&words.len()) && words.len() == numbers.len());
        if let Some(pair) = words.windows(2).find(|pair| pair[0] >= pair[1]) {
            return Err(RetrievalError::Repeated(mix(pair[1])));
        }
        let mut counts = vec![0; self.values.len()];
        numbers.iter().for_each(|&number| counts[usize::from(number)] += 1);
        let lengths = code::lengths(&counts);
        let mut codes = vec![(0, 0); counts.len()];
        code::codes(&lengths)
            .for_each(|(number, bits, length)| codes[usize::from(number)] = (bits, length));
        let members = self.members;
        let mut keys: Vec<LineKey> = Vec::with_capacity(words.len());
        keys.extend(words.iter().zip(numbers).map(|(&word, &number)| {
            let (bits, length) = codes[usize::from(number)];
            LineKey { hash: mix(word), bits, length, members }
        }));
        let mut solver = Solver::default();
        let (first, most) = (lengths[0], counts[usize::from(lengths[0].0)] as usize);
        let filter = if first.1 == 1 { best_filter(keys.len() - most, most) } else { 0 };
        let mut lines = Vec::new();
        if filter > 0 {
            // The first code is 0.
            let is_marked = |key: &LineKey| key.bits > 0;
            let marked: Vec<LineKey> = keys.iter().copied().filter(is_marked).collect();
            lines = filter_lines(&marked, filter, &mut solver);
            let cpu = BitInstructions::here();
            for key in keys.iter_mut().filter(|key| !is_marked(key)) {
                let line = &lines[scale(key.hash, lines.len() as u64) as usize];
                if !line::passes(line, key.hash, filter, cpu) {
                    key.length = 0;
                }
            }
        }
        let filter_lines = lines.len() as u8;
        keys.retain(|key| key.equations() > 0);
        let equations = keys.iter().map(|key| key.equations()).sum();
        let count = lines_for(equations);
        let bumped = solver.append(&mut keys, 0..count as u64, count, &mut lines);
        let (first, last) = (words[0], (words.len() - 1) as u16);
        let range = Range { first, line: 0, code: 0, last, filter, filter_lines };
        let code = code::to_bytes(&lengths, self.width());
        Ok(SolvedRange { range, code, lines, bumped: packed(&bumped) })
    }
}

/// The bits of the filter with which fewest bits are written; 0 if none saves any.
fn best_filter(marked: usize, others: usize) -> u8 {
    // Filters have a light load, and whole lines.
    let size = |&bits: &usize| match bits {
        0 => others,
        bits => filter_line_count(marked * bits) * ROWS + (others >> bits),
    };
    (0..=MOST_FILTER_BITS).min_by_key(size).unwrap_or_default() as u8
}

const fn filter_line_count(equations: usize) -> usize {
    (equations * 128).div_ceil(ROWS * LIGHT_LOAD)
}

/// Lines in which all words have bits of their hashes, and none is bumped.
fn filter_lines(marked: &[LineKey], bits: u8, solver: &mut Solver) -> Vec<Line> {
    let key = |key: &LineKey| LineKey { hash: key.hash, members: bits, ..LineKey::default() };
    let mut keys: Vec<LineKey> = marked.iter().map(key).collect();
    let mut count = filter_line_count(keys.len() * usize::from(bits));
    loop {
        let mut lines = Vec::with_capacity(count);
        if solver.append(&mut keys, 0..count as u64, count, &mut lines).is_empty() {
            return lines;
        }
        count += 1;
    }
}

/// Puts solved ranges together.
#[derive(Debug)]
pub struct CodedBuilder {
    dictionary: Dictionary,
    firsts: Vec<u64>,
    ranges: Vec<[u8; Range::BYTES]>,
    codes: Vec<u8>,
    lines: Vec<Line>,
    bumped: Vec<Box<[Bumped]>>,
}

/// A bumped word in little memory: its hash, and the bits of its code behind a one.
type Bumped = [u32; 3];

fn packed(keys: &[LineKey]) -> Box<[Bumped]> {
    let packed =
        |key: &LineKey| [key.hash as u32, (key.hash >> 32) as u32, 1 << key.length | key.bits];
    keys.iter().map(packed).collect()
}

impl CodedBuilder {
    /// Of no ranges.
    pub const fn new(dictionary: Dictionary) -> Self {
        Self {
            dictionary,
            firsts: Vec::new(),
            ranges: Vec::new(),
            codes: Vec::new(),
            lines: Vec::new(),
            bumped: Vec::new(),
        }
    }

    /// The dictionary.
    pub const fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    /// Appends a range, whose words follow all others.
    ///
    /// # Errors
    /// [`RetrievalError::Full`] or [`RetrievalError::OutOfMemory`].
    pub fn append(&mut self, solved: SolvedRange) -> Result<(), RetrievalError> {
        let SolvedRange { mut range, code, lines, bumped } = solved;
        let place = |len: usize| u32::try_from(len).map_err(|_| RetrievalError::Full);
        (range.line, range.code) = (place(self.lines.len())?, place(self.codes.len())?);
        reserve(&mut self.lines, lines.len())?;
        self.firsts.push(range.first);
        self.ranges.push(range.to_bytes());
        self.codes.extend(code);
        self.lines.extend(lines);
        self.bumped.push(bumped);
        Ok(())
    }

    /// How many ranges were appended.
    pub const fn ranges(&self) -> usize {
        self.ranges.len()
    }

    /// The first word of a range.
    pub fn first(&self, number: usize) -> Option<u64> {
        self.firsts.get(number).copied()
    }

    /// Appends one of the ranges to bytes. Returns how many words it has.
    pub fn write(&self, number: usize, bytes: &mut Vec<u8>) -> u64 {
        let range = Range::from_bytes(self.ranges[number]);
        let next = self.ranges.get(number + 1).map(|&next| Range::from_bytes(next));
        let code_end = next.map_or(self.codes.len(), |next| next.code as usize);
        let line_end = next.map_or(self.lines.len(), |next| next.line as usize);
        let code = &self.codes[range.code as usize..code_end];
        let lines = &self.lines[range.line as usize..line_end];
        let bumped = &self.bumped[number];
        let lengths = [code.len(), lines.len(), bumped.len()];
        bytes.extend(lengths.map(|length| (length as u32).to_le_bytes()).as_flattened());
        bytes.extend(range.to_bytes());
        bytes.extend(code);
        bytes.extend(lines.as_flattened());
        bytes.extend(bumped.as_flattened().iter().flat_map(|number| number.to_le_bytes()));
        u64::from(range.last) + 1
    }

    /// Solves the levels of bumped words. Returns the sections: dictionary, index, ranges, codes and lines.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn finish(mut self) -> Result<[Vec<u8>; 5], RetrievalError> {
        let mut solver = Solver::default();
        let mut bumped = self.bumped;
        let mut first = 0;
        loop {
            let count =
                u32::try_from(self.lines.len() - first).map_err(|_| RetrievalError::Full)?;
            self.dictionary.levels.push(count);
            first = self.lines.len();
            if bumped.iter().all(|keys| keys.is_empty()) {
                break;
            }
            if self.dictionary.levels.len() == MOST_LEVELS {
                return Err(RetrievalError::Crowded(bumped.iter().map(|keys| keys.len()).sum()));
            }
            let members = self.dictionary.members;
            let keys = bumped.iter().flatten().map(|&[low, high, code]| LineKey {
                hash: rehashed(u64::from(high) << 32 | u64::from(low)),
                bits: code ^ 1 << code.ilog2(),
                length: code.ilog2() as u8,
                members,
            });
            let equations: usize = keys.clone().map(|key| key.equations()).sum();
            let count = match lines_for(equations) {
                few if few < FEW_LINES => lines_at(equations, LIGHT_LOAD / 2),
                count => count,
            };
            reserve_exact(&mut self.lines, count)?;
            let mut next = Vec::new();
            // All keys are looked at for each part.
            let part = PART.max(count / 16);
            for start in (0..count).step_by(part) {
                let numbers = start as u64..count.min(start + part) as u64;
                let is_own = |key: &LineKey| numbers.contains(&scale(key.hash, count as u64));
                let mut own: Vec<LineKey> = keys.clone().filter(is_own).collect();
                let bumped = solver.append(&mut own, numbers, count, &mut self.lines);
                next.push(packed(&bumped));
            }
            bumped = next;
        }
        let (shift, index) = index(&self.firsts, self.firsts.len().ilog2());
        self.dictionary.shift = shift as u8;
        let index = index.into_iter().flat_map(u32::to_le_bytes).collect();
        let [ranges, lines] = [self.ranges.into_flattened(), self.lines.into_flattened()];
        Ok([self.dictionary.to_bytes(), index, ranges, self.codes, lines])
    }
}
