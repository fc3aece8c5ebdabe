//! The port of a network interface, or of a memory controller, to a network.

use crate::noc::{Flit, Launch, Networks, Service};

/// An endpoint's connection to a network. In a cycle, the endpoint takes at most one flit from each
/// physical network, and hands at most one over to each.
pub struct NetworkPort<'a> {
    endpoint: usize,
    network: &'a mut Networks,
}

impl<'a> NetworkPort<'a> {
    #[inline]
    pub fn new(endpoint: u16, network: &'a mut Networks) -> NetworkPort<'a> {
        NetworkPort {
            endpoint: endpoint.into(),
            network,
        }
    }

    /// Makes this the port of another endpoint from now on.
    #[inline]
    pub fn turn_to(&mut self, endpoint: u16) {
        self.endpoint = endpoint.into();
    }

    /// Number of physical networks.
    #[inline]
    pub fn count(&self) -> usize {
        self.network.count()
    }

    /// The endpoints from `64 * index` on that have a flit to take, one bit per endpoint.
    #[inline]
    pub fn arrived(&self, index: usize) -> u64 {
        self.network.arrived(index)
    }

    /// Whether there is a flit to take.
    #[inline(always)]
    pub fn has_arrived(&self) -> bool {
        self.network.has_arrived(self.endpoint)
    }

    /// The flit that can be taken. None if no flit is there, or one has been taken in this cycle.
    #[inline(always)]
    pub fn front(&self) -> Option<Flit> {
        self.network.front(self.endpoint)
    }

    /// Takes the flit that `front` shows.
    #[inline(always)]
    pub fn take(&mut self) -> Flit {
        self.network.take(self.endpoint)
    }

    /// Whether a flit of this service can be handed over in this cycle.
    #[inline]
    pub fn ready(&self, service: Service) -> bool {
        self.network.ready(self.endpoint, service)
    }

    /// Whether the endpoint's router has a free slot for a flit of this service.
    #[inline]
    pub fn has_room(&self, service: Service) -> bool {
        self.network.has_room(self.endpoint, service)
    }

    /// Hands a flit over; `ready` must hold. If the flit is a silent head, its receiver takes it at
    /// once, without doing anything else.
    #[inline]
    pub fn inject(&mut self, flit: Flit, is_silent: bool) {
        self.network.inject(self.endpoint, flit, is_silent);
    }

    /// Lets the network take a packet of `flits` flits by itself, one flit in each cycle from this
    /// one on. `ready` must hold for the head. The receiver takes each of the first `silent` flits
    /// at once, without doing anything else. Returns none if the endpoint must hand the packet over
    /// flit by flit.
    #[inline]
    pub fn launch(&mut self, head: Flit, flits: u8, silent: u8) -> Option<Launch> {
        self.network.launch(self.endpoint, head, flits, silent)
    }

    /// The number of flits that the network has taken of a launched packet, if the endpoint must
    /// hand the others over.
    #[inline]
    pub fn cut(&self, launch: Launch) -> Option<u8> {
        self.network.cut(launch)
    }

    /// Notes whether this endpoint may leave the flits that arrive from the next cycle on in its
    /// buffer. An endpoint without such a note always takes silent flits.
    pub fn note_may_hold(&mut self, may_hold: bool) {
        self.network.note_may_hold(self.endpoint, may_hold);
    }

    /// The traffic class of a service.
    #[inline]
    pub fn class(&self, service: Service) -> usize {
        self.network.class(service)
    }

    /// Whether `refused` would return true.
    #[inline]
    pub fn is_refused(&self) -> bool {
        self.network.refusals().contains(&(self.endpoint as u32))
    }

    /// Returns true once after the circuit for which this endpoint has asked has been refused.
    pub fn refused(&mut self) -> bool {
        self.network.refused(self.endpoint)
    }
}
