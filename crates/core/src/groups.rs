//! Numbers in groups of seven bits, one in each byte, the lowest first: small ones take a byte.

/// Appends a number.
#[inline]
pub fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number off bytes; `None` if they have none.
#[inline]
pub fn get(bytes: &mut &[u8]) -> Option<u64> {
    let (mut number, mut bits) = (0, 0);
    loop {
        let byte = *bytes.split_off_first()?;
        number |= u64::from(byte & 127).checked_shl(bits)?;
        if byte < 128 {
            return Some(number);
        }
        bits += 7;
    }
}
