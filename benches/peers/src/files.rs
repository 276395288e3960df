//! Files of a store: their size, and whether they are on disk and in memory.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

/// How often the system is asked to forget a file, and how long it is left in peace in between.
const ATTEMPTS: usize = 50;
const PAUSE: Duration = Duration::from_millis(5);

fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}

pub(crate) fn bytes(folder: &Path) -> io::Result<u64> {
    files(folder)?.iter().map(|file| Ok(file.metadata()?.len())).sum()
}

/// Waits until all files are on the disk.
pub(crate) fn sync(folder: &Path) -> io::Result<()> {
    for file in files(folder)? {
        File::open(file)?.sync_all()?;
    }
    File::open(folder)?.sync_all()
}

/// Reads all files, so that they are in the page cache.
pub(crate) fn warm(folder: &Path) -> io::Result<()> {
    for file in files(folder)? {
        io::copy(&mut File::open(file)?, &mut io::sink())?;
    }
    Ok(())
}

/// Asks the system to forget what it keeps of all files in memory; whether it did. It does not where
/// files are in memory only, or where a program maps them.
pub(crate) fn evict(folder: &Path) -> Result<bool> {
    for path in files(folder)? {
        let file = File::open(&path)?;
        // The system keeps for a moment what a process has used that has just ended.
        for attempt in 0.. {
            rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed)
                .with_context(|| format!("cannot evict {}", path.display()))?;
            if resident_pages(&file)? == 0 {
                break;
            }
            if attempt == ATTEMPTS {
                return Ok(false);
            }
            thread::sleep(PAUSE);
        }
    }
    Ok(true)
}

/// How many pages of a file are in memory.
fn resident_pages(file: &File) -> Result<usize> {
    let len = file.metadata()?.len() as usize;
    if len == 0 {
        return Ok(0);
    }
    let mut pages = vec![0; len.div_ceil(rustix::param::page_size())];
    #[expect(unsafe_code, reason = "there is no safe way to ask")]
    // SAFETY: the file is not read through the map, and nothing shortens it; the list has a byte for
    // each page.
    unsafe {
        let map = memmap2::Mmap::map(file)?;
        if libc::mincore(map.as_ptr().cast_mut().cast(), len, pages.as_mut_ptr()) != 0 {
            return Err(io::Error::last_os_error().into());
        }
    }
    Ok(pages.iter().filter(|&&page| page & 1 == 1).count())
}
