//! The port through which a network interface or a memory controller uses a network.

use crate::noc::{Flit, Launch, Networks, Service};

/// An endpoint's connection to the networks for requests or for answers. In a cycle, the endpoint
/// takes at most one flit from each physical network, and hands at most one over to each.
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

    /// From now on, makes this the port of another endpoint.
    #[inline]
    pub fn turn_to(&mut self, endpoint: u16) {
        self.endpoint = endpoint.into();
    }

    /// Number of physical networks.
    #[inline]
    pub fn count(&self) -> usize {
        self.network.count()
    }

    /// The endpoints with a flit to take, for 64 endpoints from `64 * index` on: a word with a bit
    /// for each.
    #[inline]
    pub fn arrived(&self, index: usize) -> u64 {
        self.network.arrived(index)
    }

    /// Whether there is a flit that the endpoint can take.
    #[inline(always)]
    pub fn has_arrived(&self) -> bool {
        self.network.has_arrived(self.endpoint)
    }

    /// The flit that the endpoint can take. None if there is none, or if it has already taken one
    /// in this cycle.
    #[inline(always)]
    pub fn front(&self) -> Option<Flit> {
        self.network.front(self.endpoint)
    }

    /// Takes the flit that `front` returns.
    #[inline(always)]
    pub fn take(&mut self) -> Flit {
        self.network.take(self.endpoint)
    }

    /// Whether a flit with this service can be handed over in this cycle.
    #[inline]
    pub fn ready(&self, service: Service) -> bool {
        self.network.ready(self.endpoint, service)
    }

    /// Whether the endpoint's router has a free slot for a flit with this service.
    #[inline]
    pub fn has_room(&self, service: Service) -> bool {
        self.network.has_room(self.endpoint, service)
    }

    /// Hands a flit over to the network; `ready` must hold. `is_silent`: the flit is a head that
    /// its receiver takes as soon as it arrives, without doing anything else.
    #[inline]
    pub fn inject(&mut self, flit: Flit, is_silent: bool) {
        self.network.inject(self.endpoint, flit, is_silent);
    }

    /// Launches a packet of `flits` flits: from this cycle on, the network takes one of its flits
    /// in each cycle by itself. `ready` must hold for the head. The first `silent` flits are such
    /// that the receiver takes each of them as soon as it arrives, without doing anything else.
    /// Returns none if the endpoint must hand the packet over flit by flit.
    #[inline]
    pub fn launch(&mut self, head: Flit, flits: u8, silent: u8) -> Option<Launch> {
        self.network.launch(self.endpoint, head, flits, silent)
    }

    /// If the network has stopped taking flits of a launched packet, the number of flits that it
    /// has taken. The endpoint must hand over the others.
    #[inline]
    pub fn cut(&self, launch: Launch) -> Option<u8> {
        self.network.cut(launch)
    }

    /// Records whether this endpoint may leave flits in its buffer that arrive in the next cycle or
    /// later. If an endpoint never calls this function, it must take silent flits as soon as they
    /// arrive.
    pub fn note_may_hold(&mut self, may_hold: bool) {
        self.network.note_may_hold(self.endpoint, may_hold);
    }

    /// The traffic class of packets with this service.
    #[inline]
    pub fn class(&self, service: Service) -> usize {
        self.network.class(service)
    }

    /// Whether `refused` would return true.
    #[inline]
    pub fn is_refused(&self) -> bool {
        self.network.refusals().contains(&(self.endpoint as u32))
    }

    /// Whether a circuit that this endpoint was opening has been refused. Returns true only once
    /// for each refusal.
    pub fn refused(&mut self) -> bool {
        self.network.refused(self.endpoint)
    }

    /// Whether `needed` would return true.
    #[inline]
    pub fn is_needed(&self) -> bool {
        self.network
            .needed_endpoints()
            .contains(&(self.endpoint as u32))
    }

    /// Whether the circuit of this endpoint keeps packets off its links. Returns true only once for
    /// each circuit.
    pub fn needed(&mut self) -> bool {
        self.network.needed(self.endpoint)
    }
}
