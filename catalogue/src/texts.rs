//! What is written of the games: `texts/` has a file for each, in two languages.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A text in two languages.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// English.
    pub en: String,
    /// Chinese.
    pub zh: String,
}

/// What is written of a game with all its sizes and variants.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// What people call it.
    pub title: Text,
    /// What it is like.
    pub kind: Kind,
    /// The rules, and how positions and moves are written.
    pub rules: Text,
    /// Where the rules come from.
    pub source: Vec<Source>,
    /// What is before the hyphen in an entry's name, or all of the name.
    pub variants: BTreeMap<String, Variant>,
    /// What others say of entries.
    #[serde(default)]
    pub published: Vec<Published>,
}

/// What a game is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Pieces in a row, or in another shape, win.
    Alignment,
    /// Whoever cannot move loses, or is caught.
    Blocking,
    /// Pieces are taken.
    Capture,
    /// Walls are built.
    Walls,
    /// Seeds are sown.
    Sowing,
    /// Paper and a pencil, or piles, are enough.
    Paper,
    /// With dice.
    Dice,
    /// The end of another game.
    Endgame,
}

/// A book, an article or a page.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Its author and title.
    pub what: String,
    /// Its address, if it has one.
    pub url: Option<String>,
}

/// A variant of the rules.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// Whether it is the game as the rules tell it.
    #[serde(default)]
    pub main: bool,
    /// How it differs from that.
    pub differs: Option<Text>,
}

/// What somebody says of an entry.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// The entry.
    pub name: String,
    /// The value of its start.
    pub value: Claim,
    /// How many positions it has.
    pub positions: Option<u64>,
    /// How these are counted, if that is done here, too.
    pub counted: Option<Counted>,
    /// Who says so.
    pub by: String,
    /// Where.
    #[serde(rename = "where")]
    pub place: String,
    /// What else is to be known of it.
    pub note: Option<Text>,
}

/// How positions are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Counted {
    /// Those that symmetries of the description make the same are one, as in a table.
    Alike,
    /// Without symmetries, as the plain solver finds them.
    All,
}

/// A published value.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Claim {
    /// The probability that the first player wins.
    Chance(f64),
    /// An outcome (`win`, `win in 9`, `draw`), or a number with its sign.
    Text(String),
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chance(chance) => write!(f, "{chance}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

macro_rules! texts {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../texts/", $name, ".toml")))),*]
    };
}

/// The files by their names.
const FILES: &[(&str, &str)] = texts![
    "ace-points",
    "achi",
    "breakthrough",
    "cat-and-mouse",
    "col",
    "connect-four",
    "cram",
    "dao",
    "dawsons-kayles",
    "dobutsu-shogi",
    "dodgem",
    "domineering",
    "dots-and-boxes",
    "fanorona",
    "fox-and-hounds",
    "going-round",
    "graph-chomp",
    "hare-and-hounds",
    "hexapawn",
    "kalah",
    "kayles",
    "knights-walk",
    "l-game",
    "mu-torere",
    "nim",
    "node-kayles",
    "picaria",
    "pig",
    "pong-hau-ki",
    "quoridor",
    "rook-endgame",
    "royal-game-of-ur-small",
    "runs",
    "six-mens-morris",
    "snort",
    "stone-game-ii",
    "stone-game",
    "subtraction",
    "tant-fant",
    "teeko",
    "three-mens-morris",
    "tic-tac-toe",
    "triangle-war",
];

impl Texts {
    /// The texts of all games, by the names of their files.
    ///
    /// # Panics
    /// If a file is not as described here; a test reads all of them.
    #[must_use]
    pub fn all() -> Vec<(&'static str, Self)> {
        let read = |file: &str, text| {
            toml::from_str(text).unwrap_or_else(|error| panic!("{file}.toml: {error}"))
        };
        FILES.iter().map(|&(file, text)| (file, read(file, text))).collect()
    }

    /// Which variant an entry is, if it is of this game.
    #[must_use]
    pub fn variant(&self, entry: &str) -> Option<&Variant> {
        let word = entry.split_once('-').map_or(entry, |(word, _)| word);
        self.variants.get(entry).or_else(|| self.variants.get(word))
    }
}

/// All rules of an entry in English, with how its variant differs.
#[must_use]
pub fn rules_of(entry: &str) -> Option<String> {
    let all = Texts::all();
    let (_, texts) = text_of(entry, &all)?;
    let differs = texts.variant(entry).and_then(|variant| variant.differs.as_ref());
    let differs =
        differs.map_or_else(String::new, |text| format!("\n\nIn this variant: {}", text.en));
    Some(texts.rules.en.trim().to_owned() + &differs)
}

/// The texts of an entry, with the name of their file.
#[must_use]
pub fn text_of<'t>(
    entry: &str,
    all: &'t [(&'static str, Texts)],
) -> Option<&'t (&'static str, Texts)> {
    // A name that is written as a whole comes before one without its size.
    let has = |texts: &Texts, name: &str| texts.variants.contains_key(name);
    let whole = all.iter().find(|(_, texts)| has(texts, entry));
    whole.or_else(|| all.iter().find(|(_, texts)| texts.variant(entry).is_some()))
}
