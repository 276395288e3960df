//! The ladder of effort: a question is tried with little effort first, so that it holds up no other, and with more
//! where that is not enough. What has been read of it stays from one try to the next.

use crate::budget::Budget;
use crate::error::Error;
use crate::question::Question;

/// A question on its way up the ladder.
#[derive(Clone, Debug, Default)]
pub struct Attempt {
    question: Option<Question>,
}

impl Attempt {
    /// The question, read by `read` unless it has been; `None` if the effort of the budget is not enough.
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

    /// The question, if it has been read.
    #[must_use]
    pub const fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }
}
