//! The games of this program.

use perfectplay_oracle::{GameRef, built_in};
use perfectplay_solve::{AnyGame, Described, describe};
use perfectplay_tables::MadeGame;

/// The games of this program: those that are built in, and its own.
#[derive(Debug, Default)]
pub(crate) struct Games {
    own: Vec<Described>,
    /// What is wrong with the descriptions of games that cannot be asked.
    pub(crate) mistakes: Vec<String>,
}

impl Games {
    /// The games that are built in, and these.
    pub(crate) fn with(games: Vec<Box<dyn AnyGame>>) -> Self {
        let (own, mistakes) = describe(games);
        Self { own, mistakes: mistakes.iter().map(ToString::to_string).collect() }
    }

    /// The program's own games as the oracle asks them.
    pub(crate) fn asked(&self) -> Vec<GameRef> {
        self.own.iter().map(|game| game.asked.clone()).collect()
    }

    /// The program's own games as their tables are made.
    pub(crate) fn made(&self) -> impl Iterator<Item = &dyn MadeGame> {
        self.own.iter().map(|game| &*game.made)
    }

    /// The program's own game with a name, as its table is made.
    pub(crate) fn made_as(&self, name: &str) -> Option<&dyn MadeGame> {
        self.made().find(|game| game.name() == name)
    }

    /// All games, the program's own first.
    pub(crate) fn all(&self) -> impl Iterator<Item = GameRef> {
        self.asked().into_iter().chain(built_in())
    }

    /// The game with a name, in upper or lower case. Words of its title name a built-in game as well: `sylver`,
    /// `jenga`.
    pub(crate) fn named(&self, name: &str) -> Option<GameRef> {
        let entitled = || {
            let words = words_of(name);
            let is_in_title = |game: &GameRef| {
                let title = game.about().facts.map_or_else(Vec::new, |facts| words_of(facts.name));
                words.iter().any(|word| word.len() > 3)
                    && words.iter().all(|word| title.contains(word))
            };
            let mut entitled = self.all().filter(is_in_title);
            entitled.next().filter(|_| entitled.next().is_none())
        };
        let called = |game: &GameRef| game.name().eq_ignore_ascii_case(name);
        self.all()
            .find(|game| game.name() == name)
            .or_else(|| self.all().find(called))
            .or_else(entitled)
    }

    /// The tables that are built by default.
    pub(crate) fn default_tables(&self) -> Vec<String> {
        match self.asked() {
            // Its own games are all described badly.
            own if own.is_empty() && !self.mistakes.is_empty() => Vec::new(),
            own => perfectplay_oracle::default_tables(&own),
        }
    }
}

fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}
