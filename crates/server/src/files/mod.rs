//! Files: tables, and the pages inside the program.

mod api_page;
pub(crate) mod pages;
pub(crate) mod picture;
pub(crate) mod table_files;

/// A text in which nothing is markup.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}
