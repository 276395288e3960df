//! Any text is a position or a move, or is refused with an error of one line; what was read prints as a
//! text that reads as the same.
#![no_main]

use std::fmt::Display;
use std::str::FromStr;

use libfuzzer_sys::fuzz_target;
use perfectplay_core::number::{Move, Named, Position};

fuzz_target!(|text: &str| {
    if let Some(position) = read::<Position>(text) {
        assert_eq!(Position::from_mask(position.mask()), Ok(position));
        for to_name in position.numbers().map(Move) {
            let child = position.after(to_name).expect("it is available");
            assert_eq!(Position::from_mask(child.mask()), Ok(child));
            assert_eq!(read(&child.to_string()), Some(child));
        }
    }
    if let Some(named) = read::<Named>(text) {
        assert_eq!(named.position(), text.parse::<Position>().ok());
    }
    read::<Move>(text);
});

fn read<T: FromStr<Err: Display> + Display + PartialEq>(text: &str) -> Option<T> {
    match text.parse::<T>() {
        Ok(thing) => {
            let written = thing.to_string();
            assert!(written.parse::<T>().is_ok_and(|again| again == thing), "{written}");
            Some(thing)
        }
        Err(error) => {
            let message = error.to_string();
            assert!(!message.chars().any(char::is_control), "{message:?}");
            assert!(message.chars().count() < 400, "{message}");
            None
        }
    }
}
