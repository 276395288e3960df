//! How error messages show parts of the input.

/// How many characters of an input are shown.
const SHOWN: usize = 24;

/// The input in backquotes and on one line: control characters are escaped, and it is cut after 24
/// characters.
pub(crate) fn quoted(input: &str) -> String {
    format!("`{}`", shortened(input))
}

/// The same without the quotes.
pub(crate) fn shortened(input: &str) -> String {
    let mut shown = beginning(input);
    if input.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

/// The same without a mark where it is cut.
pub(crate) fn beginning(input: &str) -> String {
    input.chars().take(SHOWN).flat_map(char::escape_debug).collect()
}
