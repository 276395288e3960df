//! The limits of the machine: what no store can do without, reading a mapped file as large as the
//! table.

use std::fs::{self, File};
use std::path::Path;

use anyhow::Result;
use memmap2::Mmap;
use perfectplay_benches::memory::{dependent, in_order, independent, places, random_cycle};
use perfectplay_benches::quantile;

use crate::stores::map;

/// Plain reads of a mapped file, and the times that they took: nanoseconds of a read, of many at once;
/// those of one at a place that the one before gives; and of reading the whole file in order.
pub(crate) struct Limits {
    map: Mmap,
    places: Vec<u32>,
    times: [Vec<f64>; 3],
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Medians {
    pub(crate) independent: f64,
    pub(crate) dependent: f64,
    /// Gigabytes a second in order.
    pub(crate) streaming: f64,
}

/// Bytes that are read in order in a round, at least: small files several times.
const STREAMED: usize = 64 << 20;

impl Limits {
    /// Writes a file of this many bytes.
    pub(crate) fn new(bytes: u64, asked: usize, folder: &Path) -> Result<Self> {
        let cycle = random_cycle((bytes / size_of::<u32>() as u64).max(2) as usize);
        let path = folder.join("limits");
        fs::write(&path, bytemuck::cast_slice(&cycle))?;
        File::open(&path)?.sync_all()?;
        Ok(Self {
            map: map(&path)?,
            places: places(cycle.len(), asked),
            times: [const { Vec::new() }; 3],
        })
    }

    /// Takes every time once.
    pub(crate) fn round(&mut self) {
        let memory: &[u32] = bytemuck::cast_slice(&self.map);
        let [many, chained, streaming] = &mut self.times;
        many.push(independent(memory, &self.places));
        chained.push(dependent(memory, self.places.len()));
        streaming.push(in_order(memory, STREAMED.div_ceil(self.map.len())));
    }

    pub(crate) fn medians(mut self) -> Medians {
        let [independent, dependent, whole] =
            self.times.each_mut().map(|times| quantile(times, 0.5));
        Medians { independent, dependent, streaming: self.map.len() as f64 / whole }
    }
}
