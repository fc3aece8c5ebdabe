//! The middles of packets that go by way of a random router (`routing::middle`).

use super::Network;
use crate::noc::buffer::{Buffers, Slot};
use crate::noc::routing::Routing;

/// The packet has no middle before it.
const NONE: u16 = u16::MAX;

#[derive(Debug, Clone)]
pub struct Middles {
    /// For each slot in which there is a head, the middle that is before its packet.
    of_heads: Vec<u16>,
    /// Number of packets that each endpoint has handed over.
    packets: Vec<u64>,
    /// The middle of all packets; if none, it is drawn for each.
    pub only: Option<usize>,
}

impl Middles {
    pub fn new(buffers: &Buffers, endpoints: usize) -> Middles {
        Middles {
            of_heads: vec![NONE; buffers.slots.len()],
            packets: vec![0; endpoints],
            only: None,
        }
    }

    pub fn set(&mut self, slot: Slot, middle: Option<usize>) {
        self.of_heads[slot as usize] = middle.map_or(NONE, |middle| middle as u16);
    }

    /// Notes that a head moves from one slot to another.
    pub fn pass(&mut self, from: Slot, to: Slot) {
        self.of_heads[to as usize] = self.of_heads[from as usize];
    }
}

impl Network {
    /// The middle that is before the packet whose head is in a slot.
    pub(super) fn middle_of(&self, slot: Slot) -> Option<usize> {
        let middle = self.middles.as_ref()?.of_heads[slot as usize];
        (middle != NONE).then_some(middle.into())
    }

    /// Draws the middle of a packet whose head has come from its endpoint to the front of an input.
    pub(super) fn draw_middle(&mut self, number: usize) {
        let (Some(middles), Routing::ByMiddle(routing)) = (&mut self.middles, &self.routing) else {
            return;
        };
        let buffer = &self.buffers.all[number];
        let Some(link) = (buffer.feeder as usize).checked_sub(self.inner) else {
            return;
        };
        let source = link / self.routers.channels.classes;
        let target = usize::from(self.buffers.slots[buffer.head as usize].target());
        middles.packets[source] += 1;
        let drawn = routing.draw(source, target, middles.packets[source]);
        middles.set(buffer.head, Some(middles.only.unwrap_or(drawn)));
    }

    /// The middles of packets between two endpoints, all of which are equally likely; only `None`
    /// if packets have none.
    pub fn middles(&self, source: usize, target: usize) -> Vec<Option<usize>> {
        match &self.routing {
            Routing::ByMiddle(routing) => (0..routing.count(source, target))
                .map(|number| Some(routing.middle(source, target, number)))
                .collect(),
            _ => vec![None],
        }
    }

    /// Lets all packets go by way of the same router.
    pub fn use_middle(&mut self, middle: Option<usize>) {
        if let Some(middles) = &mut self.middles {
            middles.only = middle;
        }
    }
}
