//! Circuits: their guarantees, their costs, and the state of the network after them.

use super::chip::{chip, Keys, REFERENCE};
use super::shapes::{drawn, hops, torus};
use super::traffic::{Random, Traffic};
use crate::tests::cases::random_cases;
use onchip_simulator::config::{
    ArbiterPolicy, ChipConfig, CircuitConflict, Circuits, LevelBuffers,
};
use onchip_simulator::noc::{LinkStatistics, Service};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn with_circuits(mut chip: ChipConfig, circuits: Circuits) -> ChipConfig {
    chip.network.circuits = circuits;
    chip
}

/// The targets of best-effort traffic.
#[derive(Debug, Clone, Copy)]
enum Background {
    Uniform,
    /// Three in four packets go to the endpoint where the circuit ends.
    ToTheEnd,
    /// Packets go to the other side of the mesh.
    Complement,
    /// Packets cross the whole row and come back.
    AlongTheRow,
}

impl Background {
    const ALL: [Background; 4] = [
        Background::Uniform,
        Background::ToTheEnd,
        Background::Complement,
        Background::AlongTheRow,
    ];

    fn target(self, chip: &ChipConfig, source: usize, end: usize, random: &mut Random) -> usize {
        let tiles = chip.tiles() as usize;
        let columns = chip.grid().expect("a mesh").0 as usize;
        match self {
            Background::ToTheEnd if random.chance(750) => end,
            Background::Uniform | Background::ToTheEnd => random.below(tiles),
            Background::Complement => tiles - 1 - source,
            Background::AlongTheRow => {
                source / columns * columns + (columns - 1 - source % columns)
            }
        }
    }

    /// Gives every tile, including the circuit's initiator, packets to send all the time.
    fn saturate(self, chip: &ChipConfig, traffic: &mut Traffic, end: usize, random: &mut Random) {
        for source in 0..chip.tiles() as usize {
            while traffic.waiting(source) < 2 {
                let flits = 1 + random.below(18) as u8;
                let field = random.below(8) as u8;
                let target = self.target(chip, source, end, random);
                traffic.send_as(Service::level(field), source, target, flits);
            }
        }
    }
}

/// For each link, the number of best-effort flits and the number of circuit flits.
fn counts(traffic: &Traffic) -> BTreeMap<(usize, usize), (u64, u64)> {
    let of = |link: &LinkStatistics| {
        let best_effort = link.flits - link.circuit_flits;
        ((link.router, link.port), (best_effort, link.circuit_flits))
    };
    traffic.network.statistics().links.iter().map(of).collect()
}

/// Sends an open or close packet, and waits until it has arrived. Returns the number of cycles, or
/// none if the packet was refused.
fn set_up(traffic: &mut Traffic, service: Service, from: usize, to: usize) -> Option<u64> {
    let number = traffic.send_as(service, from, to, 1);
    let end = traffic.cycle + 100_000;
    while traffic.packets[number].last == 0 {
        traffic.step(|_| true);
        if traffic.network.refused(from) {
            return None;
        }
        assert!(traffic.cycle < end, "neither arrived nor refused");
    }
    let packet = traffic.packets[number];
    Some(packet.last - packet.injected)
}

proptest! {
    #![proptest_config(random_cases(50))]
    /// The latency of a circuit is constant to the cycle, whatever the initiator and others send. A
    /// flit passes in every cycle, and opening and closing take as long as in an empty network.
    #[test]
    fn a_circuit_keeps_its_promise(
        (columns, rows) in (2u32..=6, 2u32..=6),
        exclusive in any::<bool>(),
        (levels, per_level) in (prop::sample::select(vec![1u32, 8]), any::<bool>()),
        background in prop::sample::select(Background::ALL.to_vec()),
        flits in 1u8..=18,
        (seed, rings) in any::<(u64, bool)>(),
    ) {
        let kind = if exclusive { Circuits::Exclusive } else { Circuits::Shared };
        let shape = if rings { torus } else { chip };
        let mut chip = with_circuits(shape(columns, rows, &[], REFERENCE), kind);
        chip.network.levels = levels;
        if per_level {
            chip.network.buffers = LevelBuffers::PerLevel;
        }
        let mut traffic = Traffic::new(&chip);
        let mut random = Random(seed);
        let tiles = chip.tiles() as usize;
        let (from, to) = (random.below(tiles), random.below(tiles));
        let alone = REFERENCE.latency(hops(&chip, from, to));
        let mut path = BTreeSet::new();
        traffic.network.follow(from, to, |output| { path.insert(output); });
        let ports = traffic.network.outputs() / tiles;
        while traffic.cycle < 400 {
            background.saturate(&chip, &mut traffic, to, &mut random);
            traffic.step(|_| true);
        }
        prop_assert_eq!(set_up(&mut traffic, Service::OPEN, from, to), Some(alone));

        let start = traffic.cycle;
        let mut sent = vec![];
        let open = counts(&traffic);
        while traffic.cycle < start + 600 {
            background.saturate(&chip, &mut traffic, to, &mut random);
            // In the first half, the circuit takes three of four cycles of the link; in the second
            // half, the circuit takes all cycles.
            let share = if traffic.cycle < start + 300 { 750 } else { 1000 };
            while (sent.len() as u64 * u64::from(flits)) * 1000 <= (traffic.cycle - start) * share {
                sent.push(traffic.send_as(Service::CIRCUIT, from, to, flits));
            }
            traffic.step(|_| true);
        }
        let used = counts(&traffic);
        while sent.iter().any(|&number| traffic.packets[number].last == 0) {
            background.saturate(&chip, &mut traffic, to, &mut random);
            traffic.step(|_| true);
        }
        for &number in &sent {
            let packet = traffic.packets[number];
            prop_assert_eq!(packet.head - packet.injected, alone);
            prop_assert_eq!(packet.last - packet.injected, alone + u64::from(flits) - 1);
        }
        // The sender never paused in the second half, so its packets follow each other without a
        // gap.
        let last: Vec<u64> = sent.iter().map(|&n| traffic.packets[n].last).collect();
        let full = &last[last.len() - 300 / usize::from(flits)..];
        prop_assert!(full.windows(2).all(|pair| pair[1] - pair[0] == u64::from(flits)));

        let others: u64 = path.iter().map(|output| {
            let link = (output / ports, output % ports);
            used[&link].0 - open[&link].0
        }).sum();
        if !exclusive && matches!(background, Background::ToTheEnd) {
            prop_assert!(others > 0, "best effort uses the cycles that are left");
        }
        prop_assert_eq!(set_up(&mut traffic, Service::CLOSE, from, to), Some(alone));
        traffic.finish(1_000_000);
        // This step brings the last credits back.
        traffic.step(|_| true);
        prop_assert!(traffic.network.idle());
    }

    /// Every tile on the route sends to the next tile without a pause, so each link is busy in
    /// every cycle before the circuit opens. While the circuit is open, best-effort traffic gets
    /// the cycles that the circuit leaves on each link. On an exclusive circuit's links, only
    /// packets in progress and packets of the circuit's initiator get these cycles.
    #[test]
    fn a_circuit_crosses_links_that_others_saturate(
        (columns, rows) in (2u32..=6, 2u32..=6),
        (exclusive, rings) in any::<(bool, bool)>(),
        flits in 1u8..=18,
        seed in any::<u64>(),
    ) {
        let kind = if exclusive { Circuits::Exclusive } else { Circuits::Shared };
        let shape = if rings { torus } else { chip };
        let chip = with_circuits(shape(columns, rows, &[], REFERENCE), kind);
        let mut traffic = Traffic::new(&chip);
        let mut random = Random(seed);
        let tiles = chip.tiles() as usize;
        let (from, to) = (random.below(tiles), random.below(tiles));
        prop_assume!(from != to);
        let ports = traffic.network.outputs() / tiles;
        let mut path = vec![];
        traffic.network.follow(from, to, |output| path.push((output / ports, output % ports)));
        let saturate = |traffic: &mut Traffic| {
            for pair in path.windows(2) {
                while traffic.waiting(pair[0].0) < 2 {
                    traffic.send(pair[0].0, pair[1].0, flits);
                }
            }
            traffic.step(|_| true);
        };
        const WINDOW: u64 = 300;
        let mut before = counts(&traffic);
        for cycle in 0..2 * WINDOW {
            if cycle == WINDOW {
                before = counts(&traffic);
            }
            saturate(&mut traffic);
        }
        let busy = counts(&traffic);
        for link in &path {
            prop_assert_eq!(busy[link].0 - before[link].0, WINDOW, "{:?} is not saturated", link);
        }

        let alone = REFERENCE.latency(hops(&chip, from, to));
        let open = traffic.send_as(Service::OPEN, from, to, 1);
        while traffic.packets[open].last == 0 {
            saturate(&mut traffic);
        }
        prop_assert_eq!(traffic.packets[open].last - traffic.packets[open].injected, alone);
        let open = counts(&traffic);
        let mut sent = vec![];
        for cycle in 0..WINDOW {
            // The circuit uses half of the cycles.
            while sent.len() as u64 * 2 * u64::from(flits) <= cycle {
                sent.push(traffic.send_as(Service::CIRCUIT, from, to, flits));
            }
            saturate(&mut traffic);
        }
        let after = counts(&traffic);
        while sent.iter().any(|&number| traffic.packets[number].last == 0) {
            saturate(&mut traffic);
        }
        for &number in &sent {
            let packet = traffic.packets[number];
            prop_assert_eq!(packet.last - packet.injected, alone + u64::from(flits) - 1);
        }
        for (place, link) in path.iter().enumerate() {
            let (others, circuit) = (after[link].0 - open[link].0, after[link].1 - open[link].1);
            if exclusive && place >= 2 {
                prop_assert!(others <= u64::from(flits), "{} of others on {:?}", others, link);
            } else if !exclusive {
                prop_assert_eq!(others + circuit, WINDOW, "{:?} was idle", link);
                prop_assert!(others >= WINDOW / 4);
            }
        }
        prop_assert_eq!(set_up(&mut traffic, Service::CLOSE, from, to), Some(alone));
        traffic.finish(1_000_000);
    }

    /// Packets of others do not enter the links of an exclusive circuit.
    #[test]
    fn exclusive_keeps_others_off(
        (columns, rows) in (2u32..=5, 2u32..=5), (seed, rings) in any::<(u64, bool)>(),
    ) {
        let shape = if rings { torus } else { chip };
        let chip = with_circuits(shape(columns, rows, &[], REFERENCE), Circuits::Exclusive);
        let mut traffic = Traffic::new(&chip);
        let mut random = Random(seed);
        let tiles = chip.tiles() as usize;
        let (from, to) = (random.below(tiles), random.below(tiles));
        set_up(&mut traffic, Service::OPEN, from, to).expect("nobody holds anything");
        let before = counts(&traffic);
        let ports = traffic.network.outputs() / tiles;
        let mut path = vec![];
        traffic.network.follow(from, to, |output| path.push((output / ports, output % ports)));
        for source in (0..tiles).filter(|&source| source != from) {
            traffic.send(source, to, 4);
            traffic.send(source, random.below(tiles), 4);
        }
        for _ in 0..1000 {
            traffic.step(|_| true);
        }
        let after = counts(&traffic);
        for link in path {
            prop_assert_eq!(after[&link].0, before[&link].0, "somebody else on {:?}", link);
        }
        // Best-effort packets of the initiator pass the circuit's links. Otherwise the packet that
        // closes the circuit could not pass either.
        let own = traffic.send(from, to, 4);
        for _ in 0..100 {
            traffic.step(|_| true);
        }
        prop_assert!(traffic.packets[own].last > 0);
        set_up(&mut traffic, Service::CLOSE, from, to).expect("a close packet is never refused");
        traffic.finish(100_000);
    }

    /// After circuits have been opened and closed, the network serves traffic as if there had never
    /// been a circuit.
    #[test]
    fn closing_restores_best_effort_completely(
        (columns, rows) in (2u32..=5, 2u32..=5),
        exclusive in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let kind = if exclusive { Circuits::Exclusive } else { Circuits::Shared };
        let mut chip = with_circuits(chip(columns, rows, &[], REFERENCE), kind);
        // An arbiter with round robin would remember whose turn it is, and so would differ although
        // circuits have left no trace.
        chip.network.arbiter = ArbiterPolicy::Fixed;
        let tiles = chip.tiles() as usize;
        let mut used = Traffic::new(&chip);
        let mut random = Random(seed);
        let mut open: Vec<(usize, usize)> = vec![];
        for _ in 0..40 {
            for source in 0..tiles {
                if random.chance(300) {
                    used.send(source, random.below(tiles), 1 + random.below(18) as u8);
                }
            }
            let (from, to) = (random.below(tiles), random.below(tiles));
            match open.iter().position(|&(initiator, _)| initiator == from) {
                Some(place) => {
                    let (from, to) = open.swap_remove(place);
                    set_up(&mut used, Service::CLOSE, from, to).expect("never refused");
                }
                None => {
                    if set_up(&mut used, Service::OPEN, from, to).is_some() {
                        open.push((from, to));
                    }
                }
            }
        }
        for (from, to) in open {
            set_up(&mut used, Service::CLOSE, from, to).expect("never refused");
        }
        used.finish_refused(1_000_000);
        let mut fresh = Traffic::new(&chip);
        let start = used.cycle;
        let first = used.packets.len();
        for round in 0..300 {
            for source in 0..tiles {
                if random.chance(200) {
                    let (target, flits) = (random.below(tiles), 1 + random.below(18) as u8);
                    used.send(source, target, flits);
                    fresh.send(source, target, flits);
                }
            }
            used.step(|_| true);
            fresh.step(|_| true);
            prop_assert_eq!(used.cycle - start, round + 1);
        }
        used.finish_refused(1_000_000);
        fresh.finish(1_000_000);
        for (old, new) in used.packets[first..].iter().zip(&fresh.packets) {
            prop_assert_eq!(old.last - start, new.last);
        }
    }

    /// Two circuits need one output. The second circuit is refused after the time in which its open
    /// packet can meet the first circuit and the refusal can come back.
    #[test]
    fn a_refusal_comes_back_by_formula(
        columns in 3u32..=8,
        (delay, router, link, credit) in (0u32..=3, 1u32..=3, 0u32..=3, 1u32..=3),
        exclusive in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let keys = Keys { delay, router, link, credit, buffer: 4 };
        let kind = if exclusive { Circuits::Exclusive } else { Circuits::Shared };
        let chip = with_circuits(chip(columns, 1, &[], keys), kind);
        let mut traffic = Traffic::new(&chip);
        let mut random = Random(seed);
        let last = columns as usize - 1;
        // The first circuit holds the links from its start to the end of the row.
        let holder = 1 + random.below(last);
        let late = random.below(holder);
        set_up(&mut traffic, Service::OPEN, holder, last).expect("nobody holds anything");
        // The endpoints act before the network moves flits, so this step begins the next cycle.
        traffic.step(|_| true);
        let number = traffic.send_as(Service::OPEN, late, last, 1);
        while !traffic.network.refused(late) {
            traffic.step(|_| true);
            prop_assert!(traffic.cycle < 10_000, "not refused");
        }
        let took = traffic.cycle - 1 - traffic.packets[number].injected;
        let hops = (holder - late) as u64;
        let there = u64::from(delay) + hops * u64::from(router + link);
        prop_assert_eq!(took, there + (hops + 1) * u64::from(credit));
        // The outputs that the refused circuit held are free for another one.
        if late + 1 < holder {
            prop_assert!(set_up(&mut traffic, Service::OPEN, late, holder - 1).is_some());
        }
    }

    /// A circuit keeps a packet off an output. Its initiator knows one cycle after the packet has
    /// requested the output, plus the time of a credit on each link from there back. It is told
    /// once.
    #[test]
    fn the_initiator_is_told_by_formula(
        columns in 3u32..=8,
        (delay, router, link, credit) in (0u32..=3, 1u32..=3, 0u32..=3, 1u32..=3),
        (exclusive, queue, opens) in any::<(bool, bool, bool)>(),
        seed in any::<u64>(),
    ) {
        let keys = Keys { delay, router, link, credit, buffer: 4 };
        let kind = if exclusive { Circuits::Exclusive } else { Circuits::Shared };
        let mut chip = with_circuits(chip(columns, 1, &[], keys), kind);
        if queue {
            chip.network.circuit_conflict = CircuitConflict::Queue;
        }
        let mut traffic = Traffic::new(&chip);
        let mut random = Random(seed);
        let last = columns as usize - 1;
        let holder = random.below(last - 1);
        let other = holder + 1 + random.below(last - holder - 1);
        set_up(&mut traffic, Service::OPEN, holder, last).expect("nobody holds anything");
        traffic.send_as(Service::CIRCUIT, holder, last, 3);
        traffic.finish(1_000);
        traffic.step(|_| true);
        let service = if opens { traffic.network.open(0) } else { Service::BEST_EFFORT };
        let number = traffic.send_as(service, other, last, 1);
        let limit = traffic.cycle + 1_000;
        while !traffic.network.needed(holder) && traffic.cycle < limit {
            traffic.step(|_| true);
        }
        let is_kept_off = exclusive || opens;
        prop_assert_eq!(traffic.cycle < limit, is_kept_off);
        if is_kept_off {
            let took = traffic.cycle - 1 - traffic.packets[number].injected;
            let links = (other - holder + 1) as u64;
            prop_assert_eq!(took, u64::from(delay) + 1 + links * u64::from(credit));
        }
        traffic.send(other, last, 1);
        while traffic.cycle < limit + 100 {
            traffic.step(|_| true);
            prop_assert!(!traffic.network.needed(holder), "told again");
        }
        set_up(&mut traffic, Service::CLOSE, holder, last).expect("never refused");
        traffic.finish_refused(1_000);
    }

    /// Initiators keep their circuits until they are told that these are needed. Every packet
    /// arrives.
    #[test]
    fn circuits_that_close_when_needed_stop_nobody(
        (columns, rows) in (2u32..=5, 1u32..=5),
        (delay, router, link, credit, buffer) in (0u32..=2, 1u32..=2, 0u32..=2, 1u32..=3, 1u32..=5),
        (exclusive, rings, queue, per_level) in any::<(bool, bool, bool, bool)>(),
        (seed, fixed) in any::<(u64, bool)>(),
    ) {
        let keys = Keys { delay, router, link, credit, buffer };
        let kind = if exclusive { Circuits::Exclusive } else { Circuits::Shared };
        let shape = if rings { torus } else { chip };
        let mut chip = with_circuits(shape(columns, rows, &[0], keys), kind);
        if queue && !rings {
            chip.network.circuit_conflict = CircuitConflict::Queue;
        }
        if per_level {
            chip.network.buffers = LevelBuffers::PerLevel;
        }
        if fixed {
            chip.network.arbiter = ArbiterPolicy::Fixed;
        }
        let mut traffic = Traffic::new(&chip);
        let mut random = Random(seed);
        let endpoints = traffic.network.endpoints();
        // For each initiator the target of its circuit, the packet that opens it, and whether it is
        // needed.
        let mut circuits: BTreeMap<usize, (usize, usize, bool)> = BTreeMap::new();
        let is_empty = |t: &Traffic| {
            t.sent == t.received + t.network.statistics().refused
                && (0..endpoints).all(|e| t.waiting(e) == 0)
        };
        while traffic.cycle < 1_000 || !is_empty(&traffic) {
            let senders = if traffic.cycle < 1_000 { endpoints } else { 0 };
            for source in 0..senders {
                if random.chance(20) {
                    let service = Service::level(random.below(8) as u8);
                    let flits = 1 + random.below(18) as u8;
                    traffic.send_as(service, source, random.below(endpoints), flits);
                }
                if random.chance(30) {
                    let to = random.below(endpoints);
                    match circuits.get(&source) {
                        None => {
                            let open = traffic.network.open(random.below(8) as u8);
                            let number = traffic.send_as(open, source, to, 1);
                            circuits.insert(source, (to, number, false));
                        }
                        Some(&(to, number, _)) if traffic.packets[number].last > 0 => {
                            traffic.send_as(Service::CIRCUIT, source, to, 3);
                        }
                        Some(_) => {}
                    }
                }
            }
            traffic.step(|_| true);
            for source in 0..endpoints {
                if traffic.network.refused(source) {
                    circuits.remove(&source).expect("it wanted to open one");
                }
                if traffic.network.needed(source) {
                    if let Some(circuit) = circuits.get_mut(&source) {
                        circuit.2 = true;
                    }
                }
                if let Some(&(to, number, true)) = circuits.get(&source) {
                    if traffic.packets[number].last > 0 {
                        traffic.send_as(Service::CLOSE, source, to, 1);
                        circuits.remove(&source);
                    }
                }
            }
            prop_assert!(traffic.cycle < 100_000, "a packet waits for ever");
        }
    }
}

/// A mesh of 3 × 3 tiles whose circuits wait for each other.
fn with_queue(kind: Circuits, arbiter: ArbiterPolicy) -> ChipConfig {
    let mut chip = with_circuits(chip(3, 3, &[], REFERENCE), kind);
    chip.network.circuit_conflict = CircuitConflict::Queue;
    chip.network.arbiter = arbiter;
    chip
}

/// The tiles whose packets enter the middle router of a 3 × 3 mesh, in the order of its ports: its
/// own tile, east, west, south, north.
const ROUND_THE_MIDDLE: [usize; 5] = [4, 5, 3, 7, 1];

proptest! {
    #![proptest_config(random_cases(60))]
    /// Circuits that wait for one output open in the order of their levels. Among circuits of one
    /// level, the lowest port is first, or the port whose turn it is. Each opens in the cycle after
    /// the previous one has closed, and none is refused.
    #[test]
    fn waiting_circuits_open_in_order(
        (exclusive, fixed, per_level, load) in any::<(bool, bool, bool, bool)>(),
        levels in prop::sample::select(vec![1u32, 2, 4, 8]),
        priorities in prop::array::uniform5(0u8..8),
        (first, seed) in (0usize..5, any::<u64>()),
    ) {
        let kind = if exclusive { Circuits::Exclusive } else { Circuits::Shared };
        let arbiter = if fixed { ArbiterPolicy::Fixed } else { ArbiterPolicy::RoundRobin };
        let mut chip = with_queue(kind, arbiter);
        chip.network.levels = levels;
        if per_level {
            chip.network.buffers = LevelBuffers::PerLevel;
        }
        let mut traffic = Traffic::new(&chip);
        let mut random = Random(seed);
        let run = |traffic: &mut Traffic, random: &mut Random, cycles: u64| {
            for _ in 0..cycles {
                for source in (0..9).filter(|_| load) {
                    while traffic.waiting(source) < 2 {
                        let level = Service::level(random.below(8) as u8);
                        traffic.send_as(level, source, random.below(9), 4);
                    }
                }
                traffic.step(|_| true);
            }
        };
        let open = |traffic: &mut Traffic, port: usize| {
            let open = traffic.network.open(priorities[port]);
            traffic.send_as(open, ROUND_THE_MIDDLE[port], 4, 1)
        };
        let holder = open(&mut traffic, first);
        run(&mut traffic, &mut random, 50);
        prop_assert!(traffic.packets[holder].last > 0);
        let mut waiting: BTreeMap<usize, usize> = BTreeMap::new();
        let mut others: Vec<usize> = (0..5).filter(|&port| port != first).collect();
        while !others.is_empty() {
            let port = others.swap_remove(random.below(others.len()));
            waiting.insert(port, open(&mut traffic, port));
            let pause = random.below(30) as u64;
            run(&mut traffic, &mut random, pause);
        }
        run(&mut traffic, &mut random, 50);
        let mut holds = first;
        loop {
            prop_assert!(waiting.values().all(|&number| traffic.packets[number].last == 0));
            let from = ROUND_THE_MIDDLE[holds];
            // The circuit is exclusive only after data have used it.
            traffic.send_as(Service::CIRCUIT, from, 4, 3);
            let close = traffic.send_as(Service::CLOSE, from, 4, 1);
            run(&mut traffic, &mut random, 60);
            let level = |port: usize| u32::from(priorities[port]) * levels / 8;
            let Some(most) = waiting.keys().map(|&port| level(port)).max() else {
                break;
            };
            let turn = |port: usize| if fixed { port } else { (port + 4 - holds) % 5 };
            let equal = waiting.keys().copied().filter(|&port| level(port) == most);
            let next = equal.min_by_key(|&port| turn(port)).unwrap();
            let number = waiting.remove(&next).unwrap();
            let closed = traffic.packets[close].last;
            prop_assert!(closed > 0);
            prop_assert_eq!(traffic.packets[number].last, closed + 1, "port {}", next);
            holds = next;
        }
        prop_assert_eq!(traffic.network.statistics().refused, 0);
    }

    /// With round robin, a circuit waits for at most one circuit of each other port of the router,
    /// even if every initiator opens its next circuit as soon as it has closed one.
    #[test]
    fn round_robin_bounds_the_circuits_that_go_first(
        (exclusive, seed) in any::<(bool, u64)>(),
    ) {
        let kind = if exclusive { Circuits::Exclusive } else { Circuits::Shared };
        let mut traffic = Traffic::new(&with_queue(kind, ArbiterPolicy::RoundRobin));
        let mut random = Random(seed);
        let mut opens = vec![];
        let mut begin = |traffic: &mut Traffic, from: usize| {
            opens.push(traffic.send_as(Service::OPEN, from, 4, 1));
            *opens.last().unwrap()
        };
        let mut own: Vec<(usize, usize)> = ROUND_THE_MIDDLE
            .iter()
            .map(|&from| (from, begin(&mut traffic, from)))
            .collect();
        while traffic.cycle < 3_000 {
            for (from, number) in &mut own {
                if traffic.packets[*number].last > 0 && random.chance(100) {
                    traffic.send_as(Service::CLOSE, *from, 4, 1);
                    *number = begin(&mut traffic, *from);
                }
            }
            traffic.step(|_| true);
        }
        // The cycle in which the open packet could first get the output, and the cycle in which it
        // got the output.
        let keys = REFERENCE;
        let granted = |number: usize| {
            let last = traffic.packets[number].last;
            (last > 0).then(|| last - u64::from(keys.router + keys.delay))
        };
        for &number in &opens {
            let packet = traffic.packets[number];
            let hops = u64::from(packet.source != 4);
            let came = packet.injected + u64::from(keys.delay) + hops * u64::from(keys.router + keys.link);
            let Some(own) = granted(number) else { continue };
            let between = opens.iter().filter_map(|&other| granted(other));
            prop_assert!(between.filter(|cycle| (came..own).contains(cycle)).count() <= 4);
        }
        let served = opens.iter().filter(|&&number| granted(number).is_some()).count();
        prop_assert!(served > 100, "{}", served);
    }
}

/// A circuit that waits for another one already holds some outputs, but other packets still pass
/// these outputs. A circuit blocks other packets only if it is exclusive, and only after its first
/// use.
#[test]
fn a_waiting_circuit_keeps_nobody_off() {
    for kind in [Circuits::Exclusive, Circuits::Shared] {
        let mut chip = with_circuits(chip(4, 1, &[], REFERENCE), kind);
        chip.network.circuit_conflict = CircuitConflict::Queue;
        let mut traffic = Traffic::new(&chip);
        set_up(&mut traffic, Service::OPEN, 2, 3).expect("nobody holds anything");
        let late = traffic.send_as(Service::OPEN, 0, 3, 1);
        for _ in 0..50 {
            traffic.step(|_| true);
        }
        let alone = REFERENCE.latency(1);
        let took = |traffic: &mut Traffic| {
            let other = traffic.send(1, 2, 1);
            for _ in 0..50 {
                traffic.step(|_| true);
            }
            let packet = traffic.packets[other];
            (packet.last > 0).then(|| packet.last - packet.injected)
        };
        assert_eq!(took(&mut traffic), Some(alone), "while it waits");
        set_up(&mut traffic, Service::CLOSE, 2, 3).expect("never refused");
        for _ in 0..50 {
            traffic.step(|_| true);
        }
        assert!(traffic.packets[late].last > 0);
        assert_eq!(took(&mut traffic), Some(alone), "before it is used");
        let data = traffic.send_as(Service::CIRCUIT, 0, 3, 1);
        for _ in 0..50 {
            traffic.step(|_| true);
        }
        let packet = traffic.packets[data];
        assert_eq!(packet.last - packet.injected, REFERENCE.latency(3));
        let expected = (kind == Circuits::Shared).then_some(alone);
        assert_eq!(took(&mut traffic), expected, "{kind:?}, in use");
        set_up(&mut traffic, Service::CLOSE, 0, 3).expect("never refused");
        traffic.finish(1_000);
    }
}

/// Random circuits open and close under random traffic. The network and its reference
/// implementation must agree.
#[test]
fn the_reference_agrees_about_circuits_and_levels() {
    proptest!(|(
        (columns, rows) in (1u32..=4, 1u32..=4),
        (delay, router, link, credit, buffer) in (0u32..=2, 1u32..=2, 0u32..=2, 1u32..=3, 1u32..=5),
        kind in prop::sample::select(vec![Circuits::None, Circuits::Exclusive, Circuits::Shared]),
        (levels, per_level, fixed) in (prop::sample::select(vec![1u32, 2, 4, 8]), any::<bool>(), any::<bool>()),
        (shape, queue, seed) in (0..3, any::<bool>(), any::<u64>()),
    )| {
        let keys = Keys { delay, router, link, credit, buffer };
        let chip = match shape {
            0 => chip(columns, rows, &[0], keys),
            1 => torus(columns, rows, &[0], keys),
            _ => drawn(columns * rows, rows, &mut Random(seed), keys),
        };
        let mut chip = with_circuits(chip, kind);
        if queue && shape != 1 {
            chip.network.circuit_conflict = CircuitConflict::Queue;
        }
        chip.network.levels = levels;
        if per_level {
            chip.network.buffers = LevelBuffers::PerLevel;
        }
        if fixed {
            chip.network.arbiter = ArbiterPolicy::Fixed;
        }
        let run = |mut traffic: Traffic| {
            let mut random = Random(seed);
            let endpoints = traffic.network.endpoints();
            // For each initiator the target of its circuit, and the packet that opens it.
            let mut circuits: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
            // The cycles in which an initiator is told that its circuit is needed.
            let mut told = vec![];
            while traffic.cycle < 600 {
                for source in 0..endpoints {
                    if random.chance(60) {
                        let service = Service::level(random.below(8) as u8);
                        let flits = 1 + random.below(18) as u8;
                        traffic.send_as(service, source, random.below(endpoints), flits);
                    }
                    if kind == Circuits::None || !random.chance(50) {
                        continue;
                    }
                    match circuits.get(&source) {
                        None => {
                            let to = random.below(endpoints);
                            let open = traffic.network.open(random.below(8) as u8);
                            let number = traffic.send_as(open, source, to, 1);
                            circuits.insert(source, (to, number));
                        }
                        Some(&(to, number)) if traffic.packets[number].last > 0 => {
                            if random.chance(400) {
                                traffic.send_as(Service::CLOSE, source, to, 1);
                                circuits.remove(&source);
                            } else {
                                traffic.send_as(Service::CIRCUIT, source, to, 3);
                            }
                        }
                        Some(_) => {}
                    }
                }
                traffic.step(|_| true);
                for source in 0..endpoints {
                    if traffic.network.refused(source) {
                        circuits.remove(&source).expect("it wanted to open one");
                    }
                    if traffic.network.needed(source) {
                        told.push((traffic.cycle, source));
                    }
                }
            }
            // Closes all open circuits, because exclusive ones would block the remaining packets.
            while !circuits.is_empty() || traffic.network.statistics().in_flight > 0 {
                let standing: Vec<usize> = circuits
                    .iter()
                    .filter(|(_, &(_, number))| traffic.packets[number].last > 0)
                    .map(|(&source, _)| source)
                    .collect();
                for source in standing {
                    let (to, _) = circuits.remove(&source).expect("it stands");
                    traffic.send_as(Service::CLOSE, source, to, 1);
                }
                traffic.step(|_| true);
                for source in 0..endpoints {
                    if traffic.network.refused(source) {
                        circuits.remove(&source);
                    }
                }
                assert!(traffic.cycle < 200_000, "it does not come to rest");
            }
            let counts = traffic.network.statistics();
            (traffic.cycle, counts, traffic.packets, told)
        };
        let fast = run(Traffic::new(&chip));
        let reference = run(Traffic::new(&chip).by_reference());
        prop_assert_eq!(fast, reference);
    });
}
