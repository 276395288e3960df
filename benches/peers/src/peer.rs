//! What is measured: perfectplay's table, and every store with a value for each key or, where that says
//! as much, with the keys of the losing positions alone.

use std::hint::black_box;
use std::marker::PhantomData;
use std::path::Path;
use std::time::Instant;

use anyhow::{Result, bail};
use perfectplay_core::Outcome;
use perfectplay_query::{Access, Family, TableFolder};
use perfectplay_tables::{Build, Control, build};

use crate::games::{BATCH, Game};
use crate::stores::{FstMap, HashMapStore, Lmdb, Lookup, Needs, Redb, SortedArray, Sqlite, Store};

/// How many probes are timed together: a clock takes as long as a probe. A batch is timed as a whole.
pub(crate) const GROUP: usize = 32;

/// The name of what this project has.
pub(crate) const OURS: &str = "perfectplay";

/// The same table, asked for [`BATCH`] positions at a time.
pub(crate) const OURS_IN_BATCHES: &str = "perfectplay, in batches";

/// Keys with their values.
pub(crate) type Entries<G> = [(<G as Game>::Key, <G as Game>::Value)];

/// One way to store and read the values of a game.
pub(crate) trait Peer<G: Game> {
    fn name(&self) -> &'static str;

    /// Whether it stores the losing positions alone.
    fn is_set(&self) -> bool {
        false
    }

    /// Whether entries are read from files, and not from memory into which all were loaded.
    fn is_on_disk(&self) -> bool {
        true
    }

    /// Whether it reads the files of perfectplay's table, and has none of its own.
    fn shares_files(&self) -> bool {
        false
    }

    fn needs(&self, entries: &Entries<G>) -> Needs;

    /// Writes all values into a folder.
    fn build(&self, entries: &Entries<G>, folder: &Path) -> Result<()>;

    fn open(&self, game: &G, folder: &Path) -> Result<Box<dyn Opened<G>>>;

    /// The name as a word, for folders and arguments.
    fn word(&self) -> String {
        let mut word = word(self.name());
        if self.is_set() {
            word.push_str("-losing");
        }
        word
    }
}

/// A peer's name as a word.
pub(crate) fn word(name: &str) -> String {
    name.replace(['`', ','], "").replace(' ', "-").to_lowercase()
}

/// An open store, which any number of threads read.
pub(crate) trait Opened<G: Game>: Send + Sync {
    fn reader<'a>(&'a self, game: &'a G) -> Result<Box<dyn Reader<G> + 'a>>;
}

/// Answers positions, on one thread. The loops are compiled for every reader, so that one call is
/// made for many probes.
pub(crate) trait Reader<G: Game> {
    fn value(&mut self, position: &G::Position) -> Option<G::Value>;

    /// The values of up to [`BATCH`] positions.
    fn values(&mut self, positions: &[G::Position], values: &mut [Option<G::Value>]) {
        for (value, position) in values.iter_mut().zip(positions) {
            *value = self.value(position);
        }
    }

    /// A number that depends on all values and their order.
    fn fold(&mut self, positions: &[G::Position]) -> u64 {
        positions.iter().fold(0, |sum, position| fold(sum, self.value(black_box(position))))
    }

    /// The same, with the nanoseconds of a probe for each [`GROUP`] of positions. The time when one
    /// group ends is the time when the next one begins.
    fn groups(&mut self, positions: &[G::Position], times: &mut Vec<f64>) -> u64 {
        let (mut sum, mut last) = (0, Instant::now());
        for group in positions.chunks(GROUP) {
            for position in group {
                sum = fold(sum, self.value(black_box(position)));
            }
            let now = Instant::now();
            times.push((now - last).as_nanos() as f64 / group.len() as f64);
            last = now;
        }
        sum
    }
}

/// One more value in a number that depends on all of them.
#[inline]
pub(crate) fn fold<V: crate::games::Value>(sum: u64, value: Option<V>) -> u64 {
    sum.rotate_left(1) ^ value.map_or(u64::MAX, V::to_bits)
}

/// All peers of a game, perfectplay first, then the same in batches, those that store losing positions alone last.
pub(crate) fn peers<G: Game>(game: &G, family: Family) -> Vec<Box<dyn Peer<G>>> {
    let mut peers: Vec<Box<dyn Peer<G>>> =
        vec![Box::new(Ours(family)), Box::new(InBatches(family))];
    let mut sets: Vec<Box<dyn Peer<G>>> = Vec::new();
    macro_rules! add {
        ($($store:ident)*) => {
            $(
                peers.push(Box::new(Map::<$store<G::Key, G::Value>>(PhantomData)));
                sets.push(Box::new(Set::<$store<G::Key, ()>>(PhantomData)));
            )*
        };
    }
    add! { HashMapStore SortedArray FstMap Lmdb Redb Sqlite }
    if game.has_sets() {
        peers.extend(sets);
    }
    peers
}

/// perfectplay's table, mapped.
struct Ours(Family);

/// Its reader.
struct Table<T>(T);

impl<G: Game> Peer<G> for Ours {
    fn name(&self) -> &'static str {
        OURS
    }

    fn needs(&self, _: &Entries<G>) -> Needs {
        let needs = self.0.needs();
        Needs { memory: needs.memory, disk: needs.disk }
    }

    /// Solves the game, as there is nothing that writes the table from values.
    fn build(&self, _: &Entries<G>, folder: &Path) -> Result<()> {
        let folder = TableFolder::new(folder);
        build(&self.0.into(), &folder, Build::default(), Control::SILENT, |_| {})?;
        Ok(())
    }

    fn open(&self, game: &G, folder: &Path) -> Result<Box<dyn Opened<G>>> {
        Ok(Box::new(Table(open_table(game, self.0, folder)?)))
    }
}

/// Opens the table that is in a folder of its own.
pub(crate) fn open_table<G: Game>(game: &G, family: Family, folder: &Path) -> Result<G::Table> {
    #[expect(unsafe_code, reason = "maps are what is measured")]
    // SAFETY: only this program knows the folder, and it writes a table there once, before it is
    // opened.
    let access = unsafe { Access::map() };
    game.open(&TableFolder::new(folder).with_access(access), &family.to_string())
}

impl<G: Game> Opened<G> for Table<G::Table> {
    fn reader<'a>(&'a self, _: &'a G) -> Result<Box<dyn Reader<G> + 'a>> {
        Ok(Box::new(TableReader(&self.0)))
    }
}

struct TableReader<'a, T>(&'a T);

impl<G: Game> Reader<G> for TableReader<'_, G::Table> {
    #[inline(always)]
    fn value(&mut self, position: &G::Position) -> Option<G::Value> {
        G::value(self.0, position)
    }
}

/// perfectplay's table, mapped and asked in batches.
struct InBatches(Family);

struct BatchTable<T>(T);

impl<G: Game> Peer<G> for InBatches {
    fn name(&self) -> &'static str {
        OURS_IN_BATCHES
    }

    fn shares_files(&self) -> bool {
        true
    }

    fn needs(&self, _: &Entries<G>) -> Needs {
        Needs { memory: 0, disk: 0 }
    }

    fn build(&self, _: &Entries<G>, _: &Path) -> Result<()> {
        bail!("the files are those of {OURS}");
    }

    fn open(&self, game: &G, folder: &Path) -> Result<Box<dyn Opened<G>>> {
        Ok(Box::new(BatchTable(open_table(game, self.0, folder)?)))
    }
}

impl<G: Game> Opened<G> for BatchTable<G::Table> {
    fn reader<'a>(&'a self, _: &'a G) -> Result<Box<dyn Reader<G> + 'a>> {
        Ok(Box::new(BatchReader(&self.0)))
    }
}

struct BatchReader<'a, T>(&'a T);

impl<T> BatchReader<'_, T> {
    /// Goes on with a fold, by one batch.
    #[inline]
    fn fold_batch<G: Game<Table = T>>(&self, sum: u64, positions: &[G::Position]) -> u64 {
        let mut values = [None; BATCH];
        let values = &mut values[..positions.len()];
        G::values(self.0, black_box(positions), values);
        values.iter().fold(sum, |sum, &value| fold(sum, value))
    }
}

impl<G: Game> Reader<G> for BatchReader<'_, G::Table> {
    fn value(&mut self, position: &G::Position) -> Option<G::Value> {
        let mut value = [None];
        G::values(self.0, std::slice::from_ref(position), &mut value);
        value[0]
    }

    fn values(&mut self, positions: &[G::Position], values: &mut [Option<G::Value>]) {
        G::values(self.0, positions, values);
    }

    fn fold(&mut self, positions: &[G::Position]) -> u64 {
        let batches = positions.chunks(BATCH);
        batches.fold(0, |sum, batch| self.fold_batch::<G>(sum, batch))
    }

    fn groups(&mut self, positions: &[G::Position], times: &mut Vec<f64>) -> u64 {
        let (mut sum, mut last) = (0, Instant::now());
        for batch in positions.chunks(BATCH) {
            sum = self.fold_batch::<G>(sum, batch);
            let now = Instant::now();
            times.push((now - last).as_nanos() as f64 / batch.len() as f64);
            last = now;
        }
        sum
    }
}

/// A store with a value for each key.
struct Map<S>(PhantomData<S>);

struct OpenMap<S>(S);

struct MapReader<'a, G, L> {
    game: &'a G,
    lookup: L,
}

impl<G: Game, S: Store<G::Key, G::Value> + 'static> Peer<G> for Map<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    fn is_on_disk(&self) -> bool {
        S::IS_ON_DISK
    }

    fn needs(&self, entries: &Entries<G>) -> Needs {
        S::needs(entries.len() as u64)
    }

    fn build(&self, entries: &Entries<G>, folder: &Path) -> Result<()> {
        S::build(entries, folder)
    }

    fn open(&self, _: &G, folder: &Path) -> Result<Box<dyn Opened<G>>> {
        Ok(Box::new(OpenMap(S::open(folder)?)))
    }
}

impl<G: Game, S: Store<G::Key, G::Value>> Opened<G> for OpenMap<S> {
    fn reader<'a>(&'a self, game: &'a G) -> Result<Box<dyn Reader<G> + 'a>> {
        Ok(Box::new(MapReader { game, lookup: self.0.reader()? }))
    }
}

impl<G: Game, L: Lookup<G::Key, G::Value>> Reader<G> for MapReader<'_, G, L> {
    #[inline(always)]
    fn value(&mut self, position: &G::Position) -> Option<G::Value> {
        self.lookup.get(self.game.key(position))
    }
}

/// A store of the losing positions alone.
struct Set<S>(PhantomData<S>);

struct OpenSet<S>(S);

struct SetReader<'a, G: Game, L> {
    game: &'a G,
    lookup: L,
    lost: Option<G::Value>,
    won: Option<G::Value>,
}

impl<S> Set<S> {
    fn losing<G: Game>(entries: &Entries<G>) -> impl Iterator<Item = (G::Key, ())> {
        let lost = G::value_of(Outcome::Loss);
        entries.iter().filter(move |(_, value)| Some(*value) == lost).map(|&(key, _)| (key, ()))
    }
}

impl<G: Game, S: Store<G::Key, ()> + 'static> Peer<G> for Set<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    fn is_on_disk(&self) -> bool {
        S::IS_ON_DISK
    }

    fn is_set(&self) -> bool {
        true
    }

    fn needs(&self, entries: &Entries<G>) -> Needs {
        S::needs(Self::losing::<G>(entries).count() as u64)
    }

    fn build(&self, entries: &Entries<G>, folder: &Path) -> Result<()> {
        let losing: Vec<(G::Key, ())> = Self::losing::<G>(entries).collect();
        S::build(&losing, folder)
    }

    fn open(&self, _: &G, folder: &Path) -> Result<Box<dyn Opened<G>>> {
        if G::value_of(Outcome::Loss).is_none() {
            bail!("the game has more values than two");
        }
        Ok(Box::new(OpenSet(S::open(folder)?)))
    }
}

impl<G: Game, S: Store<G::Key, ()>> Opened<G> for OpenSet<S> {
    fn reader<'a>(&'a self, game: &'a G) -> Result<Box<dyn Reader<G> + 'a>> {
        let [lost, won] = [Outcome::Loss, Outcome::Win].map(G::value_of);
        Ok(Box::new(SetReader { game, lookup: self.0.reader()?, lost, won }))
    }
}

impl<G: Game, L: Lookup<G::Key, ()>> Reader<G> for SetReader<'_, G, L> {
    #[inline(always)]
    fn value(&mut self, position: &G::Position) -> Option<G::Value> {
        let is_lost = self.lookup.get(self.game.key(position)).is_some();
        if is_lost { self.lost } else { self.won }
    }
}
