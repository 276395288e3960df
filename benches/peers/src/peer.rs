//! What is measured: perfectplay's table, and every store with a value for each key or, where that says
//! as much, with the keys of the losing positions alone.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use perfectplay::TableRef;
use perfectplay_benches::{build, mapped};
use perfectplay_query::TableReader;

use crate::games::{BATCH, Entries, Game, Position};
use crate::stores::{FstMap, HashMapStore, Lmdb, Losing, SortedArray, Sqlite, Store};

/// How many probes are timed together: a clock takes as long as a probe. A batch is timed as a whole.
pub(crate) const GROUP: usize = 32;

/// The name of what this project has.
pub(crate) const OURS: &str = "perfectplay";

/// This project's table, asked for [`BATCH`] positions at a time.
pub(crate) const OURS_IN_BATCHES: &str = "perfectplay, in batches";

/// What a peer is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    /// Whether it stores the losing positions alone.
    pub(crate) is_set: bool,
    /// Whether entries are read from files, and not from memory into which all were loaded.
    pub(crate) is_on_disk: bool,
    /// Whether it reads the files of perfectplay's table, and has none of its own.
    pub(crate) shares_files: bool,
}

impl Kind {
    /// The name as a word, for folders and arguments.
    pub(crate) fn word(self) -> String {
        word(self.name) + if self.is_set { "-losing" } else { "" }
    }

    pub(crate) fn is_ours(self) -> bool {
        [OURS, OURS_IN_BATCHES].contains(&self.name)
    }
}

/// One way to store and read the values of a game.
#[expect(clippy::type_complexity, reason = "names for these types would say less")]
pub(crate) struct Peer<G: Game> {
    pub(crate) kind: Kind,
    /// Writes all values into a folder.
    pub(crate) build: Box<dyn Fn(&Entries<G>, &Path) -> Result<()>>,
    pub(crate) open: Box<dyn Fn(&Path) -> Result<Box<dyn PeerTable<G>>>>,
}

/// A peer's name as a word.
pub(crate) fn word(name: &str) -> String {
    name.replace(['`', ','], "").replace(' ', "-").to_lowercase()
}

/// An open store, which any number of threads read.
pub(crate) trait PeerTable<G: Game>: Send + Sync {
    fn reader<'a>(&'a self, game: &'a G) -> Result<Box<dyn Reader<G> + 'a>>;
}

/// Answers positions, on one thread. The loops are compiled for every reader, so that one call is
/// made for many probes.
pub(crate) trait Reader<G: Game> {
    fn value(&mut self, position: &Position<G>) -> Option<G::Value>;

    /// The values of up to [`BATCH`] positions.
    fn values(&mut self, positions: &[Position<G>], values: &mut [Option<G::Value>]) {
        for (value, position) in values.iter_mut().zip(positions) {
            *value = self.value(position);
        }
    }

    /// How many probes are timed together.
    fn group(&self) -> usize {
        GROUP
    }

    /// Goes on with a [`fold`], by one group.
    #[inline(always)]
    fn fold_group(&mut self, sum: u64, group: &[Position<G>]) -> u64 {
        group.iter().fold(sum, |sum, position| fold(sum, self.value(black_box(position))))
    }

    /// A number that depends on all values and their order.
    fn fold(&mut self, positions: &[Position<G>]) -> u64 {
        let groups = positions.chunks(self.group());
        groups.fold(0, |sum, group| self.fold_group(sum, group))
    }

    /// Probes all positions, and adds the nanoseconds of a probe in each group to `times`. The time when one group
    /// ends is the time when the next one begins.
    fn groups(&mut self, positions: &[Position<G>], times: &mut Vec<f64>) -> u64 {
        let (mut sum, mut last) = (0, Instant::now());
        for group in positions.chunks(self.group()) {
            sum = self.fold_group(sum, group);
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
pub(crate) fn peers<G: Game>(game: &G, table: &TableRef) -> Vec<Peer<G>> {
    let mut peers = vec![ours(table, false), ours(table, true)];
    let mut sets = Vec::new();
    macro_rules! add {
        ($($store:ty, $set:ty;)*) => {
            $(
                peers.push(stored::<G, $store>());
                sets.push(stored::<G, Losing<$set>>());
            )*
        };
    }
    add! {
        HashMapStore<G::Key, G::Value>, HashMapStore<G::Key, ()>;
        SortedArray, SortedArray;
        FstMap, FstMap;
        Lmdb, Lmdb;
        Sqlite, Sqlite;
    }
    if game.has_sets() {
        peers.extend(sets);
    }
    peers
}

/// perfectplay's table, mapped.
fn ours<G: Game>(table: &TableRef, in_batches: bool) -> Peer<G> {
    let name = if in_batches { OURS_IN_BATCHES } else { OURS };
    let (planned, table) = (table.clone(), table.clone());
    Peer {
        kind: Kind { name, is_set: false, is_on_disk: true, shares_files: in_batches },
        // Solves the game, as there is nothing that writes the table from values.
        build: Box::new(move |_, folder| {
            build(&planned, &mapped(folder));
            Ok(())
        }),
        open: Box::new(move |folder| {
            Ok(Box::new(Table { table: open_table::<G>(&table, folder)?, in_batches }))
        }),
    }
}

struct Table<T> {
    table: T,
    in_batches: bool,
}

/// Opens the table that is in a folder of its own.
pub(crate) fn open_table<G: Game>(table: &TableRef, folder: &Path) -> Result<G::Table> {
    Ok(mapped(folder).read(table.name(), G::Table::READ)?)
}

impl<G: Game> PeerTable<G> for Table<G::Table> {
    fn reader<'a>(&'a self, _: &'a G) -> Result<Box<dyn Reader<G> + 'a>> {
        Ok(if self.in_batches {
            Box::new(InBatches(&self.table))
        } else {
            Box::new(OneByOne(|position: &Position<G>| G::value(&self.table, position)))
        })
    }
}

struct InBatches<'a, T>(&'a T);

impl<G: Game> Reader<G> for InBatches<'_, G::Table> {
    fn value(&mut self, position: &Position<G>) -> Option<G::Value> {
        G::value(self.0, position)
    }

    fn values(&mut self, positions: &[Position<G>], values: &mut [Option<G::Value>]) {
        G::values(self.0, positions, values);
    }

    fn group(&self) -> usize {
        BATCH
    }

    #[inline(always)]
    fn fold_group(&mut self, sum: u64, group: &[Position<G>]) -> u64 {
        let mut values = [None; BATCH];
        let values = &mut values[..group.len()];
        G::values(self.0, black_box(group), values);
        values.iter().fold(sum, |sum, &value| fold(sum, value))
    }
}

/// The file of a store, in a folder of its own.
const FILE: &str = "store";

/// A store of a value for each key, or of the keys of losing positions.
fn stored<G: Game, S: Store<G::Key, G::Value> + 'static>() -> Peer<G> {
    let (name, is_set, is_on_disk) = (S::NAME, S::IS_SET, S::IS_ON_DISK);
    Peer {
        kind: Kind { name, is_set, is_on_disk, shares_files: false },
        build: Box::new(|entries, folder| S::build(entries, &folder.join(FILE))),
        open: Box::new(|folder| Ok(Box::new(Open(S::open(&folder.join(FILE))?)))),
    }
}

struct Open<S>(S);

impl<G: Game, S: Store<G::Key, G::Value>> PeerTable<G> for Open<S> {
    fn reader<'a>(&'a self, game: &'a G) -> Result<Box<dyn Reader<G> + 'a>> {
        let mut value = self.0.reader()?;
        Ok(Box::new(OneByOne(move |position: &Position<G>| value(game.key(position)))))
    }
}

/// Asks for the value of each position.
struct OneByOne<F>(F);

impl<G: Game, F: FnMut(&Position<G>) -> Option<G::Value>> Reader<G> for OneByOne<F> {
    #[inline(always)]
    fn value(&mut self, position: &Position<G>) -> Option<G::Value> {
        (self.0)(position)
    }
}
