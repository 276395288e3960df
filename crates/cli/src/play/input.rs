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
pub(super) enum Input<'a> {
    Move(&'a str),
    Moves,
    Hint,
    Line,
    Undo,
    Position,
    Help,
    Quit,
    Nothing,
}

impl<'a> Input<'a> {
    pub(super) fn parse(line: &'a str) -> Self {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_command_is_a_move() {
        assert_eq!(Input::parse("  undo \n"), Input::Undo);
        assert_eq!(Input::parse("\t"), Input::Nothing);
        assert_eq!(Input::parse(" 2L>M "), Input::Move("2L>M"));
        assert_eq!(Input::parse("resign"), Input::Move("resign"));
    }
}
