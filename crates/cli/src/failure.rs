//! How a command ends when it does not succeed.

use std::fmt::Display;
use std::io;
use std::path::Path;

use perfectplay::{Code, Hint};

use crate::advice;
use crate::games::Games;
use crate::terminal::ErrorReport;

/// What a command has done, or why it ends early.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// Why a command ends early, or with another exit code than 0.
#[derive(Debug)]
pub(crate) enum Failure {
    /// An error that has not been reported yet.
    Error(Box<Error>),
    /// Everything has been reported; this exit code is left to return.
    Reported(u8),
    /// The reader of the output went away, which is no error.
    ReaderGone,
}

/// An error. What helps against it may depend on the games of the program.
#[derive(Clone, Debug)]
pub(crate) struct Error {
    pub(crate) code: Code,
    /// What is wrong, and where.
    pub(crate) message: String,
    /// What to do about it, if that is already said.
    pub(crate) hint: Option<String>,
    pub(crate) hints: Vec<Hint>,
}

impl Error {
    pub(crate) fn new(code: Code, message: impl Display) -> Self {
        Self { code, message: message.to_string(), hint: None, hints: Vec::new() }
    }

    /// The error as a program with these games reports it.
    pub(crate) fn told(self, games: &Games) -> ErrorReport {
        let Self { code, message, hint, hints } = self;
        let hints = hints.iter().filter_map(|hint| advice::hint(hint, games));
        let hint = hint.or_else(|| hints.reduce(|hints, hint| format!("{hints}; {hint}")));
        ErrorReport { code, message, hint }
    }

    /// The message with the place that it is about before it; an interruption has none.
    pub(crate) fn at(mut self, place: impl Display) -> Self {
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
    pub(crate) fn error(code: Code, message: impl Display) -> Self {
        Error::new(code, message).into()
    }

    /// The command line asks for something that does not exist.
    pub(crate) fn usage(message: impl Display) -> Self {
        Self::error(Code::Usage, message)
    }

    /// A text is not a board, or a board is missing.
    pub(crate) fn board(message: impl Display) -> Self {
        Self::error(Code::Board, message)
    }

    /// Input from outside is not as expected.
    pub(crate) fn input(message: impl Display) -> Self {
        Self::error(Code::Input, message)
    }

    /// A table is missing.
    pub(crate) fn missing(message: impl Display) -> Self {
        Self::error(Code::Missing, message)
    }

    /// A table is damaged or wrong.
    pub(crate) fn damaged(message: impl Display) -> Self {
        Self::error(Code::Damaged, message)
    }

    /// The machine refused.
    pub(crate) fn refused(message: impl Display) -> Self {
        Self::error(Code::Refused, message)
    }

    /// The system refused an operation on a file.
    pub(crate) fn cannot(action: &str, path: &Path, error: &io::Error) -> Self {
        Self::refused(format_args!("{}: cannot {action}: {error}", path.display()))
    }

    /// The user stopped the command.
    pub(crate) fn interrupted() -> Self {
        Self::error(Code::Interrupted, "interrupted")
    }

    /// A failure to write the output.
    pub(crate) fn output(error: &io::Error) -> Self {
        // What Windows says about a named pipe without a reader: ERROR_PIPE_NOT_CONNECTED.
        let not_connected = cfg!(windows) && error.raw_os_error() == Some(233);
        if not_connected || error.kind() == io::ErrorKind::BrokenPipe {
            return Self::ReaderGone;
        }
        Self::refused(format!("cannot write the output: {error}"))
    }

    /// Adds what to do about it.
    pub(crate) fn with_hint(self, hint: impl Into<String>) -> Self {
        self.map(|error| Error { hint: Some(hint.into()), ..error })
    }

    /// Changes its code: the purpose of an input decides, not how it was read.
    pub(crate) fn with_code(self, code: Code) -> Self {
        self.map(|error| Error { code, ..error })
    }

    /// Adds the place that it is about.
    pub(crate) fn at(self, place: impl Display) -> Self {
        self.map(|error| error.at(place))
    }

    fn map(self, change: impl FnOnce(Error) -> Error) -> Self {
        match self {
            Self::Error(error) => change(*error).into(),
            other => other,
        }
    }

    /// Its code, unless everything has been reported.
    pub(crate) fn code(&self) -> Option<Code> {
        match self {
            Self::Error(error) => Some(error.code),
            Self::Reported(_) | Self::ReaderGone => None,
        }
    }

    /// The program's exit code.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Error(error) => error.code.exit_code(),
            Self::Reported(exit_code) => *exit_code,
            Self::ReaderGone => 0,
        }
    }
}
