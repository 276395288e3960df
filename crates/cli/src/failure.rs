//! How a command ends when it does not end well.

use std::io;
use std::path::Path;

use bytesize::ByteSize;
use perfectplay_core::layers::{OutOfMemory, SolveError};
use perfectplay_export::ExportError;
use perfectplay_query::{OpenError, ProbeError, Problem};
use perfectplay_release::{HttpProblem, PackError, PackedProblem, UnpackError};
use perfectplay_tables::{BlockProblem, BuildError, NoThreads, PlanError, StoreError, VerifyError};
use serde::Serialize;

use crate::advice;
use crate::interrupt;

/// Why a command ends early, or with another exit code than 0.
#[derive(Debug)]
pub(crate) enum Failure {
    /// An error that has not been reported yet.
    Error(Box<Error>),
    /// Everything has been reported; this exit code is left to return.
    Reported(u8),
    /// The reader of the output went away, which is no error.
    OutputClosed,
}

/// An error as it is reported: as a line of text, or as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Error {
    pub(crate) code: Code,
    /// What is wrong, and where.
    pub(crate) message: String,
    /// What to do about it, if the program knows.
    pub(crate) hint: Option<String>,
}

/// The kind of an error: a word in JSON, and an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Code {
    /// The command line asks for something that does not exist.
    Usage,
    /// A text is no position.
    Position,
    /// A text is no board, or a board is missing.
    Board,
    /// A contest's input is wrong.
    Input,
    /// A position is beyond tables and limits.
    Beyond,
    /// A table is missing.
    Missing,
    /// A table is damaged or wrong.
    Damaged,
    /// The machine refused: memory, disk, a file, threads.
    Refused,
    /// The user stopped the command.
    Interrupted,
}

impl Code {
    /// The program's exit code.
    pub(crate) const fn exit_code(self) -> u8 {
        match self {
            Self::Damaged => 1,
            Self::Usage | Self::Position | Self::Board | Self::Input => 2,
            Self::Beyond | Self::Missing | Self::Refused => 3,
            Self::Interrupted => interrupt::EXIT_CODE,
        }
    }
}

impl Error {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: None }
    }

    /// As one line of text.
    pub(crate) fn text(&self) -> String {
        match &self.hint {
            None => self.message.clone(),
            Some(hint) => format!("{}; {hint}", self.message),
        }
    }

    /// The message with the place that it is about before it; an interruption has none.
    pub(crate) fn at(mut self, place: impl std::fmt::Display) -> Self {
        if self.code != Code::Interrupted {
            self.message.insert_str(0, &format!("{place}: "));
        }
        self
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Error(Box::new(error))
    }
}

impl Failure {
    /// An error of this kind.
    pub(crate) fn error(code: Code, message: impl Into<String>) -> Self {
        Error::new(code, message).into()
    }

    /// The command line asks for something that does not exist.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::error(Code::Usage, message)
    }

    /// A text is no board, or a board is missing.
    pub(crate) fn board(message: impl Into<String>) -> Self {
        Self::error(Code::Board, message)
    }

    /// A text from outside is not what was expected.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::error(Code::Input, message)
    }

    /// A table is missing.
    pub(crate) fn missing(message: impl Into<String>) -> Self {
        Self::error(Code::Missing, message)
    }

    /// A table is damaged or wrong.
    pub(crate) fn damaged(message: impl Into<String>) -> Self {
        Self::error(Code::Damaged, message)
    }

    /// The machine refused.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self::error(Code::Refused, message)
    }

    /// The user stopped the command.
    pub(crate) fn interrupted() -> Self {
        Self::error(Code::Interrupted, "interrupted")
    }

    /// A failure to write the output.
    pub(crate) fn output(error: &io::Error) -> Self {
        // What Windows says of a named pipe without a reader: ERROR_PIPE_NOT_CONNECTED.
        let not_connected = cfg!(windows) && error.raw_os_error() == Some(233);
        if not_connected || error.kind() == io::ErrorKind::BrokenPipe {
            return Self::OutputClosed;
        }
        Self::refused(format!("cannot write the output: {error}"))
    }

    /// With what to do about it.
    pub(crate) fn with_hint(self, hint: impl Into<String>) -> Self {
        match self {
            Self::Error(mut error) => {
                error.hint = Some(hint.into());
                Self::Error(error)
            }
            other => other,
        }
    }

    /// The same with another code: what a text is for decides, not how it was read.
    pub(crate) fn with_code(self, code: Code) -> Self {
        match self {
            Self::Error(mut error) => {
                error.code = code;
                Self::Error(error)
            }
            other => other,
        }
    }

    /// The same, with the place that it is about.
    pub(crate) fn at(self, place: impl std::fmt::Display) -> Self {
        match self {
            Self::Error(error) => error.at(place).into(),
            other => other,
        }
    }

    /// Its code, unless everything has been reported.
    pub(crate) fn code(&self) -> Option<Code> {
        match self {
            Self::Error(error) => Some(error.code),
            Self::Reported(_) | Self::OutputClosed => None,
        }
    }

    /// The program's exit code.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Error(error) => error.code.exit_code(),
            Self::Reported(exit_code) => *exit_code,
            Self::OutputClosed => 0,
        }
    }

    /// A table that could not be built.
    pub(crate) fn of_build(table: &str, error: BuildError) -> Self {
        match error {
            BuildError::Interrupted(_) => Self::interrupted(),
            BuildError::Memory { need, limit } => Self::refused(format!(
                "{table} needs {} of memory to build, and {} may be used",
                ByteSize(need),
                ByteSize(limit),
            ))
            .with_hint("free some, or raise --memory"),
            BuildError::OutOfMemory(OutOfMemory { bytes }) => Self::refused(format!(
                "{table} needs {} of memory, and the system does not give them",
                ByteSize(bytes)
            )),
            BuildError::AddressSpace { need } => Self::refused(format!(
                "{table} maps {} of files at a time, and the system does not give so much address space",
                ByteSize(need)
            ))
            .with_hint("`ulimit -v` limits it"),
            BuildError::Disk { need, free } => Self::refused(format!(
                "{table} needs {} of disk space, and {} are free there",
                ByteSize(need),
                ByteSize(free),
            ))
            .with_hint("free some, or choose another folder with --tables"),
            error => Self::refused(error.to_string()),
        }
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Self {
        let message = error.to_string();
        match error {
            PlanError::NotLayered { table } => Self::usage(message)
                .with_hint(format!("{} makes it", advice::command(format_args!("build {table}")))),
            PlanError::BlockSize { .. } | PlanError::TooMany { .. } => {
                Self::usage(message).with_hint("--block sets their size")
            }
            _ => Self::refused(message),
        }
    }
}

impl Failure {
    /// A store, or a block of it, that cannot be used.
    pub(crate) fn of_store(table: &str, error: StoreError) -> Self {
        let message = error.to_string();
        match error {
            StoreError::Plan(error) => error.into(),
            StoreError::System(error) => Self::of_build(table, error),
            StoreError::OtherBlocks { .. } => Self::usage(message).with_hint(
                "`perfectplay block` with the --block that it was made with makes the plan anew; \
                 or choose another folder with --store",
            ),
            StoreError::OtherBlockSize { .. } => Self::usage(message)
                .with_hint("leave out --block, or choose another folder with --store"),
            StoreError::OtherProgram { .. } | StoreError::OtherPlan { .. } => Self::usage(message)
                .with_hint(
                    "use the same program for all blocks, or choose another folder with --store",
                ),
            StoreError::NoSuchBlock { .. } => Self::usage(message),
            StoreError::NoPlan { .. } => Self::damaged(message).with_hint(
                "remove this file; `perfectplay block` with the --block of the blocks there makes \
                 it anew",
            ),
            StoreError::Block { table, number, ref path, ref problem } => {
                let store = path.parent().and_then(Path::parent).unwrap_or(Path::new("."));
                let hint = advice::compute_block(table, number, store);
                match problem {
                    BlockProblem::Missing => Self::missing(message).with_hint(hint),
                    BlockProblem::Io(_) | BlockProblem::OutOfMemory(_) => Self::refused(message),
                    _ => Self::damaged(message).with_hint(hint),
                }
            }
            _ => Self::refused(message),
        }
    }
}

impl From<PackError> for Failure {
    fn from(error: PackError) -> Self {
        let message = error.to_string();
        match error {
            PackError::Table(error) => error.into(),
            PackError::System(BuildError::Interrupted(_)) => Self::interrupted(),
            PackError::Foreign { .. } => {
                Self::usage(message).with_hint("remove it, or choose another folder with --out")
            }
            _ => Self::refused(message),
        }
    }
}

impl Failure {
    /// A table that could not be unpacked.
    pub(crate) fn of_unpack(table: &str, error: UnpackError) -> Self {
        match error {
            UnpackError::System(error) => Self::of_build(table, error),
            error => error.into(),
        }
    }
}

impl From<UnpackError> for Failure {
    fn from(error: UnpackError) -> Self {
        let message = error.to_string();
        match error {
            UnpackError::System(error) => Self::of_build("the release", error),
            UnpackError::NoFile { .. } | UnpackError::NotInRelease { .. } => Self::missing(message),
            UnpackError::Address { .. } | UnpackError::FileName { .. } => Self::usage(message),
            UnpackError::Packed { problem: PackedProblem::OtherTable, .. } => {
                Self::damaged(message)
                    .with_hint("the release may be of another version of this program")
            }
            UnpackError::Packed { .. } | UnpackError::Release { .. } => Self::damaged(message),
            UnpackError::Unfinished { .. } => {
                Self::refused(message).with_hint("the same command goes on from there")
            }
            UnpackError::Http { problem: HttpProblem::Unreachable(_), .. } => {
                Self::refused(message).with_hint("check the address, the network and the proxy")
            }
            _ => Self::refused(message),
        }
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        let message = error.to_string();
        match (&error.problem, error.table()) {
            (Problem::Missing, table) => {
                Self::missing(message).with_hint(advice::missing(table.unwrap_or_default()))
            }
            (Problem::NotAFile | Problem::Io(_), _) => Self::refused(message),
            (problem, Some(table)) if problem.is_damage() => {
                Self::damaged(message).with_hint(advice::rebuild_file(table, &error.origin))
            }
            _ => Self::damaged(message),
        }
    }
}

impl From<ProbeError> for Failure {
    fn from(error: ProbeError) -> Self {
        let message = error.to_string();
        match error {
            ProbeError::Damaged { table } => {
                Self::damaged(message).with_hint(advice::rebuild(&table))
            }
            _ => Self::refused(message),
        }
    }
}

impl From<perfectplay_oracle::Error> for Error {
    fn from(error: perfectplay_oracle::Error) -> Self {
        use perfectplay_oracle::Error as Oracle;
        let code = match error {
            Oracle::Usage { .. } => Code::Usage,
            Oracle::Position { .. } => Code::Position,
            Oracle::Board { .. } => Code::Board,
            Oracle::Beyond(_) => Code::Beyond,
            Oracle::Missing { .. } => Code::Missing,
            Oracle::Damaged { .. } => Code::Damaged,
            Oracle::Interrupted(_) => Code::Interrupted,
            _ => Code::Refused,
        };
        let hint = match &error {
            Oracle::Beyond(beyond) => advice::beyond(beyond),
            Oracle::Missing { table, .. } => Some(advice::missing(table)),
            Oracle::Damaged { table, .. } => Some(advice::rebuild(table)),
            _ => None,
        };
        Self { code, message: error.to_string(), hint }
    }
}

impl From<perfectplay_oracle::Error> for Failure {
    fn from(error: perfectplay_oracle::Error) -> Self {
        Error::from(error).into()
    }
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Self {
        let message = error.to_string();
        match error {
            ExportError::Interrupted(_) => Self::interrupted(),
            ExportError::Probe(error) => error.into(),
            ExportError::Solve(error) => error.into(),
            ExportError::Contradiction { .. } => Self::damaged(message),
            ExportError::Memory { table, need, free } => {
                let what = format!(
                    "{table} does not know the plies, and to compute them needs {} of memory",
                    ByteSize(need)
                );
                Self::refused(match free {
                    Some(free) => format!("{what}, and {} are free", ByteSize(free)),
                    None => format!("{what}, and the system does not give them"),
                })
            }
            _ => Self::refused(message),
        }
    }
}

impl From<NoThreads> for Failure {
    fn from(error: NoThreads) -> Self {
        Self::refused(error.to_string())
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Interrupted(_) => Self::interrupted(),
            SolveError::OutOfMemory(_) => Self::refused(error.to_string()),
        }
    }
}

impl From<VerifyError> for Failure {
    fn from(error: VerifyError) -> Self {
        let message = error.to_string();
        match error {
            VerifyError::Interrupted(_) => Self::interrupted(),
            VerifyError::Open(error) => error.into(),
            VerifyError::Wrong { table, .. } => {
                Self::damaged(message).with_hint(advice::rebuild(&table))
            }
            _ => Self::refused(message),
        }
    }
}
