//! Files that appear only when they are complete.
//!
//! - A [`StagedFile`] has another name until it is published. It is either *exclusive*
//!   ([`StagedFile::exclusive`]), for a table whose lock the caller holds, and can be resumed by the next
//!   build; or *shared* ([`StagedFile::shared`]), where several programs may make the same file and the
//!   first one wins.
//! - A [`StagedSet`] is several of them in one folder, which appear together.
//! - A [`Record`] says what a build or a download has done so far; it is replaced as a whole.
//! - `make_table` makes a table in a folder under its lock, and [`UnfinishedTable`] is what a killed build or
//!   download has left there. [`names`] has every ending of a file that is not complete.
//! - [`own_file`] opens what only this program writes, [`durable`] gives names that survive a power failure,
//!   [`positioned`] writes in many threads at once, [`disk`] asks for space beforehand.
//!
//! ```
//! use std::io::Write;
//!
//! use perfectplay_tables::files::StagedFile;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("answers.csv");
//! let staged = StagedFile::shared(&path)?;
//! staged.file().write_all(b"position,value\n")?;
//! assert!(!path.exists());
//! staged.publish()?;
//! assert!(path.exists());
//! # Ok(())
//! # }
//! ```

pub mod disk;
pub mod durable;
mod error;
mod make_table;
pub mod names;
pub mod own_file;
pub mod positioned;
mod record;
mod staged;
mod staged_set;
mod unfinished;

pub use error::{DiskFull, FileError, refused};
pub use make_table::{BuiltTable, make_table, remove_leftovers};
pub use record::Record;
pub use staged::StagedFile;
pub use staged_set::StagedSet;
pub use unfinished::UnfinishedTable;
