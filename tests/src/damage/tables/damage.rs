//! Damage to tables: to bytes in any way, and hostile headers and wrong payloads with correct checksums.

use perfectplay_format::{Layout, Quantity};
use perfectplay_games::{contour, stake};
use perfectplay_query::TableBoard as _;

use super::sound::{KINDS, Kind};
use crate::damage::prelude::*;
use crate::parts::with_encoded;

/// The most bytes of a payload that is made to fit a hostile header.
const MOST_FITTING: u64 = 1 << 19;

fn any(choices: &mut Choices<'_>) -> &'static Kind {
    &KINDS[choices.below(KINDS.len())]
}

/// A damaged table; now and then it is intact.
pub(super) fn damaged(choices: &mut Choices<'_>, kind: &Kind) -> DamagedFile {
    if choices.below(32) == 0 {
        return DamagedFile { bytes: kind.bytes.clone(), how: "sound".to_owned(), sealed: false };
    }
    match choices.below(10) {
        0 => newer(choices, kind),
        1 => with_raw_header(choices, kind),
        2 => with_hostile_header(choices, kind, false),
        3 | 4 => with_hostile_header(choices, kind, true),
        5 | 6 => with_other_payload(choices, kind),
        _ => {
            let other = any(choices).bytes.clone();
            let damaged = in_any_way(choices, &kind.bytes, &kind.marks, slice::from_ref(&other));
            // It may have become the other table.
            DamagedFile { sealed: damaged.bytes == other, ..damaged }
        }
    }
}

/// A file of another version of the format, with its present checksum or any other.
fn newer(choices: &mut Choices<'_>, kind: &Kind) -> DamagedFile {
    let mut bytes = kind.bytes.clone();
    let version = match choices.extreme(1) as u32 {
        1 => 2,
        version => version,
    };
    bytes[8..12].copy_from_slice(&version.to_le_bytes());
    let sealed = choices.coin();
    if sealed {
        let checksum = chunk_checksum(&bytes[..24]);
        bytes[24..32].copy_from_slice(&checksum.to_le_bytes());
    }
    DamagedFile { bytes, how: format!("version {version}, sealed: {sealed}"), sealed }
}

/// Any bytes as a header, with the correct checksum.
fn with_raw_header(choices: &mut Choices<'_>, kind: &Kind) -> DamagedFile {
    let sound = kind.header.encode().unwrap();
    let marks: Vec<usize> = (0..sound.len()).step_by(4).collect();
    let DamagedFile { bytes: mut header, mut how, .. } = in_any_way(choices, &sound, &marks, &[]);
    if choices.coin() && header.len() >= 8 {
        // Often the length of a text or a list.
        let at = choices.below(header.len() - 7);
        let number = choices.extreme(3);
        header[at..at + 8].copy_from_slice(&number.to_le_bytes());
        how += &format!(", and {number} at {at}");
    }
    let bytes = with_encoded(&kind.bytes, &header);
    DamagedFile { bytes, how: format!("header: {how}"), sealed: true }
}

/// Another payload, with correct checksums or with wrong ones.
fn with_other_payload(choices: &mut Choices<'_>, kind: &Kind) -> DamagedFile {
    let mut bytes = kind.bytes.clone();
    let mut how = "payload:".to_owned();
    for _ in 0..1 + choices.below(3) {
        let section = choices.one_of(&kind.header.sections);
        let payload = &mut bytes[section.offset as usize..][..section.length.max(1) as usize];
        let length = payload.len();
        // A byte, a word of a directory, an entry or a node, some bytes, or all.
        let size = [1, 1, 2, 4, 8, 1 + choices.below(length), length][choices.below(7)].min(length);
        let at = choices.below(length / size) * size;
        let payload = &mut payload[at..at + size];
        let mask = match choices.below(3) {
            0 => 0xff,
            1 => 1 << choices.below(8),
            _ => choices.mask(),
        };
        let one_in = 1 + choices.below(10);
        match choices.below(4) {
            0 => payload.fill(mask),
            1 => payload.iter_mut().for_each(|byte| *byte ^= mask),
            2 => payload.fill(0),
            _ => payload.iter_mut().for_each(|byte| {
                if choices.below(one_in) == 0 {
                    *byte = choices.byte();
                }
            }),
        }
        how += &format!(" {} {at}, {size} bytes, {mask:#x}", section.name);
    }
    let sealed = choices.below(8) < 7;
    if sealed {
        seal(&mut bytes);
    }
    DamagedFile { bytes, how: how + &format!(", sealed: {sealed}"), sealed }
}

/// Another header with correct checksums; `fitting` if the file is as long as the header says, with its sections
/// where they belong, provided that this takes no large file.
fn with_hostile_header(choices: &mut Choices<'_>, kind: &Kind, fitting: bool) -> DamagedFile {
    let mut header = kind.header.clone();
    for _ in 0..1 + choices.below(3) {
        change(choices, &mut header);
    }
    if choices.coin() {
        rename(&mut header);
    }
    let how = format!("fitting: {fitting}, {header:?}");
    let lengths = header.sections.iter().map(|part| (part.name.as_str(), part.length));
    let fits =
        Layout::place(0, lengths).is_ok_and(|(layout, _)| layout.file_length() < MOST_FITTING);
    let bytes = match fitting && fits {
        true => fitted(&Parts::of(&kind.bytes), header).file(),
        false => header.encode().ok().map(|encoded| with_encoded(&kind.bytes, &encoded)),
    };
    // Some headers are too long.
    DamagedFile { bytes: bytes.unwrap_or_else(|| kind.bytes.clone()), how, sealed: true }
}

/// The bytes that a section has in another table, repeated as often as needed.
fn fitted(parts: &Parts, header: Header) -> Parts {
    let bytes = |section: &Section| {
        let mut own = parts.header.sections.iter().zip(&parts.sections);
        let own = own.find(|(own, bytes)| own.name == section.name && !bytes.is_empty());
        let own = own.map_or(&parts.sections[0], |(_, bytes)| bytes);
        own.iter().copied().cycle().take(section.length as usize).collect()
    };
    Parts { sections: header.sections.iter().map(bytes).collect(), header }
}

/// Puts something hostile into a header.
fn change(choices: &mut Choices<'_>, header: &mut Header) {
    match choices.below(17) {
        0 => header.game = text(choices, &header.game),
        1 => header.name = text(choices, &header.name),
        2 => header.rules = text(choices, &header.rules),
        3 => header.encoding = text(choices, &header.encoding),
        4 => header.board = text(choices, &header.board),
        5 => header.states = choices.extreme(header.states),
        6 => header.checksums = choices.extreme(header.checksums),
        7 | 8 if !header.parameters.is_empty() => {
            let one = choices.below(header.parameters.len());
            header.parameters[one].value = choices.extreme(header.parameters[one].value);
        }
        9 => {
            let (name, value) = (text(choices, "rows"), choices.extreme(1));
            header.parameters.insert(0, Parameter { name, value });
        }
        10 => drop(header.parameters.pop()),
        11 | 12 if !header.sections.is_empty() => {
            let one = choices.below(header.sections.len());
            let other = choices.below(header.sections.len());
            let Section { offset, length, .. } = header.sections[other].clone();
            let section = &mut header.sections[one];
            match choices.below(6) {
                0 => section.name = text(choices, &section.name),
                1 => section.offset = choices.extreme(section.offset),
                2 => section.length = choices.extreme(section.length),
                // Sections that overlap, and an end that is beyond all numbers.
                3 => section.offset = offset.wrapping_add(length / 2),
                4 => {
                    (section.offset, section.length) = (choices.extreme(offset), u64::MAX - offset);
                }
                _ => header.sections.swap(one, other),
            }
        }
        13 => match header.sections.first().cloned() {
            Some(section) if choices.coin() => header.sections.push(section),
            _ => drop(header.sections.pop()),
        },
        14 => drop(header.statistics.pop()),
        15 => {
            let other = &any(choices).header;
            (header.game, header.rules) = (other.game.clone(), other.rules.clone());
        }
        _ if !header.statistics.is_empty() => {
            let one = choices.below(header.statistics.len());
            let number = choices.extreme(7);
            header.statistics[one].value = match choices.below(3) {
                0 => Quantity::Count(number),
                1 => Quantity::Real(f64::from_bits(number)),
                _ => Quantity::Integer(number.cast_signed()),
            };
        }
        _ => {}
    }
}

/// A text that does not belong there.
fn text(choices: &mut Choices<'_>, sound: &str) -> String {
    let other = &any(choices).header;
    match choices.below(13) {
        0 => String::new(),
        1 => other.game.clone(),
        2 => other.name.clone(),
        3 => other.rules.clone(),
        4 => other.encoding.clone(),
        5 => other.board.clone(),
        6 => choices
            .one_of(&["../../table", "/", "canonical+score8", "segments1", "f64\n"])
            .to_owned(),
        7 => sound.repeat(choices.below(200)),
        8 => choices.text(40),
        9 => format!("{sound}{}", choices.one_of(&["\0", "\u{1b}[2J", "é", " ", "\n"])),
        10 => board(choices),
        11 => String::from_utf8_lossy(&choices.bytes(40)).into_owned(),
        _ => {
            let mut bytes = sound.as_bytes().to_vec();
            if !bytes.is_empty() {
                let at = choices.below(bytes.len());
                bytes[at] = choices.one_of(b"0123456789.#/ \n-");
            }
            String::from_utf8_lossy(&bytes).into_owned()
        }
    }
}

/// A board of some game, or something that looks like one.
fn board(choices: &mut Choices<'_>) -> String {
    let (rows, columns) = (choices.below(70), choices.below(70));
    let line = |choices: &mut Choices<'_>, letters: &[&str], with: &str, length: usize| {
        (0..length).map(|_| choices.one_of(letters)).collect::<Vec<_>>().join(with)
    };
    let (letters, with): (&[&str], _) = match choices.below(3) {
        0 => (&["0", "1", "7", "2147483647", "4294967296"], " "),
        1 => (&[".", ".", ".", "#"], ""),
        _ => {
            let lines = (0..rows % 9).map(|_| line(choices, &[".", "0", "1"], "", rows % 9));
            return lines.collect::<Vec<_>>().join("/");
        }
    };
    let lines = if with.is_empty() { rows } else { 2 * rows };
    let lines: String = (0..lines).map(|_| line(choices, letters, with, columns) + "\n").collect();
    format!("{rows} {columns}\n{lines}")
}

/// Gives a header the name that follows from its parameters or its board, and the states of a family of this name,
/// so that a reader looks further.
fn rename(header: &mut Header) {
    let values: Vec<String> =
        header.parameters.iter().map(|parameter| parameter.value.to_string()).collect();
    let of_board = || match header.game.as_str() {
        "contour" => contour::Board::from_text(&header.board).ok().map(|board| board.table()),
        "stake" => header.board.parse().ok().map(|board: stake::Position| board.table()),
        "tokens" => tokens::Board::from_contest(&header.board).ok().map(|board| board.table()),
        _ => None,
    };
    if !values.is_empty() {
        header.name = format!("{}-{}", header.game, values.join("x"));
        let family = table_named(&header.name, &built_in()).ok();
        if let Some(states) = family.and_then(|family| family.states()) {
            header.states = states;
        }
    } else if let Some(name) = of_board() {
        header.name = name;
    }
}
