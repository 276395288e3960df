//! Why a store of blocks, or one of its blocks, cannot be used.

use std::io;
use std::path::PathBuf;

use perfectplay_core::layers::OutOfMemory;
use thiserror::Error;

use crate::{BuildError, PlanError};

/// The file with the plan.
pub(super) const PLAN: &str = "plan.toml";

/// Why a store cannot be used, or a block of it.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum StoreError {
    /// There is no such plan.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The system refused something, or the user stopped it.
    #[error(transparent)]
    System(BuildError),
    /// The plan's file is missing, and the block in this file belongs to another plan than the one that is asked for.
    #[error("{}: it is a block of another plan, and there is no {PLAN} beside it", .0.display())]
    OtherBlocks(PathBuf),
    /// The plan in this file cannot be read.
    #[error("{}: it is not a plan: {reason}", path.display())]
    NoPlan { path: PathBuf, reason: String },
    /// The plan in the store, in this file, has blocks of another size than was asked for.
    #[error("{}: the blocks there have {found} bytes, not {asked}", path.display())]
    OtherBlockSize { path: PathBuf, found: u64, asked: u64 },
    /// The plan in the store, in this file, is of another version of this program.
    #[error(
        "{}: the blocks there are of version {found} of this program, and this is version {}",
        path.display(), env!("CARGO_PKG_VERSION")
    )]
    OtherProgram { path: PathBuf, found: String },
    /// The plan in the store, in this file, is not the one that this program makes.
    #[error("{}: this program would cut the table otherwise: its plan has another hash", .0.display())]
    OtherPlan(PathBuf),
    /// There is no block of this number: the table has fewer.
    #[error("{table} has the blocks 0 to {}, and no block {number}", .blocks - 1)]
    NoSuchBlock { table: String, number: usize, blocks: usize },
    /// A block that is needed, in this file, is missing or damaged.
    #[error("{}: {problem}", path.display())]
    Block { table: String, number: usize, path: PathBuf, problem: BlockProblem },
}

impl<E: Into<BuildError>> From<E> for StoreError {
    fn from(error: E) -> Self {
        Self::System(error.into())
    }
}

/// What is wrong with the file of a block.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum BlockProblem {
    /// There is no such file.
    #[error("it is not there")]
    Missing,
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It does not begin like the file of a block.
    #[error("it is not a block, or its start is damaged")]
    NoBlock,
    /// It belongs to another plan, in which it has this number.
    #[error("it is block {0} of another plan")]
    OtherPlan(u32),
    /// It belongs to another number.
    #[error("it is block {0}")]
    OtherBlock(u32),
    /// It is cut off, or something follows it.
    #[error("it has {found} bytes and should have {expected}")]
    Length { found: u64, expected: u64 },
    /// Its checksums do not match its prelude.
    #[error("its list of checksums is damaged")]
    ChecksumsDamaged,
    /// Some of its bytes do not match their checksum: those of the chunk that begins here in the file.
    #[error("its bytes are damaged from byte {0} on")]
    Damaged(u64),
    /// There is not enough memory to read it.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

impl BlockProblem {
    /// Whether the system refused to read it, so that it may be intact.
    pub(super) const fn is_refusal(&self) -> bool {
        matches!(self, Self::Io(_) | Self::OutOfMemory(_))
    }
}
