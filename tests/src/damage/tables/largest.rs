//! Tables of the largest families, whose entries are not stored: they are made up when they are read.

use std::cell::Cell;
use std::io;

use perfectplay_games::stake::FamilyIndex;
use perfectplay_query::ReadAt;

use super::Query;
use super::judge::answers;
use super::sound::KINDS;
use crate::damage::prelude::*;

thread_local! {
    /// What entries are made from.
    static MADE_UP: Cell<(u64, u8)> = const { Cell::new((0, 0)) };
}

/// A table of one of the largest families, with different entries each time.
pub(crate) fn largest(choices: &mut Choices<'_>) -> Case {
    let number = choices.below(LARGEST.len());
    let made_up = (choices.number(), choices.byte());
    let asked = Query::some(choices);
    let how = format!("{}, {made_up:?}", LARGEST[number].header().name);
    let judge = move || {
        MADE_UP.set(made_up);
        answers(&LARGEST[number], &asked, false);
        Fate::Denounced
    };
    Case { how, length: 0, judge: Box::new(judge) }
}

static LARGEST: LazyLock<[Table; 8]> = LazyLock::new(|| {
    [
        SyntheticFile::table("tower-7", "f64", 64),
        SyntheticFile::table("tower-12", "f64", 64),
        SyntheticFile::table("stake-4", "patterns+score8", 8),
        SyntheticFile::table("stake-5", "canonical+score8", 8),
        SyntheticFile::table("tokens-4x6", "losing1", 1),
        SyntheticFile::table("chomp-32x32", "losing1", 1),
        SyntheticFile::table("chomp-10x42", "segments1", 1),
        SyntheticFile::table("chomp-3x61", "segments1", 1),
    ]
});

/// A file whose entries are made up from their places and from [`MADE_UP`].
#[derive(Debug)]
struct SyntheticFile {
    /// Prelude, header, and what follows them up to the entries.
    start: Vec<u8>,
}

impl SyntheticFile {
    /// The table of a family like the intact one of its game, with an entry of this many bits for each state.
    fn table(name: &str, encoding: &str, bits: u64) -> Table {
        let family = planned(name);
        let like = KINDS.iter().find(|kind| kind.header.game == family.game().name()).unwrap();
        let (_, size) = name.split_once('-').unwrap();
        let values: Vec<u8> = size.split('x').map(|number| number.parse().unwrap()).collect();
        let mut header = Header {
            name: family.to_string(),
            encoding: encoding.to_owned(),
            states: family.states().unwrap(),
            ..like.header.clone()
        };
        for (parameter, &value) in header.parameters.iter_mut().zip(&values) {
            parameter.value = value.into();
        }
        let mut patterns = Vec::new();
        let mut lengths = vec![(header.states * bits).div_ceil(8)];
        if family.game().name() == "stake" {
            patterns = FamilyIndex::new(values[0].into()).unwrap().patterns();
            lengths.insert(0, patterns.len() as u64);
        }
        if encoding == "segments1" {
            let index = chomp::Index::new(values[0].into(), values[1].into()).unwrap();
            lengths = vec![chomp::BitLayout::bytes_of(&index)];
            header.sections[0].name = "entries".to_owned();
        }
        let length = place(&mut header, &lengths).unwrap().file_length();
        let mut start = beginning(&header.encode().unwrap());
        if !patterns.is_empty() {
            start.resize(header.sections[0].offset as usize, 0);
            start.extend(patterns);
        }
        let bytes = Bytes::read_at(Arc::new(Self { start }), length);
        Table::new(TableFile::open(bytes).unwrap()).unwrap()
    }

    fn byte(&self, at: u64) -> u8 {
        if let Some(&byte) = usize::try_from(at).ok().and_then(|at| self.start.get(at)) {
            return byte;
        }
        let (seed, kind) = MADE_UP.get();
        match kind % 4 {
            0 => seed as u8,
            1 => seed.to_le_bytes()[(at % 8) as usize],
            2 => (((at / 8) ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (at % 8 * 8)) as u8,
            // Positive doubles close to one another.
            _ => [seed as u8, 0, 0, 0, 0, 0, 0x24, 0x40][(at % 8) as usize],
        }
    }
}

impl ReadAt for SyntheticFile {
    fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        for (byte, at) in bytes.iter_mut().zip(offset..) {
            *byte = self.byte(at);
        }
        Ok(())
    }
}
