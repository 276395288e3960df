//! Moves as people and programs write them.

use crate::position::Move;

/// The place of the move of a text among moves that are given with their roll, if there is a die: `(1, 2)` or `1-2`
/// for `1,2`, `1l>m` for `1L>M`. `None` if it is none of them, or may be several. `roll` is a colour in any case.
pub fn find_move<'m>(
    moves: impl IntoIterator<Item = (Option<&'m str>, &'m Move)>,
    text: &str,
    roll: Option<&str>,
) -> Option<usize> {
    // In `-2` the sign is one of a number, and no move has such a number; in `1-2` it is between two.
    let signed = text.trim_start().strip_prefix(['-', '+', '−']);
    if signed.is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit())) {
        return None;
    }
    let wanted = words(text);
    let is_asked = |of: Option<&str>| {
        roll.is_none_or(|roll| of.is_some_and(|of| of.eq_ignore_ascii_case(roll)))
    };
    let mut same = None;
    let mut are_several = false;
    for (place, (of, step)) in moves.into_iter().enumerate() {
        if !is_asked(of) {
            continue;
        }
        let exact = step.to_string();
        if exact == text {
            return Some(place);
        }
        if words(&exact) == wanted {
            are_several = same.replace(place).is_some();
        }
    }
    same.filter(|_| !are_several)
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
