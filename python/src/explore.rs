//! Finds all positions of a game that Python describes, breadth first, into a graph in memory that answers in Python's
//! place while the game is solved.

use perfectplay_core::retrieval::mix;
use perfectplay_oracle::Code;
use perfectplay_solve::{End, Game, SolveError, Values};
use pyo3::prelude::*;

use crate::errors::raise;
use crate::own::{Child, PythonGame, Rows};

/// So many positions are asked at a time: for that many a call of Python takes no time, and Ctrl-C waits for no more.
pub(crate) const TOGETHER: usize = 4096;
/// How much memory exploring and solving may take if nothing is said.
pub(crate) const MEMORY: u64 = 2 << 30;
/// No position is here.
const FREE: u32 = u32::MAX;
/// Says of a child that the player who moves there moves again.
const AGAIN: u32 = 1 << 31;

/// All positions of a game, and what their moves lead to.
pub(crate) struct Explored {
    values: Values,
    /// The words, in the order in which they were found.
    pub(crate) words: Vec<u64>,
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
pub(crate) struct Place(u32);

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

/// Finds all positions, in at most `memory` bytes. With `whole` it checks of each what else can be wrong with a
/// description: texts and symmetries.
pub(crate) fn explore(
    py: Python<'_>,
    game: &PythonGame,
    memory: u64,
    whole: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Explored> {
    let mut found = Explored {
        values: game.values(),
        words: Vec::new(),
        ends: Vec::new(),
        bounds: Vec::new(),
        children: Vec::new(),
        slots: vec![FREE; 2 * TOGETHER],
        room: Room { used: 0, limit: memory },
    };
    found.place(game, game.canonical_words(py, &[game.start()])?[0])?;
    while found.ends.len() < found.words.len() {
        py.check_signals()?;
        let start = found.ends.len();
        let words = found.words[start..found.words.len().min(start + TOGETHER)].to_vec();
        let rows = game.rows(py, &words)?;
        check_alone(py, game, &words, &rows)?;
        if whole {
            check_texts(py, game, &words)?;
            check_symmetries(py, game, &rows)?;
        }
        found.add(game, &rows, words.len())?;
        if let Some(progress) = progress {
            progress.call1((found.ends.len(), found.words.len()))?;
        }
    }
    Ok(found)
}

impl Explored {
    /// How much memory is left to solve it.
    pub(crate) fn left(&self) -> u64 {
        self.room.limit - self.room.used
    }

    /// An error of the solver, in which what this takes counts as well.
    pub(crate) fn with_this(&self, error: SolveError) -> SolveError {
        match error {
            SolveError::Memory { need, limit } => {
                let used = self.room.used;
                SolveError::Memory { need: need.saturating_add(used), limit: limit + used }
            }
            error => error,
        }
    }

    /// Adds positions, which are the next ones, and what their moves lead to.
    fn add(&mut self, game: &PythonGame, rows: &Rows, count: usize) -> PyResult<()> {
        let room = &mut self.room;
        room.grow(game, &mut self.ends, count)?;
        room.grow(game, &mut self.bounds, count)?;
        room.grow(game, &mut self.children, rows.children().len())?;
        for place in 0..count {
            let (end, children) = rows.row(place);
            for &Child { word, again } in children {
                let place = self.place(game, word)?;
                self.children.push(if again { place | AGAIN } else { place });
            }
            self.ends.push(end);
            self.bounds.push(self.children.len());
        }
        Ok(())
    }

    /// The place of a word, which is added unless it is there.
    fn place(&mut self, game: &PythonGame, word: u64) -> PyResult<u32> {
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
                return Err(game.wrong("it has more positions than can be numbered: about 2^31"));
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
struct Room {
    used: u64,
    limit: u64,
}

impl Room {
    /// Makes room for more items, and for half as many again as there are.
    fn grow<T>(&mut self, game: &PythonGame, vec: &mut Vec<T>, more: usize) -> PyResult<()> {
        if vec.capacity() - vec.len() >= more {
            return Ok(());
        }
        let more = more.max(vec.len() / 2);
        let bytes = (vec.len() + more - vec.capacity()) * size_of::<T>();
        self.used = self.used.saturating_add(bytes as u64);
        if self.used > self.limit || vec.try_reserve_exact(more).is_err() {
            let Self { used, limit } = self;
            let refused = match used > limit {
                true => format!("it takes {used} bytes of memory or more, and {limit} are allowed"),
                false => format!("the system does not give it {used} bytes of memory"),
            };
            let hint = (used > limit).then(|| "`memory=` raises that".to_owned());
            return Err(raise(Code::Refused, format!("{}: {refused}", game.name()), hint));
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
fn check_alone(py: Python<'_>, game: &PythonGame, words: &[u64], rows: &Rows) -> PyResult<()> {
    let place = words.len() / 2;
    let alone = game.rows(py, &words[place..=place])?;
    if alone.row(0) == rows.row(place) {
        return Ok(());
    }
    let (word, count) = (words[place], words.len());
    Err(game.wrong(format_args!(
        "the end or the moves of the word {word} are others when it is asked alone than among {count}"
    )))
}

/// Checks that `read` makes the words again of the texts that `show` has made of them.
fn check_texts(py: Python<'_>, game: &PythonGame, words: &[u64]) -> PyResult<()> {
    if !game.has_texts() {
        return Ok(());
    }
    for (&word, text) in words.iter().zip(game.texts(py, words)?) {
        let read = game.word_of(py, &text)?;
        if read != Some(word) {
            let read = read.map_or_else(|| "None".to_owned(), |read| read.to_string());
            return Err(game.wrong(format_args!(
                "`show` makes {text:?} of the word {word}, of which `read` makes {read}"
            )));
        }
    }
    Ok(())
}

/// Checks that positions have the end of the canonical one, and that their moves lead to the same positions.
fn check_symmetries(py: Python<'_>, game: &PythonGame, rows: &Rows) -> PyResult<()> {
    let pairs = rows.raw.iter().copied().filter(|(word, canonical)| word != canonical);
    let pairs: Vec<(u64, u64)> = pairs.collect();
    for pairs in pairs.chunks(TOGETHER) {
        let (words, canonical): (Vec<u64>, Vec<u64>) = pairs.iter().copied().unzip();
        let again = game.canonical_words(py, &canonical)?;
        if let Some((word, _)) = canonical.iter().zip(again).find(|&(&word, again)| word != again) {
            let what = format_args!("`canonical` of the canonical word {word} is another one");
            return Err(game.wrong(what));
        }
        let (rows, canonical_rows) = (game.rows(py, &words)?, game.rows(py, &canonical)?);
        for (place, (word, canonical)) in pairs.iter().enumerate() {
            let sorted = |rows: &Rows| {
                let (end, children) = rows.row(place);
                let mut children = children.to_vec();
                children.sort_unstable();
                (end, children)
            };
            if sorted(&rows) != sorted(&canonical_rows) {
                return Err(game.wrong(format_args!(
                    "`canonical` makes {canonical} of the word {word}, which has another end or moves to other \
                     positions"
                )));
            }
        }
    }
    Ok(())
}
