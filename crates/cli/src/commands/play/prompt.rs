//! The lines that a player types: at a terminal, with editing and history if the program has them, otherwise as they come.

use std::io::{IsTerminal, stdin, stdout};

#[cfg(feature = "editing")]
use perfectplay::Code;
#[cfg(feature = "editing")]
use rustyline::{DefaultEditor, error::ReadlineError};

use crate::input::lines::{self, Lines};
use crate::prelude::*;

pub(super) enum Prompt {
    /// A person, whose lines can be edited.
    #[cfg(feature = "editing")]
    Editor(Box<DefaultEditor>),
    /// A person.
    #[cfg(not(feature = "editing"))]
    Terminal(Lines),
    /// A file or a program.
    Lines(Lines),
}

impl Prompt {
    pub(super) fn open(json: bool) -> Result<Self> {
        if json || !stdin().is_terminal() || !stdout().is_terminal() {
            return Ok(Self::Lines(lines::open(None)?));
        }
        #[cfg(feature = "editing")]
        return Ok(Self::Editor(Box::new(DefaultEditor::new().map_err(unreadable)?)));
        #[cfg(not(feature = "editing"))]
        Ok(Self::Terminal(lines::open(None)?))
    }

    /// The next line; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<String>> {
        let line = self.answer("> ")?;
        #[cfg(feature = "editing")]
        if let (Self::Editor(editor), Some(line)) = (self, &line) {
            // A full history forgets the oldest lines.
            let _ = editor.add_history_entry(line);
        }
        Ok(line)
    }

    /// What is said to a question, which only people are asked; `None` at the end.
    pub(super) fn answer(&mut self, question: &str) -> Result<Option<String>> {
        match self {
            #[cfg(feature = "editing")]
            Self::Editor(editor) => edited(editor, question),
            #[cfg(not(feature = "editing"))]
            Self::Terminal(lines) => {
                use std::io::Write;

                let asked = write!(stdout(), "{question}").and_then(|()| stdout().flush());
                asked.map_err(|error| Failure::output(&error))?;
                Ok(lines.next()?.map(str::to_owned))
            }
            Self::Lines(lines) => Ok(lines.next()?.map(str::to_owned)),
        }
    }
}

/// A line that somebody types; `None` at the end.
#[cfg(feature = "editing")]
fn edited(editor: &mut DefaultEditor, prompt: &str) -> Result<Option<String>> {
    match editor.readline(prompt) {
        Ok(line) => Ok(Some(line)),
        Err(ReadlineError::Eof) => Ok(None),
        Err(ReadlineError::Interrupted) => Err(Failure::Reported(Code::Interrupted.exit_code())),
        Err(error) => Err(unreadable(error)),
    }
}

#[cfg(feature = "editing")]
fn unreadable(error: ReadlineError) -> Failure {
    Failure::refused(format!("the terminal cannot be read: {error}"))
}
