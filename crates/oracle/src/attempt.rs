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
    /// Reads the question by `read`, unless it has been read, and answers it by `answer`; `None` if the effort
    /// of the budget is not enough for one of them.
    ///
    /// # Errors
    /// Those of the two; with less than full effort never [`Error::Beyond`].
    pub fn try_within<T>(
        &mut self,
        budget: &Budget<'_>,
        read: impl FnOnce(&Budget<'_>) -> Result<Question, Error>,
        answer: impl FnOnce(&Question) -> Result<Option<T>, Error>,
    ) -> Result<Option<T>, Error> {
        match self.read_within(budget, read)? {
            Some(question) => answer(question),
            None => Ok(None),
        }
    }

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
