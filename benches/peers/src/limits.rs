//! The limits of the machine: what no store can do without, reading a mapped file as large as the
//! table.

use std::fs::File;
use std::hint::black_box;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use fastrand::Rng;
use memmap2::Mmap;

use crate::quantile;

/// Plain reads of a mapped file, and the times that they took.
pub(crate) struct Limits {
    map: Mmap,
    places: Vec<u32>,
    independent: Vec<f64>,
    dependent: Vec<f64>,
    streaming: Vec<f64>,
}

/// The medians.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Medians {
    /// Nanoseconds of a read, of many at once.
    pub(crate) independent: f64,
    /// Nanoseconds of a read at a place that the one before gives.
    pub(crate) dependent: f64,
    /// Gigabytes a second in order.
    pub(crate) streaming: f64,
}

/// Bytes that are read in order in a round, at least: small files several times.
const STREAMED: usize = 64 << 20;

impl Limits {
    /// Writes a file of so many bytes, in which following numbers from 0 on leads through all places
    /// in random order.
    pub(crate) fn new(bytes: u64, asked: usize, folder: &Path) -> Result<Self> {
        let len = (bytes / size_of::<u32>() as u64).max(2) as usize;
        let mut cycle: Vec<u32> = (0..len as u32).collect();
        let mut random = Rng::with_seed(3);
        for last in (1..len).rev() {
            cycle.swap(last, random.usize(..last));
        }
        let path = folder.join("limits");
        let mut file = BufWriter::new(File::create(&path)?);
        file.write_all(bytemuck::cast_slice(&cycle))?;
        file.into_inner()?.sync_all()?;
        let file = File::open(&path)?;
        #[expect(unsafe_code, reason = "there is no safe way to map a file")]
        // SAFETY: only this program knows the file, and does not write into it from here on.
        let map = unsafe { Mmap::map(&file)? };
        let places = (0..asked).map(|_| random.u32(..len as u32)).collect();
        let [independent, dependent, streaming] = [const { Vec::new() }; 3];
        Ok(Self { map, places, independent, dependent, streaming })
    }

    /// Takes every time once.
    pub(crate) fn round(&mut self) {
        let memory: &[u32] = bytemuck::cast_slice(&self.map);
        let asked = self.places.len();
        let start = Instant::now();
        let sum: u64 = self.places.iter().map(|&place| u64::from(memory[place as usize])).sum();
        black_box(sum);
        self.independent.push(nanoseconds(start) / asked as f64);

        let start = Instant::now();
        black_box((0..asked).fold(0u32, |place, _| memory[place as usize]));
        self.dependent.push(nanoseconds(start) / asked as f64);

        let times = STREAMED.div_ceil(self.map.len());
        let start = Instant::now();
        for _ in 0..times {
            let sum = black_box(memory).iter().fold(0u32, |sum, &word| sum.wrapping_add(word));
            black_box(sum);
        }
        self.streaming.push((times * self.map.len()) as f64 / nanoseconds(start));
    }

    pub(crate) fn medians(mut self) -> Medians {
        Medians {
            independent: quantile(&mut self.independent, 0.5),
            dependent: quantile(&mut self.dependent, 0.5),
            streaming: quantile(&mut self.streaming, 0.5),
        }
    }
}

fn nanoseconds(start: Instant) -> f64 {
    start.elapsed().as_nanos() as f64
}
