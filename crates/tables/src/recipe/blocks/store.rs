//! A folder of finished blocks, which many programs share: on one machine, or on many with a shared file system.
//!
//! `DIR/NAME/plan.toml` says how the table called NAME is cut, and `DIR/NAME/block-00000` and so on are its
//! blocks. Each appears under its name once it is complete and on the disk, and an intact block is never replaced,
//! as others may have it mapped. So programs need not know of one another: what one has finished the others find,
//! and if two compute the same block at once, the first one's stays.

use std::collections::BTreeSet;
use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::files::durable::make_folder;
use crate::files::own_file::read_text;
use crate::files::{StagedFile, positioned, refused};
use blake3::Hash;
use perfectplay_core::control::Control;
use perfectplay_core::parallel::tasks;
use perfectplay_core::threads::Threads;
use perfectplay_query::{Access, folder_entries};
use serde::{Deserialize, Serialize};

use super::block_file::{self, BlockFile};
use super::blocks_of;
use super::error::{PLAN, StoreError};
use crate::layered::LayeredTable;
use crate::layered::filler::{Filler, Lower, WrittenBytes};
use crate::solve::Share;
use crate::write::checksums::Checksums;
use crate::{BuildError, Plan, PlanError, Recipe, memory};

/// What the names of blocks' files begin with, before their number.
const BLOCK: &str = "block-";

/// The folder of what shares of the work have found and solved.
const LEVELS: &str = "levels";

/// What nobody has written to for so long belongs to a program that was killed, and not to one on another machine
/// whose locks are not visible here.
const ABANDONED: Duration = Duration::from_secs(60);

/// Nobody takes a block that another program has begun and written to within this time. If that program only pauses for
/// longer, two compute the same block, which does no harm.
const BEGUN: Duration = Duration::from_secs(10);

/// How long a program waits for blocks that others compute, before it looks again.
const WAIT: Duration = Duration::from_millis(200);

/// How often a program computes damaged blocks again before it gives up.
const REPAIRS: usize = 100;

/// The blocks of one table in a folder.
#[derive(Clone)]
pub struct Store {
    folder: PathBuf,
    recipe: Arc<dyn Recipe>,
    plan: Plan,
    /// Whether the plan's file is there; otherwise the first block that is computed writes it.
    has_plan: bool,
}

/// The contents of the plan's file: what the plan follows from.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanFile {
    table: String,
    program: String,
    block_size: u64,
    #[serde(with = "crate::hexadecimal")]
    hash: Hash,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("folder", &self.folder).field("plan", &self.plan).finish()
    }
}

impl Store {
    /// The store of a table in `directory`, with the plan that is there; if there is none, with a plan with blocks
    /// of this size, or the default one. Nothing is written yet.
    ///
    /// # Errors
    /// If the plan in the store is a different one, or its blocks belong to a different one.
    pub fn open(
        directory: &Path,
        recipe: Arc<dyn Recipe>,
        block_size: Option<u64>,
    ) -> Result<Self, StoreError> {
        let table = recipe.name();
        let folder = directory.join(&table);
        let path = folder.join(PLAN);
        let no_plan = |reason: String| StoreError::NoPlan { path: path.clone(), reason };
        let text = match read_text(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let plan = Plan::new(&*recipe, block_size)?;
                check_blocks(&folder, &plan)?;
                return Ok(Self { folder, recipe, plan, has_plan: false });
            }
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                return Err(no_plan(error.to_string()));
            }
            Err(error) => return Err(refused("read", &path)(error).into()),
        };
        let file: PlanFile = toml::from_str(&text)
            .map_err(|error| no_plan(error.message().replace(char::is_control, "?")))?;
        if file.table != table {
            return Err(no_plan(format!("it is that of {}", shown(&file.table))));
        }
        if file.program != env!("CARGO_PKG_VERSION") {
            return Err(StoreError::OtherProgram { path, found: shown(&file.program) });
        }
        if let Some(asked) = block_size.filter(|&asked| asked != file.block_size) {
            return Err(StoreError::OtherBlockSize { path, found: file.block_size, asked });
        }
        let plan = Plan::new(&*recipe, Some(file.block_size)).map_err(|error| match error {
            PlanError::Layout(error) => error.into(),
            error => no_plan(error.to_string()),
        })?;
        if plan.hash() != file.hash {
            return Err(StoreError::OtherPlan(path));
        }
        Ok(Self { folder, recipe, plan, has_plan: true })
    }

    /// Writes the plan unless it is there.
    fn put_plan(&self) -> Result<(), StoreError> {
        if self.has_plan {
            return Ok(());
        }
        make_folder(&self.folder)?;
        let file = PlanFile {
            table: self.plan.table().to_owned(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            block_size: self.plan.block_size(),
            hash: self.plan.hash(),
        };
        let text = toml::to_string(&file).expect("texts and a number are TOML");
        let staged = StagedFile::shared(&self.folder.join(PLAN))?;
        positioned::write_all_at(staged.file(), text.as_bytes(), 0)
            .map_err(staged.refused("write"))?;
        drop(staged.publish_first()?);
        // Another program may have been first, with another plan.
        let directory = self.folder.parent().unwrap_or(Path::new(""));
        Self::open(directory, self.recipe.clone(), Some(self.plan.block_size())).map(drop)
    }

    /// How the table is made.
    pub(crate) fn recipe(&self) -> &dyn Recipe {
        &*self.recipe
    }

    /// The plan.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The numbers of the blocks that are missing or not intact. Their bytes are not read.
    ///
    /// # Errors
    /// If the system refuses to read a block that is there.
    pub fn missing(&self) -> Result<Vec<usize>, StoreError> {
        let mut missing = Vec::new();
        for number in 0..self.plan.blocks().len() {
            if !is_whole(self.open_block(number))? {
                missing.push(number);
            }
        }
        Ok(missing)
    }

    /// Computes a block on the threads of the current rayon pool, or else on its own, unless it is there with all
    /// its checksums correct; returns whether it was computed. All blocks that it reads must be there; `access`
    /// says how they are read.
    ///
    /// # Errors
    /// See [`StoreError`]. In that case no block has changed.
    pub fn compute(
        &self,
        number: usize,
        access: Access,
        control: Control<'_>,
    ) -> Result<bool, StoreError> {
        let blocks = self.plan.blocks().len();
        if number >= blocks {
            let table = self.plan.table().to_owned();
            return Err(StoreError::NoSuchBlock { table, number, blocks });
        }
        self.put_plan()?;
        let compute = || blocks_of(self.recipe())?.compute(self, number, access, control);
        Threads::default().install(compute).map_err(BuildError::from)?
    }

    /// Computes blocks until none is missing, beside other programs that do the same; returns how many. Each
    /// takes one at random of those that have all they read, so that hardly two take the same. What a killed program
    /// has begun is taken over after ten seconds, and a damaged block that another one reads is computed again.
    ///
    /// # Errors
    /// See [`StoreError`]. In that case the blocks that are there have not changed.
    pub fn complete(&self, access: Access, control: Control<'_>) -> Result<usize, StoreError> {
        let (mut computed, mut repairs, mut next) = (0, 0, Vec::new());
        loop {
            if next.is_empty() {
                let missing: BTreeSet<usize> = self.missing()?.into_iter().collect();
                if missing.is_empty() {
                    return Ok(computed);
                }
                next.extend(self.not_begun(&missing));
            }
            let Some(number) = next.pop() else {
                control.check().map_err(BuildError::from)?;
                thread::sleep(WAIT);
                continue;
            };
            match self.compute(number, access, control) {
                Ok(is_new) => computed += usize::from(is_new),
                Err(StoreError::Block { number: read, problem, .. })
                    if read != number && !problem.is_refusal() && repairs < REPAIRS =>
                {
                    repairs += 1;
                    next.extend([number, read]);
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// One of the missing blocks that has all it reads and that nobody has begun.
    fn not_begun(&self, missing: &BTreeSet<usize>) -> Option<usize> {
        let is_ready = |&&number: &&usize| {
            let mut reads = self.plan.blocks()[number].reads.iter();
            reads.all(|reads| missing.range(reads.clone()).next().is_none())
        };
        let mut ready: Vec<usize> = missing.iter().filter(is_ready).copied().collect();
        let random = RandomState::new().build_hasher().finish();
        while !ready.is_empty() {
            let number = ready.swap_remove((random % ready.len() as u64) as usize);
            if !StagedFile::is_begun(&self.path(number), BEGUN) {
                return Some(number);
            }
        }
        None
    }

    /// The file of a block.
    fn path(&self, number: usize) -> PathBuf {
        self.folder.join(format!("{BLOCK}{number:05}"))
    }

    pub(super) fn open_block(&self, number: usize) -> Result<BlockFile, StoreError> {
        let path = self.path(number);
        BlockFile::open(path.clone(), &self.plan, number).map_err(|problem| StoreError::Block {
            table: self.plan.table().to_owned(),
            number,
            path,
            problem,
        })
    }

    /// Whether a block is there with all its checksums correct.
    fn is_there(&self, number: usize, control: Control<'_>) -> Result<bool, StoreError> {
        let check = |block: BlockFile| block.read(|_, _: &mut [i8]| Ok(control.check()?));
        is_whole(self.open_block(number).and_then(check))
    }

    pub(super) fn compute_of<T: LayeredTable>(
        &self,
        table: &T,
        number: usize,
        access: Access,
        control: Control<'_>,
    ) -> Result<bool, StoreError> {
        let path = self.path(number);
        // Even if the block is there: another program may have been killed while it computed the same one.
        StagedFile::remove_abandoned(&path, ABANDONED);
        if self.is_there(number, control)? {
            return Ok(false);
        }
        let reads = self.plan.blocks()[number].reads.iter().flat_map(Clone::clone);
        let lower: Result<Vec<_>, StoreError> = reads.map(|read| self.open_block(read)).collect();
        let lower = lower?;
        let file = StagedFile::shared(&path)?;
        let filler = Filler::new(table, &self.plan, access, control);
        self.fill(&filler, number, &lower, &file, control)?;
        // If another program was first, others may have mapped its block, so it stays if it is intact.
        if let Some(file) = file.publish_first()?
            && !self.is_there(number, control)?
        {
            file.publish()?;
        }
        Ok(true)
    }

    /// Does a share of the work in a folder of the store, unless that is done, and marks it by a block without bytes.
    pub(super) fn compute_share(
        &self,
        number: usize,
        control: Control<'_>,
        work: impl FnOnce(PathBuf) -> Result<(), BuildError>,
    ) -> Result<bool, StoreError> {
        let path = self.path(number);
        StagedFile::remove_abandoned(&path, ABANDONED);
        if self.is_there(number, control)? {
            return Ok(false);
        }
        // Who does a share ends when nothing is left to do in any.
        if self.missing()?.len() == self.plan.blocks().len() {
            work(self.levels())?;
        }
        let file = StagedFile::shared(&path)?;
        positioned::allocate(file.file(), block_file::length(&(0..0)))
            .map_err(refused("allocate", file.path()))?;
        block_file::complete(file.file(), &self.plan, number, &[])
            .map_err(refused("write", file.path()))?;
        file.publish()?;
        Ok(true)
    }

    /// A share of the work that has this number.
    pub(super) fn share(&self, number: usize) -> Share {
        Share { number, unit: (self.plan.block_size() / 8) as usize }
    }

    /// The folder of what shares have found and solved.
    pub(super) fn levels(&self) -> PathBuf {
        self.folder.join(LEVELS)
    }

    /// Fills a block in a file that is still empty.
    fn fill<T: LayeredTable>(
        &self,
        filler: &Filler<'_, T>,
        number: usize,
        lower: &[BlockFile],
        file: &StagedFile,
        control: Control<'_>,
    ) -> Result<(), StoreError> {
        let (file, path) = (file.file(), file.path());
        let block = &self.plan.blocks()[number];
        positioned::allocate(file, block_file::length(&block.bytes))
            .map_err(refused("allocate", path))?;
        let payload = block_file::payload(file, path, &block.bytes);
        let mut checksums = Checksums::new(block.bytes.clone()).map_err(BuildError::from)?;
        let mut written: Vec<WrittenBytes<'_>> = lower.iter().map(BlockFile::written).collect();
        for layer in block.layers.clone() {
            let own = &self.plan.layers()[layer];
            let states = own.start.max(block.states.start)..own.end.min(block.states.end);
            let bytes = self.plan.bytes(&states);
            let read = filler.lower(layer, &written)?;
            check_read(&read, &filler.reads_of(layer, &states), lower, control)?;
            filler.fill(layer, states, &read, payload, &checksums)?;
            // A layer of this block may read earlier ones.
            written.push(WrittenBytes { file: payload, bytes });
        }
        checksums
            .complete(block.bytes.end, |at, bytes| payload.read(at, bytes))
            .map_err(refused("read", path))?;
        let checksums = checksums.to_bytes().map_err(BuildError::from)?;
        block_file::complete(file, &self.plan, number, &checksums)
            .map_err(refused("write", path))?;
        Ok(())
    }
}

/// Checks the bytes that are about to be read, where they are mapped, and nothing else of their blocks: much of a
/// block may be for others.
fn check_read(
    read: &Lower,
    bytes: &[Range<u64>],
    lower: &[BlockFile],
    control: Control<'_>,
) -> Result<(), StoreError> {
    for block in lower {
        let around = bytes.iter().flat_map(|bytes| block.chunks_around(bytes));
        let mut chunks = memory::collect_all(around).map_err(BuildError::from)?;
        // Two of the ranges may share one.
        chunks.dedup();
        tasks(chunks.len()).at_least(16).each(|number| {
            control.check().map_err(BuildError::from)?;
            let chunk = &chunks[number];
            block.check_chunk(chunk, read.get(chunk))
        })?;
    }
    Ok(())
}

/// A text from a file, as much of it as a message shows.
fn shown(text: &str) -> String {
    let start: String = text.chars().take(40).collect();
    start.escape_debug().to_string()
}

/// Makes sure that all blocks in a folder without a plan belong to this one.
fn check_blocks(folder: &Path, plan: &Plan) -> Result<(), StoreError> {
    for entry in folder_entries(folder).map_err(refused("read", folder))? {
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix(BLOCK));
        let is_block = number.is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()));
        let path = entry.path();
        // A damaged one belongs to nobody.
        if is_block && block_file::plan_of(&path).is_some_and(|hash| hash != *plan.hash_bytes()) {
            return Err(StoreError::OtherBlocks(path));
        }
    }
    Ok(())
}

/// Whether a block is intact, given what was found.
fn is_whole<T>(found: Result<T, StoreError>) -> Result<bool, StoreError> {
    match found {
        Ok(_) => Ok(true),
        Err(StoreError::Block { problem, .. }) if !problem.is_refusal() => Ok(false),
        Err(error) => Err(error),
    }
}
