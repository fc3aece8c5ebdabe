//! The wait record in which a process says what it waits for: `runtime/hal/record/wait_record.h`.

/// Bytes of `struct hal_wait_record`.
pub const BYTES: u32 = 20;
/// Offsets of its members.
pub const CALL: u32 = 0;
pub const PEER: u32 = 4;
pub const TAG: u32 = 8;
/// `HAL_WAIT_ANY`: any rank, or any tag.
pub const ANY: i32 = -1;
/// `HAL_WAIT_ALL`: all ranks of a communicator.
pub const ALL: i32 = -2;
/// `HAL_WAIT_NO_TAG`: what is waited for has no tag.
pub const NO_TAG: i32 = -2;
