//! The wait record of a process: a struct in which the process stores what event it is waiting for
//! (`runtime/hal/record/wait_record.h`).

/// Size of `struct hal_wait_record` in bytes.
pub const BYTES: u32 = 20;
/// Offsets of the members of the record, in bytes.
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
/// `HAL_WAIT_CLUSTER`: the number of a cluster is added to this value.
pub const CLUSTER: i32 = 1 << 24;
/// `HAL_WAIT_NO_TAG`: the process waits for an event without a tag.
pub const NO_TAG: i32 = -2;

/// Whether the peer in a wait record is one or several clusters, and not a rank. Then the tag in
/// the record is the number of a port.
pub fn is_cluster(peer: i32) -> bool {
    peer >= CLUSTER || peer == ANY_CLUSTER || peer == ALL_CLUSTERS
}
