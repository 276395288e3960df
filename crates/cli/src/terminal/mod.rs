//! What people see: lines, colours, bars and drawings.

pub(crate) mod guide;
pub(crate) mod messages;
pub(crate) mod output;
pub(crate) mod progress_bar;
pub(crate) mod text;
