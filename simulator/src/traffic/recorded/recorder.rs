//! Recording: finds the flits that endpoints hand over and take, by reading the state of the
//! networks in each cycle.

use super::{Ends, RecordedPacket, Recording};
use crate::chip::Shown;
use crate::config::ChipConfig;
use crate::noc::{Flit, Network};
use crate::protocol::{Packet, Purpose};
use crate::tile::cores::State;
use std::collections::HashMap;

/// What is recorded about an endpoint on one network.
#[derive(Debug, Clone, Default)]
struct End {
    /// For each traffic class, the flits that have been handed over.
    handed: Vec<Handed>,
    /// The flit that the endpoint can take in this cycle.
    offered: Option<Flit>,
    /// Flits that the endpoint could have taken but has not: the packet, the position of the flit
    /// in it, and the number of cycles for which the flit has waited.
    held: Vec<(u32, u8, u64)>,
    /// Packets that have arrived at the endpoint. The next packet to leave may have waited for
    /// them.
    arrivals: Vec<Arrival>,
    /// The cycle in which the latest packet left.
    left: u64,
    /// For each transfer (by core and command buffer), the target and the address of its next
    /// packet.
    transfers: HashMap<(u8, u8), (u16, u32)>,
}

/// The last cycles in which a core did not run. A packet that the core sends later may have waited
/// for all packets that had arrived by then.
#[derive(Debug, Clone, Copy, Default)]
struct Stops {
    /// The last cycle in which the core slept or waited for an element of a queue. It may have
    /// waited for packets of other cores.
    slept: u64,
    /// The last cycle in which the core waited for answers to its own requests.
    stalled: u64,
}

impl Stops {
    /// Records the state of a core in cycle `now`.
    fn note(&mut self, state: State, now: u64) {
        use State::{Element, Loading, Off, Running, Waiting};
        match state {
            Running => {}
            Waiting | Element | Loading | Off => self.slept = now,
            _ => self.stalled = now,
        }
    }

    /// Whether this core may have waited for an arrival. `self` contains its stops, and `number` is
    /// its index in the tile.
    fn waited_for(self, arrival: &Arrival, number: u8) -> bool {
        let answered = arrival.is_answer && arrival.request.core == number;
        arrival.cycle <= self.slept.max(if answered { self.stalled } else { 0 })
    }
}

/// What is recorded about the flits of one traffic class that an endpoint has handed over to a
/// network.
#[derive(Debug, Clone, Copy, Default)]
struct Handed {
    flits: u64,
    /// The cycle in which the last flit was handed over.
    last: u64,
    /// For how many consecutive cycles up to now the network has had no slot for a flit of this
    /// class.
    blocked: u64,
}

/// A packet that has arrived at an endpoint. `request` contains the fields that the answer to it
/// repeats.
#[derive(Debug, Clone, Copy)]
struct Arrival {
    packet: u32,
    cycle: u64,
    request: Request,
    is_answer: bool,
}

/// The fields that a request and its answer have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Request {
    initiator: u16,
    core: u8,
    purpose: Purpose,
    address: u32,
    device: bool,
}

impl Request {
    fn of(packet: &Packet, initiator: u16) -> Request {
        Request {
            initiator,
            core: packet.core,
            purpose: packet.purpose,
            address: packet.address,
            device: packet.device,
        }
    }
}

impl End {
    /// Whether a packet continues a transfer. Such a packet waits only for the packet before it.
    fn continues(&mut self, packet: &Packet) -> bool {
        let Purpose::Transfer(buffer) = packet.purpose else {
            return false;
        };
        let next = (packet.target, packet.address + u32::from(packet.bytes));
        let expected = self.transfers.insert((packet.core, buffer), next);
        expected == Some((packet.target, packet.address))
    }
}

/// Records the packets of a simulation.
#[derive(Debug)]
pub struct Recorder {
    recording: Recording,
    /// What is recorded about each endpoint, by network and endpoint.
    ends: Vec<Vec<End>>,
    /// When each core last stopped, by tile and core.
    stops: Vec<Vec<Stops>>,
    /// For each packet in flight, its number in the recording. The key is the network and the
    /// packet number in the flits.
    in_flight: HashMap<(usize, u32), u32>,
}

impl Recorder {
    /// A recorder. The chip must be in cycle 0.
    pub fn new(chip: &ChipConfig) -> Recorder {
        let ends = Ends::of(chip);
        Recorder {
            ends: vec![vec![End::default(); ends.endpoints]; ends.networks],
            stops: vec![],
            recording: Recording {
                chip: chip.name.clone(),
                ends,
                packets: vec![],
            },
            in_flight: HashMap::new(),
        }
    }

    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Records the flits that endpoints can take in this cycle. Must be called after
    /// `Network::step` and before endpoints do anything.
    pub fn moved(&mut self, networks: &[&Network]) {
        for (ends, network) in self.ends.iter_mut().zip(networks) {
            for (number, end) in ends.iter_mut().enumerate() {
                end.offered = network.front(number);
            }
        }
    }

    /// Records a cycle. Must be called after endpoints have taken flits and handed flits over. A
    /// packet that leaves in a cycle may have waited for packets that arrived in the same cycle.
    pub fn exchanged(&mut self, networks: &[&Network], shown: &Shown, now: u64) {
        let packets = shown.packets;
        self.stops.resize(shown.tiles.len(), vec![]);
        for (stops, tile) in self.stops.iter_mut().zip(shown.tiles) {
            let harts = &tile.cores.harts;
            stops.resize(harts.len(), Stops::default());
            for (stops, hart) in stops.iter_mut().zip(harts) {
                stops.note(hart.state, now);
            }
        }
        for (number, network) in networks.iter().enumerate() {
            for endpoint in 0..self.recording.ends.endpoints {
                if let Some(flit) = self.ends[number][endpoint].offered.take() {
                    let taken = network.has_taken(endpoint);
                    let request =
                        Request::of(&packets[flit.packet()], packets[flit.packet()].source);
                    self.offer((number, endpoint), flit, request, taken.then_some(now));
                }
            }
        }
        for (number, network) in networks.iter().enumerate() {
            let classes = network.classes();
            for endpoint in 0..self.recording.ends.endpoints {
                let handed = &mut self.ends[number][endpoint].handed;
                handed.resize(classes, Handed::default());
                for class in 0..classes {
                    let (flits, flit) = network.handed_over(endpoint, class);
                    let before = &mut self.ends[number][endpoint].handed[class];
                    if flits > before.flits {
                        let (last, blocked) = (before.last, before.blocked);
                        *before = Handed {
                            flits,
                            last: now,
                            blocked: 0,
                        };
                        // The cycle in which the endpoint would have handed the flit over if the
                        // network had had a slot.
                        let wanted = now - blocked;
                        let packet = &packets[flit.packet()];
                        self.hand_over((number, endpoint), flit, packet, (last, wanted), now);
                    } else if network.has_room(endpoint, class) {
                        before.blocked = 0;
                    } else {
                        before.blocked += 1;
                    }
                }
            }
        }
    }

    /// Records that an endpoint can take a flit in this cycle. `taken` is this cycle if the
    /// endpoint takes it. Otherwise the flit is held for a cycle.
    fn offer(
        &mut self,
        (network, endpoint): (usize, usize),
        flit: Flit,
        request: Request,
        taken: Option<u64>,
    ) {
        let packet = self.in_flight[&(network, flit.packet())];
        let held = &mut self.ends[network][endpoint].held;
        let place = (held.iter())
            .position(|&(of, sequence, _)| (of, sequence) == (packet, flit.sequence()));
        let Some(cycle) = taken else {
            match place {
                Some(place) => held[place].2 += 1,
                None => held.push((packet, flit.sequence(), 1)),
            }
            return;
        };
        let recorded = &mut self.recording.packets[packet as usize];
        if let Some(place) = place {
            let (_, sequence, cycles) = held.swap_remove(place);
            recorded.holds.push((sequence, cycles));
        }
        if flit.is_last() {
            recorded.taken = cycle;
            self.in_flight.remove(&(network, flit.packet()));
            let of_requests = self.ends.len() / 2;
            let arrival = Arrival {
                packet,
                cycle,
                request,
                is_answer: network >= of_requests,
            };
            for (other, ends) in self.ends.iter_mut().enumerate() {
                // An answer never waits for another answer.
                if other < of_requests || network < of_requests {
                    ends[endpoint].arrivals.push(arrival);
                }
            }
        }
    }

    /// Records that an endpoint has handed over a flit of `packet`. The flit before it in its
    /// traffic class left in cycle `last`. The endpoint has been ready to hand this flit over since
    /// cycle `wanted`.
    fn hand_over(
        &mut self,
        (network, source): (usize, usize),
        flit: Flit,
        packet: &Packet,
        (last, wanted): (u64, u64),
        now: u64,
    ) {
        if !flit.is_head() {
            let packet = self.in_flight[&(network, flit.packet())];
            let recorded = &mut self.recording.packets[packet as usize];
            recorded.flits += 1;
            if wanted > last + 1 {
                recorded.pauses.push((flit.sequence(), wanted - last - 1));
            }
            return;
        }
        let number = self.recording.packets.len() as u32;
        self.in_flight.insert((network, flit.packet()), number);
        let waited = self.causes(network, source, packet);
        let end = &mut self.ends[network][source];
        let since = waited
            .iter()
            .map(|arrival| arrival.cycle)
            .fold(end.left, u64::max);
        end.left = now;
        self.recording.packets.push(RecordedPacket {
            network,
            source,
            target: flit.target().into(),
            flits: 1,
            level: flit.service().field(),
            delay: wanted.saturating_sub(since),
            waited: waited.iter().map(|arrival| arrival.packet).collect(),
            sent: now,
            ..RecordedPacket::default()
        });
    }

    /// Removes and returns the arrivals for which a packet that leaves an endpoint now may have
    /// waited. An answer waits for its request. The packets of a transfer, except the first one,
    /// wait for no arrivals. Any other packet waits for the arrivals before its core last stopped
    /// waiting, or for all arrivals if it belongs to no core.
    fn causes(&mut self, network: usize, source: usize, packet: &Packet) -> Vec<Arrival> {
        let of_requests = self.ends.len() / 2;
        if network >= of_requests {
            let request = Request::of(packet, packet.target);
            let mut cause = None;
            for ends in &mut self.ends[of_requests..] {
                let arrivals = &mut ends[source].arrivals;
                if let Some(at) = arrivals
                    .iter()
                    .position(|arrival| arrival.request == request)
                {
                    cause = Some(arrivals.remove(at));
                }
            }
            if cause.is_some() {
                return cause.into_iter().collect();
            }
        }
        let end = &mut self.ends[network][source];
        if end.continues(packet) {
            return vec![];
        }
        let stops = self.stops.get(source);
        let Some(stops) = stops.and_then(|stops| stops.get(usize::from(packet.core))) else {
            return std::mem::take(&mut end.arrivals);
        };
        let waited = |arrival: &mut Arrival| stops.waited_for(arrival, packet.core);
        end.arrivals.extract_if(.., waited).collect()
    }
}
