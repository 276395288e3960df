//! Moves as people and programs write them.

/// The place of the move of a text, `(1, 2)` or `1-2` for `1,2`, among moves that are given by their roll, if there is a
/// die, and their text. `None` if it is none of them, or may be several.
pub(crate) fn find(
    moves: &[(Option<&str>, String)],
    text: &str,
    roll: Option<&str>,
) -> Option<usize> {
    let is_asked = |of: Option<&str>| {
        roll.is_none_or(|roll| of.is_some_and(|of| of.eq_ignore_ascii_case(roll)))
    };
    let is_exact = |(of, exact): &(Option<&str>, String)| exact == text && is_asked(*of);
    if let Some(exact) = moves.iter().position(is_exact) {
        return Some(exact);
    }
    let wanted = words(text);
    let mut same =
        moves.iter().enumerate().filter(|(_, (of, one))| is_asked(*of) && words(one) == wanted);
    let (found, _) = same.next()?;
    same.next().is_none().then_some(found)
}

/// The numbers and the letters of a move's text, in capitals: what is left of it in every notation.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = ' ';
    for letter in text.chars().map(|letter| letter.to_ascii_uppercase()) {
        if letter.is_ascii_alphanumeric() {
            match words.last_mut() {
                Some(word) if letter.is_ascii_digit() && last.is_ascii_digit() => word.push(letter),
                _ => words.push(letter.to_string()),
            }
        }
        last = letter;
    }
    words
}
