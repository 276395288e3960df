//! What the body of a batch says. It takes no more memory than a few times its text, whatever is in it.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::config::MOST_POSITIONS;

/// The most rows of a board, and numbers of a row, that are read. A board has fewer.
const MOST_ROWS: usize = 256;

/// The body of a batch.
pub(crate) struct BatchRequest {
    pub(crate) positions: Texts,
    pub(crate) board: Option<BoardField>,
    pub(crate) moves: bool,
    pub(crate) replies: bool,
}

impl<'de> Deserialize<'de> for BatchRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Fields {
            positions: Texts,
            #[serde(default)]
            board: Option<BoardField>,
            #[serde(default = "yes")]
            moves: bool,
            #[serde(default)]
            replies: bool,
        }

        fn yes() -> bool {
            true
        }

        /// Lists are no objects.
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with the list `positions`")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Fields, A::Error> {
                Fields::deserialize(MapAccessDeserializer::new(map))
            }
        }

        let Fields { positions, board, moves, replies } = deserializer.deserialize_map(Object)?;
        Ok(Self { positions, board, moves, replies })
    }
}

/// The texts of positions, as many as are allowed, and how many there are.
#[derive(Default)]
pub(crate) struct Texts {
    /// One after the other.
    all: String,
    /// Where each ends.
    ends: Vec<u32>,
    /// How many there are in the body.
    count: usize,
}

impl Texts {
    /// How many there are in the body, which can be more than are allowed.
    pub(crate) const fn count(&self) -> usize {
        self.count
    }

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
        struct List;

        impl<'de> Visitor<'de> for List {
            type Value = Texts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of positions")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Texts, A::Error> {
                let mut texts = Texts::default();
                while texts.count < MOST_POSITIONS
                    && list.next_element_seed(Next(&mut texts.all))?.is_some()
                {
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

        /// Adds a text to others.
        struct Next<'a>(&'a mut String);

        impl<'de> DeserializeSeed<'de> for Next<'_> {
            type Value = ();

            fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
                deserializer.deserialize_str(self)
            }
        }

        impl Visitor<'_> for Next<'_> {
            type Value = ();

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_str<E>(self, text: &str) -> Result<(), E> {
                self.0.push_str(text);
                Ok(())
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
