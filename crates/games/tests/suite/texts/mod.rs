//! What is read of texts in all games, and what is said of those that are not read: `texts.txt`.

mod document;

use std::collections::BTreeSet;
use std::fmt::Display;
use std::str::FromStr;

use perfectplay_games::contest::{ContestError, ContestReader, LineResult};
use perfectplay_games::{chomp, contour, number, stake, tokens, tower};

use crate::random::{many_times, text};

/// What a text is read as, printed, or what is wrong with it.
type Reading = Result<String, String>;

fn read<T: FromStr<Err: Display> + Display>(text: &str) -> Reading {
    text.parse::<T>().map(|read| read.to_string()).map_err(|error| error.to_string())
}

fn board<B>(read: Result<B, impl Display>, write: fn(&B) -> String) -> Reading {
    read.map(|board| write(&board)).map_err(|error| error.to_string())
}

/// The positions of a contest's input.
fn positions<R: ContestReader>(text: &str) -> Result<Vec<R::Position>, ContestError> {
    let (mut reader, mut positions) = (R::default(), Vec::new());
    for (line, text) in (1..).zip(text.lines()) {
        match reader.read(line, text)? {
            LineResult::More => {}
            LineResult::Case(position) => positions.push(position),
            LineResult::End => return Ok(positions),
        }
    }
    positions.extend(reader.end(text.lines().count() + 1)?);
    Ok(positions)
}

fn contest<R: ContestReader<Position: Display>>(text: &str) -> Reading {
    let texts = |positions: Vec<R::Position>| {
        positions.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    positions::<R>(text).map(texts).map_err(|error| error.to_string())
}

/// The readers by the names of the document.
fn reader(name: &str) -> fn(&str) -> Reading {
    match name {
        "number::Position" => read::<number::Position>,
        "number::Named" => read::<number::NamedNumbers>,
        "number::Move" => read::<number::Move>,
        "number::ContestReader" => contest::<number::ContestReader>,
        "tower::Position" => read::<tower::Position>,
        "tower::Move" => read::<tower::Move>,
        "tower::ContestReader" => contest::<tower::ContestReader>,
        "contour::Position" => read::<contour::Position>,
        "contour::Move" => read::<contour::Move>,
        "contour::Board" => {
            |text| board(contour::Board::from_contest(text), contour::Board::to_contest)
        }
        "stake::Position" => read::<stake::Position>,
        "stake::Move" => read::<stake::Move>,
        "stake::ContestReader" => contest::<stake::ContestReader>,
        "stake::BoardReader" => contest::<stake::BoardReader>,
        "tokens::Position" => read::<tokens::Position>,
        "tokens::Move" => read::<tokens::Move>,
        "tokens::Board" => {
            |text| board(tokens::Board::from_contest(text), tokens::Board::to_contest)
        }
        "tokens::ContestReader" => contest::<tokens::ContestReader>,
        "chomp::Position" => read::<chomp::Position>,
        "chomp::Move" => read::<chomp::Move>,
        other => panic!("there is no reader {other}"),
    }
}

/// The names of all but those of contests' inputs with many cases.
fn readers() -> BTreeSet<&'static str> {
    let readers = document::rows().into_iter().map(|(name, ..)| name);
    readers.filter(|name| !name.ends_with("Reader")).collect()
}

#[test]
fn texts_are_read_as_the_document_says() {
    let rows = document::rows();
    assert!(rows.len() > 250, "{}", rows.len());
    for (name, text, expected) in rows {
        let found = reader(name)(&text);
        assert_eq!(found, expected, "{name}: {text:?}");
        if let (Ok(printed), false) = (&found, name.ends_with("Reader")) {
            assert_eq!(reader(name)(printed).as_ref(), Ok(printed), "{name}: {printed}");
        }
    }
}

#[test]
fn a_start_without_its_pieces_is_an_error_of_its_line() {
    let error = positions::<tokens::ContestReader>("1 2\nP.\n").unwrap_err();
    assert_eq!((error.line, error.column), (2, None), "{error}");
}

#[test]
fn any_text_is_read_or_refused() {
    let readers = readers();
    many_times(|rng| {
        let letters = *rng.choice(&LETTERS).unwrap();
        let text = format!("{}{}", rng.choice(STARTS).unwrap(), text(rng, letters, 61));
        for name in &readers {
            match reader(name)(&text) {
                Ok(printed) => assert_eq!(reader(name)(&printed), Ok(printed), "{name}: {text:?}"),
                Err(message) => assert!(!message.contains('\n'), "{name}: {text:?}"),
            }
        }
    });
}

/// What texts of the games consist of.
const LETTERS: [&str; 4] = [
    " 0123456789,abcdefghijklmnopqrstuvwxyz",
    "-0123456789, x\u{1b}木",
    "01./ \n2x",
    "RGBP.#/>LM1234567890,+;: history",
];

/// Characters that take from one to ten places when they are shown, between those that texts consist of.
const CHARACTERS: [char; 6] = ['\u{0}', '\u{1b}', '\u{10fffe}', '\n', '"', 'é'];
const STARTS: [&str; 8] = ["", "1", "2 3 ", "after:", "2L>", "0,", "P./", "01/"];

#[test]
fn messages_about_any_text_are_short_and_printable() {
    for name in readers() {
        for character in CHARACTERS {
            for start in STARTS {
                for number in [1, 23, 24, 25, 1000] {
                    let part = format!("{start}{}", character.to_string().repeat(number));
                    for text in [part.clone(), format!("{part} {part}")] {
                        let Err(message) = reader(name)(&text) else { continue };
                        assert!(message.chars().count() < 300, "{name}: {text:?}: {message}");
                        let is_plain = !message.contains(char::is_control);
                        assert!(is_plain, "{name}: {text:?}: {message:?}");
                    }
                }
            }
        }
    }
}
