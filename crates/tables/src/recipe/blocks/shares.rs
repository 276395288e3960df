//! Tables of games that somebody describes. Nobody knows beforehand which positions there are, so that a block is a share of
//! the work: of each level, forwards and backwards, it makes what it does not find in the store, in an order of its own. So
//! shares need not wait for one another, and one that is killed loses what it was about to write. What little is not worth
//! a file, and the table itself, is made by whoever merges.

use std::path::PathBuf;
use std::sync::Arc;

use perfectplay_core::control::Control;
use perfectplay_query::{Access, Bytes, CodedTable, Problem, TableFile};

use crate::solve::{Described, Share, SolveError, TableOf};
use crate::{Blocks, Build, BuildError, Job, Plan, PlanError, Recipe, Store, StoreError};

/// How the table of a game is made.
#[expect(missing_debug_implementations, reason = "a description need not have any")]
pub struct GameRecipe {
    game: Arc<dyn Described + Send + Sync>,
    rules: String,
}

impl GameRecipe {
    /// With the game's rules tag.
    pub fn new(game: Arc<dyn Described + Send + Sync>, rules: String) -> Self {
        Self { game, rules }
    }

    fn table(&self) -> TableOf<'_> {
        TableOf::new(&*self.game, self.rules.clone())
    }

    fn made(&self, job: &Job<'_>, share: Option<(PathBuf, Share)>) -> Result<PathBuf, BuildError> {
        let how = Build::default().memory(job.memory).progress(job.control);
        let made = self.table().make(job, how, share);
        made.map(|(path, _)| path).map_err(|error| self.refused(error))
    }

    fn refused(&self, error: SolveError) -> BuildError {
        error.of_build(&self.game.name())
    }
}

impl Recipe for GameRecipe {
    fn name(&self) -> String {
        self.game.name()
    }

    fn is_made(&self, file: TableFile<Bytes>) -> bool {
        self.table().is_made(file)
    }

    fn check_same(&self, file: TableFile<Bytes>) -> Result<(), Problem> {
        self.table().check_same(&file)
    }

    fn make(&self, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        self.made(job, None)
    }

    fn blocks(&self) -> Option<Box<dyn Blocks>> {
        Some(Box::new(Self { game: self.game.clone(), rules: self.rules.clone() }))
    }
}

impl Blocks for GameRecipe {
    fn plan(&self, block_size: Option<u64>) -> Result<Plan, PlanError> {
        if let Some(plan) = self.table().numbered(|table| table.plan(block_size)) {
            return plan.map_err(|error| PlanError::Layout(self.refused(error)))?;
        }
        let encoding = CodedTable::ENCODING.to_owned();
        Plan::of_shares([self.game.name(), self.rules.clone(), encoding], block_size)
    }

    fn compute(
        &self,
        store: &Store,
        number: usize,
        access: Access,
        control: Control<'_>,
    ) -> Result<bool, StoreError> {
        let compute = |table: &dyn Blocks| table.compute(store, number, access, control);
        if let Some(computed) = self.table().numbered(compute) {
            return computed.map_err(|error| self.refused(error))?;
        }
        store.compute_share(number, control, |folder| {
            let done = self.table().share(folder, store.share(number), control);
            done.map_err(|error| self.refused(error))
        })
    }

    fn build(&self, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        self.made(job, None)
    }

    fn merge(&self, store: &Store, job: &Job<'_>) -> Result<PathBuf, StoreError> {
        if let Some(merged) = self.table().numbered(|table| table.merge(store, job)) {
            return merged.map_err(|error| self.refused(error))?;
        }
        let share = store.share(store.plan().blocks().len());
        Ok(self.made(job, Some((store.levels(), share)))?)
    }
}
