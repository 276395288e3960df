//! A line that a player types: a command, or else a move.

/// The commands other than moves, for people.
pub(super) const HELP: &str = include_str!("commands.txt");

/// A line that a player typed.
#[derive(Debug, PartialEq, Eq)]
pub enum Input<'a> {
    /// Anything that is not a command.
    Move(&'a str),
    /// Every move with its result.
    Moves,
    /// A best move.
    Hint,
    /// Best play to the end.
    Line,
    /// Take back the last move.
    Undo,
    /// The board once more.
    Board,
    /// The position as text.
    Position,
    /// The rules of the game.
    Rules,
    /// What can be typed.
    Help,
    /// The end.
    Quit,
    /// An empty line.
    Nothing,
}

impl<'a> Input<'a> {
    /// What a line says.
    pub fn parse(line: &'a str) -> Self {
        match line.trim() {
            "" => Self::Nothing,
            "moves" | "m" => Self::Moves,
            "hint" | "h" => Self::Hint,
            "line" | "l" => Self::Line,
            "undo" | "u" => Self::Undo,
            "board" | "b" => Self::Board,
            "position" | "p" => Self::Position,
            "rules" | "r" => Self::Rules,
            "help" | "?" => Self::Help,
            "quit" | "exit" | "q" => Self::Quit,
            text => Self::Move(text),
        }
    }
}
