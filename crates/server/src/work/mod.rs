//! Work that takes long: where it waits, which threads do it, and when it ends.

pub(crate) mod cancellation;
pub(crate) mod readers;
pub(crate) mod single_flight;
pub(crate) mod solve_time;
pub(crate) mod worker_pool;
