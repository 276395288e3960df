//! Who wins in the middle of a game, when some positions may not come back.
//!
//! They are taken out of the graph one after another. A maximum matching of the rest is that of the table, but for the mates of
//! those taken out, from each of which one augmenting path is searched. So an answer looks at positions around the history, not at
//! the whole table.

use std::collections::{HashMap, HashSet, VecDeque};

use perfectplay_query::{ProbeError, WON};

use crate::solve::prelude::*;

/// How many positions a search for one answer may go through.
const MOST: u32 = 1 << 18;

/// The graph without the positions that have occurred.
pub(crate) struct Later<'a, G> {
    game: &'a G,
    table: &'a IndexedTable,
    gone: HashSet<u64>,
    /// Mates that are not those of the table.
    mates: HashMap<u64, Option<u64>>,
    left: u32,
}

impl<'a, G: Game> Later<'a, G> {
    pub(crate) fn new(
        game: &'a G,
        table: &'a IndexedTable,
        history: impl IntoIterator<Item = u64>,
    ) -> Result<Self, ProbeError> {
        let (gone, mates) = (HashSet::new(), HashMap::new());
        let mut new = Self { game, table, gone, mates, left: MOST };
        history.into_iter().try_for_each(|word| new.remove(word).map(drop))?;
        Ok(new)
    }

    /// Whether a position has occurred.
    pub(crate) fn is_gone(&self, word: u64) -> bool {
        self.gone.contains(&word)
    }

    /// Whether the player to move has lost.
    pub(crate) fn is_lost(&mut self, word: u64) -> Result<bool, ProbeError> {
        if self.game.end(self.game.unpack(word)) == Some(End::Loss) {
            return Ok(true);
        }
        if !self.is_open(word)? {
            return Ok(false);
        }
        let Some(mate) = self.mate(word)? else { return Ok(true) };
        // It is, if a matching of the others is as large.
        let is_lost = self.remove(word)?;
        self.gone.remove(&word);
        self.mates.insert(word, if is_lost { None } else { Some(mate) });
        if !is_lost {
            self.mates.insert(mate, Some(word));
        }
        Ok(is_lost)
    }

    /// Takes a position out; returns whether a maximum matching of the others is as large as one with it.
    pub(crate) fn remove(&mut self, word: u64) -> Result<bool, ProbeError> {
        let mate = if self.is_open(word)? { self.mate(word)? } else { None };
        match mate {
            Some(mate) if self.gone.insert(word) => {
                self.mates.insert(mate, None);
                self.augment(mate)
            }
            _ => {
                self.gone.insert(word);
                Ok(true)
            }
        }
    }

    fn entry(&self, word: u64) -> Result<[u64; 2], ProbeError> {
        let place = self.table.place(word).map_err(|()| self.damaged())?;
        let beyond = || self.beyond("it has the positions that play reaches from the start");
        let entry = self.table.entry(place.ok_or_else(beyond)?).ok_or_else(|| self.damaged())?;
        Ok(self.table.entry_kind().group(entry))
    }

    fn damaged(&self) -> ProbeError {
        ProbeError::Damaged(self.table.header().name.clone())
    }

    fn beyond(&self, reach: &str) -> ProbeError {
        ProbeError::Beyond { table: self.table.header().name.clone(), reach: reach.to_owned() }
    }

    /// Whether a position belongs to the graph: whoever has won without a mate has won at once.
    fn is_open(&self, word: u64) -> Result<bool, ProbeError> {
        let ended = self.game.end(self.game.unpack(word)).is_some();
        Ok(!ended && self.entry(word)? != [WON, 0])
    }

    /// The neighbours of a position, ascending, whether they have occurred or not.
    fn neighbours(&mut self, word: u64) -> Result<Vec<u64>, ProbeError> {
        let too_long = || self.beyond("too many positions depend on the history");
        self.left = self.left.checked_sub(1).ok_or_else(too_long)?;
        let mut words = Vec::new();
        self.game.moves(self.game.unpack(word), |_, to| words.push(self.game.pack(to)));
        words.sort_unstable();
        words.dedup();
        let mut open = Vec::with_capacity(words.len());
        for word in words {
            if self.is_open(word)? {
                open.push(word);
            }
        }
        Ok(open)
    }

    fn mate(&mut self, word: u64) -> Result<Option<u64>, ProbeError> {
        if let Some(&mate) = self.mates.get(&word) {
            return Ok(mate);
        }
        let [_, mate] = self.entry(word)?;
        let Some(mate) = mate.checked_sub(1) else { return Ok(None) };
        let mate = self.neighbours(word)?.get(mate as usize).copied();
        self.mates.insert(word, mate);
        mate.map(Some).ok_or_else(|| self.damaged())
    }

    /// Searches for an augmenting path from a position without a mate, and exchanges its edges; returns whether there is one.
    fn augment(&mut self, root: u64) -> Result<bool, ProbeError> {
        let (mut before, mut open) = (HashMap::from([(root, root)]), VecDeque::from([root]));
        while let Some(word) = open.pop_front() {
            for other in self.neighbours(word)? {
                if self.is_gone(other) {
                    continue;
                }
                if let Some(mate) = self.mate(other)? {
                    if let std::collections::hash_map::Entry::Vacant(new) = before.entry(mate) {
                        new.insert(word);
                        open.push_back(mate);
                    }
                    continue;
                }
                let (mut word, mut other) = (word, other);
                loop {
                    let former = self.mate(word)?;
                    self.mates.extend([(word, Some(other)), (other, Some(word))]);
                    // It ends whatever a damaged table says.
                    if word == root {
                        return Ok(true);
                    }
                    (word, other) = (before[&word], former.ok_or_else(|| self.damaged())?);
                }
            }
        }
        Ok(false)
    }
}
