//! Recording: what endpoints hand over and take, read from the networks in each cycle.

use super::{Ends, RecordedPacket, Recording};
use crate::config::ChipConfig;
use crate::noc::{Flit, Network};
use std::collections::HashMap;

/// An endpoint's end of a network.
#[derive(Debug, Clone, Default)]
struct End {
    /// By class, the number of flits handed over, and the cycle of the last one.
    handed: Vec<(u64, u64)>,
    /// The flit that is offered in this cycle.
    offered: Option<Flit>,
    /// Flits that have been offered and not taken, by packet and number, with the cycles.
    held: Vec<(u32, u8, u64)>,
    /// The packets that have come, and that a packet which leaves now may have waited for.
    come: Vec<u32>,
    /// The cycle in which the last of these came, and that in which the last packet left.
    last: Option<u64>,
    left: Option<u64>,
}

/// The packets of a run so far.
#[derive(Debug)]
pub struct Recorder {
    recording: Recording,
    /// The ends of each network.
    ends: Vec<Vec<End>>,
    /// The packets in flight, by network and the name that their flits have.
    in_flight: HashMap<(usize, u32), u32>,
}

impl Recorder {
    /// A recorder for a chip in cycle 0.
    pub fn new(chip: &ChipConfig) -> Recorder {
        let ends = Ends::of(chip);
        Recorder {
            ends: vec![vec![End::default(); ends.endpoints]; ends.networks],
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

    /// Notes which flits are offered in this cycle, after `Network::step` and before endpoints do
    /// anything.
    pub fn moved(&mut self, networks: &[&Network]) {
        for (ends, network) in self.ends.iter_mut().zip(networks) {
            for (number, end) in ends.iter_mut().enumerate() {
                end.offered = network.front(number);
            }
        }
    }

    /// Records a cycle after endpoints have taken flits and handed flits over. A packet that leaves
    /// in it may have waited for all that came in it.
    pub fn exchanged(&mut self, networks: &[&Network], now: u64) {
        for (number, network) in networks.iter().enumerate() {
            for endpoint in 0..self.recording.ends.endpoints {
                if let Some(flit) = self.ends[number][endpoint].offered.take() {
                    self.offer(number, endpoint, flit, network.has_taken(endpoint), now);
                }
            }
        }
        for (number, network) in networks.iter().enumerate() {
            let classes = network.classes();
            for endpoint in 0..self.recording.ends.endpoints {
                self.ends[number][endpoint].handed.resize(classes, (0, 0));
                for class in 0..classes {
                    let (count, flit) = network.handed_over(endpoint, class);
                    let (before, last) = self.ends[number][endpoint].handed[class];
                    if count > before {
                        self.ends[number][endpoint].handed[class] = (count, now);
                        self.hand_over((number, endpoint), flit, last, now);
                    }
                }
            }
        }
    }

    /// Records that an endpoint was offered a flit, and whether it has taken it.
    fn offer(&mut self, network: usize, endpoint: usize, flit: Flit, taken: bool, now: u64) {
        let packet = self.in_flight[&(network, flit.packet())];
        let held = &mut self.ends[network][endpoint].held;
        let place = (held.iter())
            .position(|&(of, sequence, _)| (of, sequence) == (packet, flit.sequence()));
        if !taken {
            match place {
                Some(place) => held[place].2 += 1,
                None => held.push((packet, flit.sequence(), 1)),
            }
            return;
        }
        let recorded = &mut self.recording.packets[packet as usize];
        if let Some(place) = place {
            let (_, sequence, cycles) = held.swap_remove(place);
            recorded.holds.push((sequence, cycles));
        }
        if flit.is_last() {
            recorded.taken = now;
            self.in_flight.remove(&(network, flit.packet()));
            let of_requests = self.ends.len() / 2;
            for (other, ends) in self.ends.iter_mut().enumerate() {
                // Answers never wait for answers.
                if other < of_requests || network < of_requests {
                    ends[endpoint].come.push(packet);
                    ends[endpoint].last = Some(now);
                }
            }
        }
    }

    /// Records that an endpoint has handed a flit over, `last` cycles after the one before it in
    /// its class.
    fn hand_over(&mut self, (network, source): (usize, usize), flit: Flit, last: u64, now: u64) {
        if !flit.is_head() {
            let packet = self.in_flight[&(network, flit.packet())];
            let recorded = &mut self.recording.packets[packet as usize];
            recorded.flits += 1;
            if now > last + 1 {
                recorded.pauses.push((flit.sequence(), now - last - 1));
            }
            return;
        }
        let number = self.recording.packets.len() as u32;
        self.in_flight.insert((network, flit.packet()), number);
        let end = &mut self.ends[network][source];
        let since = end.last.take().max(end.left).unwrap_or(0);
        end.left = Some(now);
        self.recording.packets.push(RecordedPacket {
            network,
            source,
            target: flit.target().into(),
            flits: 1,
            level: flit.service().field(),
            delay: now - since,
            waited: std::mem::take(&mut end.come),
            sent: now,
            ..RecordedPacket::default()
        });
    }
}
