//! Order between traffic classes: a request waits here if it could overtake an earlier request in
//! another class.
//!
//! Packets of one class between two endpoints arrive in order, but packets of different classes may
//! not. The class of a core's packets to a target changes if their priority changes, or if a
//! circuit is opened or closed. The first packets in the new class leave only after the earlier
//! stores have been acknowledged. So a program may always write data and then a flag.

use crate::protocol::packet::{Packet, Purpose};

/// The unacknowledged stores of a core to one endpoint. All of them are in one class.
#[derive(Debug, Clone, Copy)]
struct Flow {
    target: u16,
    class: u8,
    stores: u32,
}

/// The flows of the cores of a tile.
#[derive(Debug)]
pub struct Order {
    /// For each core, its flows: at most as many as a core may have unacknowledged stores.
    flows: Vec<Vec<Flow>>,
}

/// Whether later requests must not overtake this request. Only stores count: a core waits for the
/// result of a load, transfers have no order with later requests, and a full queue may send an
/// enqueue back in any case.
fn counts(packet: &Packet) -> bool {
    packet.purpose == Purpose::Store
}

impl Order {
    pub fn new(cores: u32) -> Order {
        Order {
            flows: vec![vec![]; cores as usize],
        }
    }

    /// Whether a request may enter a class without overtaking an earlier request.
    pub fn admits(&self, packet: &Packet, class: usize) -> bool {
        let mut flows = self.flows[usize::from(packet.core)].iter();
        flows.all(|flow| flow.target != packet.target || usize::from(flow.class) == class)
    }

    /// Records that a request has entered a class.
    pub fn entered(&mut self, packet: &Packet, class: usize) {
        if !counts(packet) {
            return;
        }
        let flows = &mut self.flows[usize::from(packet.core)];
        match flows.iter_mut().find(|flow| flow.target == packet.target) {
            Some(flow) => flow.stores += 1,
            None => flows.push(Flow {
                target: packet.target,
                class: class as u8,
                stores: 1,
            }),
        }
    }

    /// Records that the answer to a request has arrived.
    pub fn answered(&mut self, answer: &Packet) {
        if !counts(answer) {
            return;
        }
        let flows = &mut self.flows[usize::from(answer.core)];
        let at = flows.iter().position(|flow| flow.target == answer.source);
        let at = at.expect("a store that is answered has been sent");
        flows[at].stores -= 1;
        if flows[at].stores == 0 {
            flows.swap_remove(at);
        }
    }
}
