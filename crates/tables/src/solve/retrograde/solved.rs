//! All positions of a game, solved span by span, from the last one back.

use std::collections::HashSet;
use std::sync::atomic::AtomicI16;

use super::moves::{Asked, Moves};
use super::parents::Parents;
use super::waves::Waves;
use crate::solve::levels::values::{self, Numbering};
use crate::solve::levels::{
    BLOCK, Block, Chunk, Kept, Kind, SolvedBlock, SolvedLevels, Span, Store, find_all,
};
use crate::solve::prelude::*;
use crate::solve::summary::outcome;
use crate::solve::value::{listed, no_counts};

/// How many blocks of values are kept together.
const TOGETHER: usize = 128;

/// Finds all positions, and their parents, for others to go on from.
pub(crate) fn link(
    game: &dyn Described,
    store: &Store<'_>,
    control: Control<'_>,
) -> Result<(), SolveError> {
    let spans = find_all(game, store, control, true, |_| Ok(()))?;
    (0..spans.len()).rev().try_for_each(|span| {
        Parents::new(Moves::new(game, &spans[span..], store, control, |_, _| {})?).map(drop)
    })
}

/// Finds and solves all positions.
pub(crate) fn solve_all(
    game: &dyn Described,
    store: &Store<'_>,
    control: Control<'_>,
) -> Result<SolvedLevels, SolveError> {
    let kind = game.values();
    let spans = find_all(game, store, control, true, |_| Ok(()))?;
    let (mut runs, mut kept) = (Vec::<Vec<SolvedBlock>>::new(), Kept::new(store));
    let (mut counts, mut outcomes, mut found) = (no_counts(), [0; 3], Vec::new());
    let mut summary = Summary::default();
    for (number, span) in spans.iter().enumerate().rev() {
        let parts = span.blocks.len().div_ceil(TOGETHER) as u64;
        let left = (0..parts).map(|part| store.take((Kind::AllValues, number, part)));
        let chunks = match left.collect::<Option<Vec<_>>>() {
            Some(chunks) => chunks,
            None => solve_span(game, &spans[number..], &runs, store, control)?,
        };
        let first = kept.chunks.len();
        chunks.into_iter().try_for_each(|chunk| kept.add(chunk))?;
        let values = kept.chunks[first..].iter().flat_map(|chunk| &chunk.blocks).cloned();
        let words = span.blocks.iter().cloned();
        let run = words.zip(values).map(|(words, values)| SolvedBlock { words, values });
        let run: Vec<SolvedBlock> = run.collect();
        for block in &run {
            found.clear();
            values::read(&block.values, &mut found)?;
            for &value in &found {
                counts[usize::from(value)] += 1;
                outcomes[outcome(StoredValue(value.cast_signed()), kind)] += 1;
            }
        }
        runs.insert(0, run);
        summary.moves += span.moves;
        for (sum, more) in summary.ended.iter_mut().zip(kept.chunks[first].notes) {
            *sum += more;
        }
    }
    summary.levels.push(outcomes);
    Ok(SolvedLevels { runs, counts: listed(counts), summary })
}

/// The values of the first of some spans, the others of which are solved.
fn solve_span(
    game: &dyn Described,
    spans: &[Span],
    solved: &[Vec<SolvedBlock>],
    store: &Store<'_>,
    control: Control<'_>,
) -> Result<Vec<Chunk>, SolveError> {
    let (kind, span) = (game.values(), &spans[0]);
    let states = u32::try_from(span.states).map_err(|_| SolveError::TooLarge)? as usize;
    let (mut waves, mut ended) = (Waves::new(kind, states, store.memory)?, [0; _]);
    let moves = Moves::new(game, spans, store, control, |number, asked| match asked {
        Asked::Moves(moves) => waves.has_moves(number, moves),
        Asked::Ended(value, way) => {
            waves.has_ended(number, StoredValue(value.cast_signed()));
            ended[way] += 1;
        }
    })?;
    let furthest = |number| match span.word(number) {
        Ok(word) => mistake(game, word, Mistake::of_size(kind)),
        Err(error) => error,
    };
    moves.join(solved, |number, value, turn| {
        if value.of_move(kind, turn).is_none() {
            return Err(furthest(number));
        }
        waves.leads_to(number, value, turn);
        Ok(())
    })?;
    let parents = Parents::new(moves)?;
    control.event(Event::Phase { name: "solving", states: Some(span.states) });
    control.set_position(0);
    if let Some(open) = waves.run(&parents, !solved.is_empty(), control, furthest)?
        && !kind.has_plies()
    {
        return Err(repeated(game, span, &waves, open)?);
    }
    parents.remove(store);
    let values = waves.into_values(store.memory);
    let pack = |numbering: &mut Numbering, (words, values): (&Block, &[AtomicI16])| {
        let values = values.iter().map(|value| value.load(Relaxed).cast_unsigned());
        values::pack(words.first, &values.collect::<Vec<_>>(), numbering)
    };
    let blocks = span.blocks.par_iter().zip(values.par_chunks(BLOCK));
    let blocks: Vec<Block> = blocks.map_init(Numbering::default, pack).collect();
    store.memory.give(size_of_val(&*values) as u64);
    let chunk = |(part, blocks): (u64, &[Block])| {
        Chunk::new((Kind::AllValues, span.number, part), ended, blocks.to_vec())
    };
    Ok((0..).zip(blocks.chunks(TOGETHER)).map(chunk).collect())
}

/// The error that play can come back to a position, to which it comes from this one, which is not decided.
fn repeated(
    game: &dyn Described,
    span: &Span,
    waves: &Waves,
    mut number: usize,
) -> Result<SolveError, SolveError> {
    let (mut visited, mut batch) = (HashSet::new(), Batch::default());
    loop {
        let word = span.word(number)?;
        if !visited.insert(number) {
            return Ok(mistake(game, word, Mistake::Repeats));
        }
        game.ask(&[word], Purpose::Solve, &mut batch)?;
        // One of its moves leads to another one that is not decided.
        for child in &batch.children {
            match span.number(child.key.word)? {
                Some(child) if waves.is_open(child) => number = child,
                _ => {}
            }
        }
    }
}
