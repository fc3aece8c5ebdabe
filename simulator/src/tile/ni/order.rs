//! Order between traffic classes: a request waits here if it could overtake an earlier request in
//! another class.
//!
//! Between two endpoints, packets of one class arrive in order, but packets of different classes
//! may not. The class of a core's packets to a target changes if their priority changes, or if a
//! circuit is opened or closed. Packets in the new class may leave only when the earlier stores
//! have been acknowledged. So a program can rely on the order if it writes data and then a flag.

use crate::protocol::packet::{Packet, Purpose};

/// The unacknowledged stores of a core to one endpoint. All of them have the same traffic class.
#[derive(Debug, Clone, Copy)]
struct Flow {
    target: u16,
    class: u8,
    stores: u32,
}

/// For each core of a tile, the endpoints to which it has unacknowledged stores.
#[derive(Debug)]
pub struct Order {
    /// For each core, a flow for each such endpoint. A core cannot have more flows than
    /// unacknowledged stores.
    flows: Vec<Vec<Flow>>,
}

/// Whether later requests of the core must not overtake this one. This is so for stores only. For a
/// load, the core waits for the result. Transfers have no order with later requests, and neither
/// have enqueues, which a full queue may send back.
fn counts(packet: &Packet) -> bool {
    packet.purpose == Purpose::Store
}

impl Order {
    pub fn new(cores: u32) -> Order {
        Order {
            flows: vec![vec![]; cores as usize],
        }
    }

    /// Whether a request may be sent in this class without overtaking an earlier request.
    pub fn admits(&self, packet: &Packet, class: usize) -> bool {
        let mut flows = self.flows[usize::from(packet.core)].iter();
        flows.all(|flow| flow.target != packet.target || usize::from(flow.class) == class)
    }

    /// Records that a request has been sent in this traffic class.
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
