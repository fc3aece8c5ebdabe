//! The intermediate routers that packets pass on the way to their targets, their *middles*
//! (`routing::middle`).

use super::Network;
use crate::noc::buffer::{Buffers, Slot};
use crate::noc::routing::Routing;

/// Marks a packet that does not have to pass an intermediate router any more.
const NONE: u16 = u16::MAX;

#[derive(Debug, Clone)]
pub struct Middles {
    /// For each slot that holds a head, the intermediate router that the packet must reach before
    /// its target.
    of_heads: Vec<u16>,
    /// For each endpoint, how many of its packets have had an intermediate router drawn at random.
    packets: Vec<u64>,
    /// The intermediate router of all packets. If none, each packet gets a random one.
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

    /// Records that a head moves from one slot to another.
    pub fn pass(&mut self, from: Slot, to: Slot) {
        self.of_heads[to as usize] = self.of_heads[from as usize];
    }
}

impl Network {
    /// The intermediate router that a packet must reach before its target. `slot` holds the head of
    /// the packet.
    pub(super) fn middle_of(&self, slot: Slot) -> Option<usize> {
        let middle = self.middles.as_ref()?.of_heads[slot as usize];
        (middle != NONE).then_some(middle.into())
    }

    /// Draws the intermediate router of a packet at random. Called when the packet's head, which
    /// has just been handed over by an endpoint, comes to the front of an input.
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

    /// The intermediate routers that packets between two endpoints may get, all with equal
    /// probability. The only element is `None` if packets have no intermediate routers.
    pub fn middles(&self, source: usize, target: usize) -> Vec<Option<usize>> {
        match &self.routing {
            Routing::ByMiddle(routing) => (0..routing.count(source, target))
                .map(|number| Some(routing.middle(source, target, number)))
                .collect(),
            _ => vec![None],
        }
    }

    /// Sends all packets by way of the router `middle`. If it is none, sends each packet by way of
    /// a random router.
    pub fn use_middle(&mut self, middle: Option<usize>) {
        if let Some(middles) = &mut self.middles {
            middles.only = middle;
        }
    }
}
