//! The commands, a file or a folder each.

pub(crate) mod block;
pub(crate) mod build;
pub(crate) mod clean;
pub(crate) mod export;
pub(crate) mod help;
pub(crate) mod info;
#[cfg(feature = "games")]
pub(crate) mod judge;
pub(crate) mod list;
pub(crate) mod manual;
pub(crate) mod merge;
pub(crate) mod openings;
pub(crate) mod pack;
pub(crate) mod partial_file;
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod positions;
pub(crate) mod probe;
pub(crate) mod serve;
pub(crate) mod several;
pub(crate) mod unpack;
pub(crate) mod verify;
