//! Fresh processes: this program starts itself again, to open one store and ask for one position, or
//! to ask for many and say how much memory that takes.

use std::fs::File;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use perfectplay_query::Family;

use crate::dispatch::{Visitor, visit};
use crate::games::{Game, Value};
use crate::peer::{fold, peers};
use crate::published::Published;
use crate::{files, quantile};

/// The first argument of a fresh process.
pub(crate) const COMMAND: &str = "--fresh";

/// This program, even if it has been compiled anew in the meantime.
const PROGRAM: &str = "/proc/self/exe";

/// How many positions are asked before the memory is read.
pub(crate) const ASKED: usize = 100_000;

/// How often a store is opened. A slow one is opened [`FEW`] times.
pub(crate) const STARTS: usize = 21;
pub(crate) const FEW: usize = 5;
/// Nanoseconds from which opening is slow.
pub(crate) const SLOW: f64 = 2e9;

/// What a fresh process does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    /// Opens the store and asks for the first position.
    Open,
    /// Opens it and asks for [`ASKED`].
    Ask,
    /// Reads the positions, and opens nothing.
    Nothing,
}

impl Task {
    const ALL: [(Self, &'static str); 3] =
        [(Self::Open, "open"), (Self::Ask, "ask"), (Self::Nothing, "nothing")];
}

/// Memory in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    /// The most that was resident at any time, with the pages of mapped files.
    pub(crate) peak: u64,
    /// What no file is behind, in the end.
    pub(crate) private: u64,
}

/// Where a fresh process finds one store, and what it asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    pub(crate) family: Family,
    /// The peer's name as a word.
    pub(crate) peer: &'a str,
    pub(crate) folder: &'a Path,
    /// A file of positions, one a line.
    pub(crate) positions: &'a Path,
}

impl Place<'_> {
    /// Nanoseconds to open the store and to answer the first position with its files in the page
    /// cache, or with none of their pages there; the median. `None` if the system keeps the pages.
    pub(crate) fn first_answer(&self, is_cold: bool, expected: u64) -> Result<Option<f64>> {
        let mut times = Vec::new();
        files::warm(self.folder)?;
        while times.len() < STARTS && !(times.len() >= FEW && times[0] > SLOW) {
            if is_cold && !files::evict(self.folder)? {
                return Ok(None);
            }
            let words = self.run(Task::Open)?;
            let [nanoseconds, answer] = numbers(&words)?;
            ensure!(answer == expected, "{} gives a wrong first answer", self.peer);
            times.push(nanoseconds as f64);
        }
        Ok(Some(quantile(&mut times, 0.5)))
    }

    /// The memory of a process that has asked for [`ASKED`] positions.
    pub(crate) fn memory(&self, expected: u64) -> Result<Memory> {
        let [peak, private, sum] = numbers(&self.run(Task::Ask)?)?;
        ensure!(sum == expected, "{} gives wrong answers in a fresh process", self.peer);
        Ok(Memory { peak, private })
    }

    /// The memory of a process that opens nothing.
    pub(crate) fn memory_of_nothing(&self) -> Result<Memory> {
        let [peak, private] = numbers(&self.run(Task::Nothing)?)?;
        Ok(Memory { peak, private })
    }

    fn run(&self, task: Task) -> Result<String> {
        let word = Task::ALL.iter().find(|(one, _)| *one == task).map_or("", |(_, word)| word);
        let output = Command::new(PROGRAM)
            .args([COMMAND, word, &self.family.to_string(), self.peer])
            .args([self.folder, self.positions])
            .output()
            .context("cannot start this program again")?;
        if !output.status.success() {
            let error = String::from_utf8_lossy(&output.stderr);
            bail!("{} failed in a fresh process: {}", self.peer, error.trim());
        }
        Ok(String::from_utf8(output.stdout)?)
    }
}

fn numbers<const N: usize>(text: &str) -> Result<[u64; N]> {
    let words: Vec<u64> = text
        .split_whitespace()
        .map(str::parse)
        .collect::<Result<_, _>>()
        .context(text.to_owned())?;
    words.try_into().map_err(|_| anyhow::anyhow!("a fresh process wrote `{}`", text.trim()))
}

/// The fresh process itself.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let [task, family, peer, folder, positions] = arguments else {
        bail!("{COMMAND} is for this program only");
    };
    let task = Task::ALL.iter().find(|(_, word)| word == task).context("an unknown task")?.0;
    let family: Family = family.parse()?;
    let lines = BufReader::new(File::open(positions)?).lines();
    let answer = visit(family, Fresh { task, family, peer, folder: Path::new(folder), lines })?;
    writeln!(std::io::stdout(), "{answer}")?;
    Ok(())
}

struct Fresh<'a> {
    task: Task,
    family: Family,
    peer: &'a str,
    folder: &'a Path,
    lines: Lines<BufReader<File>>,
}

impl Visitor for Fresh<'_> {
    type Output = String;

    fn visit<G: Game + Published>(mut self, game: G) -> Result<String> {
        let mut next = || -> Result<G::Position> {
            let line = self.lines.next().context("too few positions")??;
            line.parse().map_err(|error| anyhow::anyhow!("{line}: {error}"))
        };
        let peers = peers(&game, self.family);
        let Some(peer) = peers.iter().find(|peer| peer.word() == self.peer) else {
            for _ in 0..ASKED {
                next()?;
            }
            return memory();
        };
        let first = next()?;
        let start = Instant::now();
        let opened = peer.open(&game, self.folder)?;
        let mut reader = opened.reader(&game)?;
        let value = reader.value(&first);
        let time = start.elapsed();
        if self.task == Task::Open {
            let bits = value.context("no answer")?.to_bits();
            return Ok(format!("{} {bits}", time.as_nanos()));
        }
        let mut sum = fold(0, value);
        for _ in 1..ASKED {
            sum = fold(sum, reader.value(&next()?));
        }
        Ok(format!("{} {sum}", memory()?))
    }
}

fn memory() -> Result<String> {
    let status = "/proc/self/status";
    let peak = files::kilobytes(status, "VmHWM:")? << 10;
    let private = files::kilobytes(status, "RssAnon:")? << 10;
    Ok(format!("{peak} {private}"))
}
