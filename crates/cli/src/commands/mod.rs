//! The commands, a file or a folder each; those about blocks share one, and so do those about releases.

pub(crate) mod blocks;
pub(crate) mod build;
pub(crate) mod clean;
pub(crate) mod estimate;
pub(crate) mod export;
pub(crate) mod help;
pub(crate) mod info;
#[cfg(feature = "games")]
pub(crate) mod judge;
pub(crate) mod list;
#[cfg(feature = "shell")]
pub(crate) mod manual;
#[cfg(feature = "games")]
pub(crate) mod new;
#[cfg(feature = "games")]
pub(crate) mod openings;
pub(crate) mod partial_file;
pub(crate) mod play;
pub(crate) mod positions;
pub(crate) mod probe;
#[cfg(feature = "release")]
pub(crate) mod release;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod several;
pub(crate) mod verify;
