//! The games that the package knows: those that are built in, and those of the catalogue.

use std::sync::LazyLock;

use perfectplay::{GameRef, custom_game};
use perfectplay_catalogue::texts::Texts;
use perfectplay_games::built_in;
use perfectplay_tables::solve::Game as _;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, json};

use crate::custom::described;

/// The games of the catalogue.
static CATALOGUE: LazyLock<Vec<GameRef>> = LazyLock::new(|| {
    let games = perfectplay_catalogue::all().iter();
    games.filter_map(|entry| custom_game(entry.game, &built_in()).ok()).collect()
});

/// Whether a game of somebody's own has a name.
pub(crate) fn is_own(name: &str) -> bool {
    described().iter().any(|custom| custom.erased.name() == name)
}

/// All of them.
pub(crate) fn known() -> Vec<GameRef> {
    [built_in(), CATALOGUE.clone()].concat()
}

/// Those of the catalogue that have other names than somebody's own games.
pub(crate) fn beside(own: &[GameRef]) -> Vec<GameRef> {
    let is_other = |game: &&GameRef| own.iter().all(|other| other.name() != game.name());
    CATALOGUE.iter().filter(is_other).cloned().collect()
}

/// Return the description of each game of the catalogue, by name.
#[pyfunction]
pub(crate) fn _catalogue(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let texts = Texts::all();
    let mut told = Map::new();
    for entry in perfectplay_catalogue::all() {
        let name = entry.game.name();
        let Some((_, of)) = perfectplay_catalogue::texts::text_of(&name, &texts) else { continue };
        let differs = of.variant(&name).and_then(|variant| variant.differs.as_ref());
        let game = json!({
            "title": of.title.en,
            "kind": of.kind,
            "rules": of.rules.en,
            "differs": differs.map(|text| &text.en),
            "large": entry.is_large,
        });
        told.insert(name, game);
    }
    crate::to_dict(py, &told)
}
