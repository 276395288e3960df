//! Memory that grows with a table is asked for: what the system does not give is an error, where
//! an ordinary allocation would end the program.

use perfectplay_core::layers::OutOfMemory;

/// Makes room for so many more.
pub(crate) fn reserve<T>(vec: &mut Vec<T>, more: usize) -> Result<(), OutOfMemory> {
    vec.try_reserve(more).map_err(|_| out_of::<T>(vec.len().saturating_add(more)))
}

/// An empty vector with room for so many, and no more.
pub(crate) fn with_room<T>(len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut vec = Vec::new();
    vec.try_reserve_exact(len).map_err(|_| out_of::<T>(len))?;
    Ok(vec)
}

/// All items; as many as their iterator says, or fewer.
pub(crate) fn collect<T>(items: impl Iterator<Item = T>) -> Result<Vec<T>, OutOfMemory> {
    let mut vec = with_room(most(&items))?;
    vec.extend(items);
    Ok(vec)
}

/// All items behind those that are there.
pub(crate) fn extend<T>(
    vec: &mut Vec<T>,
    items: impl Iterator<Item = T>,
) -> Result<(), OutOfMemory> {
    reserve(vec, most(&items))?;
    vec.extend(items);
    Ok(())
}

fn most<T>(items: &impl Iterator<Item = T>) -> usize {
    items.size_hint().1.expect("only of iterators that know how many they have at most")
}

/// That so many cannot be had.
pub(crate) fn out_of<T>(len: usize) -> OutOfMemory {
    OutOfMemory { bytes: (len as u64).saturating_mul(size_of::<T>() as u64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_system_has_is_an_error() {
        let bytes = usize::MAX as u64;
        assert_eq!(with_room::<u8>(usize::MAX), Err(OutOfMemory { bytes }));
        assert_eq!(reserve(&mut vec![1_u64], 1 << 61), Err(OutOfMemory { bytes }));
        assert_eq!(collect(1..4), Ok(vec![1, 2, 3]));
    }
}
