//! Little-endian numbers in memory.

/// Reads an unsigned little-endian number of 1, 2, 4 or 8 bytes.
pub fn read(bytes: &[u8], offset: u32, width: u32) -> u64 {
    let mut value = [0; 8];
    let start = offset as usize;
    value[..width as usize].copy_from_slice(&bytes[start..start + width as usize]);
    u64::from_le_bytes(value)
}

/// Copies bytes. Most copies are of one word, which is copied without a call of `memcpy`.
#[inline]
pub fn copy(to: &mut [u8], from: &[u8]) {
    match (to, from) {
        ([a, b, c, d], &[e, f, g, h]) => [*a, *b, *c, *d] = [e, f, g, h],
        (to, from) => to.copy_from_slice(from),
    }
}

/// Writes the lowest `width` bytes of a number in little-endian order.
pub fn write(bytes: &mut [u8], offset: u32, width: u32, value: u64) {
    let start = offset as usize;
    bytes[start..start + width as usize].copy_from_slice(&value.to_le_bytes()[..width as usize]);
}
