//! Text for people, wrapped at words.

use terminal_size::{Height, Width};
use textwrap::{Options, WordSplitter};

/// The text in lines of at most this many columns.
pub(crate) fn wrapped(text: &str, width: usize) -> String {
    textwrap::fill(text, options(width))
}

/// Moves, names of tables and commands stay whole.
fn options(width: usize) -> Options<'static> {
    Options::new(width).break_words(false).word_splitter(WordSplitter::NoHyphenation)
}

/// The text after a label, in lines that all begin in the same column.
pub(crate) fn hanging(label: &str, text: &str, width: usize) -> String {
    let columns = anstream::adapter::strip_str(label).to_string().chars().count();
    let indent = " ".repeat(columns);
    // The label's styles have no width.
    let lines =
        textwrap::fill(text, options(width).initial_indent(&indent).subsequent_indent(&indent));
    format!("{label}{}", lines.get(columns..).unwrap_or_default())
}

/// A text that begins with a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    first + letters.as_str()
}

/// How many columns a line of text may have: those of the terminal, else `$COLUMNS`, as in clap's
/// help.
pub(crate) fn width_of(terminal: Option<(Width, Height)>) -> usize {
    const USUAL: usize = 80;
    const LONGEST: usize = 100;
    let terminal = terminal.map(|(width, _)| usize::from(width.0));
    let asked = || std::env::var("COLUMNS").ok()?.parse().ok();
    // A terminal of width 0 does not know its width.
    let columns = terminal.or_else(asked).filter(|&columns| columns > 0);
    columns.unwrap_or(USUAL).min(LONGEST)
}
