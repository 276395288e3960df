//! Proves that play comes to an end, for expectations, which follow from one another on a loop, too, whatever they are.

use std::sync::atomic::AtomicBool;

use perfectplay_query::WORDS;

use crate::solve::prelude::*;

/// How many blocks of words a part has.
const BLOCKS: usize = 64;

/// Proves for bounds that each choice of the players reaches an end with a positive probability from everywhere; and for
/// doubles that no position comes back, but for one that is rolled again. Returns the word of a position for which it is not so.
///
/// A position is *ending* if it has no moves; if it is a roll and one of its outcomes is; or if all its moves are, and for
/// doubles all its outcomes. From an ending position the end is reached within so many moves as it took to find that out, with
/// a positive probability or for sure. If all positions are ending then play cannot avoid the end for ever.
pub(crate) fn endless(
    game: &dyn Described,
    table: &IndexedTable,
    memory: &Memory,
    control: Control<'_>,
) -> Result<Option<u64>, SolveError> {
    let ending = memory.filled(table.header().states as usize, AtomicBool::default)?;
    let part = |part: usize| {
        control.check()?;
        let open = links(game, table, part)?;
        memory.take((open.capacity() * size_of::<u32>()) as u64)?;
        Ok(open)
    };
    let parts = (0..table.blocks().div_ceil(BLOCKS)).into_par_iter().map(part);
    let mut parts = parts.collect::<Result<Vec<_>, SolveError>>()?;
    let mut before = usize::MAX;
    loop {
        control.check()?;
        let still_open = |part: &mut Vec<u32>| {
            keep_open(part, &ending);
            part.len()
        };
        let open: usize = parts.par_iter_mut().rev().map(still_open).sum();
        if open == 0 || open == before {
            let first = parts.iter().flatten().next().map(|&place| place as usize);
            let mut words = Vec::new();
            return Ok(first.and_then(|place| {
                table.words(place / WORDS, &mut words)?;
                words.get(place % WORDS).copied()
            }));
        }
        before = open;
    }
}

/// What moves of the positions of a part lead to: for each its place, how many of those there are, with a bit that says whether
/// one of them is enough, and their places.
fn links(game: &dyn Described, table: &IndexedTable, part: usize) -> Result<Vec<u32>, SolveError> {
    let damaged = |word| SolveError::Damaged(game.shown(word));
    let place_of = |word| {
        let place = table.place(word).ok().flatten();
        place.map(|place| place as u32).ok_or_else(|| damaged(word))
    };
    let (mut links, mut words, mut batch) = (Vec::new(), Vec::new(), Batch::default());
    for block in part * BLOCKS..table.blocks().min((part + 1) * BLOCKS) {
        table.words(block, &mut words).ok_or_else(|| damaged(0))?;
    }
    for words in words.chunks(game.together()) {
        game.ask(words, Purpose::Solve, &mut batch)?;
        for visited in batch.visited() {
            let is_roll = !visited.weights.is_empty();
            let any = is_roll && table.entry_kind() != IndexedEntries::Exact;
            let others = visited.children.iter().map(|child| child.key.word);
            let others = others.filter(|&word| !is_roll || word != visited.word);
            links.extend([place_of(visited.word)?, u32::from(any)]);
            let count_at = links.len() - 1;
            for word in others {
                links.push(place_of(word)?);
                links[count_at] += 2;
            }
        }
    }
    Ok(links)
}

/// Marks positions that are found to be ending, and drops them.
fn keep_open(links: &mut Vec<u32>, ending: &[AtomicBool]) {
    let (mut read, mut kept) = (0, 0);
    while let Some(&[place, count]) = links.get(read..).and_then(|it| it.first_chunk()) {
        let end = read + 2 + (count / 2) as usize;
        let mut others = links[read + 2..end].iter().map(|&it| ending[it as usize].load(Relaxed));
        let is_ending = if count % 2 == 1 { others.any(|it| it) } else { others.all(|it| it) };
        if is_ending {
            ending[place as usize].store(true, Relaxed);
        } else {
            links.copy_within(read..end, kept);
            kept += end - read;
        }
        read = end;
    }
    links.truncate(kept);
}
