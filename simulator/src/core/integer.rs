//! Multiplication and division of the M extension. Division by zero and overflow have the results
//! that the extension defines.

pub(super) fn mulh(a: u32, b: u32) -> u32 {
    ((i64::from(a as i32) * i64::from(b as i32)) >> 32) as u32
}

pub(super) fn mulhsu(a: u32, b: u32) -> u32 {
    (i64::from(a as i32).wrapping_mul(i64::from(b)) >> 32) as u32
}

pub(super) fn mulhu(a: u32, b: u32) -> u32 {
    ((u64::from(a) * u64::from(b)) >> 32) as u32
}

pub(super) fn div(a: u32, b: u32) -> u32 {
    match b {
        0 => u32::MAX,
        _ => (a as i32).wrapping_div(b as i32) as u32,
    }
}

pub(super) fn divu(a: u32, b: u32) -> u32 {
    a.checked_div(b).unwrap_or(u32::MAX)
}

pub(super) fn rem(a: u32, b: u32) -> u32 {
    match b {
        0 => a,
        _ => (a as i32).wrapping_rem(b as i32) as u32,
    }
}

pub(super) fn remu(a: u32, b: u32) -> u32 {
    a.checked_rem(b).unwrap_or(a)
}
