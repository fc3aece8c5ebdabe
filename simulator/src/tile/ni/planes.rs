//! Sending on networks with several planes: a packet of each may be under way at the same time, and
//! the first plane of each network that can takes the cycle.

use super::order::Order;
use super::{circuit, due, Sending};
use crate::noc::Service;
use crate::tile::outside::Outside;
use crate::tile::packet::Packet;
use crate::tile::Tile;
use std::collections::VecDeque;

/// What is being sent, and what waits for it, by plane.
#[derive(Debug)]
pub struct Planes {
    /// The packet of each plane that is being handed over; none at all if there is only one plane.
    requests: Vec<Option<Sending>>,
    responses: Vec<Option<Sending>>,
    /// Requests of all planes, in the order in which they have come.
    waiting: VecDeque<u32>,
    /// Answers, and how they are served.
    answers: Vec<VecDeque<(u32, Service)>>,
    pub order: Order,
    /// Cores and targets of which a request has to wait; kept for its memory.
    held: Vec<(u8, u16)>,
}

impl Planes {
    pub fn new(cores: u32, planes: usize) -> Planes {
        let several = if planes > 1 { planes } else { 0 };
        Planes {
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
    /// `send_request` for several planes.
    pub(super) fn send_request_by_plane(&mut self, now: u64, out: &mut Outside) {
        while let Some(packet) = self.next_request(now, out) {
            self.ni.planes.waiting.push_back(packet);
        }
        self.start_setting_up(now, out);
        self.start_requests(out);
        for plane in 0..self.ni.planes.requests.len() {
            if let Some(sending) = self.ni.planes.requests[plane] {
                if self.hand_request_over(sending, now, out) {
                    self.ni.planes.requests[plane] = sending.next();
                }
            }
        }
    }

    /// Starts an open or close packet behind what is on the circuit already.
    fn start_setting_up(&mut self, now: u64, out: &mut Outside) {
        let plane = match out.costs.circuits {
            true => out.requests.plane(Service::CIRCUIT),
            false => return,
        };
        if self.ni.planes.requests[plane].is_none() {
            if let Some(id) = self.ni.circuits.take_leaving(now) {
                let packet = &out.packets[id];
                let service = circuit::setting_up(packet.kind).unwrap_or(packet.service);
                self.ni.planes.requests[plane] =
                    Some(Sending::new(id, packet, service, out.costs.packing));
            }
        }
    }

    /// Starts the first request of each plane that is free, in order between each core and target.
    fn start_requests(&mut self, out: &mut Outside) {
        let mut held = std::mem::take(&mut self.ni.planes.held);
        let mut place = 0;
        while place < self.ni.planes.waiting.len() {
            let id = self.ni.planes.waiting[place];
            let packet = &out.packets[id];
            let way = (packet.core, packet.target);
            let service = self.service_of_request(packet);
            let plane = out.requests.plane(service);
            let planes = &mut self.ni.planes;
            if planes.requests[plane].is_some()
                || held.contains(&way)
                || !planes.order.admits(packet, plane)
            {
                held.push(way);
                place += 1;
                continue;
            }
            planes.waiting.remove(place);
            planes.requests[plane] = Some(Sending::new(id, packet, service, out.costs.packing));
            planes.order.entered(packet, plane);
            self.ni.engine.enqueue_for(packet);
        }
        held.clear();
        self.ni.planes.held = held;
    }

    fn service_of_request(&self, packet: &Packet) -> Service {
        let bulk = packet.service.is_bulk();
        match bulk && self.ni.circuits.carries(packet.job, packet.target) {
            true => Service::CIRCUIT,
            false => packet.service,
        }
    }

    /// `send_response` for several planes.
    pub(super) fn send_response_by_plane(&mut self, now: u64, out: &mut Outside) {
        while let Some(id) = due(&mut self.ni.answers, now) {
            let service = self.ni.circuits.end.service(&out.packets[id]);
            self.ni.planes.answers[out.responses.plane(service)].push_back((id, service));
        }
        for plane in 0..self.ni.planes.responses.len() {
            let planes = &mut self.ni.planes;
            if planes.responses[plane].is_none() {
                let next = planes.answers[plane].pop_front();
                planes.responses[plane] = next.map(|(id, service)| {
                    Sending::new(id, &out.packets[id], service, out.costs.packing)
                });
            }
            if let Some(sending) = planes.responses[plane] {
                if self.hand_response_over(sending, now, out) {
                    self.ni.planes.responses[plane] = sending.next();
                }
            }
        }
    }
}
