//! The lines that a player types: with editing and history at a terminal, otherwise as they come.

use std::io::IsTerminal;

use perfectplay::Code;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::failure::Failure;
use crate::input::lines::{self, Lines};

pub(super) enum Prompt {
    /// A person.
    Terminal(Box<DefaultEditor>),
    /// A file or a program.
    Lines(Lines),
}

impl Prompt {
    pub(super) fn open(json: bool) -> Result<Self, Failure> {
        if !json && std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
            return Ok(Self::Terminal(Box::new(DefaultEditor::new().map_err(unreadable)?)));
        }
        Ok(Self::Lines(lines::open(None)?))
    }

    /// The next line; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<String>, Failure> {
        let editor = match self {
            Self::Lines(lines) => return Ok(lines.next()?.map(str::to_owned)),
            Self::Terminal(editor) => editor,
        };
        let line = read(editor, "> ")?;
        if let Some(line) = &line {
            // A full history forgets the oldest lines.
            let _ = editor.add_history_entry(line);
        }
        Ok(line)
    }

    /// What is said to a question, which only people are asked; `None` at the end.
    pub(super) fn answer(&mut self, question: &str) -> Result<Option<String>, Failure> {
        match self {
            Self::Lines(lines) => Ok(lines.next()?.map(str::to_owned)),
            Self::Terminal(editor) => read(editor, question),
        }
    }
}

/// A line that somebody types; `None` at the end.
fn read(editor: &mut DefaultEditor, prompt: &str) -> Result<Option<String>, Failure> {
    match editor.readline(prompt) {
        Ok(line) => Ok(Some(line)),
        Err(ReadlineError::Eof) => Ok(None),
        Err(ReadlineError::Interrupted) => Err(Failure::Reported(Code::Interrupted.exit_code())),
        Err(error) => Err(unreadable(error)),
    }
}

fn unreadable(error: ReadlineError) -> Failure {
    Failure::refused(format!("the terminal cannot be read: {error}"))
}
