//! Parts of files as one run of bytes, for what reads entries of files that are not yet a table. This
//! module has the crate's other unsafe call.

use std::fs::File;
use std::io;

use memmap2::{Mmap, MmapMut, MmapOptions};

use crate::Access;
use crate::positioned::read_exact_at;

/// A part of a file, and its place in [joined](Access::join) bytes.
#[derive(Clone, Copy, Debug)]
pub struct FilePart<'a> {
    /// The file.
    pub file: &'a File,
    /// Where the part begins in the file, in bytes.
    pub offset: u64,
    /// Where it begins in the joined bytes.
    pub place: u64,
    /// Its length in bytes.
    pub length: u64,
}

/// Bytes of which some are parts of files.
#[derive(Debug)]
pub struct Joined {
    bytes: Mmap,
    /// Where the first byte is: files are mapped page by page.
    start: usize,
    length: usize,
}

impl AsRef<[u8]> for Joined {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        &self.bytes[self.start..][..self.length]
    }
}

impl Access {
    /// So many bytes, some of which are parts of files; the others are zero. Parts do not overlap.
    ///
    /// With a map, whole pages of a part take no memory of their own if the distance from its place to
    /// its offset is, but for whole pages, that of the first part; the rest is read. Systems other than
    /// Unix map a single part that is all of the bytes, and read others.
    ///
    /// # Errors
    /// If the system refuses: a file that is too short, memory or address space that it does not give.
    pub fn join(self, length: u64, parts: &[FilePart<'_>]) -> io::Result<Joined> {
        let page = page_size();
        let skew = parts.first().map_or(0, |part| part.offset.wrapping_sub(part.place) % page);
        let out_of_memory = || io::Error::from(io::ErrorKind::OutOfMemory);
        let length = usize::try_from(length).map_err(|_| out_of_memory())?;
        let start = skew as usize;
        let total = length.checked_add(start).filter(|&total| isize::try_from(total).is_ok());
        let total = total.ok_or_else(out_of_memory)?;
        for part in parts {
            // A map of what is not there would end the program when it is read.
            let end = part.offset.checked_add(part.length);
            let inside =
                part.place.checked_add(part.length).is_some_and(|end| end <= length as u64);
            if !inside || end.is_none_or(|end| part.file.metadata().is_ok_and(|m| m.len() < end)) {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        if self.maps()
            && let Some(bytes) = system::map_one(total, length, parts, start)?
        {
            return Ok(bytes);
        }
        // Most of it may never be touched, so the system need not have memory for all.
        let mut region = MmapOptions::new().len(total.max(1)).no_reserve_swap().map_anon()?;
        for part in parts {
            let place = part.place + skew;
            let (mut mapped, aligned) = (place..place, part.offset % page == place % page);
            if self.maps() && aligned {
                let pages = place.next_multiple_of(page)..(place + part.length) / page * page;
                if !pages.is_empty() && system::map(&mut region, &pages, part, place)? {
                    mapped = pages;
                }
            }
            for rest in [place..mapped.start, mapped.end..place + part.length] {
                let bytes = &mut region[rest.start as usize..rest.end as usize];
                read_exact_at(part.file, bytes, part.offset + (rest.start - place))?;
            }
        }
        Ok(Joined { bytes: region.make_read_only()?, start, length })
    }
}

#[cfg(unix)]
fn page_size() -> u64 {
    rustix::param::page_size() as u64
}

#[cfg(not(unix))]
fn page_size() -> u64 {
    // What maps must begin at on Windows.
    65_536
}

#[cfg(unix)]
mod system {
    use std::ops::Range;

    use rustix::mm::{MapFlags, ProtFlags, mmap};

    use super::*;

    /// There is no other way for one part than for many.
    pub(super) fn map_one(
        _: usize,
        _: usize,
        _: &[FilePart<'_>],
        _: usize,
    ) -> io::Result<Option<Joined>> {
        Ok(None)
    }

    /// Puts pages of a part, which is at `place`, into the region.
    pub(super) fn map(
        region: &mut MmapMut,
        pages: &Range<u64>,
        part: &FilePart<'_>,
        place: u64,
    ) -> io::Result<bool> {
        let bytes = &mut region[pages.start as usize..pages.end as usize];
        let (address, length) = (bytes.as_mut_ptr().cast(), bytes.len());
        let (flags, offset) =
            (MapFlags::SHARED | MapFlags::FIXED, part.offset + (pages.start - place));
        #[expect(unsafe_code, reason = "there is no safe way to map a file")]
        // SAFETY: the pages are whole pages of `region`, which is borrowed mutably, so that nothing
        // refers to what they were; it unmaps them with its own when it is dropped. The part lies
        // within the file. The caller of `Access::map` has promised that no program changes or shortens
        // a file while it is mapped.
        unsafe {
            mmap(address, length, ProtFlags::READ, flags, part.file, offset)?;
        }
        Ok(true)
    }
}

#[cfg(not(unix))]
mod system {
    use std::ops::Range;

    use super::*;

    /// A map of a single part that is all of the bytes.
    pub(super) fn map_one(
        total: usize,
        length: usize,
        parts: &[FilePart<'_>],
        start: usize,
    ) -> io::Result<Option<Joined>> {
        let [part] = parts else { return Ok(None) };
        if part.place != 0 || part.length != length as u64 || length == 0 {
            return Ok(None);
        }
        let mut options = MmapOptions::new();
        options.offset(part.offset - start as u64).len(total);
        #[expect(unsafe_code, reason = "there is no safe way to map a file")]
        // SAFETY: the caller of `Access::map` has promised that no program changes or shortens a file
        // while it is mapped.
        let bytes = unsafe { options.map(part.file)? };
        Ok(Some(Joined { bytes, start, length }))
    }

    /// Several files cannot be mapped next to one another.
    pub(super) fn map(
        _: &mut MmapMut,
        _: &Range<u64>,
        _: &FilePart<'_>,
        _: u64,
    ) -> io::Result<bool> {
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn file(length: usize, seed: u8) -> (File, Vec<u8>) {
        let mut file = tempfile::tempfile().expect("a file");
        let bytes: Vec<u8> = (0..length).map(|i| (i * 31 + i / 251) as u8 ^ seed).collect();
        file.write_all(&bytes).expect("a few bytes");
        (file, bytes)
    }

    #[test]
    fn parts_of_any_alignment_are_joined_by_maps_and_by_reading() {
        let (one, first) = file(200_000, 1);
        let (two, second) = file(200_000, 2);
        #[expect(unsafe_code, reason = "a map is what is tested")]
        // SAFETY: nothing writes into the files.
        let map = unsafe { Access::map() };
        for access in [Access::read(), map] {
            for (offset, shift) in [(0, 0), (65_536, 0), (65_543, 0), (4_096, 8), (13, 5)] {
                // One after the other, and a gap.
                let parts =
                    [(&one, offset, 0, 100_001), (&two, offset + 100_001 + shift, 100_001, 7)].map(
                        |(file, offset, place, length)| FilePart { file, offset, place, length },
                    );
                let joined = access.join(100_100, &parts).expect("parts of the files");
                let joined = joined.as_ref();
                let from = offset as usize;
                assert!(joined[..100_001] == first[from..from + 100_001]);
                let from = from + 100_001 + shift as usize;
                assert!(joined[100_001..100_008] == second[from..from + 7]);
                assert!(joined[100_008..] == [0; 92]);
            }
            assert!(access.join(0, &[]).expect("nothing").as_ref().is_empty());
        }
    }

    #[test]
    fn a_part_beyond_its_file_or_beyond_the_bytes_is_an_error() {
        let (file, _) = file(10_000, 3);
        let join = |offset, place, length| {
            Access::read().join(10_000, &[FilePart { file: &file, offset, place, length }])
        };
        assert!(join(0, 0, 10_000).is_ok());
        for (offset, place, length) in
            [(1, 0, 10_000), (0, 1, 10_000), (u64::MAX, 0, 5), (0, u64::MAX, 5)]
        {
            let error = join(offset, place, length).expect_err("a part that is not there");
            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        }
        let error = Access::read().join(u64::MAX, &[]).expect_err("too much");
        assert_eq!(error.kind(), io::ErrorKind::OutOfMemory);
    }
}
