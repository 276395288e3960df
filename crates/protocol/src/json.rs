//! The JSON of answers: what the program prints and a server sends.

use perfectplay_core::Theorem;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::{Answer, BoardText, Line, Move, MoveAnswer, Moves, Replies, Step, ValueAnswer};

impl Answer {
    /// Appends the JSON of the answer.
    ///
    /// Compiled once, with this crate, which is optimised, as the programs that print and send answers need not
    /// be.
    #[doc(hidden)]
    pub fn append_json(&self, json: &mut Vec<u8>) {
        append_json(self, json);
    }
}

impl ValueAnswer {
    /// Appends the JSON of the answer.
    #[doc(hidden)]
    pub fn append_json(&self, json: &mut Vec<u8>) {
        append_json(self, json);
    }
}

fn append_json(answer: &impl Serialize, json: &mut Vec<u8>) {
    serde_json::to_writer(json, answer).expect("a vector takes all bytes, and keys are text");
}

/// Fields that a game does not have are left out.
impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut answer = serializer.serialize_struct("Answer", 14)?;
        answer.serialize_field("game", self.game().name())?;
        if let Some(board) = self.board() {
            answer.serialize_field("board", board)?;
        }
        answer.serialize_field("position", &self.position)?;
        answer.serialize_field("value", &self.value)?;
        if let Some(grundy) = self.grundy {
            answer.serialize_field("grundy", &grundy)?;
        }
        match &self.moves {
            Moves::All(moves) => answer.serialize_field("moves", moves)?,
            Moves::Winning(moves) => {
                answer.serialize_field("moves", &Some(moves).filter(|moves| !moves.is_empty()))?;
            }
            Moves::Rolls(rolls) => answer.serialize_field("rolls", rolls)?,
        }
        match &self.line {
            Some(Line::Known(steps)) => answer.serialize_field("line", steps)?,
            Some(Line::Unknown(_)) => answer.serialize_field("line", &None::<Step>)?,
            None => {}
        }
        answer.serialize_field("table", &self.table.as_deref())?;
        if let Some(members) = self.members {
            answer.serialize_field("members", &members)?;
        }
        if let Some(search) = &self.search {
            answer.serialize_field("searched", &search.visited)?;
            answer.serialize_field("left", &search.left.map(Whole))?;
            answer.serialize_field("largest", &search.largest.map(Whole))?;
            if let Some(theorem) = &search.theorem {
                let Theorem { statement, source, .. } = theorem;
                answer.serialize_field("theorem", &TheoremJson { statement, source })?;
            }
            if let Some(reason) = &search.reason {
                answer.serialize_field("reason", &reason.to_string())?;
            }
        }
        answer.end()
    }
}

/// A whole number that every reader of JSON gets exactly: above 2^53 it is a text, as many programs would round it.
struct Whole(u128);

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(number) if number <= 1 << 53 => serializer.serialize_u64(number),
            _ => serializer.collect_str(&self.0),
        }
    }
}

/// A contour's board is left out, as the values of one board are requested together.
impl Serialize for ValueAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut answer = serializer.serialize_struct("ValueAnswer", 5)?;
        answer.serialize_field("game", self.position.game().name())?;
        answer.serialize_field("position", &self.position)?;
        answer.serialize_field("value", &self.value)?;
        answer.serialize_field("table", &self.table.as_deref())?;
        if let Some(reason) = &self.reason {
            answer.serialize_field("reason", &reason.to_string())?;
        }
        answer.end()
    }
}

/// `winning` is a field in games that are won or lost, `gain` in games that count points, `again` where the player
/// moves again.
impl Serialize for MoveAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut answer = serializer.serialize_struct("MoveAnswer", 10)?;
        answer.serialize_field("move", &self.step)?;
        if let Some(gain) = self.gain {
            answer.serialize_field("gain", &gain)?;
        }
        answer.serialize_field("position", &self.position)?;
        answer.serialize_field("value", &self.value)?;
        if let Some(grundy) = self.grundy {
            answer.serialize_field("grundy", &grundy)?;
        }
        answer.serialize_field("result", &self.result)?;
        answer.serialize_field("best", &self.best)?;
        match self.result {
            Some(value) if value.wins().is_none() => {}
            _ => answer.serialize_field("winning", &self.winning())?,
        }
        if self.again {
            answer.serialize_field("again", &true)?;
        }
        match &self.replies {
            Some(Replies::Known(replies)) => answer.serialize_field("replies", replies)?,
            Some(Replies::Unknown) => answer.serialize_field("replies", &None::<Move>)?,
            None => {}
        }
        answer.end()
    }
}

#[derive(Serialize)]
struct TheoremJson<'a> {
    statement: &'a str,
    source: &'a str,
}

/// The lists of the board, and its fingerprint.
impl Serialize for BoardText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut board = serializer.serialize_struct("Board", 1 + self.rows.len())?;
        for (name, rows) in &self.rows {
            board.serialize_field(name, rows)?;
        }
        board.serialize_field("fingerprint", &self.fingerprint)?;
        board.end()
    }
}
