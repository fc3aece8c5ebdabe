//! Records what a chip's network interfaces do in each cycle, except what the records of the
//! networks show. The lines have the format of those in `watch.rs`:
//!
//! ```text
//! w TILE ADDRESS WORD             the core writes a word to a register of quality of service;
//!                                 ADDRESS is the register's in `rtl/qos_registers.sv`
//! p TILE                          the next packet to leave is a request, whose head does not leave
//!                                 in this cycle
//! b TILE                          the tile's memory banks do not give the next flit in this cycle
//! a TILE                          a packet that opens or closes the circuit is answered
//! s TILE STATE RESULT WANTED      the registers of the circuit from the next cycle on
//! ```

use super::lines::Lines;
use crate::chip::Shown;
use crate::protocol::packet::Purpose;
use crate::protocol::{Device, Register};
use crate::tile::devices::{CircuitSpec, RegisterWrite};
use crate::tile::Tile;

/// The record of all network interfaces of a chip whose tiles have one core and one interface each.
#[derive(Debug, Default)]
pub struct Interfaces {
    lines: Lines,
    now: u64,
    tiles: Vec<Seen>,
}

/// The values of an interface that were recorded last. When one of them changes, a line is written.
#[derive(Debug, Clone, Default)]
struct Seen {
    written: usize,
    answers: u64,
    /// The packet of the next request, if the head of the packet has not left yet.
    waits: Option<u32>,
    circuit: (u32, u32, u32),
}

impl Interfaces {
    /// Records what interfaces have done in cycle `now`. Must be called at the end of each cycle.
    pub fn exchanged(&mut self, shown: Shown, now: u64) {
        self.tiles.resize(shown.tiles.len(), Seen::default());
        self.now = now;
        for tile in shown.tiles {
            self.look_at(tile, shown);
        }
    }

    /// Ends the record, and returns its text.
    pub fn into_text(self) -> String {
        self.lines.into_text(self.now)
    }

    fn look_at(&mut self, tile: &Tile, shown: Shown) {
        let (lines, now, number) = (&mut self.lines, self.now, tile.number);
        let seen = &mut self.tiles[usize::from(number)];
        let written = tile.devices.written.iter().flatten();
        for write in written.skip(seen.written) {
            let RegisterWrite { cycle, word, .. } = *write;
            let address = address(write.register);
            lines.add(cycle, format_args!("w {number:x} {address:x} {word:x}"));
            seen.written += 1;
        }
        let interface = tile.ni(0);
        if interface.circuits.answers > seen.answers {
            seen.answers = interface.circuits.answers;
            lines.add(now, format_args!("a {number:x}"));
        }
        let circuit = interface.circuits.of_core(0);
        let wanted = word_of(circuit.spec);
        let circuit = (circuit.state as u32, circuit.result as u32, wanted);
        if circuit != seen.circuit {
            seen.circuit = circuit;
            let (state, result, wanted) = circuit;
            lines.add(
                now,
                format_args!("s {number:x} {state} {result} {wanted:x}"),
            );
        }
        let in_hand = interface.next_flit();
        let waits = in_hand.filter(|flit| flit.sequence() == 0);
        let waits = waits.map(|flit| flit.packet());
        if waits != seen.waits {
            seen.waits = waits;
            if waits.is_some() {
                lines.add(now, format_args!("p {number:x}"));
            }
        }
        if let Some(flit) = in_hand {
            let transfers = matches!(shown.packets[flit.packet()].purpose, Purpose::Transfer(_));
            if transfers && shown.networks[0].ready(number.into(), flit.service()) {
                lines.add(now, format_args!("b {number:x}"));
            }
        }
    }
}

/// The address that a register has in `rtl/qos_registers.sv`.
fn address(register: Register) -> u32 {
    match register.device {
        Device::Priority(target) => 0x10000 + 4 * target,
        _ => register.offset,
    }
}

fn word_of(spec: CircuitSpec) -> u32 {
    u32::from(spec.target) | u32::from(spec.duplex) << 31
}
