//! Questions over HTTP: about one position, or many in a batch.

mod answering;
pub(crate) mod app;
pub(crate) mod batch;
mod batch_request;
mod board;
mod parameters;
pub(crate) mod position_request;
pub(crate) mod preview;
pub(crate) mod single;
