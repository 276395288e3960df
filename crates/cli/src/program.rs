//! What this program is called.

use std::borrow::Cow;
use std::sync::OnceLock;

/// The name by which this program is called.
static PROGRAM: OnceLock<String> = OnceLock::new();

/// What the program is called that has no games but those that are built in.
const STOCK: &str = "perfectplay";

/// From here on commands that are suggested are those of a program with another name.
pub(crate) fn set_name(name: &str) {
    PROGRAM.get_or_init(|| name.to_owned());
}

/// The name by which this program is called.
pub(crate) fn name() -> &'static str {
    PROGRAM.get().map_or(STOCK, String::as_str)
}

/// A text with the commands of this program, which is written with those of the one with another name.
pub(crate) fn renamed(text: &str) -> Cow<'_, str> {
    match name() {
        STOCK => text.into(),
        name => text.replace(&format!("{STOCK} "), &format!("{name} ")).into(),
    }
}
