//! Verifies a table by the description of its game: every entry follows by the plain rule, no position is missing,
//! and the description agrees with itself. How a build finds, keeps and solves positions is not used.

use std::sync::atomic::{AtomicU64, AtomicUsize};

use perfectplay_core::coded::{CodedValues, Place, Range};
use perfectplay_format::{Header, Statistic};
use perfectplay_query::{CustomTable, NumberedTable, Value, WORDS};

use crate::solve::ending::endless;
use crate::solve::header::{Figures, indexed_statistics, statistics};
use crate::solve::known::{KnownPositions, PackedWords};
use crate::solve::no_repeat::unproven;
use crate::solve::numbered::{ends, is_of_kind, states};
use crate::solve::prelude::*;
use crate::solve::rule::{Reached, check};
use crate::solve::symmetry::check_symmetries;
use crate::solve::value::{Counts, added, listed, no_counts};

/// The most shards of positions.
const SHARDS: usize = 1 << 12;
/// How many numbers a thread takes at a time.
const NUMBERS: u64 = 1 << 12;
/// How many words for one shard a thread has before it hands them over.
const HANDED: usize = 64;

/// Entries that words have in a table.
pub(crate) trait Stored: Copy + Send + Sync {
    /// Where the entry of a word is.
    type Place: Copy + Send;

    /// How many parts the table has, in the order of words.
    fn parts(self) -> usize;
    /// The place of a word; `None` only if it has none, or the table is damaged.
    fn place(self, word: u64) -> Option<Self::Place>;
    /// The part of a place.
    fn part(place: Self::Place) -> usize;
    /// Whether the word of a place may have an entry; `None` only if the table is damaged.
    fn may_have(self, _: Self::Place) -> Option<bool> {
        Some(true)
    }
    /// The entry, with its value for games of such values; `None` only if the table is damaged.
    fn entry(self, place: Self::Place, values: Values) -> Option<(u64, Value)>;
    /// The unit of bounds, if entries are bounds.
    fn unit(self) -> Option<u32> {
        None
    }
}

impl<'a> Stored for CodedValues<'a> {
    type Place = Place<'a>;

    fn parts(self) -> usize {
        self.ranges()
    }

    fn place(self, word: u64) -> Option<Place<'a>> {
        CodedValues::place(&self, word)
    }

    fn part(place: Place<'a>) -> usize {
        place.number
    }

    fn may_have(self, place: Place<'a>) -> Option<bool> {
        self.may_have_at(place)
    }

    fn entry(self, place: Place<'a>, values: Values) -> Option<(u64, Value)> {
        let entry = self.value_at(place)?;
        Some((entry.into(), StoredValue(entry.cast_signed()).solved(values)))
    }
}

/// An entry that is no value of its kind is refused here: what is damaged elsewhere has no other sign.
impl Stored for &NumberedTable {
    type Place = u64;

    fn parts(self) -> usize {
        1
    }

    fn place(self, word: u64) -> Option<u64> {
        (word < self.header().states).then_some(word)
    }

    fn part(_: u64) -> usize {
        0
    }

    fn entry(self, number: u64, values: Values) -> Option<(u64, Value)> {
        let entry = self.value(number).filter(|&value| is_of_kind(value, values))?;
        Some((entry.into(), StoredValue(entry.cast_signed()).solved(values)))
    }
}

impl Stored for &IndexedTable {
    type Place = usize;

    fn parts(self) -> usize {
        self.blocks()
    }

    fn place(self, word: u64) -> Option<usize> {
        IndexedTable::place(self, word).ok().flatten()
    }

    fn part(place: usize) -> usize {
        place / WORDS
    }

    fn entry(self, place: usize, _: Values) -> Option<(u64, Value)> {
        let entry = IndexedTable::entry(self, place)?;
        Some((entry, self.entry_kind().value(entry)?))
    }

    fn unit(self) -> Option<u32> {
        matches!(self.entry_kind(), IndexedEntries::Bounds { .. }).then(|| self.entry_kind().unit())
    }
}

/// Verifies the entries of a table, the bytes of which are good. Returns how many there are.
pub(crate) fn verify_entries(
    table: &CustomTable,
    asked: &dyn Described,
    memory: u64,
    control: Control<'_>,
) -> Result<u64, SolveError> {
    let header = table.header();
    let (table, found) = match table {
        CustomTable::Indexed(table) => return verify_indexed(table, asked, memory, control),
        CustomTable::Numbered(table) => {
            let states = states(asked);
            if states != header.states {
                return Err(wrong(header, format_args!("the game has {states} positions")));
            }
            let found = verify(asked, table, states, Memory::new(memory), control)?;
            // Moves are not counted there.
            let statistics = statistics(asked.values(), found.moves, &found.counts);
            check_figures(header, states, &statistics[1..])?;
            return Ok(states);
        }
        CustomTable::Coded(table) => {
            let memory = Memory::new(memory);
            (table, verify(asked, table.values(), header.states, memory, control)?)
        }
    };
    let statistics = statistics(asked.values(), found.moves, &found.counts);
    check_figures(header, found.states, &statistics)?;
    if !table.dictionary().values().iter().eq(found.counts.iter().map(|(value, _)| value)) {
        return Err(wrong(header, "its dictionary has values that none of its entries has"));
    }
    let [_, ranges, ..] = table.sections();
    let ranges = ranges.as_chunks().0.iter().copied().map(Range::from_bytes);
    if !ranges.map(|range| u64::from(range.last) + 1).eq(found.by_part) {
        return Err(wrong(header, "its ranges have other numbers of positions"));
    }
    Ok(found.states)
}

fn verify_indexed(
    table: &IndexedTable,
    asked: &dyn Described,
    memory: u64,
    control: Control<'_>,
) -> Result<u64, SolveError> {
    let (header, kind) = (table.header(), table.entry_kind());
    let found = verify(asked, table, header.states, Memory::new(memory), control)?;
    let statistics = indexed_statistics(found.moves, found.figures, kind);
    check_figures(header, found.states, &statistics)?;
    // It has as many words as there are positions, and each position is one of them.
    if let IndexedEntries::NoRepeat { .. } = kind {
        let Some(word) = unproven(asked, table, &Memory::new(memory), control)? else {
            return Ok(found.states);
        };
        let position = asked.shown(word);
        let reason = format_args!("its mates and groups do not prove who wins at {position}");
        return Err(wrong(header, reason));
    }
    let is_graded = kind == IndexedEntries::Exact && !found.repeats;
    if !is_graded && let Some(word) = endless(asked, table, &Memory::new(memory), control)? {
        let is_exact = kind == IndexedEntries::Exact;
        let found = if is_exact { Mistake::Repeats } else { Mistake::Endless };
        return Err(mistake(asked, word, found));
    }
    Ok(found.states)
}

/// Compares what a header says with what was found.
fn check_figures(header: &Header, states: u64, statistics: &[Statistic]) -> Result<(), SolveError> {
    if header.states == states && header.statistics == statistics {
        Ok(())
    } else {
        Err(wrong(header, "its statistics are not those of its entries"))
    }
}

fn wrong(header: &Header, reason: impl ToString) -> SolveError {
    SolveError::Wrong { table: header.name.clone(), reason: reason.to_string() }
}

/// What was found again.
pub(crate) struct FoundAgain {
    pub(crate) states: u64,
    pub(crate) moves: u64,
    pub(crate) counts: Counts,
    pub(crate) figures: Figures,
    /// By part of the table: how many positions are there.
    pub(crate) by_part: Vec<u64>,
    /// Whether a position was found in two levels.
    pub(crate) repeats: bool,
}

/// Compares the values of a game with its rules. All positions are found anew, in at most `memory` bytes; so many are
/// expected.
pub(crate) fn verify(
    game: &dyn Described,
    stored: impl Stored,
    expected: u64,
    memory: Memory,
    control: Control<'_>,
) -> Result<FoundAgain, SolveError> {
    control.set_length(expected);
    control.set_position(0);
    let layers = ends(game);
    if let Some(&states) = layers.last() {
        return verify_numbers(game, stored, states, layers, control);
    }
    let shards = stored.parts().min(SHARDS);
    let known = KnownPositions::new(shards, memory);
    let new = |_| Checker { known: Some(&known), ..Checker::new(game, stored, shards, control) };
    let mut checkers: Vec<_> = (0..rayon::current_num_threads()).map(new).collect();
    game.starts(&mut |starts| {
        starts.into_values().flatten().try_for_each(|word| {
            let place = stored.place(word);
            let place = place.ok_or_else(|| SolveError::Damaged(game.shown(word)))?;
            known.add(shard_of(stored, place, shards), &mut vec![word])
        })
    })?;
    let first = (0..shards).map(|shard| known.next(shard, Vec::new()));
    let mut level: Vec<Vec<PackedWords>> = first.collect::<Result<_, _>>()?;
    let mut states = 0;
    loop {
        let blocks: Vec<&PackedWords> = level.iter().flatten().collect();
        if blocks.is_empty() {
            break;
        }
        states += blocks.iter().map(|block| block.count as u64).sum::<u64>();
        let next = AtomicUsize::new(0);
        let work = |own: &mut Checker<'_, _>| {
            while let Some(block) = blocks.get(next.fetch_add(1, Relaxed)) {
                own.check_block(block)?;
            }
            (0..shards).try_for_each(|shard| own.hand_over(shard))
        };
        let stop = |_: &SolveError| next.store(blocks.len(), Relaxed);
        let threads = blocks.len().min(checkers.len());
        checkers[..threads].par_iter_mut().try_for_each(|own| work(own).inspect_err(stop))?;
        let next = level.into_par_iter().enumerate().map(|(shard, level)| known.next(shard, level));
        level = next.collect::<Result<_, _>>()?;
        // Where every move leads one level on, or to a higher stage, play ends, and so values that follow from one another are
        // right.
        let may_not_end = known.repeats() && checkers.iter().any(|own| own.stays);
        if game.values() == Values::OutcomeOnly && may_not_end {
            return Err(SolveError::Ungraded);
        }
    }
    Ok(FoundAgain { states, repeats: known.repeats(), ..found(checkers) })
}

/// Checks positions that are numbered, each, whether play reaches it or not: that its word is its number, and that moves lead to
/// lower layers, so that play ends.
fn verify_numbers(
    game: &dyn Described,
    stored: impl Stored,
    states: u64,
    layers: Vec<u64>,
    control: Control<'_>,
) -> Result<FoundAgain, SolveError> {
    let new = |_| Checker { layers: layers.clone(), ..Checker::new(game, stored, 1, control) };
    let mut checkers: Vec<_> = (0..rayon::current_num_threads()).map(new).collect();
    let (next, parts) = (AtomicU64::new(0), states.div_ceil(NUMBERS));
    let work = |own: &mut Checker<'_, _>| {
        loop {
            let first = next.fetch_add(1, Relaxed).min(parts) * NUMBERS;
            if first >= states {
                return Ok(());
            }
            own.check_words(&(first..states.min(first + NUMBERS)).collect::<Vec<_>>())?;
        }
    };
    let stop = |_: &SolveError| next.store(parts, Relaxed);
    checkers.par_iter_mut().try_for_each(|own| work(own).inspect_err(stop))?;
    Ok(FoundAgain { states, ..found(checkers) })
}

/// What all have found.
fn found<S: Stored>(checkers: Vec<Checker<'_, S>>) -> FoundAgain {
    let moves = checkers.iter().map(|own| own.moves).sum();
    let figures = checkers.iter().map(|own| own.figures).fold(Figures::default(), Figures::merged);
    let both = checkers.into_iter().map(|own| [own.counts, own.by_part]);
    let sums = both.reduce(|[a, b], [c, d]| [added(a, c), added(b, d)]);
    let [counts, by_part] = sums.expect("there is a thread");
    let (states, repeats) = (0, false);
    FoundAgain { states, moves, counts: listed(counts), figures, by_part, repeats }
}

fn shard_of<S: Stored>(stored: S, place: S::Place, shards: usize) -> usize {
    S::part(place) * shards / stored.parts()
}

/// Checks positions, on one thread.
struct Checker<'a, S: Stored> {
    game: &'a dyn Described,
    stored: S,
    control: Control<'a>,
    /// Where what moves lead to is added, unless positions are numbered.
    known: Option<&'a KnownPositions>,
    /// Where each layer ends, if they are.
    layers: Vec<u64>,
    /// Words that moves lead to, by shard.
    found: Vec<Vec<u64>>,
    moves: u64,
    /// How often each value was found.
    counts: Vec<u64>,
    figures: Figures,
    /// How many positions each part of the table has.
    by_part: Vec<u64>,
    /// Whether there is a move that does not lead to a higher stage; it matters for values without plies.
    stays: bool,
    batch: Batch,
    words: Vec<u64>,
    /// Words that are not canonical, with the canonical ones.
    others: Vec<(u64, u64)>,
    places: Vec<Option<S::Place>>,
    values: Vec<Value>,
    reached: Vec<Reached>,
}

impl<'a, S: Stored> Checker<'a, S> {
    fn new(game: &'a dyn Described, stored: S, shards: usize, control: Control<'a>) -> Self {
        Self {
            game,
            stored,
            control,
            known: None,
            layers: Vec::new(),
            found: vec![Vec::new(); shards],
            moves: 0,
            counts: no_counts(),
            figures: Figures::default(),
            by_part: vec![0; stored.parts()],
            stays: false,
            batch: Batch::default(),
            words: Vec::new(),
            others: Vec::new(),
            places: Vec::new(),
            values: Vec::new(),
            reached: Vec::new(),
        }
    }

    fn check_block(&mut self, block: &PackedWords) -> Result<(), SolveError> {
        let mut words = std::mem::take(&mut self.words);
        words.clear();
        block.read(&mut words);
        let checked = self.check_words(&words);
        self.words = words;
        checked
    }

    fn check_words(&mut self, words: &[u64]) -> Result<(), SolveError> {
        let checked = words.chunks(self.game.together()).try_for_each(|words| self.check(words));
        // Wrong symmetries explain wrong entries.
        check_symmetries(self.game, &mut std::mem::take(&mut self.others)).and(checked)
    }

    fn check(&mut self, words: &[u64]) -> Result<(), SolveError> {
        let Self { game, stored, batch, places, .. } = self;
        places.clear();
        places.extend(words.iter().map(|&word| stored.place(word)));
        game.ask(words, Purpose::Verify, batch)?;
        places.extend(batch.children.iter().map(|child| stored.place(child.key.word)));
        self.moves += batch.children.len() as u64;
        self.others.append(&mut batch.others);
        if !self.layers.is_empty() {
            self.check_layers()?;
        }
        self.check_entries(words.len())?;
        if let Some(known) = self.known {
            let mut places = self.places[words.len()..].iter().flatten();
            for visited in self.batch.visited() {
                for (child, &place) in visited.children.iter().zip(places.by_ref()) {
                    if !visited.weights.is_empty() && child.key.word == visited.word {
                        // It is rolled again.
                        continue;
                    }
                    let shard = shard_of(self.stored, place, self.found.len());
                    self.found[shard].push(child.key.word);
                    if self.found[shard].len() == HANDED {
                        known.add(shard, &mut self.found[shard])?;
                    }
                }
            }
        }
        Ok(self.control.advance(words.len() as u64)?)
    }

    /// Each number must be one of a position, and each move lead to a lower layer.
    fn check_layers(&self) -> Result<(), SolveError> {
        let layer = |number| self.layers.partition_point(|&end| end <= number);
        for visited in self.batch.visited() {
            if self.game.canonical(visited.word)? != visited.word {
                return Err(mistake(self.game, visited.word, Mistake::Number));
            }
            let others = visited
                .children
                .iter()
                .filter(|child| visited.weights.is_empty() || child.key.word != visited.word);
            for child in others {
                if layer(child.key.word) >= layer(visited.word) {
                    return Err(mistake(self.game, child.key.word, Mistake::Layer));
                }
            }
        }
        Ok(())
    }

    /// Compares the entries of the batch with what follows from those of their children.
    fn check_entries(&mut self, positions: usize) -> Result<(), SolveError> {
        let Self { game, stored, counts, figures, by_part, stays, batch, places, .. } = self;
        let (values, reached, kind) = (&mut self.values, &mut self.reached, game.values());
        let damaged = |word| SolveError::Damaged(game.shown(word));
        let (own, children) = places.split_at(positions);
        let mut places = children.iter();
        for (visited, own) in batch.visited().zip(own) {
            values.clear();
            for (child, place) in visited.children.iter().zip(places.by_ref()) {
                let entry = place.and_then(|place| stored.entry(place, kind));
                values.push(entry.ok_or_else(|| damaged(child.key.word))?.1);
            }
            let own = own.filter(|&place| stored.may_have(place) == Some(true));
            let own = own.ok_or_else(|| damaged(visited.word))?;
            let (entry, value) = stored.entry(own, kind).ok_or_else(|| damaged(visited.word))?;
            by_part[S::part(own)] += 1;
            reached.clear();
            reached.extend(Reached::of(&visited, values.iter().copied()));
            check(kind, stored.unit(), value, visited.end, reached).map_err(|follows| {
                SolveError::Entry {
                    position: game.shown(visited.word),
                    stored: value.to_string(),
                    follows: follows.map_or_else(|| "no value".to_owned(), |it| it.to_string()),
                }
            })?;
            match kind {
                kind if kind.are_indexed() => *figures = figures.with(value),
                _ => counts[entry as usize] += 1,
            }
            if kind == Values::OutcomeOnly
                && !*stays
                && let Some(lowest) = visited.children.iter().map(|child| child.stage).min()
            {
                *stays = lowest == 0 || game.stage(visited.word)? >= lowest;
            }
        }
        Ok(())
    }

    fn hand_over(&mut self, shard: usize) -> Result<(), SolveError> {
        let words = &mut self.found[shard];
        match self.known {
            Some(known) if !words.is_empty() => known.add(shard, words),
            _ => Ok(()),
        }
    }
}
