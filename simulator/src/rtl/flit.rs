//! A flit as bits on a link; see `rtl/noc.svh`.

use crate::noc::Flit;

/// Number of data bits: the packet's number and the flit's position in it.
pub const DATA: usize = 40;

/// Number of bits of a number below `count`, at least one.
pub fn bits(count: usize) -> usize {
    ((usize::BITS - (count - 1).leading_zeros()) as usize).max(1)
}

/// The bits of a flit. From the lowest: last, QoS field, on a circuit, target, data.
pub fn encode(flit: Flit, endpoints: usize) -> u128 {
    let service = flit.service();
    let data = u128::from(flit.packet()) << 8 | u128::from(flit.sequence());
    u128::from(flit.is_last())
        | u128::from(service.field()) << 1
        | u128::from(service.on_circuit()) << 5
        | u128::from(flit.target()) << 6
        | data << (6 + bits(endpoints))
}
