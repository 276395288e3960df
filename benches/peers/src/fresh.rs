//! Fresh processes: this program starts itself again, to open one store and ask for one position, or
//! to ask for many and say how much memory that takes.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail, ensure};
use perfectplay::TableRef;
use perfectplay_benches::{kilobytes, quantile};

use crate::files;
use crate::games::{Game, Position};
use crate::peer::peers;

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

/// Memory in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    /// The most that was resident at any time, with the pages of mapped files.
    pub(crate) peak: u64,
    /// What no file is behind, in the end.
    pub(crate) private: u64,
}

/// Where a fresh process finds one store, and what it asks.
#[derive(Debug)]
pub(crate) struct Place<'a> {
    pub(crate) table: &'a TableRef,
    /// The peer's name as a word.
    pub(crate) peer: String,
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
            let (nanoseconds, _) = self.run(1, expected)?;
            times.push(nanoseconds);
        }
        Ok(Some(quantile(&mut times, 0.5)))
    }

    /// The memory of a process that has asked for [`ASKED`] positions, or only read them if there is no
    /// such peer.
    pub(crate) fn memory(&self, expected: u64) -> Result<Memory> {
        Ok(self.run(ASKED, expected)?.1)
    }

    /// The nanoseconds of the first answer, and the memory, of a process that asks for this many.
    fn run(&self, asked: usize, expected: u64) -> Result<(f64, Memory)> {
        let output = Command::new(PROGRAM)
            .args([COMMAND, &asked.to_string(), self.table.name(), &self.peer])
            .args([self.folder, self.positions])
            .output()
            .context("cannot start this program again")?;
        if !output.status.success() {
            let error = String::from_utf8_lossy(&output.stderr);
            bail!("{} failed in a fresh process: {}", self.peer, error.trim());
        }
        let text = String::from_utf8(output.stdout)?;
        let words: Vec<u64> = text.split_whitespace().flat_map(str::parse).collect();
        let [nanoseconds, peak, private, sum] = words[..] else {
            bail!("a fresh process wrote `{}`", text.trim());
        };
        ensure!(sum == expected, "{} gives wrong answers in a fresh process", self.peer);
        Ok((nanoseconds as f64, Memory { peak, private }))
    }

    /// The numbers that the program which started this one reads.
    pub(crate) fn ask<G: Game>(&self, game: &G, asked: usize) -> Result<String> {
        let mut lines = BufReader::new(File::open(self.positions)?).lines();
        let mut next = || -> Result<Position<G>> {
            let line = lines.next().context("too few positions")??;
            line.parse().map_err(|error| anyhow!("{line}: {error}"))
        };
        let peers = peers(game, self.table);
        if let Some(peer) = peers.iter().find(|peer| peer.kind.word() == self.peer) {
            let first = next()?;
            let start = Instant::now();
            let opened = (peer.open)(self.folder)?;
            let mut reader = opened.reader(game)?;
            let mut sum = reader.fold_group(0, &[first]);
            let nanoseconds = start.elapsed().as_nanos();
            for _ in 1..asked {
                sum = reader.fold_group(sum, &[next()?]);
            }
            // Before the store is closed.
            return Ok(format!("{nanoseconds} {} {sum}", memory()?));
        }
        for _ in 0..asked {
            next()?;
        }
        Ok(format!("0 {} 0", memory()?))
    }
}

/// The peak and the private bytes of this process.
fn memory() -> Result<String> {
    let bytes = |name| kilobytes("/proc/self/status", name).context("no memory is told");
    Ok(format!("{} {}", bytes("VmHWM:")? << 10, bytes("RssAnon:")? << 10))
}
