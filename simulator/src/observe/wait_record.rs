//! The wait record, in which a process notes the event that it waits for:
//! `runtime/hal/record/wait_record.h`.

/// Bytes of `struct hal_wait_record`.
pub const BYTES: u32 = 20;
/// Offsets of the members, in bytes.
pub const CALL: u32 = 0;
pub const PEER: u32 = 4;
pub const TAG: u32 = 8;
/// `HAL_WAIT_ANY`: any rank, or any tag.
pub const ANY: i32 = -1;
/// `HAL_WAIT_ALL`: all ranks of a communicator.
pub const ALL: i32 = -2;
/// `HAL_WAIT_ANY_CLUSTER` and `HAL_WAIT_ALL_CLUSTERS`, for calls of the kernel.
pub const ANY_CLUSTER: i32 = -3;
pub const ALL_CLUSTERS: i32 = -4;
/// `HAL_WAIT_CLUSTER`, to which the number of a cluster is added.
pub const CLUSTER: i32 = 1 << 24;
/// `HAL_WAIT_NO_TAG`: no tag belongs to the wait.
pub const NO_TAG: i32 = -2;

/// Whether a record's peer is one cluster or several, not a rank. The record's tag is then the
/// number of a port.
pub fn is_cluster(peer: i32) -> bool {
    peer >= CLUSTER || peer == ANY_CLUSTER || peer == ALL_CLUSTERS
}
