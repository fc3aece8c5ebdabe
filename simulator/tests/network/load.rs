//! Latency rises with load.

use super::chip::{chip, REFERENCE};
use super::shapes::hops;
use super::traffic::{Random, Traffic};

/// Returns two mean latencies in cycles, from the cycle in which a packet is due until its last
/// flit is taken: the measured one, and the one without other traffic. The traffic is uniform, with
/// `flits_per_mille` flits per node and 1,000 cycles.
fn latencies(flits_per_mille: u32) -> (f64, f64) {
    const FLITS: u8 = 4;
    let chip = chip(8, 8, &[], REFERENCE);
    let mut traffic = Traffic::new(&chip);
    let mut random = Random(flits_per_mille as u64);
    let (warm_up, end) = (2_000, 12_000);
    while traffic.cycle < end {
        for source in 0..64 {
            if random.chance(flits_per_mille / FLITS as u32) {
                traffic.send(source, random.below(64), FLITS);
            }
        }
        traffic.step(|_| true);
    }
    traffic.finish(100_000);
    let measured: Vec<_> = traffic
        .packets
        .iter()
        .filter(|p| p.due >= warm_up)
        .collect();
    let mean = |sum: u64| sum as f64 / measured.len() as f64;
    let alone = |source, target| REFERENCE.latency(hops(&chip, source, target)) + FLITS as u64 - 1;
    (
        mean(measured.iter().map(|p| p.last - p.due).sum()),
        mean(measured.iter().map(|p| alone(p.source, p.target)).sum()),
    )
}

#[test]
fn latency_rises_with_load() {
    let mut before = 0.0;
    for load in [8, 80, 160, 240, 320] {
        let (latency, alone) = latencies(load);
        assert!(latency > before + 0.2, "{latency} after {before} at {load}");
        assert!(latency >= alone);
        if load == 8 {
            assert!(
                latency - alone < 1.0,
                "{latency} for {alone} at hardly any load"
            );
        }
        before = latency;
    }
}
