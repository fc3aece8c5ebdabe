//! How the words of a packet are packed into flits. The words are consecutive, and each flit
//! contains as many words as a link carries at once.

use super::packet::{Packet, PacketKind, Purpose};
use std::ops::Range;

/// The position of the word with the address in a request. Word 0 is the header.
const ADDRESS: u32 = 1;

/// The number of 32-bit words in a flit, from `network.link_bits`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packing {
    /// A flit carries `1 << shift` words.
    shift: u32,
}

impl Packing {
    /// The packing for links of `link_bits` bits. This must be 32 times a power of two.
    pub fn new(link_bits: u32) -> Packing {
        Packing {
            shift: (link_bits / 32).ilog2(),
        }
    }

    /// The packet length in flits.
    pub fn flits(self, packet: &Packet) -> u32 {
        packet.words().div_ceil(1 << self.shift)
    }

    /// Whether flit `sequence` of a request contains the word with the address.
    #[inline]
    pub fn carries_address(self, sequence: u32) -> bool {
        self.address_flit() == sequence
    }

    /// The number of the flit that contains the address of a request.
    #[inline]
    pub fn address_flit(self) -> u32 {
        ADDRESS >> self.shift
    }

    /// Number of leading flits of an answer that its receiver takes without doing anything else. In
    /// the answer to a transfer, these are only the flits before the payload, because the receiver
    /// writes the payload to memory flit by flit.
    #[inline]
    pub fn silent_flits_of_answer(self, packet: &Packet) -> u32 {
        match (packet.kind, packet.purpose) {
            (PacketKind::Data, Purpose::Transfer(_)) => packet.words_before_payload() >> self.shift,
            _ => self.flits(packet) - 1,
        }
    }

    /// Whether each flit has one word.
    #[inline]
    pub fn is_one_word(self) -> bool {
        self.shift == 0
    }

    /// The range of payload bytes that flit `sequence` of a packet carries; it may be empty.
    #[inline]
    pub fn payload(self, packet: &Packet, sequence: u32) -> Range<usize> {
        self.part(
            packet.words_before_payload(),
            packet.payload_bytes(),
            sequence,
        )
    }

    /// The range of payload bytes that flit `sequence` of a packet carries. The packet has `before`
    /// words and then `bytes` bytes of payload.
    #[inline]
    pub fn part(self, before: u32, bytes: u32, sequence: u32) -> Range<usize> {
        let byte_of = |word: u32| (4 * word.saturating_sub(before)).min(bytes) as usize;
        byte_of(sequence << self.shift)..byte_of((sequence + 1) << self.shift)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::AmoOp;
    use crate::protocol::{AtomicOp, PAYLOAD_BYTES};

    fn packet(kind: PacketKind, bytes: usize) -> Packet {
        Packet {
            bytes: bytes as u8,
            ..Packet::new(kind, Purpose::Load)
        }
    }

    /// The expected parts of a packet: number of words before the payload (header and possibly
    /// address), and number of payload bytes.
    fn parts(kind: PacketKind, bytes: usize) -> (usize, usize) {
        match kind {
            PacketKind::Write | PacketKind::Multicast(_) => (2, bytes),
            PacketKind::Read | PacketKind::Atomic(AtomicOp::LoadReserved) => (2, 0),
            PacketKind::Atomic(_) => (2, 4),
            PacketKind::Data => (1, bytes),
            _ => (1, 0),
        }
    }

    const KINDS: [PacketKind; 10] = [
        PacketKind::Write,
        PacketKind::Read,
        PacketKind::Atomic(AtomicOp::LoadReserved),
        PacketKind::Atomic(AtomicOp::StoreConditional),
        PacketKind::Atomic(AtomicOp::Modify(AmoOp::Add)),
        PacketKind::Open { duplex: true },
        PacketKind::Acknowledge,
        PacketKind::Full,
        PacketKind::Data,
        PacketKind::Refusal,
    ];

    /// Calls `check` for every possible packet and every link width.
    fn for_all(check: impl Fn(Packing, usize, &Packet, (usize, usize))) {
        for words in [1, 2, 4] {
            let packing = Packing::new(32 * words as u32);
            for kind in KINDS {
                for bytes in 1..=PAYLOAD_BYTES {
                    check(packing, words, &packet(kind, bytes), parts(kind, bytes));
                }
            }
        }
    }

    #[test]
    fn every_byte_travels_once_and_in_order() {
        for_all(|packing, words, packet, (before, bytes)| {
            let mut carried = 0;
            for sequence in 0..packing.flits(packet) {
                let range = packing.payload(packet, sequence);
                assert!(range.is_empty() || range.start == carried, "{packet:?}");
                carried += range.len();
                // Number of words that fit into the flits up to this one.
                let room = words * (sequence as usize + 1);
                let expected = (4 * room.saturating_sub(before)).min(bytes);
                assert_eq!(carried, expected, "flit {sequence} of {packet:?}");
            }
            assert_eq!(carried, bytes, "{packet:?}");
        });
    }

    #[test]
    fn no_flit_is_empty_and_only_the_last_has_room() {
        for_all(|packing, words, packet, (before, bytes)| {
            let all = before + bytes.div_ceil(4);
            let flits = packing.flits(packet) as usize;
            assert!(words * (flits - 1) < all && all <= words * flits);
        });
    }

    #[test]
    fn the_address_comes_before_the_payload_or_with_its_first_words() {
        for_all(|packing, words, packet, (before, _)| {
            if before < 2 {
                return;
            }
            let with_address: Vec<u32> = (0..packing.flits(packet))
                .filter(|&sequence| packing.carries_address(sequence))
                .collect();
            assert_eq!(with_address, [1 / words as u32], "{packet:?}");
            for earlier in 0..with_address[0] {
                assert!(packing.payload(packet, earlier).is_empty());
            }
        });
    }
}
