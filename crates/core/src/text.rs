//! How error messages show parts of the input.

/// How many characters of an input are shown at most, escapes of several characters included.
const SHOWN: usize = 24;

/// The input in backquotes and on one line: control characters are escaped, and it is cut after 24
/// characters.
pub fn quoted(input: &str) -> String {
    format!("`{}`", shortened(input))
}

/// An input without quotes, shortened if it is long.
pub fn shortened(input: &str) -> String {
    let (mut shown, is_all) = cut(input);
    if !is_all {
        shown.push('…');
    }
    shown
}

/// How an input begins, without a mark where it is cut.
pub fn beginning(input: &str) -> String {
    cut(input).0
}

/// What is shown of an input, and whether that is all of it.
fn cut(input: &str) -> (String, bool) {
    let (mut shown, mut length) = (String::new(), 0);
    for character in input.chars() {
        // A space of another width looks like one.
        let escaped = match character {
            space if space.is_whitespace() && !space.is_ascii() => {
                space.escape_unicode().to_string()
            }
            other => other.escape_debug().to_string(),
        };
        length += escaped.chars().count();
        if length > SHOWN {
            return (shown, false);
        }
        shown.push_str(&escaped);
    }
    (shown, true)
}
