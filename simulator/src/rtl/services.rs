//! The QoS fields that the model's network interface gives packets, to compare `rtl/` with.

use crate::tile::devices::Priorities;

/// What is done with the QoS registers of a core (`docs/register-map.md`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// `PRIORITY` of an endpoint; none: it is cleared.
    Set(u16, Option<u8>),
    Unmarked(u8),
    Reset,
    /// A packet leaves for an endpoint.
    Packet(u16),
}

/// The QoS field of each packet among the accesses.
pub fn fields(endpoints: usize, accesses: &[Access]) -> Vec<u8> {
    let mut priorities = Priorities::new(1);
    let mut fields = vec![];
    for access in accesses {
        match *access {
            Access::Set(target, Some(field)) => {
                priorities.set(0, target.into(), field, endpoints);
            }
            Access::Set(target, None) => priorities.clear(0, target.into(), endpoints),
            Access::Unmarked(field) => priorities.set_unmarked(0, field),
            Access::Reset => priorities.forget(0),
            Access::Packet(target) => fields.push(priorities.service(0, target).field()),
        }
    }
    fields
}
