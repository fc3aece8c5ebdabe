//! What a link carries in a cycle.

/// A token of 8 bytes. The network routes by `target`, keeps the flits of a packet together from
/// `sequence` 0 to `last`, and looks at nothing else.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Flit {
    /// What the sender knows the packet by; opaque to the network.
    pub packet: u32,
    /// The endpoint that the packet goes to; the same in all of its flits.
    pub target: u16,
    /// Place in the packet; 0 is the head.
    pub sequence: u8,
    /// The last flit of the packet: frees the outputs that the head has taken.
    pub last: bool,
}

impl Flit {
    /// Flit number `sequence` of a packet of `flits` flits.
    pub fn of_packet(packet: u32, target: u16, sequence: u8, flits: u8) -> Flit {
        Flit {
            packet,
            target,
            sequence,
            last: sequence + 1 == flits,
        }
    }

    /// The first flit of its packet: the one that is routed.
    pub fn is_head(self) -> bool {
        self.sequence == 0
    }
}
