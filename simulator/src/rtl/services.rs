//! Runs the model that assigns QoS fields to packets in a network interface, for comparisons with
//! `rtl/`.

use crate::tile::devices::Priorities;

/// An operation on the QoS registers of a core (`docs/register-map.md`), or the departure of a
/// packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// A write to the register `PRIORITY` of an endpoint. Without a level, the write clears the
    /// register.
    Set(u16, Option<u8>),
    Unmarked(u8),
    Reset,
    /// A packet to this endpoint leaves.
    Packet(u16),
}

/// The QoS field of each packet among `operations`.
pub fn fields(endpoints: usize, operations: &[Operation]) -> Vec<u8> {
    let mut priorities = Priorities::new(1);
    let mut fields = vec![];
    for operation in operations {
        match *operation {
            Operation::Set(target, Some(field)) => {
                priorities.set(0, target.into(), field, endpoints);
            }
            Operation::Set(target, None) => priorities.clear(0, target.into(), endpoints),
            Operation::Unmarked(field) => priorities.set_unmarked(0, field),
            Operation::Reset => priorities.forget(0),
            Operation::Packet(target) => fields.push(priorities.service(0, target).field()),
        }
    }
    fields
}
