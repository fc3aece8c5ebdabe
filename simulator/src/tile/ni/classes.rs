//! Sending on networks with several classes: a packet of each may be in flight at the same time, and
//! the first class of each network that can takes the cycle.

use super::order::Order;
use super::{circuit, due, Sending};
use crate::noc::Service;
use crate::tile::outside::Outside;
use crate::tile::packet::Packet;
use crate::tile::Tile;
use std::collections::VecDeque;

/// What is being sent, and what waits for it, by class.
#[derive(Debug)]
pub struct Classes {
    /// The packet of each class that is being handed over; none at all if there is only one class.
    requests: Vec<Option<Sending>>,
    responses: Vec<Option<Sending>>,
    /// Requests of all classes, in the order in which they have come.
    waiting: VecDeque<u32>,
    /// Answers, and how they are served.
    answers: Vec<VecDeque<(u32, Service)>>,
    pub order: Order,
    /// Cores and targets of which a request has to wait; kept for its memory.
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

    /// Whether there is anything to send.
    pub fn is_active(&self) -> bool {
        self.are_several()
            && (!self.waiting.is_empty()
                || self.requests.iter().any(Option::is_some)
                || self.responses.iter().any(Option::is_some)
                || self.answers.iter().any(|row| !row.is_empty()))
    }
}

impl Tile {
    /// `send_request` for several classes.
    pub(super) fn send_request_by_class(&mut self, now: u64, out: &mut Outside) {
        while let Some(packet) = self.next_request(now, out) {
            self.ni.classes.waiting.push_back(packet);
        }
        self.start_setting_up(now, out);
        self.start_requests(out);
        for class in 0..self.ni.classes.requests.len() {
            if let Some(sending) = self.ni.classes.requests[class] {
                if self.hand_request_over(sending, now, out) {
                    self.ni.classes.requests[class] = sending.next();
                }
            }
        }
    }

    /// Starts an open or close packet behind what is on the circuit already.
    fn start_setting_up(&mut self, now: u64, out: &mut Outside) {
        let class = match out.costs.circuits {
            true => out.requests.class(Service::CIRCUIT),
            false => return,
        };
        if self.ni.classes.requests[class].is_none() {
            if let Some(id) = self.ni.circuits.take_leaving(now) {
                let packet = &out.packets[id];
                let service = circuit::setting_up(packet.kind).unwrap_or(packet.service);
                self.ni.classes.requests[class] =
                    Some(Sending::new(id, packet, service, out.costs.packing));
            }
        }
    }

    /// Starts the first request of each class that is free, in order between each core and target.
    fn start_requests(&mut self, out: &mut Outside) {
        let mut held = std::mem::take(&mut self.ni.classes.held);
        let mut place = 0;
        while place < self.ni.classes.waiting.len() {
            let id = self.ni.classes.waiting[place];
            let packet = &out.packets[id];
            let way = (packet.core, packet.target);
            let service = self.service_of_request(packet);
            let class = out.requests.class(service);
            let classes = &mut self.ni.classes;
            if classes.requests[class].is_some()
                || held.contains(&way)
                || !classes.order.admits(packet, class)
            {
                held.push(way);
                place += 1;
                continue;
            }
            classes.waiting.remove(place);
            classes.requests[class] = Some(Sending::new(id, packet, service, out.costs.packing));
            classes.order.entered(packet, class);
            self.ni.engine.enqueue_for(packet);
        }
        held.clear();
        self.ni.classes.held = held;
    }

    fn service_of_request(&self, packet: &Packet) -> Service {
        let bulk = packet.service.is_bulk();
        match bulk && self.ni.circuits.carries(packet.job, packet.target) {
            true => Service::CIRCUIT,
            false => packet.service,
        }
    }

    /// `send_response` for several classes.
    pub(super) fn send_response_by_class(&mut self, now: u64, out: &mut Outside) {
        while let Some(id) = due(&mut self.ni.answers, now) {
            let service = self.ni.circuits.end.service(&out.packets[id]);
            self.ni.classes.answers[out.responses.class(service)].push_back((id, service));
        }
        for class in 0..self.ni.classes.responses.len() {
            let classes = &mut self.ni.classes;
            if classes.responses[class].is_none() {
                let next = classes.answers[class].pop_front();
                classes.responses[class] = next.map(|(id, service)| {
                    Sending::new(id, &out.packets[id], service, out.costs.packing)
                });
            }
            if let Some(sending) = classes.responses[class] {
                if self.hand_response_over(sending, now, out) {
                    self.ni.classes.responses[class] = sending.next();
                }
            }
        }
    }
}
