//! The small default tables, inside the program.

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

/// The name of each of the small default tables, and the bytes of its file, for [`Tables::with_embedded`]. They are those
/// of the manifest in `perfectplay-tables`, to the byte.
///
/// Together they have less than 2,000,000 bytes, which are only in programs that use them. Each begins at a multiple of
/// 4096 bytes, as a mapped file does, so that its sections begin at page boundaries.
///
/// ```
/// use perfectplay_games::SMALL_TABLES;
///
/// let names = SMALL_TABLES.iter().map(|(name, _)| *name);
/// assert!(names.eq(["number-20", "number-40", "stake-4", "tokens-4x4", "chomp-10x10"]));
/// ```
///
/// [`Tables::with_embedded`]: perfectplay_query::Tables::with_embedded
pub static SMALL_TABLES: &[(&str, &[u8])] =
    tables!["number-20", "number-40", "stake-4", "tokens-4x4", "chomp-10x10"];
