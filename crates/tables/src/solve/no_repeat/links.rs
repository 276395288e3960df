//! The graph of a game: which positions moves join.

use perfectplay_query::WORDS;

use crate::solve::prelude::*;

/// How many blocks of words a thread takes at a time.
const BLOCKS: usize = 16;

/// The graph, by place. How a table was solved it does not know.
#[derive(Default)]
pub(super) struct Links {
    /// Whether a decided position is won for the player to move.
    pub(super) decided: Vec<Option<bool>>,
    /// Where the neighbours of each position end.
    ends: Vec<usize>,
    to: Vec<u32>,
    /// But for who wins.
    pub(super) summary: Summary,
}

impl Links {
    /// Of all positions: `words` tells those of a block, and `place` the place of one.
    pub(super) fn new(
        game: &dyn Described,
        states: usize,
        words: impl Fn(usize) -> Option<Vec<u64>> + Sync,
        place: impl Fn(u64) -> Option<usize> + Sync,
        memory: &Memory,
        control: Control<'_>,
    ) -> Result<Self, SolveError> {
        let (mut all, parts) = (Self::default(), states.div_ceil(BLOCKS * WORDS));
        memory.grow(&mut all.decided, states)?;
        memory.grow(&mut all.ends, states)?;
        let together = 4 * rayon::current_num_threads();
        for first in (0..parts).step_by(together) {
            let part = |part: usize| {
                let mut own = Self::default();
                for block in part * BLOCKS..states.div_ceil(WORDS).min((part + 1) * BLOCKS) {
                    let words = words(block).ok_or_else(|| SolveError::Damaged(game.shown(0)))?;
                    words.chunks(game.together()).try_for_each(|it| own.add(game, it, &place))?;
                }
                control.check()?;
                Ok(own)
            };
            let parts = (first..parts.min(first + together)).into_par_iter().map(part);
            for part in parts.collect::<Result<Vec<_>, SolveError>>()? {
                let (before, room) = (all.to.len(), all.to.len() + part.to.len());
                if room > all.to.capacity() {
                    memory.grow(&mut all.to, room + room / 4)?;
                }
                all.to.extend(part.to);
                all.ends.extend(part.ends.iter().map(|end| before + end));
                all.decided.extend(part.decided);
                all.summary.moves += part.summary.moves;
                let ways = all.summary.ended.iter_mut().zip(part.summary.ended);
                ways.for_each(|(sum, more)| *sum += more);
            }
        }
        all.leave_decided();
        all.check_undone(game, words)?;
        Ok(all)
    }

    /// Adds some positions, with all their moves.
    fn add(
        &mut self,
        game: &dyn Described,
        words: &[u64],
        place: impl Fn(u64) -> Option<usize>,
    ) -> Result<(), SolveError> {
        let mut batch = Batch::default();
        game.ask(words, Purpose::Verify, &mut batch)?;
        if let Some(&(word, _)) = batch.others.first() {
            return Err(mistake(game, word, Mistake::NotOwn));
        }
        for visited in batch.visited() {
            self.summary.moves += visited.children.len() as u64;
            if let Some(way) = way(&visited) {
                self.summary.ended[way] += 1;
            }
            // Without a move it is part of the graph, and nothing is joined with it.
            self.decided.push(match visited.end {
                Some(_) => Some(ended(game, visited.word, visited.end)? == StoredValue::WON),
                None => None,
            });
            let begin = self.to.len();
            for child in visited.children {
                if child.turn.same_player {
                    return Err(mistake(game, child.key.word, Mistake::OneWay));
                }
                let missing = || mistake(game, child.key.word, Mistake::Changed);
                self.to.push(place(child.key.word).ok_or_else(missing)? as u32);
            }
            self.to[begin..].sort_unstable();
            self.ends.push(self.to.len());
        }
        Ok(())
    }

    /// Decides positions with a move to a lost end, and leaves out moves from and to decided ones.
    fn leave_decided(&mut self) {
        let is_lost = |place: &u32| self.decided[*place as usize] == Some(false);
        let wins: Vec<usize> =
            (0..self.ends.len()).filter(|&place| self.of(place).iter().any(is_lost)).collect();
        wins.into_iter().for_each(|place| self.decided[place] = Some(true));
        let (mut begin, mut kept) = (0, 0);
        for place in 0..self.ends.len() {
            let (end, first) = (self.ends[place], kept);
            for at in begin..end {
                let other = self.to[at];
                let is_new = kept == first || self.to[kept - 1] != other;
                if is_new && [place, other as usize].iter().all(|&it| self.decided[it].is_none()) {
                    self.to[kept] = other;
                    kept += 1;
                }
            }
            self.ends[place] = kept;
            begin = end;
        }
        self.to.truncate(kept);
    }

    /// Checks that there is a move back for each move.
    fn check_undone(
        &self,
        game: &dyn Described,
        words: impl Fn(usize) -> Option<Vec<u64>>,
    ) -> Result<(), SolveError> {
        for place in 0..self.states() {
            let is_undone =
                |&other: &u32| self.of(other as usize).binary_search(&(place as u32)).is_ok();
            if let Some(&other) = self.of(place).iter().find(|&other| !is_undone(other)) {
                let other = other as usize;
                let words = words(other / WORDS).unwrap_or_default();
                let word = words.get(other % WORDS).copied().unwrap_or_default();
                return Err(mistake(game, word, Mistake::OneWay));
            }
        }
        Ok(())
    }

    pub(super) fn states(&self) -> usize {
        self.ends.len()
    }

    /// The places of those that a position is joined with, ascending.
    #[inline]
    pub(super) fn of(&self, place: usize) -> &[u32] {
        let begin = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.to[begin..self.ends[place]]
    }

    /// Whether each position is on the left side: moves change sides.
    pub(super) fn sides(
        &self,
        game: &dyn Described,
        word: impl Fn(usize) -> u64,
        memory: &Memory,
    ) -> Result<Vec<bool>, SolveError> {
        let mut sides = memory.filled(self.states(), || false)?;
        let (mut known, mut open) = (memory.filled(self.states(), || false)?, Vec::new());
        for first in 0..self.states() {
            if !std::mem::replace(&mut known[first], true) {
                sides[first] = true;
                open.push(first as u32);
            }
            while let Some(place) = open.pop() {
                for &other in self.of(place as usize) {
                    let (side, other_at) = (sides[place as usize], other as usize);
                    if !std::mem::replace(&mut known[other_at], true) {
                        sides[other_at] = !side;
                        open.push(other);
                    } else if sides[other_at] == side {
                        return Err(mistake(game, word(other_at), Mistake::OneWay));
                    }
                }
            }
        }
        Ok(sides)
    }
}
