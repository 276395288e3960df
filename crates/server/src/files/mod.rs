//! Files: tables, and the pages inside the program.

mod api_page;
mod html;
pub(crate) mod pages;
pub(crate) mod table_files;
