//! The JSON of a batch. Parsed, it takes at most a few times the memory of its text, whatever is in it.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use axum::http::StatusCode;
use tokio::task::spawn_blocking;

use crate::config::MOST_POSITIONS;
use crate::http::failure::Failure;
use crate::http::memory_quota::{MemoryQuota, SMALL};

/// How many rows of a board, and numbers of a row, are read at most. A board has fewer.
const MOST_ROWS: usize = 256;

/// The body of a batch.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with the list `positions`")]
pub(crate) struct BatchRequest {
    pub(crate) positions: Texts,
    pub(crate) board: Option<BoardField>,
    #[serde(default = "yes")]
    pub(crate) moves: bool,
    #[serde(default)]
    pub(crate) replies: bool,
}

fn yes() -> bool {
    true
}

impl BatchRequest {
    /// Reads the body of a batch.
    pub(crate) async fn parse(body: Vec<u8>, quota: &MemoryQuota) -> Result<Self, Failure> {
        let parsed = if body.len() <= SMALL {
            Self::from_json(&body)
        } else {
            // One at a time, as that takes milliseconds, on a thread that may block.
            let _turn = quota.parsing.acquire().await.expect("the semaphore is never closed");
            let parse = move || Self::from_json(&body);
            spawn_blocking(parse).await.map_err(|_| Failure::internal())?
        };
        parsed.map_err(|error| {
            Failure::input(StatusCode::BAD_REQUEST, format!("the request body is invalid: {error}"))
                .with_hint(
                    "send `{\"positions\": [\"…\", \"…\"]}`; /openapi.json describes all fields",
                )
        })
    }

    fn from_json(body: &[u8]) -> serde_json::Result<Self> {
        match body.trim_ascii_start().first() {
            // The derived code would accept a list of the fields, too.
            Some(b'[') => Err(Error::custom("expected an object with the list `positions`")),
            _ => serde_json::from_slice(body),
        }
    }
}

/// The texts of positions up to the limit, and how many there are in all.
#[derive(Default)]
pub(crate) struct Texts {
    /// All texts, one after the other.
    all: String,
    /// Where each ends.
    ends: Vec<u32>,
    /// How many there are in the body, which can be more than the limit.
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
        /// Borrowed from the body, unless a part of it is escaped there.
        #[derive(Deserialize)]
        struct Text<'t>(#[serde(borrow)] Cow<'t, str>);

        let mut texts = Self::default();
        for_each(deserializer, "a list of positions", |Text(text)| {
            if texts.count < MOST_POSITIONS {
                texts.all.push_str(&text);
                texts.ends.push(texts.all.len() as u32);
            }
            texts.count += 1;
            Ok(())
        })?;
        texts.all.shrink_to_fit();
        Ok(texts)
    }
}

/// The board of contours: text, or the object `board` of an answer.
pub(crate) enum BoardField {
    Text(String),
    Rows { rows: [(&'static str, Vec<Vec<u32>>); 2], fingerprint: Option<String> },
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
                f.write_str("`board` as a string, or as an object with the rows `a` and `b`")
            }

            fn visit_str<E>(self, text: &str) -> Result<BoardField, E> {
                Ok(BoardField::Text(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<BoardField, A::Error> {
                let fields = Fields::deserialize(MapAccessDeserializer::new(map))
                    .map_err(|error| A::Error::custom(format_args!("in `board`: {error}")))?;
                let rows = |Few(rows): Few<Few<u32>>| rows.into_iter().map(|row| row.0).collect();
                let fingerprint = fields.fingerprint;
                let rows = [("a", rows(fields.a)), ("b", rows(fields.b))];
                Ok(BoardField::Rows { rows, fingerprint })
            }
        }

        deserializer.deserialize_any(Field)
    }
}

/// A list with a limit, a bit above the longest side of a board.
struct Few<T>(Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Few<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut few = Vec::new();
        for_each(deserializer, "a list", |element| {
            if few.len() == MOST_ROWS {
                return Err("this is too long for a side of a board");
            }
            few.push(element);
            Ok(())
        })?;
        Ok(Self(few))
    }
}

/// Has a function take the elements of a list, as they are read.
fn for_each<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
    expected: &'static str,
    each: impl FnMut(T) -> Result<(), &'static str>,
) -> Result<(), D::Error> {
    struct Each<T, F>(&'static str, F, PhantomData<T>);

    impl<'de, T, F> Visitor<'de> for Each<T, F>
    where
        T: Deserialize<'de>,
        F: FnMut(T) -> Result<(), &'static str>,
    {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }

        fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
            while let Some(element) = list.next_element()? {
                self.1(element).map_err(A::Error::custom)?;
            }
            Ok(())
        }
    }

    deserializer.deserialize_seq(Each(expected, each, PhantomData))
}
