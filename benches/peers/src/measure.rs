//! The measurement of one table: every peer is built, opened in fresh processes, and asked for the same
//! random positions in rounds that alternate.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use fastrand::Rng;
use perfectplay::TableRef;
use perfectplay_benches::{processor_time, quantile};
use rustix::time::ClockId;

use crate::files;
use crate::fresh::{self, Memory, Place};
use crate::games::{BATCH, Entries, Game, Position, Value};
use crate::peer::{Kind, Peer, PeerTable, Reader, fold, open_table, peers, word};

/// How many positions are asked in a round.
pub(crate) const ASKED: usize = 1 << 17;
/// Rounds of one thread; the one before them is not counted.
pub(crate) const ROUNDS: usize = 11;
/// How long a published method is measured.
const SOLVING: Duration = Duration::from_secs(1);

/// Everything that is known of one table.
#[derive(Debug)]
pub(crate) struct Measurement {
    pub(crate) table: TableRef,
    /// Different keys.
    pub(crate) entries: usize,
    pub(crate) key_bytes: usize,
    pub(crate) key: &'static str,
    pub(crate) value: &'static str,
    pub(crate) rows: Vec<Row>,
    /// `None` if all positions are beyond the published method.
    pub(crate) solved: Option<SolvedGame>,
    /// Bytes that a fresh process has without any store.
    pub(crate) nothing: Memory,
    /// Peers that were left out, and why.
    pub(crate) left_out: Vec<String>,
}

/// What is known of a peer.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) kind: Kind,
    /// `None` if the files are those of perfectplay's table.
    pub(crate) files: Option<Files>,
    /// Nanoseconds of a probe.
    pub(crate) probe: Times,
}

/// What is known of a peer's files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Files {
    pub(crate) bytes: u64,
    pub(crate) built: Duration,
    /// Nanoseconds to open and to answer once.
    pub(crate) warm: Option<f64>,
    pub(crate) cold: Option<f64>,
    pub(crate) memory: Memory,
}

/// A published method.
#[derive(Debug)]
pub(crate) struct SolvedGame {
    pub(crate) name: &'static str,
    pub(crate) beyond: &'static str,
    pub(crate) positions: usize,
    /// How many more were beyond the method.
    pub(crate) skipped: usize,
    pub(crate) times: Times,
}

/// Nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    pub(crate) mean: f64,
    pub(crate) median: f64,
    pub(crate) most: f64,
    pub(crate) nearly_all: f64,
}

impl Times {
    /// Percentiles of groups.
    fn new(mean: f64, groups: &mut [f64]) -> Self {
        let [median, most, nearly_all] = [0.5, 0.99, 0.999].map(|share| quantile(groups, share));
        Self { mean, median, most, nearly_all }
    }
}

/// Measures a table.
pub(crate) struct Measure<'a> {
    pub(crate) table: &'a TableRef,
    pub(crate) folder: &'a Path,
    /// The stores that are left out.
    pub(crate) without: &'a [String],
}

/// A peer whose files are written.
struct BuiltGame<'a, G: Game> {
    peer: &'a Peer<G>,
    folder: PathBuf,
    bytes: u64,
    time: Duration,
}

/// The random positions, and what every peer must answer.
struct Sample<G: Game> {
    positions: Vec<Position<G>>,
    values: Vec<G::Value>,
}

impl<G: Game> Sample<G> {
    /// The fold of the values of some of the positions.
    fn expected(&self, range: std::ops::Range<usize>) -> u64 {
        self.values[range].iter().fold(0, |sum, &value| fold(sum, Some(value)))
    }
}

impl Measure<'_> {
    pub(crate) fn run<G: Game>(&self, game: &G) -> Result<Measurement> {
        let peers = peers(game, self.table);
        let (ours, others) = peers.split_first().context("there are peers")?;
        let mut left_out = Vec::new();
        eprintln!("{}: building", self.table);
        let mut built = vec![self.build(ours, &[])?];
        let table = open_table::<G>(self.table, &built[0].folder)?;
        let entry = |position| Some((game.key(&position), G::value(&table, &position)?));
        let entries = game.positions(&table).map(entry).collect::<Option<_>>();
        let entries = sorted(entries.context("the table has all positions")?)?;
        let sample = sample(game, &table, &entries)?;
        drop(table);
        for peer in others {
            if peer.kind.shares_files {
                let BuiltGame { ref folder, bytes, time, .. } = built[0];
                let folder = folder.clone();
                built.push(BuiltGame { peer, folder, bytes, time });
                continue;
            }
            if self.without.contains(&word(peer.kind.name)) {
                continue;
            }
            built.push(self.build(peer, &entries)?);
        }
        let (len, key_bytes) = (entries.len(), size_of::<G::Key>());
        // The measurements below need all the memory that there is.
        drop(entries);

        // No file may be mapped here while fresh processes begin with a cold one.
        eprintln!("{}: fresh processes", self.table);
        let (fresh, nothing) = self.fresh(&sample, &built)?;
        eprintln!("{}: probes", self.table);
        let probes = self.probes(game, &sample, &built)?;
        let solved = solve(&sample)?;
        if solved.is_none() {
            left_out.push(format!("{}, as all positions are {}", G::METHOD, G::BEYOND));
        }

        let rows = built.iter().zip(fresh).zip(probes).map(|((built, fresh), probes)| Row {
            kind: built.peer.kind,
            files: fresh,
            probe: probes,
        });
        Ok(Measurement {
            table: self.table.clone(),
            entries: len,
            key_bytes,
            key: G::KEY,
            value: G::Value::NAME,
            rows: rows.collect(),
            solved,
            nothing,
            left_out,
        })
    }

    /// Builds a peer in a folder of its own, and waits until it is on the disk.
    fn build<'p, G: Game>(
        &self,
        peer: &'p Peer<G>,
        entries: &Entries<G>,
    ) -> Result<BuiltGame<'p, G>> {
        let folder = self.folder.join(peer.kind.word());
        let context = || format!("cannot build {} of {}", peer.kind.word(), self.table);
        fs::create_dir(&folder).with_context(context)?;
        let start = Instant::now();
        (peer.build)(entries, &folder).with_context(context)?;
        files::sync(&folder).with_context(context)?;
        let time = start.elapsed();
        let bytes = files::bytes(&folder)?;
        Ok(BuiltGame { peer, folder, bytes, time })
    }

    /// Opens every peer that has files of its own in fresh processes.
    fn fresh<G: Game>(
        &self,
        sample: &Sample<G>,
        built: &[BuiltGame<'_, G>],
    ) -> Result<(Vec<Option<Files>>, Memory)> {
        let path = self.folder.join("positions");
        let mut file = BufWriter::new(File::create(&path)?);
        for position in &sample.positions[..fresh::ASKED] {
            writeln!(file, "{position}")?;
        }
        file.into_inner()?;
        let first = sample.expected(0..1);
        let all = sample.expected(0..fresh::ASKED);
        let place = |peer, folder| Place { table: self.table, peer, folder, positions: &path };
        let times = built.iter().map(|built| {
            if built.peer.kind.shares_files {
                return Ok(None);
            }
            let place = place(built.peer.kind.word(), &built.folder);
            Ok(Some(Files {
                bytes: built.bytes,
                built: built.time,
                warm: place.first_answer(false, first)?,
                cold: place.first_answer(true, first)?,
                memory: place.memory(all)?,
            }))
        });
        Ok((times.collect::<Result<_>>()?, place("nothing".to_owned(), self.folder).memory(0)?))
    }

    /// Asks all peers for all positions, in rounds.
    fn probes<G: Game>(
        &self,
        game: &G,
        sample: &Sample<G>,
        built: &[BuiltGame<'_, G>],
    ) -> Result<Vec<Times>> {
        let opened: Vec<Box<dyn PeerTable<G>>> = built
            .iter()
            .map(|built| {
                files::warm(&built.folder)?;
                (built.peer.open)(&built.folder)
            })
            .collect::<Result<_>>()?;
        let mut readers: Vec<Box<dyn Reader<G> + '_>> =
            opened.iter().map(|opened| opened.reader(game)).collect::<Result<_>>()?;
        let names: Vec<String> = built.iter().map(|built| built.peer.kind.word()).collect();

        for (reader, name) in readers.iter_mut().zip(&names) {
            let batches = sample.positions.chunks(BATCH).zip(sample.values.chunks(BATCH));
            for (positions, values) in batches {
                let mut found = [None; BATCH];
                let found = &mut found[..positions.len()];
                reader.values(positions, found);
                for ((position, &value), &mut found) in positions.iter().zip(values).zip(found) {
                    ensure!(found == Some(value), "{name}: {position} is {found:?}, not {value:?}");
                }
            }
        }

        let expected = sample.expected(0..ASKED);
        let expected_half = sample.expected(0..ASKED / 2);
        let mut means = vec![Vec::new(); readers.len()];
        let mut groups = vec![Vec::new(); readers.len()];
        for round in 0..=ROUNDS {
            for (number, reader) in readers.iter_mut().enumerate() {
                // The peer before has filled the caches with its own.
                let half = reader.fold(&sample.positions[..ASKED / 2]);
                ensure!(half == expected_half, "{} errs", names[number]);
                // Times of groups include a clock's; the mean is taken without.
                let start = processor_time(ClockId::ThreadCPUTime);
                let sum = reader.fold(&sample.positions);
                let taken = processor_time(ClockId::ThreadCPUTime) - start;
                let mean = taken.as_nanos() as f64 / ASKED as f64;
                let mut times = Vec::with_capacity(ASKED);
                let grouped = reader.groups(&sample.positions, &mut times);
                ensure!(sum == expected && grouped == expected, "{} errs", names[number]);
                // Caches are cold in the first round.
                if round > 0 {
                    means[number].push(mean);
                    groups[number].extend(times);
                }
            }
        }
        let times = means.iter_mut().zip(&mut groups);
        Ok(times.map(|(means, groups)| Times::new(quantile(means, 0.5), groups)).collect())
    }
}

/// Keys in their order, each once.
fn sorted<K: Ord + Copy + std::fmt::Debug, V: Copy + PartialEq + std::fmt::Debug>(
    mut entries: Vec<(K, V)>,
) -> Result<Vec<(K, V)>> {
    entries.sort_unstable_by_key(|&(key, _)| key);
    let differ = entries.windows(2).find(|two| two[0].0 == two[1].0 && two[0].1 != two[1].1);
    ensure!(differ.is_none(), "positions with one key have different values: {differ:?}");
    entries.dedup_by_key(|&mut (key, _)| key);
    Ok(entries)
}

fn sample<G: Game>(game: &G, table: &G::Table, entries: &Entries<G>) -> Result<Sample<G>> {
    let mut random = Rng::with_seed(7);
    let positions: Vec<Position<G>> =
        (0..ASKED).map(|_| game.random(table, entries, &mut random)).collect();
    // From the list that the stores are built from, not by probing the table.
    let value = |position| {
        let place = entries.binary_search_by_key(&game.key(position), |&(key, _)| key);
        place.map(|place| entries[place].1).map_err(|_| anyhow!("{position} has no entry"))
    };
    let values = positions.iter().map(value).collect::<Result<_>>()?;
    Ok(Sample { positions, values })
}

/// Solves as many of the positions as time allows.
fn solve<G: Game>(sample: &Sample<G>) -> Result<Option<SolvedGame>> {
    let (name, beyond) = (G::METHOD, G::BEYOND);
    let (mut times, mut skipped, begin) = (Vec::new(), 0, Instant::now());
    for (position, &value) in sample.positions.iter().zip(&sample.values) {
        let start = Instant::now();
        let Some(found) = G::solve(position) else {
            skipped += 1;
            continue;
        };
        times.push(start.elapsed().as_nanos() as f64);
        let value = G::solved(value);
        ensure!(found == value, "{name}: {position} is {found:?}, not {value:?}");
        if begin.elapsed() > SOLVING {
            break;
        }
    }
    let positions = times.len();
    if positions == 0 {
        return Ok(None);
    }
    let mean = times.iter().sum::<f64>() / positions as f64;
    let times = Times::new(mean, &mut times);
    Ok(Some(SolvedGame { name, beyond, positions, skipped, times }))
}
