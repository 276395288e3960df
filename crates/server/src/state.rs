//! What all requests share.

use perfectplay_oracle::{Error, Oracle, TableFolder};

/// The oracle, and the folder that it answers from.
pub(crate) struct State {
    pub(crate) oracle: Oracle,
    pub(crate) folder: TableFolder,
}

impl State {
    pub(crate) fn new(folder: TableFolder) -> Result<Self, Error> {
        Ok(Self { oracle: Oracle::new(folder.clone())?, folder })
    }
}
