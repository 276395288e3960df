//! The libraries' errors as a command reports them: a kind, a message, and what to do.

use std::path::Path;

use crate::export::ExportError;
use bytesize::ByteSize;
use perfectplay::{Code, Hint};
use perfectplay_core::layers::{OutOfMemory, SolveError};
use perfectplay_query::{OpenError, ProbeError, Problem};
#[cfg(feature = "release")]
use perfectplay_release::{HttpProblem, PackError, PackedProblem, UnpackError};
use perfectplay_tables::files::DiskFull;
use perfectplay_tables::{BlockProblem, PlanError, StoreError};
use perfectplay_tables::{BuildError, NoThreads, VerifyError};

use crate::advice;
use crate::failure::{Error, Failure};

impl Failure {
    /// A table that could not be built.
    pub(crate) fn of_build(table: &str, error: BuildError) -> Self {
        match error {
            BuildError::Interrupted(_) => Self::interrupted(),
            BuildError::Memory { need, limit } => Self::refused(format!(
                "{table} needs {} of memory to build, and {} may be used",
                ByteSize(need),
                ByteSize(limit),
            ))
            .with_hint(if advice::has_option("memory") {
                "free some, or raise --memory"
            } else {
                "free some"
            }),
            BuildError::OutOfMemory(OutOfMemory { bytes }) => Self::refused(format!(
                "{table} needs {} of memory, and the system does not give them",
                ByteSize(bytes)
            )),
            BuildError::AddressSpace(need) => Self::refused(format!(
                "{table} maps {} of files at a time, and the system does not give so much address space",
                ByteSize(need)
            ))
            .with_hint("`ulimit -v` limits it"),
            BuildError::Disk(DiskFull { need, free }) => Self::refused(format!(
                "{table} needs {} of disk space, and {} are free there",
                ByteSize(need),
                ByteSize(free),
            ))
            .with_hint("free some, or choose another folder with --tables"),
            BuildError::DiskLimit { need, limit } => Self::refused(format!(
                "{table} needs {} of disk space or more besides its table, and {} may be used",
                ByteSize(need),
                ByteSize(limit),
            ))
            .with_hint("raise --disk or --memory"),
            BuildError::Description(_) => Self::error(Code::Description, error),
            // Force does not help there.
            BuildError::Occupied { problem: Problem::NotAFile | Problem::Io(_), .. } => {
                Self::refused(error).with_hint("move it away")
            }
            BuildError::Occupied { .. } => {
                Self::usage(error).with_hint("move it away, or replace it with --force")
            }
            error => Self::refused(error),
        }
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Self {
        match error {
            PlanError::BlockSize(_) | PlanError::TooMany { .. } => {
                Self::usage(error).with_hint("--block sets their size")
            }
            error => Self::refused(error),
        }
    }
}

impl Failure {
    /// A store, or one of its blocks, that cannot be used.
    pub(crate) fn of_store(table: &str, error: StoreError) -> Self {
        match error {
            StoreError::Plan(error) => error.into(),
            StoreError::System(error) => Self::of_build(table, error),
            StoreError::OtherBlocks(_) => Self::usage(error).with_hint(
                "`perfectplay block` with the --block that it was made with makes the plan anew; \
                 or choose another folder with --store",
            ),
            StoreError::OtherBlockSize { .. } => Self::usage(error)
                .with_hint("leave out --block, or choose another folder with --store"),
            StoreError::OtherProgram { .. } | StoreError::OtherPlan(_) => Self::usage(error)
                .with_hint(
                    "use the same program for all blocks, or choose another folder with --store",
                ),
            StoreError::NoSuchBlock { .. } => Self::usage(error),
            StoreError::NoPlan { .. } => Self::damaged(error).with_hint(
                "remove this file; `perfectplay block` with the --block of the blocks there makes \
                 it anew",
            ),
            StoreError::Block { ref table, number, ref path, ref problem } => {
                let store = path.parent().and_then(Path::parent).unwrap_or(Path::new("."));
                let hint = advice::compute_block(table, number, store);
                match problem {
                    BlockProblem::Missing => Self::missing(error).with_hint(hint),
                    BlockProblem::Io(_) | BlockProblem::OutOfMemory(_) => Self::refused(error),
                    _ => Self::damaged(error).with_hint(hint),
                }
            }
            error => Self::refused(error),
        }
    }
}

#[cfg(feature = "release")]
impl From<PackError> for Failure {
    fn from(error: PackError) -> Self {
        match error {
            PackError::Table(error) => error.into(),
            PackError::System(BuildError::Interrupted(_)) => Self::interrupted(),
            PackError::Foreign(_) => {
                Self::usage(error).with_hint("remove it, or choose another folder with --out")
            }
            error => Self::refused(error),
        }
    }
}

#[cfg(feature = "release")]
impl From<UnpackError> for Failure {
    fn from(error: UnpackError) -> Self {
        Self::of_unpack("the release", error)
    }
}

#[cfg(feature = "release")]
impl Failure {
    /// A table that could not be unpacked.
    pub(crate) fn of_unpack(table: &str, error: UnpackError) -> Self {
        match error {
            UnpackError::System(error) => Self::of_build(table, error),
            UnpackError::NoFile { .. } | UnpackError::NotInRelease { .. } => Self::missing(error),
            UnpackError::Address { .. } | UnpackError::FileName(_) => Self::usage(error),
            UnpackError::Packed { problem: PackedProblem::OtherTable, .. } => Self::damaged(error)
                .with_hint("the release may be of another version of this program"),
            UnpackError::Packed { .. } | UnpackError::Release { .. } | UnpackError::List { .. } => {
                Self::damaged(error)
            }
            UnpackError::Unfinished { .. } => {
                Self::refused(error).with_hint("the same command goes on from there")
            }
            UnpackError::Http { problem: HttpProblem::Unreachable(_), .. } => {
                Self::refused(error).with_hint("check the address, the network and the proxy")
            }
            error => Self::refused(error),
        }
    }
}

impl From<perfectplay::Error> for Error {
    fn from(error: perfectplay::Error) -> Self {
        Self { hints: error.hints(), ..Self::new(error.code(), error) }
    }
}

/// What is also an error of the oracle.
macro_rules! as_of_the_oracle {
    ($($error:ty),*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Error::from(perfectplay::Error::from(error)).into()
            }
        })*
    };
}

as_of_the_oracle!(perfectplay::Error, OpenError, ProbeError, NoThreads, SolveError);

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::Interrupted(_) => Self::interrupted(),
            ExportError::Probe(error) => error.into(),
            ExportError::Solve(error) => error.into(),
            ExportError::Contradiction { .. } => Self::damaged(error),
            error => Self::refused(error),
        }
    }
}

impl From<VerifyError> for Failure {
    fn from(error: VerifyError) -> Self {
        match error {
            VerifyError::Interrupted(_) => Self::interrupted(),
            VerifyError::Open(error) => error.into(),
            VerifyError::Wrong { ref table, .. } => {
                let hints = vec![Hint::Rebuild { table: table.clone(), place: None }];
                Error { hints, ..Error::new(Code::Damaged, error) }.into()
            }
            VerifyError::Memory { need, limit } => Self::refused(format!(
                "to verify this takes {} of memory or more, and {} may be used",
                ByteSize(need),
                ByteSize(limit),
            ))
            .with_hint("free some, or raise --memory"),
            VerifyError::Description(_) => Self::error(Code::Description, error),
            error => Self::refused(error),
        }
    }
}
