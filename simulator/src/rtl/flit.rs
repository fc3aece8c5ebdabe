//! A flit as bits on a link; see `rtl/noc.svh`.

use crate::noc::{Flit, Network};

/// Number of data bits of a flit: the packet's number, and the flit's position in the packet.
pub const DATA: usize = 40;

/// Number of bits that hold every number below `count`; at least one.
pub fn bits(count: usize) -> usize {
    ((usize::BITS - (count - 1).leading_zeros()) as usize).max(1)
}

/// Number of bits of a flit's target, which is the number of an endpoint. With multicasts the
/// target may also be a rectangle of tiles, and one more bit distinguishes an endpoint from a
/// rectangle.
pub fn target_bits(endpoints: usize, multicasts: bool) -> usize {
    match multicasts {
        true => 17,
        false => bits(endpoints),
    }
}

/// The bits of a flit of a network. From the lowest bit on they hold: whether the flit is its
/// packet's last, the QoS field, whether the flit is on a circuit, the target, the data.
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
