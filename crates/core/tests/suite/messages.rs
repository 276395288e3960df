//! Messages about texts stay short and printable, whatever the text is.

use std::fmt::Display;
use std::str::FromStr;

use perfectplay_core::{chomp, contour, number, stake, tokens, tower};

/// Characters that take from one to ten places when they are shown, between those that texts consist of.
const CHARACTERS: [char; 6] = ['\u{0}', '\u{1b}', '\u{10fffe}', '\n', '"', 'é'];
const TEXTS: [&str; 8] = ["", "1", "2 3 ", "after:", "2L>", "0,", "P./", "01/"];

fn check<T: FromStr<Err: Display>>() {
    for character in CHARACTERS {
        for start in TEXTS {
            for number in [1, 23, 24, 25, 1000] {
                let noise = character.to_string().repeat(number);
                for text in [format!("{start}{noise}"), format!("{start}{noise} {start}{noise}")] {
                    let Err(error) = text.parse::<T>() else { continue };
                    let message = error.to_string();
                    assert!(message.chars().count() < 300, "{text:?}: {message}");
                    assert!(!message.contains(char::is_control), "{text:?}: {message:?}");
                }
            }
        }
    }
}

#[test]
fn messages_about_any_text_are_short_and_printable() {
    check::<number::Position>();
    check::<number::Named>();
    check::<number::Move>();
    check::<tower::Position>();
    check::<tower::Move>();
    check::<contour::Position>();
    check::<contour::Move>();
    check::<stake::Position>();
    check::<stake::Move>();
    check::<tokens::Position>();
    check::<tokens::Move>();
    check::<tokens::Board>();
    check::<chomp::Position>();
    check::<chomp::Move>();
}
