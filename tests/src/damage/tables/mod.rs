//! Tables of every game and encoding.

mod any_file;
mod custom;
mod damage;
mod judge;
mod largest;
mod sound;

use custom::CUSTOM;
use judge::{answers, judge};
pub use sound::sound_tables;
use sound::{KINDS, Kind};

use crate::damage::prelude::*;
pub(crate) use {any_file::any_file, largest::largest};

/// A position that a table is asked for.
#[derive(Clone, Debug)]
enum Query {
    /// The one with an index, which may be too large.
    At(u64),
    Text(String),
}

impl Query {
    fn some(choices: &mut Choices<'_>) -> Vec<Self> {
        let mut one = || match choices.coin() {
            true => Self::Text(choices.text(40)),
            false => Self::At(choices.extreme(100)),
        };
        (0..4).map(|_| one()).collect()
    }
}

/// A damaged table of an encoding and a game.
pub(crate) fn table(encoding: &str, game: &str, choices: &mut Choices<'_>) -> Case {
    let is_asked = |kind: &&Kind| kind.header.encoding == encoding && kind.header.game == game;
    let kinds: Vec<&Kind> = KINDS.iter().chain(&*CUSTOM).filter(is_asked).collect();
    let kind = choices.one_of(&kinds);
    let damaged = damage::damaged(choices, kind);
    let asked = Query::some(choices);
    // Verifying all entries takes much longer than anything else that a fuzzer tries.
    let is_whole = matches!(choices, Choices::Random(_)) || choices.below(16) == 15;
    let (how, length) = (format!("{}: {}", kind.header.name, damaged.how), damaged.bytes.len());
    Case { how, length, judge: Box::new(move || judge(kind, &damaged, &asked, is_whole)) }
}

/// Asks for what a table has, whatever its name. The answers do not matter.
fn ask_whatever_it_is(bytes: &[u8], asked: &[Query]) {
    if let Ok(table) = TableFile::open(Bytes::from(bytes.to_vec())).map(Table::new)
        && let Ok(table) = table
    {
        answers(&table, asked, false);
    }
}
