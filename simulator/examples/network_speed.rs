//! How fast the network is simulated: `cargo run --release --example network_speed`.
//!
//! Uniform traffic of 4-flit packets through 4-flit buffers, endpoints included. A switch counts in
//! every cycle, whether it has anything to do or not.

use onchip_simulator::config::ChipConfig;
use onchip_simulator::noc::{Flit, Network};
use std::collections::VecDeque;
use std::path::Path;
use std::time::Instant;

const FLITS: u8 = 4;
const IDLE_CYCLES: u64 = 10_000_000;

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Cycles until the next packet, if there is one in a cycle with probability `rate`.
    fn gap(&mut self, rate: f64) -> u64 {
        let uniform = ((self.next() >> 11) + 1) as f64 / (1u64 << 53) as f64;
        1 + (uniform.ln() / (1.0 - rate).ln()) as u64
    }
}

fn chip(side: u32) -> ChipConfig {
    let text =
        format!("[mesh]\ncolumns = {side}\nrows = {side}\n[tile]\ncores = 1\nmemory_kb = 64\n");
    ChipConfig::from_toml(&text, Path::new("bench.toml")).expect("the file is right")
}

/// A node that sends packets at random times to random places.
struct Node {
    next: u64,
    targets: VecDeque<u16>,
    sent: u8,
}

/// Offers `load` flits a node and cycle for so many cycles; gives the seconds it took and the
/// network afterwards.
fn run(side: u32, load: f64, cycles: u64) -> (f64, Network) {
    let mut network = Network::new(&chip(side));
    let mut random = Random(1);
    let count = network.endpoints();
    let rate = load / FLITS as f64;
    let mut nodes: Vec<Node> = (0..count)
        .map(|_| Node {
            next: random.gap(rate),
            targets: VecDeque::new(),
            sent: 0,
        })
        .collect();
    let start = Instant::now();
    for cycle in 0..cycles {
        network.step(cycle);
        let mut next = 0;
        while let Some(endpoint) = network.next_arrived(next) {
            network.take(endpoint);
            next = endpoint + 1;
        }
        for (number, node) in nodes.iter_mut().enumerate() {
            while node.next <= cycle {
                node.targets
                    .push_back((random.next() % count as u64) as u16);
                node.next += random.gap(rate);
            }
            let Some(&target) = node.targets.front() else {
                continue;
            };
            if network.ready(number) {
                let flit = Flit::of_packet(0, target, node.sent, FLITS);
                network.inject(number, flit);
                node.sent = (node.sent + 1) % FLITS;
                if flit.last {
                    node.targets.pop_front();
                }
            }
        }
    }
    (start.elapsed().as_secs_f64(), network)
}

/// Host time for a flit's way through one switch and onto its link.
fn hop_seconds(seconds: f64, network: &Network) -> f64 {
    let hops: u64 = network
        .statistics()
        .links
        .iter()
        .map(|link| link.flits)
        .sum();
    seconds / hops as f64
}

/// The fastest of several runs: what else the machine does makes the others slower.
fn best<T>(run: impl Fn() -> (f64, T)) -> (f64, T) {
    let runs = (0..15).map(|_| run());
    runs.min_by(|one, other| one.0.total_cmp(&other.0))
        .expect("there are runs")
}

fn main() {
    let cycles = 20_000;
    let (seconds, small) = best(|| run(8, 0.2, cycles));
    println!(
        "8×8, 0.2 flits a node and cycle: {:.1} million router-cycles/s",
        64.0 * cycles as f64 / seconds / 1e6
    );
    let accepted = small.statistics().ejected as f64 / 64.0 / cycles as f64;
    println!("accepted: {accepted:.3} flits a node and cycle");
    let small_hop = hop_seconds(seconds, &small);
    // The same load of the busiest link: on a mesh of k × k it is k / 4 of the nodes' load.
    let (seconds, large) = best(|| run(32, 0.05, cycles / 10));
    let large_hop = hop_seconds(seconds, &large);
    println!(
        "a flit through a switch: {:.1} ns on 8×8, {:.1} ns on 32×32, ratio {:.2}",
        small_hop * 1e9,
        large_hop * 1e9,
        large_hop / small_hop
    );
    let (idle, _) = best(|| {
        let mut network = Network::new(&chip(32));
        let start = Instant::now();
        for cycle in 0..IDLE_CYCLES {
            network.step(std::hint::black_box(cycle));
        }
        (start.elapsed().as_secs_f64() / IDLE_CYCLES as f64, network)
    });
    println!("an idle cycle of 32×32: {:.2} ns", idle * 1e9);
}
