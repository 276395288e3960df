//! The kinds of files that are damaged.

use crate::damage::case::Case;
use crate::damage::choices::Choices;
use crate::damage::record::left;
use crate::damage::release::{list_of_hashes, manifest, odd_server, odd_server_of_tables, packed};
use crate::damage::store::{damaged_block, damaged_plan, damaged_store};
use crate::damage::tables::{any_file, largest, table};

/// Makes the damaged file that the choices ask for.
pub type Subject = fn(&mut Choices<'_>) -> Case;

/// The fuzz targets, and the kinds of files that each is about.
pub const TARGETS: [(&str, &[(&str, Subject)]); 4] = [
    (
        "table",
        &[
            ("number_plies", |choices| table("trie+entry32", "number", choices)),
            ("number_outcomes", |choices| table("filters+lines", "number", choices)),
            ("tower", |choices| table("f64", "tower", choices)),
            ("contour_small", |choices| table("g32", "contour", choices)),
            ("contour_large", |choices| table("g64", "contour", choices)),
            ("stake_family", |choices| table("patterns+score8", "stake", choices)),
            ("stake_board", |choices| table("lead8", "stake", choices)),
            ("tokens_family", |choices| table("losing1", "tokens", choices)),
            ("tokens_board", |choices| table("losing1+steps8", "tokens", choices)),
            ("chomp", |choices| table("losing1", "chomp", choices)),
            ("chomp_segments", |choices| table("segments1", "chomp", choices)),
            ("largest", largest),
            ("custom_games", |choices| table("codes+lines", "ring", choices)),
            ("numbered", |choices| table("value8", "row", choices)),
            ("dice", |choices| table("words+numbers", "dice", choices)),
            ("trail", |choices| table("words+numbers", "trail", choices)),
        ],
    ),
    ("open_table", &[("any_file", any_file)]),
    (
        "store",
        &[
            ("block", damaged_block),
            ("plan", damaged_plan),
            ("store", damaged_store),
            ("record", |choices| left(choices, true)),
            ("partial", |choices| left(choices, false)),
        ],
    ),
    (
        "release",
        &[
            ("packed", packed),
            ("list", list_of_hashes),
            ("manifest", manifest),
            ("server", odd_server),
            ("asked", odd_server_of_tables),
        ],
    ),
];

/// Judges what a fuzzer's bytes make for a target.
pub fn fuzz(target: &str, bytes: &[u8]) {
    let (_, subjects) = TARGETS.iter().find(|(name, _)| *name == target).unwrap();
    let mut choices = Choices::Bytes(bytes);
    let (_, subject) = choices.one_of(subjects);
    (subject(&mut choices).judge)();
}
