//! The physical networks that carry requests, or those that carry responses. There is either one
//! network, or one for control and one for data. Two networks share no links or buffers.
//!
//! To endpoints, two networks look like one that has the traffic classes of both. If there is a
//! data network, it carries circuits and the packets with the bulk mark. In a cycle, an endpoint
//! may hand over one flit to each network, and take one flit from each.

use super::{Crossings, Flit, Launch, Network, Parameters, Service, Statistics, Traffic, ZonePlan};

#[derive(Debug, Clone)]
pub struct Networks {
    /// The control network, or the only network if there are not two.
    first: Network,
    data: Option<Box<Network>>,
}

impl Networks {
    /// Empty networks, in cycle 0.
    pub fn new(parameters: &Parameters) -> Networks {
        let first = Network::new(parameters);
        Networks {
            data: (parameters.networks == 2).then(|| Box::new(first.clone())),
            first,
        }
    }

    /// Makes arbiters choose at random instead of by round robin, as [`Network::randomize`] does.
    pub fn randomize(&mut self, state: impl Fn(u32) -> u8) {
        self.first.randomize(&state);
        if let Some(data) = &mut self.data {
            data.randomize(&state);
        }
    }

    /// Number of physical networks.
    #[inline]
    pub fn count(&self) -> usize {
        1 + usize::from(self.data.is_some())
    }

    /// All physical networks.
    pub fn all(&self) -> impl Iterator<Item = &Network> {
        std::iter::once(&self.first).chain(self.data.as_deref())
    }

    /// The network that packets of a service take.
    #[inline]
    fn of(&self, service: Service) -> &Network {
        match &self.data {
            Some(data) if service.is_bulk() => data,
            _ => &self.first,
        }
    }

    #[inline]
    fn of_mut(&mut self, service: Service) -> &mut Network {
        match &mut self.data {
            Some(data) if service.is_bulk() => data,
            _ => &mut self.first,
        }
    }

    /// Number of links between routers on the route from one endpoint to another.
    pub fn links(&self, source: usize, target: usize) -> u32 {
        let mut outputs = 0;
        self.first.follow(source, target, |_| outputs += 1);
        outputs - 1
    }

    /// Number of traffic classes in both networks. Classes of the data network are numbered after
    /// those of the control network.
    pub fn classes(&self) -> usize {
        self.all().map(Network::classes).sum()
    }

    /// The traffic class of packets with this service.
    #[inline]
    pub fn class(&self, service: Service) -> usize {
        match &self.data {
            Some(data) if service.is_bulk() => self.first.classes() + data.class(service),
            _ => self.first.class(service),
        }
    }

    /// Whether an endpoint may hand over a flit with this service in this cycle, as
    /// [`Network::ready`] defines it.
    #[inline]
    pub fn ready(&self, endpoint: usize, service: Service) -> bool {
        self.of(service).ready(endpoint, service)
    }

    /// Whether the router of an endpoint has a free slot for a flit with this service.
    #[inline]
    pub fn has_room(&self, endpoint: usize, service: Service) -> bool {
        let network = self.of(service);
        network.has_room(endpoint, network.class(service))
    }

    /// Hands a flit over, as [`Network::inject_flit`] does.
    #[inline]
    pub fn inject(&mut self, endpoint: usize, flit: Flit, is_silent: bool) {
        let is_silent = is_silent && self.has_silent_flits();
        self.of_mut(flit.service())
            .inject_flit(endpoint, flit, is_silent);
    }

    /// Launches a packet, as [`Network::launch`] does.
    #[inline]
    pub fn launch(&mut self, endpoint: usize, head: Flit, flits: u8, silent: u8) -> Option<Launch> {
        let silent = match self.has_silent_flits() {
            true => silent,
            false => 0,
        };
        (self.of_mut(head.service())).launch(endpoint, head, flits, silent)
    }

    /// Whether flits may be silent, that is, counted as taken before they arrive. With two
    /// networks, this is not possible, because their flits may wait for each other at an endpoint.
    fn has_silent_flits(&self) -> bool {
        self.data.is_none()
    }

    /// If a launched packet landed before the network had taken all its flits, the number of flits
    /// that the network took, as [`Network::cut`] defines it.
    #[inline]
    pub fn cut(&self, launch: Launch) -> Option<u8> {
        self.of(launch.service).cut(launch)
    }

    /// Records whether an endpoint may leave flits in its buffer, as [`Network::note_may_hold`]
    /// does.
    pub fn note_may_hold(&mut self, endpoint: usize, may_hold: bool) {
        self.all_mut()
            .for_each(|network| network.note_may_hold(endpoint, may_hold));
    }

    /// Whether any network has a flit for an endpoint.
    #[inline(always)]
    pub fn has_arrived(&self, endpoint: usize) -> bool {
        let data = self.data.as_ref();
        self.first.has_arrived(endpoint) || data.is_some_and(|data| data.has_arrived(endpoint))
    }

    /// The flit that an endpoint may take, from the first network that has one.
    #[inline(always)]
    pub fn front(&self, endpoint: usize) -> Option<Flit> {
        let front = self.first.front(endpoint);
        match &self.data {
            Some(data) => front.or_else(|| data.front(endpoint)),
            None => front,
        }
    }

    #[inline(always)]
    pub fn take(&mut self, endpoint: usize) -> Flit {
        match &mut self.data {
            Some(data) if self.first.front(endpoint).is_none() => data.take(endpoint),
            _ => self.first.take(endpoint),
        }
    }

    /// The endpoints from `64 * index` to `64 * index + 63` that have a flit to take, as a word
    /// with a bit for each.
    #[inline]
    pub fn arrived(&self, index: usize) -> u64 {
        let data = self
            .data
            .as_ref()
            .map_or(0, |data| data.arrived_word(index));
        self.first.arrived_word(index) | data
    }

    pub fn refused(&mut self, endpoint: usize) -> bool {
        match &mut self.data {
            Some(data) => data.refused(endpoint),
            None => self.first.refused(endpoint),
        }
    }

    pub fn refusals(&self) -> &[u32] {
        self.data.as_deref().unwrap_or(&self.first).refusals()
    }

    /// Whether a circuit of this endpoint keeps packets off its links, as [`Network::needed`]
    /// defines it.
    pub fn needed(&mut self, endpoint: usize) -> bool {
        match &mut self.data {
            Some(data) => data.needed(endpoint),
            None => self.first.needed(endpoint),
        }
    }

    pub fn needed_endpoints(&self) -> &[u32] {
        (self.data.as_deref().unwrap_or(&self.first)).needed_endpoints()
    }

    #[inline]
    pub fn step(&mut self, cycle: u64) {
        self.first.step(cycle);
        if let Some(data) = &mut self.data {
            data.step(cycle);
        }
    }

    /// The next cycle in which the state changes if the endpoints do nothing, as
    /// [`Network::next_event`] defines it; `u64::MAX` if the state will not change.
    #[inline]
    pub fn next_event(&self) -> u64 {
        let first = self.first.next_event().unwrap_or(u64::MAX);
        let data = self.data.as_ref().and_then(|data| data.next_event());
        data.map_or(first, |data| data.min(first))
    }

    /// Skips the cycles up to `cycle`, as [`Network::rest_until`] does. `cycle` must be before
    /// `next_event`.
    pub fn rest_until(&mut self, cycle: u64) {
        self.first.rest_until(cycle);
        if let Some(data) = &mut self.data {
            data.rest_until(cycle);
        }
    }

    pub fn step_every(&mut self, cycle: u64) {
        self.first.step_every(cycle);
        if let Some(data) = &mut self.data {
            data.step_every(cycle);
        }
    }

    /// A plan that divides the networks into zones, one for each thread, as [`Network::plan`] makes
    /// it.
    pub fn plan(&self, zones: usize, zone_of: impl Fn(usize) -> Option<usize>) -> Option<ZonePlan> {
        self.first.plan(zones, zone_of)
    }

    /// Copies of these networks with nothing in flight, from which a zone is made.
    pub fn empty_copy(&self) -> Networks {
        Networks {
            first: self.first.empty_copy(),
            data: self.data.as_ref().map(|data| Box::new(data.empty_copy())),
        }
    }

    fn with<'a>(
        &'a mut self,
        other: &'a mut Networks,
    ) -> impl Iterator<Item = (&'a mut Network, &'a mut Network)> {
        let data = self.data.as_deref_mut().zip(other.data.as_deref_mut());
        std::iter::once((&mut self.first, &mut other.first)).chain(data)
    }

    /// Copies a zone's part of the state into `zone` ([`Network::divide`]).
    pub fn divide(&mut self, plan: &ZonePlan, number: usize, zone: &mut Networks) {
        for (network, zone) in self.with(zone) {
            network.divide(plan, number, zone);
        }
    }

    /// Copies a zone's part of the state back ([`Network::unite`]).
    pub fn unite(&mut self, plan: &ZonePlan, number: usize, zone: &mut Networks) {
        for (network, zone) in self.with(zone) {
            network.unite(plan, number, zone);
        }
    }

    /// Simulates the next cycle of a zone's networks, which must be `cycle`.
    #[inline]
    pub fn step_zone(&mut self, cycle: u64) {
        self.first.step_zone(cycle);
        if let Some(data) = &mut self.data {
            data.step_zone(cycle);
        }
    }

    /// All physical networks, mutable.
    pub fn all_mut(&mut self) -> impl Iterator<Item = &mut Network> {
        std::iter::once(&mut self.first).chain(self.data.as_deref_mut())
    }

    /// Receives the flits and credits that another zone has sent, separately for each network.
    pub fn receive(&mut self, all: &mut [Crossings]) {
        for (network, crossings) in self.all_mut().zip(all) {
            network.receive(crossings);
        }
    }

    /// Whether credits or signals are in flight to this zone, or from it.
    pub fn has_signals(&self) -> bool {
        self.all().any(Network::has_signals)
    }

    /// Number of flits that endpoints of a zone have handed over, minus the number that they have
    /// taken ([`Network::balance`]).
    pub fn balance(&self) -> i64 {
        self.all().map(Network::balance).sum()
    }

    #[inline]
    pub fn has_uncounted_events(&self) -> bool {
        self.all().any(Network::has_uncounted_events)
    }

    #[inline]
    pub fn idle(&self) -> bool {
        self.first.idle() && self.data.as_ref().is_none_or(|data| data.idle())
    }

    /// Traffic of all networks together.
    pub fn traffic(&self) -> Traffic {
        self.all().map(Network::traffic).sum()
    }

    /// The statistics of the network, or, if there are two networks, of the network for control.
    pub fn statistics(&self) -> Statistics {
        self.first.statistics()
    }

    /// The statistics of the network for data, if there is one.
    pub fn data_statistics(&self) -> Option<Statistics> {
        self.data.as_ref().map(|data| data.statistics())
    }
}
