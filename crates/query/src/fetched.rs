//! A table elsewhere whose bytes are fetched when they are read.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::io;
use std::mem;
use std::ops::Range;
use std::slice;
use std::sync::{Mutex, PoisonError, RwLock};

use perfectplay_core::control::Control;

use crate::error::Problem;
use crate::positioned::ReadAt;
use crate::remote::{Part, RemoteBytes};

/// More bytes than this are not kept, and not read at once.
const MOST: u64 = 128 << 20;

/// What fetches bytes of a table from where it is.
///
/// ```
/// use std::{io, ops::Range, sync::Arc};
/// use perfectplay_core::control::Control;
/// use perfectplay_games::SMALL_TABLES;
/// use perfectplay_query::{Fetch, FetchedBytes, Problem, Tables};
///
/// /// A file elsewhere; here it is in memory.
/// #[derive(Debug)]
/// struct Elsewhere(&'static [u8]);
///
/// impl Fetch for Elsewhere {
///     fn fetch(&self, ranges: &[Range<u64>], _: Control<'_>) -> Result<Vec<Box<[u8]>>, Problem> {
///         let bytes = |range: &Range<u64>| self.0.get(range.start as usize..range.end as usize);
///         let fetched: Option<_> = ranges.iter().map(|range| bytes(range).map(Box::from)).collect();
///         fetched.ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof).into())
///     }
/// }
///
/// let (name, file) = SMALL_TABLES[0];
/// let bytes = Arc::new(FetchedBytes::new(file.len() as u64, Elsewhere(file)));
/// let tables = Tables::at_address("https://example.org").with_remote(
///     name, "https://example.org/1", bytes.clone(), file.len() as u64,
/// );
/// assert_eq!(tables.file(&tables.place(name))?.header().name, name);
/// assert!(bytes.kept() > 0);
/// # Ok::<(), perfectplay_query::OpenError>(())
/// ```
pub trait Fetch: Debug + Send + Sync {
    /// Fetches these ranges of the file, and returns their bytes in the same order. The whole file may be fetched in
    /// another way than a part.
    ///
    /// # Errors
    /// If one of them could not be had.
    fn fetch(&self, ranges: &[Range<u64>], control: Control<'_>)
    -> Result<Vec<Box<[u8]>>, Problem>;
}

/// The bytes of a table that is elsewhere, which are fetched when they are read, checked and kept: a source for
/// [`Tables::with_remote`](crate::Tables::with_remote).
///
/// All that an answer reads is fetched [together](ReadAt::together), in two or three rounds. What other threads need
/// meanwhile waits for the next round.
#[derive(Debug)]
pub struct FetchedBytes {
    remote: RemoteBytes,
    fetch: Box<dyn Fetch>,
    /// Held while bytes are fetched, so that none are fetched twice.
    fetching: Mutex<()>,
    /// Nothing is forgotten while somebody reads.
    reading: RwLock<()>,
}

thread_local! {
    /// What reads on this thread have missed, if they go on without it, and of which table.
    static MISSED: RefCell<Option<(*const FetchedBytes, BTreeSet<Part>)>> = const { RefCell::new(None) };
}

impl FetchedBytes {
    /// Files of up to this many bytes are fetched whole, so that any server will do.
    pub const WHOLE: u64 = 512 << 10;

    /// A table whose file has this many bytes.
    pub fn new(length: u64, fetch: impl Fetch + 'static) -> Self {
        Self {
            remote: RemoteBytes::new(length),
            fetch: Box::new(fetch),
            fetching: Mutex::default(),
            reading: RwLock::default(),
        }
    }

    /// How many bytes are here.
    pub fn kept(&self) -> u64 {
        self.remote.kept()
    }

    /// Fetches and checks what is missing, unless another thread has.
    fn bring(&self, missing: &BTreeSet<Part>, control: Control<'_>) -> Result<(), Problem> {
        let _fetching = self.fetching.lock().unwrap_or_else(PoisonError::into_inner);
        let places = self.remote.places(missing);
        if places.is_empty() {
            return Ok(());
        }
        if self.remote.length() <= Self::WHOLE {
            let all = 0..self.remote.length();
            let whole = self.fetch.fetch(slice::from_ref(&all), control)?;
            return Ok(self.remote.keep_all(whole.first().map_or(&[], |bytes| bytes))?);
        }
        let ranges: Vec<Range<u64>> = places.iter().map(|(_, range)| range.clone()).collect();
        let fetched = self.fetch.fetch(&ranges, control)?;
        if fetched.len() != places.len() {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
        }
        for ((part, _), bytes) in places.into_iter().zip(fetched) {
            self.remote.keep(part, bytes)?;
        }
        Ok(())
    }

    /// Calls `attempt`, and returns what its reads have missed.
    fn missed_by(&self, attempt: &mut dyn FnMut()) -> BTreeSet<Part> {
        let noting = || (std::ptr::from_ref(self), BTreeSet::new());
        let before = MISSED.replace(Some(noting()));
        let restore = Restore(before);
        attempt();
        let missed = MISSED.take();
        drop(restore);
        missed.map(|(_, missed)| missed).unwrap_or_default()
    }
}

/// Has a thread's reads do again what they did before, also after a panic.
struct Restore(Option<(*const FetchedBytes, BTreeSet<Part>)>);

impl Drop for Restore {
    fn drop(&mut self) {
        MISSED.set(mem::take(&mut self.0));
    }
}

impl ReadAt for FetchedBytes {
    fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        if bytes.len() as u64 > MOST {
            let what = format!("{} bytes at once are not read from afar", bytes.len());
            return Err(io::Error::other(format!("{what}: copy the table to a disk")));
        }
        let noted = MISSED.with_borrow_mut(|missed| match missed {
            Some((of, missed)) if std::ptr::eq(*of, self) => {
                Some(self.remote.read(bytes, offset, missed))
            }
            _ => None,
        });
        if let Some(read) = noted {
            return read;
        }
        loop {
            let mut missing = BTreeSet::new();
            let read = self.remote.read(bytes, offset, &mut missing);
            if missing.is_empty() {
                return read;
            }
            self.bring(&missing, Control::SILENT).map_err(|problem| match problem {
                Problem::Io(error) => error,
                Problem::Format(error) => io::Error::new(io::ErrorKind::InvalidData, error),
                problem => io::Error::other(problem.to_string()),
            })?;
        }
    }

    fn together(&self, control: Control<'_>, attempt: &mut dyn FnMut()) -> Result<(), Problem> {
        let is_this = |&(of, _): &(*const Self, BTreeSet<Part>)| std::ptr::eq(of, self);
        if MISSED.with_borrow(|missed| missed.as_ref().is_some_and(is_this)) {
            // A part of a greater attempt.
            attempt();
            return Ok(());
        }
        if self.remote.chunks() > MOST {
            let _nobody_reads = self.reading.write().unwrap_or_else(PoisonError::into_inner);
            self.remote.forget_chunks();
        }
        let _reading = self.reading.read().unwrap_or_else(PoisonError::into_inner);
        loop {
            let missed = self.missed_by(attempt);
            if missed.is_empty() {
                return Ok(());
            }
            self.bring(&missed, control)?;
        }
    }
}
