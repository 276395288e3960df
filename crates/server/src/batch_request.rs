//! What the body of a batch says. It takes no more memory than a few times its text, whatever is in it.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::config::MOST_POSITIONS;

/// The most rows of a board, and numbers of a row, that are read. A board has fewer.
const MOST_ROWS: usize = 256;

/// The body of a batch.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub(crate) struct BatchRequest {
    pub(crate) positions: Texts,
    #[serde(default)]
    pub(crate) board: Option<BoardField>,
    #[serde(default = "yes")]
    pub(crate) moves: bool,
    #[serde(default)]
    pub(crate) replies: bool,
}

fn yes() -> bool {
    true
}

impl<'de> Deserialize<'de> for BatchRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// Lists are no objects.
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = BatchRequest;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with the list `positions`")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<BatchRequest, A::Error> {
                // What is derived, which takes lists, too.
                BatchRequest::deserialize(MapAccessDeserializer::new(map))
            }
        }

        deserializer.deserialize_map(Object)
    }
}

/// The texts of positions, as many as are allowed, and how many there are.
#[derive(Default)]
pub(crate) struct Texts {
    /// One after the other.
    all: String,
    /// Where each ends.
    ends: Vec<u32>,
    /// How many there are in the body, which can be more than are allowed.
    pub(crate) count: usize,
}

impl Texts {
    /// How many bytes they take.
    pub(crate) fn bytes(&self) -> usize {
        self.all.capacity() + size_of::<u32>() * self.ends.capacity()
    }

    /// One of them.
    pub(crate) fn text(&self, number: usize) -> &str {
        let end = |number: usize| self.ends[number] as usize;
        let start = number.checked_sub(1).map_or(0, end);
        &self.all[start..end(number)]
    }
}

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// It is in the body, unless a part of it is escaped there.
        #[derive(Deserialize)]
        struct Text<'t>(#[serde(borrow)] Cow<'t, str>);

        struct List;

        impl<'de> Visitor<'de> for List {
            type Value = Texts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of positions")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Texts, A::Error> {
                let mut texts = Texts::default();
                while texts.count < MOST_POSITIONS
                    && let Some(Text(text)) = list.next_element()?
                {
                    texts.all.push_str(&text);
                    texts.ends.push(texts.all.len() as u32);
                    texts.count += 1;
                }
                if texts.count == MOST_POSITIONS {
                    while list.next_element::<IgnoredAny>()?.is_some() {
                        texts.count += 1;
                    }
                }
                texts.all.shrink_to_fit();
                Ok(texts)
            }
        }

        deserializer.deserialize_seq(List)
    }
}

/// A contour's board: text, or what answers have as `board`.
pub(crate) enum BoardField {
    Text(String),
    Rows { a: Vec<Vec<u32>>, b: Vec<Vec<u32>>, fingerprint: Option<String> },
}

impl<'de> Deserialize<'de> for BoardField {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Fields {
            a: Few<Few<u32>>,
            b: Few<Few<u32>>,
            #[serde(default)]
            fingerprint: Option<String>,
        }

        struct Field;

        impl<'de> Visitor<'de> for Field {
            type Value = BoardField;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`board` as a text, or as an object with the rows `a` and `b`")
            }

            fn visit_str<E>(self, text: &str) -> Result<BoardField, E> {
                Ok(BoardField::Text(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<BoardField, A::Error> {
                let fields = Fields::deserialize(MapAccessDeserializer::new(map))
                    .map_err(|error| A::Error::custom(format_args!("in `board`: {error}")))?;
                let rows = |Few(rows): Few<Few<u32>>| rows.into_iter().map(|row| row.0).collect();
                let fingerprint = fields.fingerprint;
                Ok(BoardField::Rows { a: rows(fields.a), b: rows(fields.b), fingerprint })
            }
        }

        deserializer.deserialize_any(Field)
    }
}

/// A list that is not much longer than a side of a board.
struct Few<T>(Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Few<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for List<T> {
            type Value = Few<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Few<T>, A::Error> {
                let mut few = Vec::new();
                while let Some(element) = list.next_element()? {
                    if few.len() == MOST_ROWS {
                        return Err(A::Error::custom("this is too long for a side of a board"));
                    }
                    few.push(element);
                }
                Ok(Few(few))
            }
        }

        deserializer.deserialize_seq(List(PhantomData))
    }
}
