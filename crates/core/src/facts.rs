//! What a game is for people.

/// What there is to know of a game without a position, in English: what the program, the server, the explorer and the
/// documents say of it.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The name in commands, table files and JSON.
    pub game: &'static str,
    /// The tag in the headers of the game's tables. It is changed whenever the meaning of an entry or of an index
    /// changes.
    pub rules_tag: &'static str,
    /// How many states are solved on the spot by default: about as many as two cores solve in ten seconds.
    pub default_states: u64,
    /// The name for people.
    pub name: &'static str,
    /// The name where there is little space.
    pub label: &'static str,
    /// The name with a few words of explanation.
    pub title: &'static str,
    /// How to play it, in a line.
    pub rule: &'static str,
    /// How to play it.
    pub rules: &'static str,
    /// The names of the two players, if they have any; the one who begins comes first.
    pub players: Option<[&'static str; 2]>,
    /// What counts at the end.
    pub aim: &'static str,
    /// How a position is written, with an example.
    pub notation: &'static str,
    /// How a move is written, in a sentence.
    pub moves: &'static str,
    /// A position, for examples. In a game whose positions belong to a board it exists on every board.
    pub example: &'static str,
    /// Where the game begins if no position is chosen: small, and with one good move among bad ones.
    pub start: &'static str,
    /// The board of that position as text, if the board is not a part of it.
    pub board: Option<&'static str>,
    /// How large positions may be.
    pub limits: &'static str,
    /// The tables that it has.
    pub tables: &'static str,
}

impl Facts {
    /// The facts of a text that has a line for each, as in `game: chomp`. In a constant, one that is missing is an error of
    /// the compiler.
    #[doc(hidden)]
    pub const fn of(text: &'static str) -> Self {
        let players = (line(text, "first player"), line(text, "second player"));
        Self {
            game: line(text, "game").expect("the game"),
            rules_tag: line(text, "rules tag").expect("the tag"),
            default_states: match u64::from_str_radix(
                line(text, "default states").expect("states"),
                10,
            ) {
                Ok(states) => states,
                Err(_) => panic!("states are a number"),
            },
            name: line(text, "name").expect("the name"),
            label: line(text, "label").expect("the label"),
            title: line(text, "title").expect("the title"),
            rule: line(text, "rule").expect("a rule"),
            rules: line(text, "rules").expect("the rules"),
            players: if let (Some(first), Some(second)) = players {
                Some([first, second])
            } else {
                None
            },
            aim: line(text, "aim").expect("the aim"),
            notation: line(text, "notation").expect("the notation"),
            moves: line(text, "moves").expect("moves"),
            example: line(text, "example").expect("an example"),
            start: line(text, "start").expect("a start"),
            board: line(text, "board"),
            limits: line(text, "limits").expect("limits"),
            tables: line(text, "tables").expect("tables"),
        }
    }
}

/// What a line of a text says behind this name and a colon.
const fn line(text: &'static str, name: &str) -> Option<&'static str> {
    let (all, name, mut start) = (text.as_bytes(), name.as_bytes(), 0);
    while start < all.len() {
        let (mut end, mut same) = (start, 0);
        while all[end] != b'\n' {
            end += 1;
        }
        while same < name.len() && all[start + same] == name[same] {
            same += 1;
        }
        if same == name.len() && all[start + same] == b':' {
            return Some(text.split_at(end).0.split_at(start + same + 2).1);
        }
        start = end + 1;
    }
    None
}
