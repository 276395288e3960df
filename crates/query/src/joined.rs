//! Parts of files as one run of bytes, for reading entries of files that are not yet a table. This module has the
//! crate's other unsafe calls.

use std::fs::File;
use std::io;
use std::ops::Range;

use memmap2::{Mmap, MmapMut, MmapOptions};

use crate::bytes::Access;
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

/// Bytes, some of which are parts of files.
#[derive(Debug)]
pub struct JoinedBytes {
    bytes: Mmap,
    /// Where the first byte is: files are mapped page by page.
    start: usize,
    length: usize,
}

impl AsRef<[u8]> for JoinedBytes {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        &self.bytes[self.start..][..self.length]
    }
}

impl Access {
    /// This many bytes, some of which are parts of files; the others are zero. Parts do not overlap.
    ///
    /// With a map, whole pages of a part take no memory of their own if the distance from its place to its offset
    /// equals that of the first part up to whole pages; the rest is read. Systems other than Unix map a single
    /// part that is all of the bytes, and read others.
    ///
    /// # Errors
    /// If the system refuses: a file that is too short, memory or address space that it does not give.
    ///
    /// # Safety
    /// With [`Access::map`] the caller must ensure that, while the result lives, no process modifies a byte
    /// of the pages that the parts occupy, or truncates a file to less than the end of its parts. Bytes
    /// outside of those pages may be written.
    #[expect(unsafe_code, reason = "the caller must keep the contract")]
    #[doc(hidden)]
    pub unsafe fn join(self, length: u64, parts: &[FilePart<'_>]) -> io::Result<JoinedBytes> {
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
            let length = part.file.metadata()?.len();
            if !inside || end.is_none_or(|end| length < end) {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        #[cfg(not(unix))]
        if self.maps()
            && let [part] = parts
            && part.length == length as u64
            && length > 0
        {
            return Ok(JoinedBytes { bytes: map(part, start, total)?, start, length });
        }
        let mut options = MmapOptions::new();
        options.len(total.max(1));
        if self.maps() {
            // Hardly any of it will use memory, so the system need not have room for all of it.
            options.no_reserve_swap();
        }
        let mut region = options.map_anon()?;
        for part in parts {
            let place = part.place + skew;
            let mapped = self.map_pages(part, place, page, &mut region)?;
            for rest in [place..mapped.start, mapped.end..place + part.length] {
                let bytes = &mut region[rest.start as usize..rest.end as usize];
                read_exact_at(part.file, bytes, part.offset + (rest.start - place))?;
            }
        }
        Ok(JoinedBytes { bytes: region.make_read_only()?, start, length })
    }

    /// Makes sure that there is address space to map this many bytes of files. This matters on Unix, where address
    /// space may be limited, and only if files are mapped.
    ///
    /// # Errors
    /// If the system does not give it.
    #[doc(hidden)]
    pub fn reserve(self, length: u64) -> io::Result<()> {
        // On other systems this would request memory.
        if cfg!(not(unix)) || !self.maps() {
            return Ok(());
        }
        #[expect(unsafe_code, reason = "`join` may map files")]
        // SAFETY: no file is mapped.
        let reserved = unsafe { self.join(length, &[]) };
        reserved.map(drop)
    }

    /// Maps the whole pages of a part that are also whole pages of the region in which it is at `place`. Returns
    /// where they are.
    #[cfg(unix)]
    fn map_pages(
        self,
        part: &FilePart<'_>,
        place: u64,
        page: u64,
        region: &mut MmapMut,
    ) -> io::Result<Range<u64>> {
        use std::os::fd::AsRawFd;

        let pages = place.next_multiple_of(page)..(place + part.length) / page * page;
        if !self.maps() || part.offset % page != place % page || pages.is_empty() {
            return Ok(place..place);
        }
        let bytes = &mut region[pages.start as usize..pages.end as usize];
        let (address, length) = (bytes.as_mut_ptr().cast(), bytes.len());
        let offset = libc::off_t::try_from(part.offset + (pages.start - place));
        let offset = offset.map_err(io::Error::other)?;
        let (flags, file) = (libc::MAP_SHARED | libc::MAP_FIXED, part.file.as_raw_fd());
        #[expect(unsafe_code, reason = "there is no safe way to map a file")]
        // SAFETY: the pages are whole pages of `region`, which is borrowed mutably, so that nothing
        // refers to what they were; it unmaps them with its own when it is dropped. The part lies
        // within the file. The caller of `join` has promised that nobody changes these pages or shortens
        // the file while they are mapped.
        let mapped = unsafe { libc::mmap(address, length, libc::PROT_READ, flags, file, offset) };
        if mapped == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(pages) }
    }

    /// Several files cannot be mapped next to each other.
    #[cfg(not(unix))]
    fn map_pages(
        self,
        _: &FilePart<'_>,
        place: u64,
        _: u64,
        _: &mut MmapMut,
    ) -> io::Result<Range<u64>> {
        Ok(place..place)
    }
}

#[cfg(unix)]
fn page_size() -> u64 {
    #[expect(unsafe_code, reason = "the system is asked")]
    // SAFETY: it only returns a number.
    let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    u64::try_from(size).expect("pages have a size")
}

/// What a map must begin at a multiple of on Windows.
#[cfg(not(unix))]
fn page_size() -> u64 {
    65_536
}

/// A map of this many bytes of a file that end with a part, from `before` bytes before it on.
#[cfg(not(unix))]
fn map(part: &FilePart<'_>, before: usize, total: usize) -> io::Result<Mmap> {
    let mut options = MmapOptions::new();
    options.offset(part.offset - before as u64).len(total);
    #[expect(unsafe_code, reason = "there is no safe way to map a file")]
    // SAFETY: the caller of `Access::join` has promised that nobody changes these pages or shortens the
    // file while they are mapped.
    unsafe {
        options.map(part.file)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn join(access: Access, length: u64, parts: &[FilePart<'_>]) -> io::Result<JoinedBytes> {
        #[expect(unsafe_code, reason = "it is what is tested")]
        // SAFETY: nothing writes into the files.
        unsafe {
            access.join(length, parts)
        }
    }

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
                let joined = join(access, 100_100, &parts).expect("parts of the files");
                let joined = joined.as_ref();
                let from = offset as usize;
                assert!(joined[..100_001] == first[from..from + 100_001]);
                let from = from + 100_001 + shift as usize;
                assert!(joined[100_001..100_008] == second[from..from + 7]);
                assert!(joined[100_008..] == [0; 92]);
            }
            assert!(join(access, 0, &[]).expect("nothing").as_ref().is_empty());
        }
    }

    #[test]
    fn a_part_beyond_its_file_or_beyond_the_bytes_is_an_error() {
        let (file, _) = file(10_000, 3);
        let joined = |offset, place, length| {
            join(Access::read(), 10_000, &[FilePart { file: &file, offset, place, length }])
        };
        assert!(joined(0, 0, 10_000).is_ok());
        for (offset, place, length) in
            [(1, 0, 10_000), (0, 1, 10_000), (u64::MAX, 0, 5), (0, u64::MAX, 5)]
        {
            let error = joined(offset, place, length).expect_err("a part that is not there");
            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        }
        let error = join(Access::read(), u64::MAX, &[]).expect_err("too much");
        assert_eq!(error.kind(), io::ErrorKind::OutOfMemory);
    }
}
