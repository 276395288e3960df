//! The plan of a table: its layers, cut into blocks that can be computed one by one.

use std::fmt::Write;
use std::ops::Range;

use perfectplay_core::layers::LayeredGame;
use perfectplay_format::{CHUNK, Header};
use thiserror::Error;

use super::LayeredTable;
use crate::error::BuildError;
use crate::frame::Frame;

/// How many blocks a large table should have, at least; at most twice as many.
const BLOCKS: u64 = 256;

/// The least size of a block unless another one is requested: a smaller one is computed in a moment, not much
/// longer than starting a program takes.
const SMALLEST_DEFAULT: u64 = 16 << 20;

/// The size of a block of a plan of shares, unless another one is requested.
const SHARED_UNIT: u64 = 1 << 20;

/// The most blocks of a plan, which has to fit into memory, and into a folder.
const MOST_BLOCKS: u64 = 1 << 16;

/// How many shares the work on a table has whose positions nobody knows beforehand: more than programs usually work at once.
/// What is left for the others takes a moment.
const SHARES: usize = 64;

/// Which entries of a table are computed together, what they are computed from, and where they are in the file. It
/// follows from the table's name and the size of blocks by arithmetic, so it is the same everywhere.
#[derive(Clone, Debug)]
pub struct Plan {
    table: String,
    rules: String,
    encoding: String,
    block_size: u64,
    /// None for shares.
    frame: Option<Frame>,
    /// Where the first entry is, in bytes of the payload.
    entries: u64,
    entry_size: u64,
    /// The states of each layer.
    layers: Vec<Range<u64>>,
    blocks: Vec<Block>,
    hash: blake3::Hash,
}

/// Entries that are computed together: a part of one layer, or some small layers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its layers, which are filled in order.
    pub layers: Range<usize>,
    /// Its states.
    pub states: Range<u64>,
    /// Its bytes in the payload. Unless it begins at the start of a layer it begins at the start of a chunk.
    pub bytes: Range<u64>,
    /// The numbers of the blocks that it reads, in ascending ranges, without its own.
    pub reads: Vec<Range<usize>>,
}

/// Why there is no such plan.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum PlanError {
    /// The entries of the table with this name are not computed in layers of a file.
    #[error("{0} is not built in blocks")]
    NotLayered(String),
    /// Blocks of this many bytes are too small.
    #[error("blocks of {0} bytes are too small: they have at least {CHUNK}")]
    BlockSize(u64),
    /// The blocks are too many: their size, and the least one of this table.
    #[error("blocks of {size} bytes are too small for {table}: there they have at least {least}")]
    TooMany { size: u64, least: u64, table: String },
    /// The table's file cannot be laid out.
    #[error(transparent)]
    Layout(#[from] BuildError),
}

impl Plan {
    pub(crate) fn of<T: LayeredTable>(
        table: &T,
        block_size: Option<u64>,
    ) -> Result<Self, PlanError> {
        let solver = table.solver();
        let layers: Vec<_> = (0..solver.layers()).map(|layer| solver.layer(layer)).collect();
        let entry_size = size_of::<T::Entry>() as u64;
        let states = layers.last().map_or(0, |layer| layer.end);
        let before = table.sections();
        let lengths = before.iter().map(|(name, bytes)| (*name, bytes.len() as u64));
        let header = table.header(T::Statistics::default());
        let frame = Frame::new(header, lengths.chain([("entries", states * entry_size)]))?;
        let section = frame.header.sections.last().expect("the section of the entries");
        let entries = section.offset - frame.layout.payload.start;
        let block_size = block_size.unwrap_or_else(|| {
            let part = (states * entry_size).div_ceil(BLOCKS);
            part.next_power_of_two().max(SMALLEST_DEFAULT)
        });
        let Header { name, rules, encoding, .. } = &frame.header;
        let mut plan =
            Self::without_blocks([name, rules, encoding].map(String::clone), block_size)?;
        // Small layers and the ends of large ones at most double their number.
        let least = states * entry_size / (MOST_BLOCKS / 2) + 1;
        if block_size < least {
            return Err(PlanError::TooMany { size: block_size, least, table: plan.table });
        }
        plan = Self { frame: Some(frame), entries, entry_size, layers, ..plan };
        plan.cut();
        for number in 0..plan.blocks.len() {
            plan.blocks[number].reads = plan.read_by(&solver, number);
        }
        Ok(plan.hashed())
    }

    /// A plan of shares of the work on a table with this name, rules tag and encoding. A program that is killed loses about
    /// `block_size` bytes of positions.
    pub(crate) fn of_shares(
        table: [String; 3],
        block_size: Option<u64>,
    ) -> Result<Self, PlanError> {
        let share = Block { layers: 0..1, states: 0..0, bytes: 0..0, reads: Vec::new() };
        let plan = Self::without_blocks(table, block_size.unwrap_or(SHARED_UNIT))?;
        Ok(Self { blocks: vec![share; SHARES], ..plan }.hashed())
    }

    /// A plan without blocks of a table with this name, rules tag and encoding.
    fn without_blocks(
        [table, rules, encoding]: [String; 3],
        block_size: u64,
    ) -> Result<Self, PlanError> {
        if block_size < CHUNK {
            return Err(PlanError::BlockSize(block_size));
        }
        let (layers, blocks, hash) = (Vec::new(), Vec::new(), blake3::hash(&[]));
        let (frame, entries, entry_size) = (None, 0, 0);
        Ok(Self {
            table,
            rules,
            encoding,
            block_size,
            frame,
            entries,
            entry_size,
            layers,
            blocks,
            hash,
        })
    }

    fn hashed(self) -> Self {
        Self { hash: blake3::hash(self.text().as_bytes()), ..self }
    }

    /// Whether its blocks are shares of the work, which follow no order: nobody knows beforehand which positions there are.
    pub const fn is_shared(&self) -> bool {
        self.frame.is_none()
    }

    /// Cuts the layers into blocks.
    fn cut(&mut self) {
        let mut layers = 0..0;
        for layer in 0..self.layers.len() {
            let bytes = self.bytes(&self.layers[layer]);
            let together = self.bytes(&(self.layers[layers.start].start..self.layers[layer].end));
            if together.end - together.start <= self.block_size {
                layers.end = layer + 1;
                continue;
            }
            if !layers.is_empty() {
                self.push(layers, None);
            }
            layers = layer..layer + 1;
            if bytes.end - bytes.start > self.block_size {
                self.cut_layer(layer, bytes);
                layers = layer + 1..layer + 1;
            }
        }
        if !layers.is_empty() {
            self.push(layers, None);
        }
    }

    /// Cuts a layer into blocks of about equal size.
    fn cut_layer(&mut self, layer: usize, bytes: Range<u64>) {
        let whole = self.block_size / CHUNK;
        let chunks = bytes.end.div_ceil(CHUNK) - bytes.start / CHUNK;
        let parts = chunks.div_ceil(whole);
        let cut = |part: u64| {
            let at = (bytes.start / CHUNK + chunks * part / parts) * CHUNK;
            at.clamp(bytes.start, bytes.end)
        };
        for part in 0..parts {
            self.push(layer..layer + 1, Some(cut(part)..cut(part + 1)));
        }
    }

    /// Adds a block with some bytes of a layer, or with all of some layers.
    fn push(&mut self, layers: Range<usize>, bytes: Option<Range<u64>>) {
        let all = self.layers[layers.start].start..self.layers[layers.end - 1].end;
        let bytes = bytes.unwrap_or_else(|| self.bytes(&all));
        let state = |at: u64| (at - self.entries) / self.entry_size;
        let states = state(bytes.start)..state(bytes.end);
        self.blocks.push(Block { layers, states, bytes, reads: Vec::new() });
    }

    fn read_by(&self, solver: &impl LayeredGame, number: usize) -> Vec<Range<usize>> {
        let block = &self.blocks[number];
        let mut read: Vec<Range<usize>> = Vec::new();
        for layer in block.layers.clone() {
            let own = &self.layers[layer];
            let states = block.states.start.max(own.start)..block.states.end.min(own.end);
            for range in solver.reads_of(layer, &states) {
                let first = self.blocks.partition_point(|block| block.states.end <= range.start);
                let end = self.blocks.partition_point(|block| block.states.start < range.end);
                read.push(first..end.min(number));
            }
        }
        read.retain(|range| !range.is_empty());
        read.sort_unstable_by_key(|range| range.start);
        read.dedup_by(|next, range| {
            let touch = next.start <= range.end;
            range.end = if touch { range.end.max(next.end) } else { range.end };
            touch
        });
        read
    }

    /// What the hash covers: the plan's numbers, each range as its start and its end.
    fn text(&self) -> String {
        let mut text = format!(
            "plan 2\ntable {}\nrules {}\nencoding {}\nentries {} {}\nblock {}\n",
            self.table, self.rules, self.encoding, self.entries, self.entry_size, self.block_size
        );
        for Block { layers, states, bytes, reads } in &self.blocks {
            let of_reads = reads.iter().flat_map(|read| [read.start as u64, read.end as u64]);
            let own = [layers.start as u64, layers.end as u64, states.start, states.end];
            for number in own.into_iter().chain([bytes.start, bytes.end]).chain(of_reads) {
                write!(text, "{number} ").expect("a text grows");
            }
            text.push('\n');
        }
        text
    }

    /// The name of the table.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// The most bytes of a block.
    pub const fn block_size(&self) -> u64 {
        self.block_size
    }

    /// The length of the table's file, in bytes; 0 if nobody knows.
    pub fn file_length(&self) -> u64 {
        self.frame.as_ref().map_or(0, |frame| frame.layout.file_length())
    }

    /// The number of states; 0 if nobody knows.
    pub fn states(&self) -> u64 {
        self.layers.last().map_or(0, |layer| layer.end)
    }

    /// The states of each layer.
    pub fn layers(&self) -> &[Range<u64>] {
        &self.layers
    }

    /// The blocks. A block reads only blocks before it.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The BLAKE3 hash of all that the plan says.
    pub const fn hash(&self) -> blake3::Hash {
        self.hash
    }

    pub(crate) fn hash_bytes(&self) -> &[u8; 32] {
        self.hash.as_bytes()
    }

    pub(crate) fn frame(&self) -> &Frame {
        self.frame.as_ref().expect("its blocks are no shares")
    }

    /// Where the entry of a state is in the payload.
    pub(crate) fn place(&self, state: u64) -> u64 {
        self.entries + state * self.entry_size
    }

    /// Where the entries of states are in the payload.
    pub(crate) fn bytes(&self, states: &Range<u64>) -> Range<u64> {
        self.place(states.start)..self.place(states.end)
    }
}
