//! The small tables of perfectplay, inside the program that uses this crate.
//!
//! The files are part of the crate, so nothing has to be downloaded, built, or located at run time. They are those
//! of the manifest in `perfectplay-tables`, to the byte.
//!
//! ```
//! let names = perfectplay_embedded::TABLES.iter().map(|(name, _)| *name);
//! let expected = ["number-20", "number-40", "stake-4", "tokens-4x4", "chomp-10x10"];
//! assert!(names.eq(expected));
//! ```
//!
//! `perfectplay-oracle` answers positions from them, and `perfectplay-query` opens single tables; the README has a
//! program for each.
#![no_std]
#![forbid(unsafe_code)]

/// Bytes that begin at a page boundary.
#[repr(C, align(4096))]
struct Page<const LENGTH: usize>([u8; LENGTH]);

/// The names and files of tables in the folder `tables` of this crate.
macro_rules! tables {
    ($($name:literal),*) => {
        &[$((
            $name,
            &Page(*include_bytes!(concat!("../tables/", $name, ".table"))).0,
        )),*]
    };
}

/// The name of each table, and the bytes of its file.
///
/// Together they have less than 2,000,000 bytes. Each begins at a multiple of 4096 bytes, as a mapped file does,
/// so that its sections begin at page boundaries.
pub static TABLES: &[(&str, &[u8])] =
    tables!["number-20", "number-40", "stake-4", "tokens-4x4", "chomp-10x10"];

/// The programs in the README are compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
