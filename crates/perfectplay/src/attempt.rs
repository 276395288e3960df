//! The ladder of effort: a question is tried with little effort first, so that it does not hold up others, and
//! with more if that is not enough. What has been parsed of it is kept from one try to the next.

use crate::question::Question;
use perfectplay_protocol::{Budget, Error};

/// A question on its way up the ladder.
#[derive(Clone, Debug, Default)]
pub struct Attempt {
    question: Option<Question>,
}

impl Attempt {
    /// The question, parsed by `read` unless that has been done; `None` if the effort of the budget is not enough.
    ///
    /// # Errors
    /// Those of `read`.
    pub fn read_within(
        &mut self,
        budget: &Budget<'_>,
        read: impl FnOnce(&Budget<'_>) -> Result<Question, Error>,
    ) -> Result<Option<&Question>, Error> {
        if self.question.is_none() {
            self.question = budget.enough(read(budget))?;
        }
        Ok(self.question.as_ref())
    }

    /// The question, if it has been parsed.
    pub const fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }
}
