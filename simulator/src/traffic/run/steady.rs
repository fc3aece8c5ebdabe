//! A faster model for the most frequent kind of simulation: packets of one priority, without
//! circuits, on a mesh or torus. A [`Lockstep`], a fast model of such a network, carries the
//! packets. A source is visited only when it begins a packet, or has handed one over.

use super::super::measurement::Packet;
use super::super::options::Options;
use super::super::source::Source;
use super::Traffic;
use crate::config::ChipConfig;
use crate::noc::Lockstep;

/// Number of cycles for which there are lists of sources.
const AHEAD: u64 = 64;

/// For each of the next cycles, the sources that must be visited in it.
#[derive(Debug, Clone)]
struct Agenda(Vec<Vec<u32>>);

impl Agenda {
    /// Adds a source for a cycle after `now`. If the cycle is too far ahead, adds the source for
    /// the last cycle that has a list.
    #[inline]
    fn add(&mut self, now: u64, cycle: u64, source: u32) {
        let cycle = cycle.min(now + AHEAD - 1);
        self.0[(cycle % AHEAD) as usize].push(source);
    }
}

#[derive(Debug, Clone)]
pub(super) struct Steady {
    pub network: Lockstep,
    agenda: Agenda,
}

impl Steady {
    /// An empty network and a list of when to visit these sources. Returns none if the simulation
    /// needs something that only `Network` supports, such as circuits.
    pub fn new(chip: &ChipConfig, options: &Options, sources: &[Source]) -> Option<Steady> {
        if options.has_circuits() || sources.len() > chip.tiles() as usize {
            return None;
        }
        let mut agenda = Agenda(vec![vec![]; AHEAD as usize]);
        for (number, source) in (0..).zip(sources) {
            agenda.add(0, source.born(), number);
        }
        Some(Steady {
            network: Lockstep::new(&chip.network_parameters(), options.packet)?,
            agenda,
        })
    }
}

impl Traffic {
    /// Simulates a cycle.
    pub(super) fn step_steady(&mut self, steady: &mut Steady) {
        let now = self.cycle;
        let Steady { network, agenda } = steady;
        network.step(now, |node, packet| self.arrive(node, packet));
        let mut due = std::mem::take(&mut agenda.0[(now % AHEAD) as usize]);
        for &node in &due {
            let source = &mut self.sources[node as usize];
            let born = source.born();
            if !source.has_packet(now) {
                agenda.add(now, born, node);
                continue;
            }
            source.begun += 1;
            let target = (self.pattern).target(node as usize, &mut source.targets);
            let packet = Packet { born, source: node };
            network.send(node as usize, self.packets.begin(packet), target);
        }
        due.clear();
        agenda.0[(now % AHEAD) as usize] = due;
        network.hand_over(|node| {
            let source = &mut self.sources[node];
            source.finish();
            agenda.add(now, source.born().max(now + 1), node as u32);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::traffic::{PatternKind, PATTERNS};
    use proptest::prelude::*;
    use std::path::Path;

    /// What must be equal in both models after a cycle: the flits that each link has carried, the
    /// flits that tiles have handed over and taken, and the packets that have begun and arrived, by
    /// source and by target.
    fn seen(traffic: &Traffic) -> impl PartialEq + std::fmt::Debug {
        let (_, counted) = traffic.in_flight();
        let (delivered, taken) = (traffic.delivered.clone(), traffic.taken.clone());
        let counts = (traffic.arrived, counted.injected, counted.ejected);
        let begun = |(number, source): (usize, &Source)| source.begun - traffic.not_begun(number);
        let begun: Vec<u64> = traffic.sources.iter().enumerate().map(begun).collect();
        (traffic.links_so_far(), counts, begun, delivered, taken)
    }

    /// For each topology, its routing algorithms and the possible numbers of virtual channels.
    const ROUTES: [(&str, &str, &[u32]); 14] = [
        ("mesh", "xy", &[1, 1, 1, 2, 3, 4]),
        ("mesh", "yx", &[1, 1, 1, 2, 3, 4]),
        ("mesh", "o1turn", &[2, 4]),
        ("mesh", "west_first", &[1, 2, 3, 4]),
        ("mesh", "odd_even", &[1, 2, 3, 4]),
        ("mesh", "minimal", &[2, 3, 4]),
        ("mesh", "minimal", &[2, 3, 4]),
        ("mesh", "valiant", &[2, 4]),
        ("mesh", "romm", &[2, 4]),
        ("torus", "xy", &[2, 4]),
        ("torus", "yx", &[2, 4]),
        ("torus", "minimal", &[3, 4]),
        ("torus", "valiant", &[4]),
        ("torus", "romm", &[4]),
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(45))]

        /// Every flit moves in the same cycle as in a network that visits every router in every
        /// cycle. The report is equal to that of a network that visits only active parts.
        #[test]
        fn lockstep_agrees_with_the_reference(
            (columns, rows) in prop_oneof![
                (1u32..=9, 1u32..=9), (9u32..=16, 9u32..=16), (1u32..=3, 40u32..=64), (40u32..=64, 1u32..=3)
            ],
            (router, link, delay, credit) in (1u32..=4, 0u32..=4, 0u32..=3, 1u32..=4),
            (slots, packet) in (prop_oneof![1u32..=5, 1u32..=15], prop_oneof![1u8..=5, 1u8..=64]),
            arbiter in prop::sample::select(vec!["round_robin", "fixed"]),
            (routes, channels) in (0..ROUTES.len(), any::<prop::sample::Index>()),
            (memory, circuits) in (any::<bool>(), prop::sample::select(vec!["none", "shared"])),
            (pattern, rate, seed) in (0..PATTERNS.len(), 0.001f64..1.0, any::<u64>()),
        ) {
            let (topology, routing, counts) = ROUTES[routes];
            let channels = *channels.get(counts);
            let circuits = match routing {
                "xy" | "yx" if channels == counts[0] => circuits,
                _ => "none",
            };
            let levels = ["levels = 1", "levels = 4", "levels = 4\nbuffers = \"per_level\""];
            let text = format!(
                "[mesh]\ncolumns = {columns}\nrows = {rows}\n[tile]\ncores = 1\nmemory_kb = 16\n\
                 [ni]\ndelay = {delay}\n{}[network]\n\
                 router = {router}\nlink = {link}\ncredit = {credit}\nbuffer_flits = {slots}\n\
                 arbiter = \"{arbiter}\"\ncircuits = \"{circuits}\"\ntopology = \"{topology}\"\n\
                 routing = \"{routing}\"\nchannels = {channels}\n{}\n",
                if memory { "[dram]\nrouters = [0]\nsize_mb = 1\n" } else { "" },
                levels[(seed % 3) as usize],
            );
            let chip = ChipConfig::from_toml(&text, Path::new("chip.toml"));
            let chip = chip.map_err(|error| TestCaseError::fail(error.to_string()))?;
            let options = Options {
                pattern: PATTERNS[pattern].1,
                rate,
                packet,
                seed,
                warmup: 100,
                measure: 200,
                drain: 200,
                ..Options::default()
            };
            let options = match Traffic::new(&chip, &options) {
                Ok(_) => options,
                Err(_) => Options { pattern: PatternKind::Uniform, ..options },
            };
            let mut steady = Traffic::new(&chip, &options).unwrap();
            prop_assert!(steady.steady.is_some());
            let mut active = steady.clone();
            active.steady = None;
            let mut every = active.clone();
            while !steady.ended() {
                steady.step();
                active.step();
                every.network.step_every(every.cycle);
                every.step();
                prop_assert_eq!(seen(&steady), seen(&every));
            }
            prop_assert_eq!(steady.report(), active.report());
        }
    }
}
