//! Verifies a table by the description of its game: every entry follows by the plain rule, no position is missing,
//! and the description agrees with itself. How a build finds, keeps and solves positions is not used.

use std::cell::Cell;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use perfectplay_core::coded::{CodedValues, Place};
use perfectplay_core::control::Control;
use perfectplay_query::Value;
use rayon::prelude::*;

use crate::solve::children::{Ask, Batch, Purpose, guarded};
use crate::solve::error::SolveError;
use crate::solve::game::{Game, Values};
use crate::solve::known::{KnownPositions, PackedWords};
use crate::solve::memory::Memory;
use crate::solve::rule::by_rule;
use crate::solve::starts::each_start;
use crate::solve::symmetry::check_symmetries;
use crate::solve::value::{Counts, StoredValue, added, listed, no_counts};

/// The most shards of positions.
const SHARDS: usize = 1 << 12;
/// How many words for one shard a thread has before it hands them over.
const HANDED: usize = 64;

/// What was found again.
pub(crate) struct FoundAgain {
    pub(crate) states: u64,
    pub(crate) moves: u64,
    pub(crate) counts: Counts,
    /// By range of the table: how many positions are there.
    pub(crate) by_range: Vec<u64>,
}

/// Compares the values of a game with its rules. All positions are found anew, in at most `memory` bytes; so many are
/// expected.
pub(crate) fn verify<G: Ask>(
    game: &G,
    stored: CodedValues<'_>,
    expected: u64,
    memory: u64,
    control: Control<'_>,
) -> Result<FoundAgain, SolveError> {
    let shards = stored.ranges().min(SHARDS);
    let known = KnownPositions::new(shards, Memory::new(memory));
    let new = || Checker {
        game,
        stored,
        control,
        known: &known,
        found: vec![Vec::new(); shards],
        moves: 0,
        counts: no_counts(),
        by_range: vec![0; stored.ranges()],
        stays: false,
        batch: Batch::default(),
        words: Vec::new(),
        others: Vec::new(),
        places: Vec::new(),
        values: Vec::new(),
    };
    let mut checkers: Vec<_> = (0..rayon::current_num_threads()).map(|_| new()).collect();
    each_start(game, |starts| {
        starts.into_values().flatten().try_for_each(|word| {
            let place = stored.place(word);
            let place = place.ok_or_else(|| SolveError::Damaged(game.shown(word)))?;
            known.add(place.number * shards / stored.ranges(), &mut vec![word])
        })
    })?;
    let first = (0..shards).map(|shard| known.next(shard, Vec::new()));
    let mut level: Vec<Vec<PackedWords>> = first.collect::<Result<_, _>>()?;
    let mut states = 0;
    control.set_length(expected);
    control.set_position(0);
    loop {
        let blocks: Vec<&PackedWords> = level.iter().flatten().collect();
        if blocks.is_empty() {
            break;
        }
        states += blocks.iter().map(|block| block.count as u64).sum::<u64>();
        let next = AtomicUsize::new(0);
        let work = |own: &mut Checker<'_, G>| {
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
        if game.game().values() == Values::OutcomeOnly && may_not_end {
            return Err(SolveError::Ungraded);
        }
    }
    let moves = checkers.iter().map(|own| own.moves).sum();
    let both = checkers.into_iter().map(|own| [own.counts, own.by_range]);
    let sums = both.reduce(|[a, b], [c, d]| [added(a, c), added(b, d)]);
    let [counts, by_range] = sums.expect("there is a thread");
    Ok(FoundAgain { states, moves, counts: listed(counts), by_range })
}

/// Checks positions, on one thread.
struct Checker<'a, G> {
    game: &'a G,
    stored: CodedValues<'a>,
    control: Control<'a>,
    known: &'a KnownPositions,
    /// Words that moves lead to, by shard.
    found: Vec<Vec<u64>>,
    moves: u64,
    /// How often each value was found.
    counts: Vec<u64>,
    /// How many positions each range of the table has.
    by_range: Vec<u64>,
    /// Whether there is a move that does not lead to a higher stage; it matters for values without plies.
    stays: bool,
    batch: Batch,
    words: Vec<u64>,
    /// Words that are not canonical, with the canonical ones.
    others: Vec<(u64, u64)>,
    places: Vec<Option<Place<'a>>>,
    values: Vec<(Value, bool)>,
}

impl<G: Ask> Checker<'_, G> {
    fn check_block(&mut self, block: &PackedWords) -> Result<(), SolveError> {
        let mut words = std::mem::take(&mut self.words);
        words.clear();
        block.read(&mut words);
        let checked = words.chunks(G::TOGETHER).try_for_each(|words| self.check(words));
        self.words = words;
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
        self.check_entries(words.len())?;
        for number in 0..self.batch.children.len() {
            let word = self.batch.children[number].key.word;
            let place = self.places[words.len() + number].expect("it has a value");
            let shard = place.number * self.found.len() / self.stored.ranges();
            self.found[shard].push(word);
            if self.found[shard].len() == HANDED {
                self.hand_over(shard)?;
            }
        }
        Ok(self.control.advance(words.len() as u64)?)
    }

    /// Compares the entries of the batch with what follows from those of their children.
    fn check_entries(&mut self, positions: usize) -> Result<(), SolveError> {
        let Self { game, stored, counts, by_range, stays, batch, places, values, .. } = self;
        let damaged = |word| SolveError::Damaged(game.shown(word));
        let solved = |value: u16| StoredValue(value.cast_signed()).solved(game.game().values());
        let (own, children) = places.split_at(positions);
        let mut places = children.iter();
        for (visited, own) in batch.visited().zip(own) {
            values.clear();
            for (child, place) in visited.children.iter().zip(places.by_ref()) {
                let value = place.and_then(|place| stored.value_at(place));
                let value = value.ok_or_else(|| damaged(child.key.word))?;
                values.push((solved(value), child.same_player));
            }
            let own = own.filter(|&place| stored.may_have_at(place) == Some(true));
            let own = own.ok_or_else(|| damaged(visited.word))?;
            let entry = stored.value_at(own).ok_or_else(|| damaged(visited.word))?;
            by_range[own.number] += 1;
            let follows = by_rule(game.game().values(), visited.end, values);
            if follows != Some(solved(entry)) {
                return Err(SolveError::Entry {
                    position: game.shown(visited.word),
                    stored: solved(entry).to_string(),
                    follows: follows.map_or_else(|| "no value".to_owned(), |it| it.to_string()),
                });
            }
            counts[usize::from(entry)] += 1;
            if game.game().values() == Values::OutcomeOnly
                && !*stays
                && let Some(lowest) = visited.children.iter().map(|child| child.stage).min()
            {
                let stage = || Ok(game.game().stage(game.game().unpack(visited.word)));
                *stays = lowest == 0 || guarded(*game, &Cell::new(visited.word), stage)? >= lowest;
            }
        }
        Ok(())
    }

    fn hand_over(&mut self, shard: usize) -> Result<(), SolveError> {
        let words = &mut self.found[shard];
        if words.is_empty() { Ok(()) } else { self.known.add(shard, words) }
    }
}
