//! How a command ends when it does not end well.

use std::io;

use bytesize::ByteSize;
use perfectplay_core::layers::{OutOfMemory, SolveError};
use perfectplay_query::{OpenError, ProbeError, Problem};
use perfectplay_tables::{BuildError, VerifyError};
use thiserror::Error;

use crate::advice;
use crate::interrupt;

/// A command's failure: what to tell, and the exit code.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// A table is damaged or wrong.
    #[error("{0}")]
    Check(String),
    /// Bad usage or input.
    #[error("{0}")]
    Input(String),
    /// Something is missing, or the machine refused.
    #[error("{0}")]
    Refused(String),
    /// Stopped by the user.
    #[error("interrupted")]
    Interrupted,
    /// Nobody reads the output any more, which is no error.
    #[error("the output was closed")]
    OutputClosed,
    /// A check failed, and everything has been told already.
    #[error("a check failed")]
    ChecksFailed,
    /// A table could not be checked, and everything has been told already.
    #[error("a table could not be checked")]
    TableMissing,
}

impl Failure {
    /// Whether the user has not been told yet.
    pub(crate) fn is_news(&self) -> bool {
        !matches!(self, Self::OutputClosed | Self::ChecksFailed | Self::TableMissing)
    }

    /// The program's exit code.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::OutputClosed => 0,
            Self::Check(_) | Self::ChecksFailed => 1,
            Self::Input(_) => 2,
            Self::Refused(_) | Self::TableMissing => 3,
            Self::Interrupted => interrupt::EXIT_CODE,
        }
    }

    /// The same, with the line of the input that caused it.
    pub(crate) fn in_line(self, number: u64) -> Self {
        match self {
            Self::Input(what) => Self::Input(format!("line {number}: {what}")),
            Self::Refused(what) => Self::Refused(format!("line {number}: {what}")),
            other => other,
        }
    }

    /// A table that could not be built.
    pub(crate) fn of_build(table: &str, error: BuildError) -> Self {
        match error {
            BuildError::Interrupted(_) => Self::Interrupted,
            BuildError::Memory { need, limit } => Self::Refused(format!(
                "{table} needs {} of memory to build, and {} may be used: free some, or raise --memory",
                ByteSize(need),
                ByteSize(limit),
            )),
            BuildError::OutOfMemory(OutOfMemory { bytes }) => Self::Refused(format!(
                "{table} needs {} of memory, and the system does not give them",
                ByteSize(bytes)
            )),
            BuildError::Disk { need, free } => Self::Refused(format!(
                "{table} needs {} of disk space, and {} are free there: free some, or choose another \
                 folder with --tables",
                ByteSize(need),
                ByteSize(free),
            )),
            error => Self::Refused(error.to_string()),
        }
    }

    /// A failure to write the output.
    pub(crate) fn output(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::OutputClosed,
            _ => Self::Refused(format!("cannot write the output: {error}")),
        }
    }
}

/// Something is wrong with this table; adds the command that mends it.
fn damaged(table: &str, what: &str) -> Failure {
    Failure::Check(format!("{what}; {}", advice::rebuild(table)))
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        let what = error.to_string();
        match (&error.problem, error.table()) {
            (Problem::Missing, table) => {
                let remedy = advice::missing(table.unwrap_or_default());
                Self::Refused(format!("{what}; {remedy}"))
            }
            (Problem::NotAFile | Problem::Io(_), _) => Self::Refused(what),
            (problem, Some(table)) if problem.is_damage() => damaged(table, &what),
            _ => Self::Check(what),
        }
    }
}

impl From<ProbeError> for Failure {
    fn from(error: ProbeError) -> Self {
        let what = error.to_string();
        match error {
            ProbeError::Damaged { table } => damaged(&table, &what),
            _ => Self::Refused(what),
        }
    }
}

impl From<perfectplay_oracle::Error> for Failure {
    fn from(error: perfectplay_oracle::Error) -> Self {
        use perfectplay_oracle::Error;
        let what = error.to_string();
        match error {
            Error::Usage { .. } | Error::Position { .. } | Error::Board { .. } => Self::Input(what),
            Error::Beyond(beyond) => Self::Refused(format!("{what}{}", advice::beyond(&beyond))),
            Error::Damaged { table, .. } => damaged(&table, &what),
            Error::Interrupted(_) => Self::Interrupted,
            _ => Self::Refused(what),
        }
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Interrupted(_) => Self::Interrupted,
            SolveError::OutOfMemory(_) => Self::Refused(error.to_string()),
        }
    }
}

impl From<VerifyError> for Failure {
    fn from(error: VerifyError) -> Self {
        let what = error.to_string();
        match error {
            VerifyError::Interrupted(_) => Self::Interrupted,
            VerifyError::Open(error) => error.into(),
            VerifyError::Wrong { table, .. } => damaged(&table, &what),
            _ => Self::Refused(what),
        }
    }
}
