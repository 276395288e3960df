//! What describes a release and says what a server sends: lists of checksums, manifests, names of files,
//! addresses, parts of files. Any text has a meaning or is refused, and no password is shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use perfectplay_query::TableName;
use perfectplay_release::testing::{Sums, is_file_name, part, shown};
use perfectplay_tables::Manifest;

// The first byte says what the rest is taken for.
fuzz_target!(|input: &[u8]| {
    let Some((kind, text)) = input.split_first() else { return };
    let Ok(text) = str::from_utf8(text) else { return };
    match kind % 5 {
        0 => match Sums::parse(text) {
            Ok(sums) => assert_eq!(Sums::parse(&sums.to_string()), Ok(sums)),
            Err(error) => {
                let message = error.to_string();
                assert!(!message.contains(char::is_control), "{message:?}");
                assert!(message.len() < 1_000, "{message}");
            }
        },
        1 => {
            if let Ok(manifest) = Manifest::from_toml(text) {
                assert_eq!(Manifest::from_toml(&manifest.to_toml()).as_ref(), Ok(&manifest));
            }
        }
        2 => {
            assert!(!is_file_name(text) || !text.contains(['/', '\\', '\0', '\n', '\x1b']));
            let is_table = text.parse::<TableName>().is_ok();
            assert!(!is_table || is_file_name(&format!("{text}.table.zst")));
        }
        3 => {
            if let Some((part, Some(whole))) = part(text) {
                let from = part.start.to_string();
                assert!(text.contains(&from) && text.contains(&whole.to_string()));
            }
        }
        _ => {
            let shown = shown(text);
            if let Some((_, rest)) = shown.split_once("://") {
                let authority = rest.split('/').next().unwrap_or_default();
                assert!(!authority.contains('@'), "{shown}");
            }
            // A query or a fragment, even an empty one, is shown as one letter.
            assert!(shown.chars().count() <= text.chars().count() + 1);
        }
    }
});
