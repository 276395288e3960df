//! What a player types.

/// The commands beside moves, for people.
pub(super) const HELP: &str = "\
Type a move as the game writes it, or:
  moves     every move with its result, best first
  hint      a best move
  line      best play to the end
  undo      takes back your last move and what followed
  position  the position as text, for `perfectplay probe`
  quit      ends the program";

/// A line that a player typed.
#[derive(Debug, PartialEq, Eq)]
pub enum Input<'a> {
    /// Anything that is no command.
    Move(&'a str),
    /// Every move with its result.
    Moves,
    /// A best move.
    Hint,
    /// Best play to the end.
    Line,
    /// The last move taken back.
    Undo,
    /// The position as text.
    Position,
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
            "position" | "p" => Self::Position,
            "help" | "?" => Self::Help,
            "quit" | "exit" | "q" => Self::Quit,
            text => Self::Move(text),
        }
    }
}
