//! The transcripts in the folder `transcripts`, a text for each subject.

use crate::common::transcript::{follow_all, is_like};

/// A test for each text.
macro_rules! are_as_written {
    ($($(#[$where:meta])* $subject:ident)*) => {
        $(
            $(#[$where])*
            #[test]
            fn $subject() {
                follow_all(include_str!(concat!("transcripts/", stringify!($subject), ".txt")));
            }
        )*
    };
}

are_as_written! {
    blocks board_tables catalogue elsewhere errors export help input judge number_beyond openings custom_games pack play positions probe tables
    #[cfg(unix)]
    serve
    #[cfg(target_os = "linux")]
    system
}

#[test]
fn a_pattern_is_like_what_it_says_and_nothing_else() {
    for text in ["abcabd", "abd", "ab-abd"] {
        assert!(is_like(text, "ab…d") && is_like(text, "…b…") && is_like(text, text), "{text}");
        assert!(
            !is_like(text, "b…d") && !is_like(text, "ab…c") && !is_like(text, "a…e…d"),
            "{text}"
        );
    }
}
