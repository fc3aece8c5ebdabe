//! The network interface. It turns accesses and transfers into packets, and arriving packets into
//! accesses.
//!
//! There is a network for requests and one for answers. If control and data are separate, there are
//! two of each. In every cycle, an interface takes at most one flit from each network, and hands at
//! most one flit over to each. It takes flits from the control networks first.

mod answers;
mod circuit;
mod classes;
mod multicast;
mod notifications;
mod order;
mod ports;
mod requests;
mod retries;
mod sending;
mod transfers;

pub use circuit::Circuits;
pub use ports::{InterfacePorts, TileInterfaces};
pub use retries::{QueueAttempt, Retry};

use crate::noc::{Flit, Launch, Service};
use crate::protocol::packet::{Packet, PacketKind, Purpose};
use crate::protocol::packing::Packing;
use crate::protocol::NetworkPort;
use crate::tile::dma::Engine;
use crate::tile::ports::{Costs, Cycle, Ports};
use classes::Classes;
use std::collections::VecDeque;
use std::ops::Range;

/// A packet that is being handed to a network, flit by flit.
#[derive(Debug, Clone, Copy)]
struct Sending {
    packet: u32,
    /// The endpoint to which the packet goes. For a multicast, the bits that encode its rectangle.
    target: u16,
    service: Service,
    sequence: u8,
    flits: u8,
    /// Number of leading flits that the receiver takes without doing anything else (silent flits).
    silent: u8,
    /// Set while the packet is launched: the network then takes its flits by itself.
    launched: Option<Launch>,
    /// Number of words before the payload (`before`), and number of payload bytes (`bytes`).
    before: u8,
    bytes: u8,
    /// If the interface reads the payload from the tile's memory flit by flit, its offset there.
    fetches_from: Option<u32>,
}

impl Sending {
    fn request(id: u32, packet: &Packet, service: Service, costs: &Costs) -> Sending {
        if let PacketKind::Multicast(to) = packet.kind {
            let service = service.to_many();
            let is_put = matches!(packet.purpose, Purpose::Multicast(_));
            return Sending {
                fetches_from: is_put.then_some(packet.local),
                ..Sending::new(id, packet, to.bits(), service, costs.packing)
            };
        }
        let is_put = matches!(packet.purpose, Purpose::Transfer(_));
        let fetches = is_put && packet.kind == PacketKind::Write;
        let target = costs.entrances.of_request(packet);
        let sending = Sending::new(id, packet, target, service, costs.packing);
        let is_for_memory = u32::from(packet.target) < costs.tiles && !packet.device;
        let silent = match is_for_memory {
            true => costs.packing.address_flit() as u8,
            false => sending.flits - 1,
        };
        Sending {
            fetches_from: fetches.then_some(packet.local),
            silent,
            ..sending
        }
    }

    fn answer(id: u32, packet: &Packet, service: Service, costs: &Costs) -> Sending {
        let target = costs.entrances.of_answer(packet);
        Sending {
            fetches_from: packet.reads_late.then_some(packet.address),
            silent: costs.packing.silent_flits_of_answer(packet) as u8,
            ..Sending::new(id, packet, target, service, costs.packing)
        }
    }

    fn new(id: u32, packet: &Packet, target: u16, service: Service, packing: Packing) -> Sending {
        Sending {
            packet: id,
            target,
            service,
            sequence: 0,
            flits: packing.flits(packet) as u8,
            silent: 0,
            launched: None,
            before: packet.words_before_payload() as u8,
            bytes: packet.payload_bytes() as u8,
            fetches_from: None,
        }
    }

    #[inline]
    fn flit(&self) -> Flit {
        Flit::of_packet(
            self.packet,
            self.target,
            self.sequence,
            self.flits,
            self.service,
        )
    }

    /// Whether the packet can be launched, that is, whether the network can take all flits by
    /// itself. None may have been handed over, and the whole payload must be available.
    #[inline]
    fn can_be_launched(&self) -> bool {
        self.sequence == 0 && self.flits > 1 && self.fetches_from.is_none()
    }

    /// Whether the interface has work for this packet at the end of cycle `now`. While the network
    /// takes the flits by itself, the result is true as well, because the network may stop early.
    fn is_active(&self, now: u64) -> bool {
        self.launched.is_none_or(|launch| now < launch.end())
    }

    /// The range of payload bytes in the next flit.
    #[inline]
    fn payload(&self, packing: Packing) -> Range<usize> {
        packing.part(self.before.into(), self.bytes.into(), self.sequence.into())
    }

    /// The packet's state after its next flit has left. None if that flit is the last one.
    #[inline]
    fn next(self) -> Option<Sending> {
        (self.sequence + 1 < self.flits).then_some(Sending {
            sequence: self.sequence + 1,
            ..self
        })
    }
}

/// The next cycle in which a sender may hand a flit over. If the sender has no packet, the next
/// packet is ready from cycle `next` on. A result up to the current cycle means the next cycle.
#[inline(always)]
fn next_flit_of(sender: &Option<Sending>, network: &NetworkPort, next: impl Fn() -> u64) -> u64 {
    let Some(sending) = sender else {
        return next();
    };
    let Some(launch) = sending.launched else {
        return match network.has_room(sending.service) {
            true => 0,
            false => u64::MAX,
        };
    };
    match network.cut(launch) {
        Some(_) => 0,
        None => next().max(launch.end()),
    }
}

/// An element of a queue, with the first cycle in which it may leave.
#[derive(Debug, Clone, Copy)]
struct Due<T> {
    ready: u64,
    item: T,
}

/// A queue whose elements leave in order, even if a later one is ready before an earlier one.
type DueQueue<T> = VecDeque<Due<T>>;

/// The first cycle in which the first element of a queue may leave; `u64::MAX` if the queue is
/// empty.
#[inline]
fn next_due<T>(queue: &DueQueue<T>) -> u64 {
    queue.front().map_or(u64::MAX, |first| first.ready)
}

/// Whether the first element of a queue may leave.
#[inline]
fn is_due<T>(queue: &DueQueue<T>, now: u64) -> bool {
    queue.front().is_some_and(|first| first.ready <= now)
}

/// Removes the first element of a queue if it may leave.
fn take_due<T>(queue: &mut DueQueue<T>, now: u64) -> Option<T> {
    match is_due(queue, now) {
        true => queue.pop_front().map(|first| first.item),
        false => None,
    }
}

/// A network interface of a tile.
#[derive(Debug)]
pub struct NetworkInterface {
    /// Number of the tile.
    tile: u16,
    /// The endpoint number of the interface on the networks. For the first interface of a tile,
    /// this is the number of the tile.
    pub endpoint: u16,
    /// Packets with remote accesses of cores.
    accesses: DueQueue<u32>,
    /// Number of packets that have left `accesses` so far.
    left: u64,
    /// Packets with answers to requests that this tile has served.
    answers: DueQueue<u32>,
    /// The numbers of pending notifications. Those in `local` write a word in this tile, those in
    /// `remote` write one elsewhere.
    local: DueQueue<u16>,
    remote: DueQueue<u16>,
    /// Requests that a queue has refused, until they are retried.
    retries: DueQueue<Retry>,
    /// Refused packets that must be sent again now.
    resends: VecDeque<u32>,
    /// The request and the answer that are being handed over. Only used if the networks have one
    /// traffic class.
    request: Option<Sending>,
    response: Option<Sending>,
    /// The packets that wait or are being handed over. Only used if the networks have several
    /// traffic classes.
    classes: Classes,
    pub circuits: Circuits,
    /// Whether the multicast that is arriving may write to its address.
    admits: bool,
    /// The kind of packet that has the next turn (see `next_in_turn`).
    turn: usize,
    pub engine: Engine,
}

impl NetworkInterface {
    /// The interface of a tile at endpoint `endpoint`, on networks with `classes` traffic classes.
    pub fn new(
        tile: u16,
        endpoint: u16,
        engine: Engine,
        cores: u32,
        classes: usize,
    ) -> NetworkInterface {
        NetworkInterface {
            tile,
            endpoint,
            accesses: VecDeque::new(),
            left: 0,
            answers: VecDeque::new(),
            local: VecDeque::new(),
            remote: VecDeque::new(),
            retries: VecDeque::new(),
            resends: VecDeque::new(),
            request: None,
            response: None,
            classes: Classes::new(cores, classes),
            circuits: Circuits::new(tile, cores),
            admits: false,
            turn: 0,
            engine,
        }
    }

    /// Queues a packet with a remote access. It may leave from cycle `ready` on.
    pub fn enter(&mut self, ready: u64, packet: u32) {
        self.accesses.push_back(Due {
            ready,
            item: packet,
        });
    }

    /// Number of remote accesses that have been queued so far.
    pub fn entered(&self) -> u64 {
        self.left + self.accesses.len() as u64
    }

    /// Queues an answer to a request of another tile. The answer may leave from cycle `ready` on.
    pub fn answer(&mut self, ready: u64, packet: u32) {
        self.answers.push_back(Due {
            ready,
            item: packet,
        });
    }

    fn next_access(&mut self, now: u64) -> Option<u32> {
        let packet = take_due(&mut self.accesses, now)?;
        self.left += 1;
        Some(packet)
    }

    /// Number of accesses and answers that wait to be sent.
    pub fn queued(&self) -> u32 {
        (self.accesses.len() + self.answers.len()) as u32
    }

    /// Whether the interface has work that does not depend on an arrival.
    pub fn is_active(&self, now: u64) -> bool {
        let mut senders = self.request.iter().chain(&self.response);
        senders.any(|sending| sending.is_active(now))
            || !self.accesses.is_empty()
            || !self.answers.is_empty()
            || !self.local.is_empty()
            || !self.remote.is_empty()
            || !self.retries.is_empty()
            || !self.resends.is_empty()
            || !self.engine.is_idle()
            || self.classes.is_active()
            || self.circuits.is_active()
    }

    /// The next flit of the request that the interface is handing over. None if it is handing over
    /// no request, or if the networks have several traffic classes.
    pub fn next_flit(&self) -> Option<Flit> {
        self.request.map(|sending| sending.flit())
    }

    /// The next cycle in which the interface may have something to do if no flit arrives and no
    /// slot in the network becomes free. `ports` must have been turned to the interface's endpoint
    /// (`Ports::turn_to`). A result up to the current cycle means the next cycle. The result is
    /// `u64::MAX` if there is no such cycle.
    #[inline(always)]
    pub fn next_event(&self, ports: &Ports) -> u64 {
        if self.classes.are_several() {
            return self.next_event_by_class(ports);
        }
        let now = ports.cycle.now;
        let request = next_flit_of(&self.request, &ports.requests, || {
            self.next_new_request(now)
        });
        if request <= now {
            return request;
        }
        let response = next_flit_of(&self.response, &ports.responses, || next_due(&self.answers));
        request.min(response).min(self.next_at_home())
    }

    /// The first cycle in which `next_request` may find a request. Any cycle up to `now` means that
    /// there may be one already.
    #[inline(always)]
    fn next_new_request(&self, now: u64) -> u64 {
        if !self.resends.is_empty() {
            return 0;
        }
        match next_due(&self.accesses).min(next_due(&self.remote)) {
            due if due <= now => due,
            later => later.min(self.engine.next_ready(now, self.left)),
        }
    }

    /// The cycle of the next retry, or of the next notification of a word in the interface's own
    /// tile.
    #[inline(always)]
    fn next_at_home(&self) -> u64 {
        next_due(&self.local).min(next_due(&self.retries))
    }

    /// Makes the network interface do its work of a cycle.
    pub fn exchange(&mut self, ports: &mut InterfacePorts) {
        let Cycle { costs, .. } = ports.chip.cycle;
        self.retry_due(ports);
        if costs.circuits {
            self.attend_circuits(ports);
        }
        self.notify_at_home(ports);
        for _ in 0..ports.chip.requests.count() {
            if ports.chip.requests.has_arrived() {
                self.receive_request(ports);
            }
            if ports.chip.responses.has_arrived() {
                self.receive_response(ports);
            }
        }
        if self.classes.are_several() {
            self.send_request_by_class(ports);
            self.send_response_by_class(ports);
        } else {
            self.send_request(ports);
            self.send_response(ports);
        }
    }

    /// Does the circuits' work of a cycle. First handles packets that were to open a circuit and
    /// that the network has refused, and the signal that the circuit is needed.
    fn attend_circuits(&mut self, ports: &mut InterfacePorts) {
        if ports.chip.responses.refused() {
            let refusal = self.circuits.end.refused(ports.chip.packets);
            self.answer(ports.chip.cycle.now + 1, refusal);
        }
        let refused = ports.chip.requests.refused();
        let needed = ports.chip.requests.needed();
        // A reverse circuit closes with its circuit.
        ports.chip.responses.needed();
        (self.circuits).attend(refused, needed, &mut ports.of_circuits());
    }
}
