//! The games of this program.

use std::sync::OnceLock;

use perfectplay::{Error, GameRef, Oracle, TableRef, Tables, custom_game, default_tables};
#[cfg(feature = "catalogue")]
use perfectplay_catalogue::{Entry, texts::rules_of};
#[cfg(feature = "games")]
use perfectplay_games::built_in;
use perfectplay_tables::solve::Game;

/// No games are built in.
#[cfg(not(feature = "games"))]
fn built_in() -> Vec<GameRef> {
    Vec::new()
}

/// The games of this program: custom ones, those that are built in, and those of the catalogue.
#[derive(Debug)]
pub(crate) struct Games {
    /// The custom games and those that are built in, in this order.
    listed: Vec<GameRef>,
    /// How many are custom.
    custom: usize,
    /// Whether there is a catalogue.
    has_catalogue: bool,
    /// All of them, those of the catalogue last. To make these takes as long as a probe, so they are made when one is asked for.
    all: OnceLock<Vec<GameRef>>,
    /// What is wrong with the descriptions of games that cannot be asked.
    pub(crate) mistakes: Vec<String>,
}

impl Default for Games {
    fn default() -> Self {
        let (all, mistakes) = (OnceLock::new(), Vec::new());
        Self { listed: built_in(), custom: 0, has_catalogue: false, all, mistakes }
    }
}

/// The games of the catalogue.
#[cfg(feature = "catalogue")]
fn classic() -> Vec<GameRef> {
    let game = |entry: &Entry| custom_game(entry.game, &[]).expect("tests solve each of them");
    perfectplay_catalogue::all().iter().map(game).collect()
}

#[cfg(not(feature = "catalogue"))]
fn rules_of(_: &str) -> Option<String> {
    None
}

/// There is no catalogue.
#[cfg(not(feature = "catalogue"))]
fn classic() -> Vec<GameRef> {
    Vec::new()
}

impl Games {
    /// The games of the stock program, which has a catalogue.
    #[cfg(feature = "games")]
    pub(crate) fn stock() -> Self {
        Self { has_catalogue: true, ..Self::default() }
    }

    /// Adds a custom game, unless its description has a mistake that shows at once.
    pub(crate) fn add<G: Game>(&mut self, game: G) {
        match custom_game(game, &self.listed) {
            Ok(game) => {
                self.listed.insert(self.custom, game);
                self.custom += 1;
            }
            Err(mistake) => self.mistakes.push(mistake.to_string()),
        }
    }

    /// The custom games.
    pub(crate) fn custom(&self) -> &[GameRef] {
        &self.listed[..self.custom]
    }

    /// The games that are built in.
    pub(crate) fn built_in(&self) -> &[GameRef] {
        &self.listed[self.custom..]
    }

    /// The custom games and those that are built in, which help and messages name.
    pub(crate) fn listed(&self) -> &[GameRef] {
        &self.listed
    }

    /// The games of the catalogue.
    pub(crate) fn catalogue(&self) -> &[GameRef] {
        &self.all()[self.listed.len()..]
    }

    /// Whether a game is of the catalogue.
    pub(crate) fn is_classic(&self, game: &GameRef) -> bool {
        self.all.get().is_some_and(|all| all[self.listed.len()..].contains(game))
    }

    /// The rules of a game of the catalogue in full; other games tell all of theirs themselves.
    pub(crate) fn rules_in_full(&self, game: &GameRef) -> Option<String> {
        self.is_classic(game).then(|| rules_of(game.name()))?
    }

    /// An oracle of all games, with those of the catalogue once one was asked for.
    ///
    /// # Errors
    /// If the folder of the tables cannot be read.
    pub(crate) fn oracle(&self, tables: impl Into<Tables>) -> Result<Oracle, Error> {
        let classic = self.all.get().map_or(&[][..], |all| &all[self.listed.len()..]);
        Ok(Oracle::new(self.built_in(), tables)?.with_games(self.custom()).with_games(classic))
    }

    /// All games, the custom ones first and those of the catalogue last.
    pub(crate) fn all(&self) -> &[GameRef] {
        let more = || if self.has_catalogue { classic() } else { Vec::new() };
        self.all.get_or_init(|| [self.listed.clone(), more()].concat())
    }

    /// The game with a name, in upper or lower case. Words of its title name a built-in game as well: `sylver`,
    /// `jenga`; and what is before the size a game of the catalogue, the first one of several: `achi`.
    pub(crate) fn named(&self, name: &str) -> Option<GameRef> {
        let entitled = || {
            let words = words_of(name);
            let is_in_title = |game: &GameRef| {
                let title = game.about().facts.map_or_else(Vec::new, |facts| words_of(facts.name));
                words.iter().any(|word| word.len() > 3)
                    && words.iter().all(|word| title.contains(word))
            };
            let mut entitled = self.listed.iter().filter(|game| is_in_title(game));
            entitled.next().filter(|_| entitled.next().is_none())
        };
        let called = |game: &&GameRef| game.name().eq_ignore_ascii_case(name);
        let without_size = |game: &&GameRef| before_hyphen(game.name()).eq_ignore_ascii_case(name);
        let listed = || self.listed.iter();
        let found = listed().find(|game| game.name() == name);
        let found = found.or_else(|| listed().find(called)).or_else(entitled);
        let classic = || self.catalogue().iter();
        let found = found.or_else(|| classic().find(called));
        found.or_else(|| classic().find(without_size)).cloned()
    }

    /// The sizes of the catalogue's game of which this is no size, for people.
    pub(crate) fn sizes(&self, name: &str) -> Option<String> {
        let (word, _) = name.split_once('-')?;
        let is_size = |game: &&str| before_hyphen(game).eq_ignore_ascii_case(word);
        let names: Vec<&str> = self.catalogue().iter().map(GameRef::name).filter(is_size).collect();
        Some(format!("{} has the sizes {}", before_hyphen(names.first()?), names.join(", ")))
    }

    /// The game of this name, if it has tables of single boards.
    pub(crate) fn with_board_tables(&self, name: &str) -> Option<&GameRef> {
        self.listed.iter().find(|game| game.name() == name && game.about().board_tables)
    }

    /// The games whose tables are built by default: the custom ones of the program, or else those that are built in.
    pub(crate) fn by_default(&self) -> &[GameRef] {
        // Its custom games may all be described badly.
        match self.custom == 0 && self.mistakes.is_empty() {
            true => self.built_in(),
            false => self.custom(),
        }
    }

    /// Their tables.
    pub(crate) fn default_tables(&self) -> Vec<TableRef> {
        default_tables(self.by_default())
    }
}

/// What is before the size in the name of a game or a table.
pub(crate) fn before_hyphen(name: &str) -> &str {
    name.split_once('-').map_or(name, |(word, _)| word)
}

fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}
