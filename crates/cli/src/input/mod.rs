//! What a command is given: folders, tables, boards and lines.

pub(crate) mod boards;
#[cfg(feature = "games")]
pub(crate) mod cases;
pub(crate) mod chosen_folder;
pub(crate) mod lines;
pub(crate) mod table_argument;
