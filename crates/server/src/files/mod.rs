//! Files: tables, and the pages inside the program.

pub(crate) mod pages;
pub(crate) mod table_files;
