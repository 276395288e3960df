//! How a command ends when it does not end well.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use perfectplay_core::layers::SolveError;
use perfectplay_query::{OpenError, ProbeError, Problem};
use perfectplay_tables::{BuildError, Family, VerifyError};
use thiserror::Error;

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
    /// Tells the user, on standard error, and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Self::OutputClosed | Self::ChecksFailed | Self::TableMissing => {}
            _ => crate::output::complain(self),
        }
        ExitCode::from(match self {
            Self::OutputClosed => 0,
            Self::Check(_) | Self::ChecksFailed => 1,
            Self::Input(_) => 2,
            Self::Refused(_) | Self::TableMissing => 3,
            Self::Interrupted => crate::interrupt::EXIT_CODE,
        })
    }

    /// A failure to write the output.
    pub(crate) fn output(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::OutputClosed,
            _ => Self::Refused(format!("cannot write the output: {error}")),
        }
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        match error.problem {
            Problem::Missing => Self::Refused(format!("{error}; {}", remedy(&error.origin))),
            Problem::NotAFile | Problem::Io(_) => Self::Refused(error.to_string()),
            _ => Self::Check(error.to_string()),
        }
    }
}

impl From<ProbeError> for Failure {
    fn from(error: ProbeError) -> Self {
        match error {
            ProbeError::Beyond { .. } => Self::Refused(error.to_string()),
            ProbeError::Damaged { .. } => Self::Check(error.to_string()),
        }
    }
}

impl From<BuildError> for Failure {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Interrupted(_) => Self::Interrupted,
            BuildError::Memory { table, need, limit } => Self::Refused(format!(
                "{table} needs {} of memory to build, and {} may be used: free some, or raise --memory",
                bytesize::ByteSize(need),
                bytesize::ByteSize(limit),
            )),
            error => Self::Refused(error.to_string()),
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
        match error {
            VerifyError::Interrupted(_) => Self::Interrupted,
            VerifyError::Open(error) => error.into(),
            error @ VerifyError::Wrong { .. } => Self::Check(error.to_string()),
        }
    }
}

/// What helps where a table is missing.
fn remedy(file: &str) -> String {
    let name = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
    if name.parse::<Family>().is_ok() {
        format!("`perfectplay build {name}` makes it")
    } else {
        "`perfectplay list` shows which there are".to_owned()
    }
}
