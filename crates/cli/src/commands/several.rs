//! Commands that make several tables: one that fails does not stop the others.

#[cfg(feature = "catalogue")]
use perfectplay_catalogue::{Entry, named};

use crate::prelude::*;
use crate::terminal::{ErrorReport, report_error};

/// What became of a requested table.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum TableResult<T> {
    Made(T),
    Failed { table: String, error: ErrorReport },
}

/// What became of all requested tables.
pub(crate) struct Outcome<T> {
    pub(crate) results: Vec<TableResult<T>>,
    /// How the command ends: with the first error.
    pub(crate) ending: Result<()>,
}

impl<T> TableResult<T> {
    pub(crate) const fn is_made(&self) -> bool {
        matches!(self, Self::Made(_))
    }
}

/// The wanted entries of those that are named, or of all.
#[cfg(feature = "catalogue")]
pub(crate) fn entries(names: &[String], is_wanted: impl Fn(&Entry) -> bool) -> Result<Vec<Entry>> {
    named(names, is_wanted).map_err(|name| {
        let what = format!("there is no game `{}` in the catalogue", printable(name));
        Failure::usage(what).with_hint(format!("{} lists all", advice::command("catalogue")))
    })
}

/// Makes tables one after another, and prints a line about each. Only an interruption by the user stops it before
/// the last.
pub(crate) fn make_each<W, T>(
    wanted: impl IntoIterator<Item = W>,
    name: impl Fn(&W) -> String,
    make: impl Fn(W) -> Result<T>,
    print: impl Fn(&T, &mut Output) -> Result<()>,
    games: &Games,
    output: &mut Output,
) -> Result<Outcome<T>> {
    let mut results = Vec::new();
    let mut ending = Ok(());
    for wanted in wanted {
        let table = name(&wanted);
        match make(wanted) {
            Ok(made) => {
                if !output.json && !is_quiet() {
                    print(&made, output)?;
                    output.flush()?;
                }
                results.push(TableResult::Made(made));
            }
            Err(Failure::Error(error)) if error.code != Code::Interrupted => {
                let error = error.told(games);
                report_error(&error, output.json);
                if ending.is_ok() {
                    ending = Err(Failure::Reported(error.code.exit_code()));
                }
                results.push(TableResult::Failed { table, error });
            }
            Err(failure) => {
                ending = Err(failure);
                break;
            }
        }
    }
    Ok(Outcome { results, ending })
}
