//! A network that is divided into zones, united and divided again. It must show its endpoints the
//! same flits in every cycle as an undivided network, and must have the same counts.

use super::chip::{chip, Keys, REFERENCE};
use super::shapes::{drawn, ordered, torus, vary_links};
use super::traffic::Random;
use crate::tests::cases::random_cases;
use onchip_simulator::config::DimensionOrder;
use onchip_simulator::noc::{Crossings, Flit, Network, Service, ZonePlan};
use proptest::prelude::*;

/// A network, and the zones into which it is divided.
struct Divided {
    whole: Network,
    plan: ZonePlan,
    zones: Vec<Network>,
    is_divided: bool,
}

impl Divided {
    /// Divides the tiles in the order of their numbers into zones of equal size. Returns None if a
    /// router has tiles of several zones.
    fn new(whole: Network, tiles: usize, zones: usize) -> Option<Divided> {
        let zone_of = |endpoint| (endpoint < tiles).then_some(zones * endpoint / tiles);
        let plan = whole.plan(zones, zone_of)?;
        Some(Divided {
            zones: (0..zones).map(|_| whole.empty_copy()).collect(),
            plan,
            whole,
            is_divided: false,
        })
    }

    /// The network to which an endpoint belongs at present.
    fn at(&mut self, endpoint: usize) -> &mut Network {
        match self.is_divided {
            true => &mut self.zones[self.plan.zone_of(endpoint)],
            false => &mut self.whole,
        }
    }

    fn divide(&mut self) {
        for (number, zone) in self.zones.iter_mut().enumerate() {
            self.whole.divide(&self.plan, number, zone);
        }
        self.is_divided = true;
    }

    /// Unites the zones after they have stepped to the next cycle.
    fn unite(&mut self) {
        for (number, zone) in self.zones.iter_mut().enumerate() {
            self.whole.unite(&self.plan, number, zone);
        }
        self.is_divided = false;
    }

    fn step(&mut self, cycle: u64) {
        if !self.is_divided {
            return self.whole.step(cycle);
        }
        for zone in &mut self.zones {
            zone.step_zone(cycle);
        }
        for from in 0..self.zones.len() {
            for to in (0..self.zones.len()).filter(|&to| to != from) {
                let mut crossings = Crossings::default();
                std::mem::swap(self.zones[from].outbox(to), &mut crossings);
                self.zones[to].receive(&mut crossings);
            }
        }
    }
}

/// A packet that an endpoint sends: number, target, flits, level, and the next flit.
type Sent = (u32, u16, u8, u8, u8);

proptest! {
    #![proptest_config(random_cases(60))]

    #[test]
    fn zones_change_nothing(
        (columns, rows) in (1u32..=4, 2u32..=4),
        shape in 0..4,
        (delay, router, link, credit, buffer) in (0u32..=3, 1u32..=3, 0u32..=3, 1u32..=3, 1u32..=6),
        zones in 2usize..=4,
        levels in prop::sample::select(vec![1, 8]),
        seed: u64,
        rate in 1u32..300,
    ) {
        let keys = Keys { delay, router, link, credit, buffer };
        let memory = [columns * rows / 2];
        let mut chip = match shape {
            0 => chip(columns, rows, &memory, keys),
            1 => torus(columns, rows, &memory, keys),
            3 => ordered(DimensionOrder::O1turn, columns, rows, &memory, keys),
            _ => drawn(columns * rows, rows * rows, &mut Random(seed), keys),
        };
        chip.network.levels = levels;
        if seed % 2 == 0 {
            vary_links(&mut chip, &mut Random(seed));
        }
        let mut undivided = Network::new(&chip.network_parameters());
        let tiles = (columns * rows) as usize;
        let divided = Divided::new(undivided.clone(), tiles, zones);
        prop_assert!(divided.is_some() || shape == 2, "in meshes and tori it has one");
        let Some(mut divided) = divided else {
            return Ok(());
        };
        let endpoints = undivided.endpoints();
        let mut random = Random(seed);
        let mut sending: Vec<Option<Sent>> = vec![None; endpoints];
        let mut packets = 0;
        for cycle in 0..500 {
            undivided.step(cycle);
            divided.step(cycle);
            if divided.is_divided && random.chance(50) {
                // The counters of the united network do not yet include the last step of the zones.
                // A call of `step` for the same cycle adds these counts.
                divided.unite();
                divided.step(cycle);
            } else if !divided.is_divided && random.chance(100) {
                divided.divide();
            }
            for (endpoint, sending) in sending.iter_mut().enumerate() {
                let network = divided.at(endpoint);
                prop_assert_eq!(network.front(endpoint), undivided.front(endpoint), "{}", cycle);
                if undivided.front(endpoint).is_some() && random.chance(800) {
                    prop_assert_eq!(network.take(endpoint), undivided.take(endpoint));
                }
                if sending.is_none() && cycle < 400 && random.chance(rate) {
                    packets += 1;
                    let target = random.below(endpoints) as u16;
                    let flits = 1 + random.below(12) as u8;
                    let level = random.below(levels as usize) as u8;
                    *sending = Some((packets, target, flits, level, 0));
                }
                let Some((packet, target, flits, level, sequence)) = *sending else {
                    continue;
                };
                let service = Service::level(level);
                let is_ready = undivided.ready(endpoint, service);
                prop_assert_eq!(network.ready(endpoint, service), is_ready, "{}", cycle);
                if is_ready {
                    let flit = Flit::of_packet(packet, target, sequence, flits, service);
                    network.inject(endpoint, flit);
                    undivided.inject(endpoint, flit);
                    let next = (packet, target, flits, level, sequence + 1);
                    *sending = (!flit.is_last()).then_some(next);
                }
            }
            if !divided.is_divided {
                prop_assert_eq!(divided.whole.statistics(), undivided.statistics(), "{}", cycle);
                prop_assert_eq!(divided.whole.traffic(), undivided.traffic(), "{}", cycle);
                prop_assert_eq!(divided.whole.idle(), undivided.idle(), "{}", cycle);
            }
        }
    }
}

/// While the network is divided, an endpoint says that it may leave flits in its buffer. The united
/// network must also deliver all flits to this endpoint one by one.
#[test]
fn zones_keep_which_endpoints_may_hold_flits() {
    let chip = chip(4, 1, &[0], REFERENCE);
    let network = Network::new(&chip.network_parameters());
    for may_hold in [false, true] {
        let mut divided = Divided::new(network.clone(), 4, 2).expect("a row can be divided");
        divided.divide();
        divided.at(3).note_may_hold(3, may_hold);
        divided.step(1);
        divided.unite();
        divided.step(2);
        let whole = &mut divided.whole;
        let head = Flit::of_packet(1, 3, 0, 2, Service::BEST_EFFORT);
        assert!(whole.launch(0, head, 2, 1).is_some());
        let mut cycle = 2;
        while whole.front(3).is_none() {
            cycle += 1;
            whole.step(cycle);
        }
        let first = whole.front(3).expect("a flit has arrived");
        assert_eq!(first.is_head(), may_hold);
    }
}
