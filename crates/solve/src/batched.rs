//! Games that are asked about many positions at once, where a call costs more than an answer: such as those that another
//! language describes. All positions are found first, into a graph in memory that answers while the game is solved.

use perfectplay_core::retrieval::mix;

use crate::error::SolveError;
use crate::game::{End, Game, Values};

/// So many positions are asked at a time.
pub const TOGETHER: usize = 4096;
/// No position is here.
const FREE: u32 = u32::MAX;
/// Says of a child that the player who moves there moves again.
const AGAIN: u32 = 1 << 31;

/// A game of which many positions are asked at once, each by its word. It is what [`Game`] is, in batches: each method
/// gives one element for each word, in their order.
pub trait BatchedGame {
    /// Why something has no answer.
    type Error;

    /// The word of the position in which a game begins.
    fn start(&self) -> u64;

    /// What is known of a position once the game is solved.
    fn values(&self) -> Values;

    /// How the game has ended in each position, if it has.
    ///
    /// # Errors
    /// If they cannot be asked.
    fn ends(&self, words: &[u64]) -> Result<Vec<Option<End>>, Self::Error>;

    /// Calls `each` with the place of a word and the word that a move leads to, place by place.
    ///
    /// # Errors
    /// If they cannot be asked.
    fn moves(&self, words: &[u64], each: &mut dyn FnMut(usize, u64)) -> Result<(), Self::Error>;

    /// Of each pair, before and after a move, whether the player who made it moves again.
    ///
    /// # Errors
    /// If they cannot be asked.
    fn same_player(&self, pairs: &[(u64, u64)]) -> Result<Vec<bool>, Self::Error>;

    /// Whether any position has symmetries.
    fn has_symmetries(&self) -> bool;

    /// The words of the positions that stand for these and all that are the same but for a symmetry.
    ///
    /// # Errors
    /// If they cannot be asked.
    fn canonical(&self, words: &[u64]) -> Result<Vec<u64>, Self::Error>;

    /// The texts of positions; `None` if they are the numbers.
    ///
    /// # Errors
    /// If they cannot be asked.
    fn texts(&self, words: &[u64]) -> Result<Option<Vec<String>>, Self::Error>;

    /// The word of a text; `None` if it is not one of a position.
    ///
    /// # Errors
    /// If it cannot be asked.
    fn read(&self, text: &str) -> Result<Option<u64>, Self::Error>;

    /// The error that the description is wrong.
    fn wrong(&self, what: String) -> Self::Error;

    /// The error that there is no memory: so many bytes are needed, and so many allowed.
    fn refused(&self, need: u64, allowed: u64) -> Self::Error;

    /// Called from time to time, with how many positions have been asked of how many that were found so far.
    ///
    /// # Errors
    /// If the caller does not want to go on.
    fn found(&self, asked: usize, found: usize) -> Result<(), Self::Error>;
}

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BatchedChild {
    /// The canonical word.
    pub word: u64,
    /// Whether the player who moves there moves again.
    pub again: bool,
}

/// What was asked about some positions.
#[derive(Debug)]
pub struct Rows {
    ends: Vec<Option<End>>,
    /// Where the children of each position end.
    bounds: Vec<usize>,
    children: Vec<BatchedChild>,
    /// The words that moves lead to, each once, and the canonical ones; none if all are canonical.
    raw: Vec<(u64, u64)>,
}

impl Rows {
    /// Asks how some positions have ended, and what their moves lead to.
    ///
    /// # Errors
    /// Those of the game.
    pub fn of<G: BatchedGame>(game: &G, words: &[u64]) -> Result<Self, G::Error> {
        let ends = game.ends(words)?;
        let open: Vec<usize> = (0..words.len()).filter(|&place| ends[place].is_none()).collect();
        let open_words: Vec<u64> = open.iter().map(|&place| words[place]).collect();
        let (mut counts, mut pairs) = (vec![0; words.len()], Vec::new());
        if !open.is_empty() {
            game.moves(&open_words, &mut |place, child| {
                counts[open[place]] += 1;
                pairs.push((open_words[place], child));
            })?;
        }
        let mut end = 0;
        let bounds = counts.iter().map(|count| {
            end += count;
            end
        });
        let bounds = bounds.collect();
        let agains = if pairs.is_empty() { Vec::new() } else { game.same_player(&pairs)? };
        // Many moves lead to the same position.
        let mut raw: Vec<u64> = Vec::new();
        if game.has_symmetries() {
            raw.extend(pairs.iter().map(|&(_, child)| child));
            raw.sort_unstable();
            raw.dedup();
        }
        let canonical = if raw.is_empty() { Vec::new() } else { game.canonical(&raw)? };
        let word = |child| raw.binary_search(&child).map_or(child, |place| canonical[place]);
        let children = pairs.iter().zip(agains);
        let children =
            children.map(|(&(_, child), again)| BatchedChild { word: word(child), again });
        let children = children.collect();
        Ok(Self { ends, bounds, children, raw: raw.into_iter().zip(canonical).collect() })
    }

    /// The end and the children of a position.
    #[must_use]
    pub fn row(&self, place: usize) -> (Option<End>, &[BatchedChild]) {
        let first = place.checked_sub(1).map_or(0, |before| self.bounds[before]);
        (self.ends[place], &self.children[first..self.bounds[place]])
    }
}

/// All positions of a game, and what their moves lead to: a [`Game`] to solve and to verify tables by.
#[derive(Debug)]
pub struct Explored {
    values: Values,
    /// The words, in the order in which they were found.
    words: Vec<u64>,
    ends: Vec<Option<End>>,
    /// Where the children of each position end.
    bounds: Vec<usize>,
    /// The places of their words, some with [`AGAIN`].
    children: Vec<u32>,
    /// A hash table of the places of all words.
    slots: Vec<u32>,
    room: Room,
}

/// A position: the place of its word. As a child it knows more, in which it does not differ from others.
#[derive(Clone, Copy, Debug)]
pub struct Place(u32);

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.0 & !AGAIN == other.0 & !AGAIN
    }
}

impl Place {
    fn index(self) -> usize {
        (self.0 & !AGAIN) as usize
    }
}

impl Explored {
    /// Finds all positions, breadth first, in at most `memory` bytes. With `whole` it checks of each what else can be
    /// wrong with a description: texts and symmetries.
    ///
    /// # Errors
    /// Those of the game.
    pub fn of<G: BatchedGame>(game: &G, memory: u64, whole: bool) -> Result<Self, G::Error> {
        let mut found = Self {
            values: game.values(),
            words: Vec::new(),
            ends: Vec::new(),
            bounds: Vec::new(),
            children: Vec::new(),
            slots: vec![FREE; 2 * TOGETHER],
            room: Room { used: 0, limit: memory },
        };
        found.place(game, game.canonical(&[game.start()])?[0])?;
        while found.ends.len() < found.words.len() {
            game.found(found.ends.len(), found.words.len())?;
            let start = found.ends.len();
            let words = found.words[start..found.words.len().min(start + TOGETHER)].to_vec();
            let rows = Rows::of(game, &words)?;
            check_alone(game, &words, &rows)?;
            if whole {
                check_texts(game, &words)?;
                check_symmetries(game, &rows)?;
            }
            found.add(game, &rows, words.len())?;
        }
        game.found(found.ends.len(), found.words.len())?;
        Ok(found)
    }

    /// The words, in the order in which they were found.
    #[must_use]
    pub fn into_words(self) -> Vec<u64> {
        self.words
    }

    /// How much memory is left to solve it.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.room.limit - self.room.used
    }

    /// An error of the solver, in which what this takes counts as well.
    #[must_use]
    pub fn with_this(&self, error: SolveError) -> SolveError {
        match error {
            SolveError::Memory { need, limit } => {
                let used = self.room.used;
                SolveError::Memory { need: need.saturating_add(used), limit: limit + used }
            }
            error => error,
        }
    }

    /// Adds positions, which are the next ones, and what their moves lead to.
    fn add<G: BatchedGame>(&mut self, game: &G, rows: &Rows, count: usize) -> Result<(), G::Error> {
        let room = &mut self.room;
        room.grow(game, &mut self.ends, count)?;
        room.grow(game, &mut self.bounds, count)?;
        room.grow(game, &mut self.children, rows.children.len())?;
        for place in 0..count {
            let (end, children) = rows.row(place);
            for &BatchedChild { word, again } in children {
                let place = self.place(game, word)?;
                self.children.push(if again { place | AGAIN } else { place });
            }
            self.ends.push(end);
            self.bounds.push(self.children.len());
        }
        Ok(())
    }

    /// The place of a word, which is added unless it is there.
    fn place<G: BatchedGame>(&mut self, game: &G, word: u64) -> Result<u32, G::Error> {
        if 2 * self.words.len() >= self.slots.len() {
            let more = self.slots.len();
            self.room.grow(game, &mut self.slots, more)?;
            self.slots.clear();
            self.slots.resize(2 * more, FREE);
            for place in 0..self.words.len() {
                let slot = self.find(self.words[place]).expect_err("words differ");
                self.slots[slot] = place as u32;
            }
        }
        self.find(word).or_else(|slot| {
            let place = self.words.len() as u32;
            if place == AGAIN - 1 {
                let what = "it has more positions than can be numbered: about 2^31";
                return Err(game.wrong(what.to_owned()));
            }
            self.room.grow(game, &mut self.words, 1)?;
            self.words.push(word);
            self.slots[slot] = place;
            Ok(place)
        })
    }

    /// Where a word is, or the slot where it would be.
    fn find(&self, word: u64) -> Result<u32, usize> {
        let mut slot = mix(word) as usize & (self.slots.len() - 1);
        loop {
            match self.slots[slot] {
                FREE => return Err(slot),
                place if self.words[place as usize] == word => return Ok(place),
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
    }
}

/// The memory that may be used, and how much is.
#[derive(Debug)]
struct Room {
    used: u64,
    limit: u64,
}

impl Room {
    /// Makes room for more items, and for half as many again as there are.
    fn grow<T, G: BatchedGame>(
        &mut self,
        game: &G,
        vec: &mut Vec<T>,
        more: usize,
    ) -> Result<(), G::Error> {
        if vec.capacity() - vec.len() >= more {
            return Ok(());
        }
        let more = more.max(vec.len() / 2);
        let bytes = (vec.len() + more - vec.capacity()) * size_of::<T>();
        self.used = self.used.saturating_add(bytes as u64);
        if self.used > self.limit || vec.try_reserve_exact(more).is_err() {
            return Err(game.refused(self.used, self.limit));
        }
        Ok(())
    }
}

impl Game for Explored {
    type Position = Place;
    type Move = u32;

    fn name(&self) -> String {
        String::new() // its table has that of the game
    }

    fn start(&self) -> Place {
        Place(0)
    }

    fn pack(&self, place: Place) -> u64 {
        self.words[place.index()]
    }

    fn unpack(&self, word: u64) -> Place {
        Place(self.find(word).expect("only words that were found are asked"))
    }

    fn moves(&self, place: Place, mut each: impl FnMut(u32, Place)) {
        let index = place.index();
        let first = index.checked_sub(1).map_or(0, |before| self.bounds[before]);
        let children = &self.children[first..self.bounds[index]];
        children.iter().for_each(|&child| each(child, Place(child)));
    }

    fn end(&self, place: Place) -> Option<End> {
        self.ends[place.index()]
    }

    fn same_player(&self, _: Place, to: Place) -> bool {
        to.0 & AGAIN != 0
    }

    fn values(&self) -> Values {
        self.values
    }

    // Texts are for errors alone: those of the game have been checked.
    fn show(&self, place: Place) -> String {
        format!("the word {}", self.pack(place))
    }

    fn read(&self, text: &str) -> Option<Place> {
        Some(self.unpack(text.strip_prefix("the word ")?.parse().ok()?))
    }
}

/// Checks that a word of a batch is answered alone as it is there: a batch is easily mixed up.
fn check_alone<G: BatchedGame>(game: &G, words: &[u64], rows: &Rows) -> Result<(), G::Error> {
    let place = words.len() / 2;
    let alone = Rows::of(game, &words[place..=place])?;
    if alone.row(0) == rows.row(place) {
        return Ok(());
    }
    let (word, count) = (words[place], words.len());
    Err(game.wrong(format!(
        "the end or the moves of the word {word} are others when it is asked alone than among {count}"
    )))
}

/// Checks that `read` makes the words again of the texts that `show` has made of them.
fn check_texts<G: BatchedGame>(game: &G, words: &[u64]) -> Result<(), G::Error> {
    let Some(texts) = game.texts(words)? else { return Ok(()) };
    for (&word, text) in words.iter().zip(texts) {
        let read = game.read(&text)?;
        if read != Some(word) {
            let read = read.map_or_else(|| "None".to_owned(), |read| read.to_string());
            return Err(game.wrong(format!(
                "`show` makes {text:?} of the word {word}, of which `read` makes {read}"
            )));
        }
    }
    Ok(())
}

/// Checks that positions have the end of the canonical one, and that their moves lead to the same positions.
fn check_symmetries<G: BatchedGame>(game: &G, rows: &Rows) -> Result<(), G::Error> {
    let pairs = rows.raw.iter().copied().filter(|(word, canonical)| word != canonical);
    let pairs: Vec<(u64, u64)> = pairs.collect();
    for pairs in pairs.chunks(TOGETHER) {
        let (words, canonical): (Vec<u64>, Vec<u64>) = pairs.iter().copied().unzip();
        let again = game.canonical(&canonical)?;
        if let Some((word, _)) = canonical.iter().zip(again).find(|&(&word, again)| word != again) {
            let what = format!("`canonical` of the canonical word {word} is another one");
            return Err(game.wrong(what));
        }
        let (rows, canonical_rows) = (Rows::of(game, &words)?, Rows::of(game, &canonical)?);
        for (place, (word, canonical)) in pairs.iter().enumerate() {
            let sorted = |rows: &Rows| {
                let (end, children) = rows.row(place);
                let mut children = children.to_vec();
                children.sort_unstable();
                (end, children)
            };
            if sorted(&rows) != sorted(&canonical_rows) {
                return Err(game.wrong(format!(
                    "`canonical` makes {canonical} of the word {word}, which has another end or moves to other \
                     positions"
                )));
            }
        }
    }
    Ok(())
}
