//! Tables in blocks, which many programs compute, in a folder that they share: a [`Plan`] says which blocks there
//! are, a [`Store`] holds the finished ones, and [`merge`] makes the table from them.

mod block_file;
mod error;
mod merge;
mod store;

use perfectplay_query::Family;

use crate::games::visit_layered;
use crate::layered::{LayeredTable, LayeredVisitor, Plan, PlanError};

pub use error::{BlockProblem, StoreError};
pub use merge::merge;
pub use store::Store;

impl Plan {
    /// The plan of a table. Blocks have about `block_size` bytes and never more; by default a 256th of
    /// the table's bytes, rounded up to a power of two, and at least 16 MiB.
    ///
    /// # Errors
    /// If the table has no blocks, or the size is below 64 KiB.
    pub fn new(table: Family, block_size: Option<u64>) -> Result<Self, PlanError> {
        let not_layered = || PlanError::NotLayered { table: table.to_string() };
        visit_layered(table, PlanOf { block_size }).ok_or_else(not_layered)?
    }

    /// Shows the table that the plan is for to a visitor.
    fn visit<V: LayeredVisitor>(&self, visitor: V) -> V::Output {
        visit_layered(self.table(), visitor).expect("there are no plans of other tables")
    }
}

/// Makes a plan.
struct PlanOf {
    block_size: Option<u64>,
}

impl LayeredVisitor for PlanOf {
    type Output = Result<Plan, PlanError>;

    fn visit(self, table: &impl LayeredTable) -> Result<Plan, PlanError> {
        Plan::of(table, self.block_size)
    }
}
