//! The small tables of perfectplay, inside the program that uses this crate.
//!
//! The build script of this crate builds them and compares them with the manifest, so that nothing
//! has to be downloaded, and nothing has to be found when the program runs.
//!
//! ```
//! let names = perfectplay_embedded::TABLES.iter().map(|(name, _)| *name);
//! let expected = ["number-20", "number-40", "stake-4", "tokens-4x4", "chomp-10x10"];
//! assert!(names.eq(expected));
//! ```
//!
//! `perfectplay-oracle` answers positions from them, `perfectplay-query` opens single tables; the
//! README has a program for each.
#![no_std]
#![forbid(unsafe_code)]

/// The name of each table, and the bytes of its file.
///
/// Together they have less than 2,000,000 bytes. Each begins at a multiple of 4096 bytes, as a mapped
/// file does, so that its sections begin at pages.
pub static TABLES: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// Bytes that begin at a page.
#[repr(C, align(4096))]
struct Page<const LENGTH: usize>([u8; LENGTH]);

/// The programs in the README are compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
