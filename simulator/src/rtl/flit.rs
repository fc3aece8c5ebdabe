//! Encodes a flit as the bits on a link (see `rtl/noc.svh`).

use crate::noc::{Flit, Network};

/// Number of data bits in a flit. They hold the packet's number, and the flit's position in the
/// packet.
pub const DATA: usize = 40;

/// Number of bits that can hold every number below `count`; at least 1.
pub fn bits(count: usize) -> usize {
    ((usize::BITS - (count - 1).leading_zeros()) as usize).max(1)
}

/// Number of bits of the field that holds a flit's target. Without multicasts, it is the number of
/// an endpoint. With multicasts, it may also be a rectangle of tiles, and one more bit tells the
/// two apart.
pub fn target_bits(endpoints: usize, multicasts: bool) -> usize {
    match multicasts {
        true => 17,
        false => bits(endpoints),
    }
}

/// The bits of a flit. From the lowest bit on: whether the flit is the last of its packet, its QoS
/// field, whether it is on a circuit, its target, its data.
pub fn encode(flit: Flit, network: &Network) -> u128 {
    let service = flit.service();
    let target = target_bits(network.endpoints(), network.has_multicasts());
    let data = u128::from(flit.packet()) << 8 | u128::from(flit.sequence());
    u128::from(flit.is_last())
        | u128::from(service.field()) << 1
        | u128::from(service.on_circuit()) << 5
        | u128::from(flit.target()) << 6
        | u128::from(flit.is_multicast()) << 22
        | data << (6 + target)
}
