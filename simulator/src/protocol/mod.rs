//! Conventions between cores, network interfaces, devices and memory controllers: the memory map
//! and its registers, packets and how they are packed into flits, the port of an endpoint to a
//! network, requests to devices, calls to the host, and fault codes.

pub mod circuit_end;
pub mod core_registers;
pub mod device_registers;
pub mod device_request;
pub mod entrances;
pub mod fault;
pub mod host_calls;
pub mod map;
pub mod misuse;
pub mod network_port;
pub mod packet;
pub mod packets;
pub mod packing;

pub use circuit_end::{setting_up, CircuitEnd};
pub use device_registers::{decode, Device, Register};
pub use device_request::{operation_of, Operation, Reply, Request, Requester, Word};
pub use entrances::Entrances;
pub use fault::{Attempt, Cause, Fault};
pub use map::{Destination, Map, Target};
pub use misuse::Misuse;
pub use network_port::NetworkPort;
pub use packet::{AtomicOp, Packet, PacketKind, Purpose, PAYLOAD_BYTES};
pub use packets::Packets;
pub use packing::Packing;
