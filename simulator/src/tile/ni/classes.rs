//! Sending on networks with several traffic classes. The interface may be handing over one packet
//! of each class at the same time. In each cycle, it gives each network one flit: that of the first
//! class that can send one.

use super::order::Order;
use super::{next_due, take_due, InterfacePorts, NetworkInterface, Sending};
use crate::noc::Service;
use crate::protocol::{setting_up, Packet};
use crate::tile::ports::{Cycle, Ports};
use std::collections::VecDeque;

/// The packets that wait to be sent and the packets that are being handed over, by traffic class.
#[derive(Debug)]
pub struct Classes {
    /// For each class, the request and the answer that are being handed over. Empty if the networks
    /// have only one class.
    requests: Vec<Option<Sending>>,
    responses: Vec<Option<Sending>>,
    /// Waiting requests of all classes, in the order of their arrival.
    waiting: VecDeque<u32>,
    /// For each class, the waiting answers: packet number and service of each.
    answers: Vec<VecDeque<(u32, Service)>>,
    pub order: Order,
    /// Pairs of a core and a target. A request of this core to this target must wait behind an
    /// earlier one. The list is a field only so that its memory is reused.
    held: Vec<(u8, u16)>,
}

impl Classes {
    pub fn new(cores: u32, classes: usize) -> Classes {
        let several = if classes > 1 { classes } else { 0 };
        Classes {
            requests: vec![None; several],
            responses: vec![None; several],
            waiting: VecDeque::new(),
            answers: vec![VecDeque::new(); several],
            order: Order::new(cores),
            held: vec![],
        }
    }

    #[inline]
    pub fn are_several(&self) -> bool {
        !self.requests.is_empty()
    }

    /// Whether a packet waits or is being handed over.
    pub fn is_active(&self) -> bool {
        self.are_several()
            && (!self.waiting.is_empty()
                || self.requests.iter().any(Option::is_some)
                || self.responses.iter().any(Option::is_some)
                || self.answers.iter().any(|row| !row.is_empty()))
    }
}

impl NetworkInterface {
    /// The next cycle in which the interface may have something to do, on networks with several
    /// classes. For the meaning of the result, see [`NetworkInterface::next_event`].
    pub(super) fn next_event_by_class(&self, ports: &Ports) -> u64 {
        let Cycle { now, costs } = ports.cycle;
        let classes = &self.classes;
        let mut requests = classes.requests.iter().flatten();
        let mut responses = classes.responses.iter().flatten();
        if requests.any(|sending| ports.requests.has_room(sending.service))
            || responses.any(|sending| ports.responses.has_room(sending.service))
            || self.may_start(ports)
        {
            return 0;
        }
        let next = (self.next_new_request(now))
            .min(next_due(&self.answers))
            .min(self.next_at_home());
        if !costs.circuits {
            return next;
        }
        if ports.requests.is_refused() || ports.responses.is_refused() || ports.requests.is_needed()
        {
            return 0;
        }
        let class = ports.requests.class(Service::CIRCUIT);
        next.min(self.circuits.next_event(classes.requests[class].is_none()))
    }

    /// Whether there is a waiting packet that can be handed over now, because its class is not
    /// handing over another one.
    fn may_start(&self, ports: &Ports) -> bool {
        let classes = &self.classes;
        let mut answers = classes.answers.iter().zip(&classes.responses);
        answers.any(|(waiting, current)| current.is_none() && !waiting.is_empty())
            || classes.waiting.iter().any(|&id| {
                let packet = &ports.packets[id];
                let class = ports.requests.class(self.service_of_request(packet));
                classes.requests[class].is_none() && classes.order.admits(packet, class)
            })
    }

    /// Sends requests on networks with several traffic classes. `send_request` is used on networks
    /// with one class.
    pub(super) fn send_request_by_class(&mut self, ports: &mut InterfacePorts) {
        while let Some(packet) = self.next_request(ports) {
            self.classes.waiting.push_back(packet);
        }
        self.start_setting_up(ports);
        self.start_requests(ports);
        for class in 0..self.classes.requests.len() {
            if let Some(sending) = self.classes.requests[class] {
                if self.hand_request_over(sending, ports) {
                    self.classes.requests[class] = sending.next();
                }
            }
        }
    }

    /// Starts to hand over a packet that opens or closes a circuit, after the packets that already
    /// travel on the circuit.
    fn start_setting_up(&mut self, ports: &mut InterfacePorts) {
        let Cycle { now, costs } = ports.chip.cycle;
        let class = match costs.circuits {
            true => ports.chip.requests.class(Service::CIRCUIT),
            false => return,
        };
        if self.classes.requests[class].is_none() {
            if let Some(id) = self.circuits.take_leaving(now) {
                let packet = &ports.chip.packets[id];
                let service = setting_up(packet, costs.circuits_queue).unwrap_or(packet.service);
                self.classes.requests[class] = Some(Sending::request(id, packet, service, costs));
            }
        }
    }

    /// For each class that is not handing over a packet, starts the first request. Requests from
    /// one core to one target stay in order.
    fn start_requests(&mut self, ports: &mut InterfacePorts) {
        let Cycle { costs, .. } = ports.chip.cycle;
        let mut held = std::mem::take(&mut self.classes.held);
        let mut next = 0;
        while next < self.classes.waiting.len() {
            let id = self.classes.waiting[next];
            let packet = &ports.chip.packets[id];
            let flow = (packet.core, packet.target);
            let service = self.service_of_request(packet);
            let class = ports.chip.requests.class(service);
            let classes = &mut self.classes;
            if classes.requests[class].is_some()
                || held.contains(&flow)
                || !classes.order.admits(packet, class)
            {
                held.push(flow);
                next += 1;
                continue;
            }
            classes.waiting.remove(next);
            classes.requests[class] = Some(Sending::request(id, packet, service, costs));
            classes.order.entered(packet, class);
            self.engine.enqueue_for(packet);
        }
        held.clear();
        self.classes.held = held;
    }

    fn service_of_request(&self, packet: &Packet) -> Service {
        let bulk = packet.service.is_bulk();
        match bulk && self.circuits.carries(packet.job, packet.target) {
            true => Service::CIRCUIT,
            false => packet.service,
        }
    }

    /// Sends answers on networks with several traffic classes. `send_response` is used on networks
    /// with one class.
    pub(super) fn send_response_by_class(&mut self, ports: &mut InterfacePorts) {
        let Cycle { now, costs } = ports.chip.cycle;
        while let Some(id) = take_due(&mut self.answers, now) {
            let answer = &ports.chip.packets[id];
            let service = self.circuits.end.service(answer, costs.circuits_queue);
            self.classes.answers[ports.chip.responses.class(service)].push_back((id, service));
        }
        for class in 0..self.classes.responses.len() {
            let classes = &mut self.classes;
            if classes.responses[class].is_none() {
                let next = classes.answers[class].pop_front();
                classes.responses[class] = next.map(|(id, service)| {
                    Sending::answer(id, &ports.chip.packets[id], service, costs)
                });
            }
            if let Some(sending) = classes.responses[class] {
                if self.hand_response_over(sending, ports) {
                    self.classes.responses[class] = sending.next();
                }
            }
        }
    }
}
