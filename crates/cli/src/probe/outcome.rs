//! Who wins, as JSON says it and as people see it.

use perfectplay_core::Outcome;
use perfectplay_core::number::Value;
use serde::Serialize;

use crate::output::{BAD, GOOD, styled};

/// A value of the games that are won and lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct OutcomeReport {
    outcome: &'static str,
    /// Moves until the end, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u8>,
}

impl From<Outcome> for OutcomeReport {
    fn from(outcome: Outcome) -> Self {
        let outcome = match outcome {
            Outcome::Win => "win",
            Outcome::Loss => "loss",
        };
        Self { outcome, plies: None }
    }
}

impl From<Value> for OutcomeReport {
    fn from(value: Value) -> Self {
        Self { plies: Some(value.plies), ..value.outcome.into() }
    }
}

impl OutcomeReport {
    pub(super) fn is_win(self) -> bool {
        self.outcome == "win"
    }

    pub(super) fn drawn(self) -> String {
        let style = if self.is_win() { GOOD } else { BAD };
        match self.plies {
            Some(plies) => styled(style, format_args!("{} in {plies}", self.outcome)),
            None => styled(style, self.outcome),
        }
    }
}
