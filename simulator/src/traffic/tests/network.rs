//! The network under synthetic traffic, compared with formulas, bounds and conservation laws.

use super::*;
use proptest::prelude::*;

/// The latency of a packet over `hops` links in an empty network (docs/chip-file.md).
fn formula(chip: &ChipConfig, hops: f64, flits: u8) -> f64 {
    let (network, delay) = (&chip.network, chip.ni.delay as f64);
    let (router, link) = (network.router as f64, network.link as f64);
    2.0 * delay + (hops + 1.0) * router + hops * link + (flits - 1) as f64
}

/// The mean distance between two random nodes in a row of `k` nodes. They may be the same node.
fn mean_distance(k: f64) -> f64 {
    (k * k - 1.0) / (3.0 * k)
}

#[test]
fn zero_load_latency_is_the_formula() {
    for keys in ["", "router = 3\nlink = 2\nbuffer_flits = 8", "link = 0"] {
        for (columns, rows) in [(8, 8), (5, 3)] {
            let chip = mesh(columns, rows, keys);
            for packet in [1, 4, 18] {
                let options = options(PatternKind::Uniform, 0.001, packet);
                let expected = Expectation::new(&chip, &options).unwrap();
                let hops = mean_distance(columns as f64) + mean_distance(rows as f64);
                assert!((expected.hops - hops).abs() < 1e-9);
                assert!((expected.zero_load - formula(&chip, hops, packet)).abs() < 1e-9);
            }
        }
    }
}

/// Two chiplets of 2 × 2 tiles are connected by slow links: a flit takes d cycles on such a link,
/// which carries one flit in n cycles. If a packet of f flits crosses a slow link, its head arrives
/// d + n - 2 cycles later than over another link, and its last flit is delayed by another (f - 1)(n
/// - 1) cycles. Half of all pairs of tiles are in different chiplets.
#[test]
fn zero_load_latency_between_chiplets() {
    let plain = mesh(4, 2, "buffer_flits = 64");
    for (delay, cycles, packet) in [(1, 1, 4), (12, 1, 4), (12, 4, 1), (7, 3, 5)] {
        let link = format!(
            "buffer_flits = 64\n[[link]]\nchiplet_columns = 2\ndelay = {delay}\n\
             flit_cycles = {cycles}\n"
        );
        let options = options(PatternKind::Uniform, 0.001, packet);
        let [one, other] = [plain.clone(), mesh(4, 2, &link)];
        let [one, other] = [&one, &other].map(|chip| Expectation::new(chip, &options).unwrap());
        let more = f64::from(delay + cycles - 2) + f64::from(packet - 1) * f64::from(cycles - 1);
        assert!((other.zero_load - one.zero_load - more / 2.0).abs() < 1e-9);
        // Eight nodes send half of their flits over the two slow links in each direction. Each slow
        // link can carry a flit in one of `cycles` cycles.
        let bound = 1.0 / f64::from(cycles);
        assert!(
            (other.bound - bound).abs() < 1e-9,
            "{} {bound}",
            other.bound
        );
    }
}

#[test]
fn at_almost_no_load_every_packet_takes_the_formula() {
    // In a column of k tiles, each packet to the next tile crosses one link, and each packet from
    // the last tile back to the first crosses all links.
    let chip = mesh(1, 4, "");
    let mut options = options(PatternKind::Neighbour, 0.001, 4);
    options.measure = 100_000;
    let report = run(&chip, &options);
    assert_eq!(report.latency.p50, Some(formula(&chip, 1.0, 4) as u64));
    assert_eq!(report.generated, report.arrived);
    assert!(report.latency.max.unwrap() as f64 >= formula(&chip, 3.0, 4));
}

#[test]
fn neighbours_never_meet() {
    // Each link, input and output belongs to one pair of tiles, so packets of one flit never wait,
    // whatever the load.
    let chip = mesh(8, 8, "");
    let options = options(PatternKind::Neighbour, 0.95, 1);
    let expected = Expectation::new(&chip, &options).unwrap();
    assert_eq!(expected.bound, 1.0);
    let report = run(&chip, &options);
    assert!(!report.saturated);
    // Seven of eight packets go one column further, and one of eight goes seven columns back. The
    // same holds for rows.
    let farthest = formula(&chip, 14.0, 1) as u64;
    assert_eq!(report.latency.p50, Some(formula(&chip, 2.0, 1) as u64));
    assert_eq!(report.latency.max, Some(farthest));
    // The formula gives the mean over nodes. The sample differs a little, because nodes do not send
    // equally often.
    assert!((report.latency.mean.unwrap() - expected.zero_load).abs() < 0.05);
}

#[test]
fn packets_of_neighbours_wait_as_a_queue_does() {
    // Packets wait only at their source: one server, Bernoulli arrivals of probability p, a service
    // of T cycles. Pollaczek and Khinchine's formula in discrete time gives the mean wait.
    let chip = mesh(8, 8, "");
    for (rate, packet) in [(0.2, 4), (0.5, 4), (0.6, 8)] {
        let mut options = options(PatternKind::Neighbour, rate, packet);
        options.measure = 50_000;
        let time = packet as f64;
        let wait = rate * (time - 1.0) / (2.0 * (1.0 - rate));
        let expected = Expectation::new(&chip, &options).unwrap().zero_load + wait;
        let mean = run(&chip, &options).latency.mean.unwrap();
        assert!(
            (mean - expected).abs() < 0.05 * wait + 0.1,
            "{mean}, {expected}"
        );
    }
}

#[test]
fn latency_rises_with_load() {
    let chip = mesh(8, 8, "");
    for kind in [
        PatternKind::Uniform,
        PatternKind::BitComplement,
        PatternKind::Hotspot,
    ] {
        let means: Vec<f64> = [0.02, 0.06, 0.1, 0.14, 0.18]
            .map(|rate| run(&chip, &options(kind, rate, 4)))
            .map(|report| report.latency.mean.unwrap())
            .into();
        assert!(means.is_sorted(), "{kind:?}: {means:?}");
        assert!(means[4] > means[0] + 2.0, "{kind:?}: {means:?}");
    }
}

#[test]
fn bounds_of_the_busiest_link() {
    let bound = |kind, chip: &ChipConfig| {
        Expectation::new(chip, &options(kind, 0.1, 4))
            .unwrap()
            .bound
    };
    let chip = mesh(8, 8, "");
    // In half of a row, each node sends half of its packets across the middle of the row, over one
    // link. So this link carries 8 / 4 times the rate.
    assert!((bound(PatternKind::Uniform, &chip) - 0.5).abs() < 1e-9);
    // In row 7, seven nodes send along the link into column 7.
    assert!((bound(PatternKind::Transpose, &chip) - 1.0 / 7.0).abs() < 1e-9);
    // All packets from half of a row cross the middle of the row over one link.
    assert!((bound(PatternKind::BitComplement, &chip) - 1.0 / 4.0).abs() < 1e-9);
    let mut all_to_one = options(PatternKind::Hotspot, 0.1, 4);
    all_to_one.hotspot_share = 1.0;
    let expected = Expectation::new(&chip, &all_to_one).unwrap();
    assert!((expected.bound - 1.0 / 64.0).abs() < 1e-9);
}

#[test]
fn a_torus_carries_the_same_on_every_link() {
    // A packet crosses k / 4 links of each ring on average, and each router has two outgoing links
    // in each ring. So a link carries k / 8 times the rate, if packets with two equally long ways
    // use both directions equally.
    for k in [4, 8, 16] {
        let chip = mesh(k, k, "topology = \"torus\"");
        let expected = Expectation::new(&chip, &options(PatternKind::Uniform, 0.1, 4)).unwrap();
        assert!((expected.hops - f64::from(k) / 2.0).abs() < 1e-9);
        let bound = (8.0 / f64::from(k)).min(1.0);
        assert!(
            (expected.bound - bound).abs() < 1e-9,
            "{k}: {}",
            expected.bound
        );
        assert!((expected.zero_load - formula(&chip, expected.hops, 4)).abs() < 1e-9);
    }
}

/// The highest of the given rates at which the network is not saturated.
fn saturation(
    chip: &ChipConfig,
    kind: PatternKind,
    packet: u8,
    rates: impl Iterator<Item = f64>,
) -> f64 {
    let stable = rates.take_while(|&rate| !run(chip, &options(kind, rate, packet)).saturated);
    stable.last().unwrap_or(0.0)
}

#[test]
fn no_rate_above_the_bound_is_sustained() {
    let chip = mesh(8, 8, "buffer_flits = 16");
    for (kind, bound) in [
        (PatternKind::Uniform, 0.5),
        (PatternKind::Transpose, 1.0 / 7.0),
    ] {
        for factor in [1.1, 1.5, 2.0] {
            let report = run(&chip, &options(kind, bound * factor, 1));
            assert!(report.saturated, "{kind:?} at {factor} of its bound");
            assert!(report.links.iter().all(|link| link.load <= 1.0));
            assert!(report.ejection.iter().all(|&load| load <= 1.0));
        }
    }
}

#[test]
fn transpose_saturates_close_below_its_bound() {
    // The buffers of a row hold only packets of one source, so only chance delays them.
    let rates = (1..20).map(|step| 1.0 / 7.0 * (0.8 + 0.02 * step as f64));
    let highest = saturation(&mesh(8, 8, ""), PatternKind::Transpose, 1, rates);
    assert!((0.9 / 7.0..=1.03 / 7.0).contains(&highest), "{highest}");
}

#[test]
fn uniform_saturates_close_below_its_bound() {
    let rates = (1..20).map(|step| 0.5 * (0.6 + 0.03 * step as f64));
    let highest = saturation(
        &mesh(8, 8, "buffer_flits = 64"),
        PatternKind::Uniform,
        1,
        rates,
    );
    assert!((0.4..=0.5).contains(&highest), "{highest}");
}

#[test]
fn nothing_is_lost_and_a_seed_gives_the_same_again() {
    let chip = mesh(4, 4, "");
    for rate in [0.05, 0.9] {
        let mut options = options(PatternKind::Uniform, rate, 3);
        let mut traffic = Traffic::new(&chip, &options).unwrap();
        let report = traffic.run_to_end();
        let (packets, network) = traffic.in_flight();
        assert_eq!(network.injected, network.ejected + network.in_flight);
        assert!(network.in_flight <= 3 * packets as u64);
        assert!(network.in_flight > 0 || packets == 0);
        assert!(report.accepted <= report.offered + 0.01);
        let shares: f64 = report.shares.iter().sum();
        let ejected: f64 = report.ejection.iter().sum();
        assert!((shares - ejected).abs() < 1e-9 && (shares / 16.0 - report.accepted).abs() < 1e-9);
        assert_eq!(report, run(&chip, &options));
        options.seed += 1;
        assert_ne!(report, run(&chip, &options));
    }
}

#[test]
fn the_offered_rate_is_the_one_asked_for() {
    let chip = mesh(8, 8, "");
    for (rate, packet) in [(0.05, 1), (0.3, 4), (1.0, 1)] {
        let options = options(PatternKind::Neighbour, rate, packet);
        let report = run(&chip, &options);
        let trials = 64.0 * options.measure as f64;
        let chance = rate / packet as f64;
        let deviation = (chance * (1.0 - chance) / trials).sqrt() * packet as f64;
        assert!((report.offered - rate).abs() <= 5.0 * deviation);
    }
}

#[test]
fn slices_give_the_same_as_one_go() {
    let chip = mesh(4, 4, "");
    let options = options(PatternKind::Uniform, 0.2, 4);
    let mut traffic = Traffic::new(&chip, &options).unwrap();
    let mut slices = 1;
    while !traffic.run(std::time::Duration::ZERO) {
        slices += 1;
    }
    assert!(slices > 100);
    assert_eq!(traffic.report(), run(&chip, &options));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    /// On any mesh or torus, all packets arrive, and no tile starves under overload. In an empty
    /// network, the latency of a packet is that of the formula.
    #[test]
    fn any_grid_delivers_everything(
        (columns, rows) in (1u32..7, 1u32..7),
        (router, link, credit, slots) in (1u32..5, 0u32..4, 1u32..4, 1u32..20),
        (packet, seed, hotspot) in (1u8..20, any::<u64>(), any::<bool>()),
        topology in prop::sample::select(vec!["mesh", "torus"]),
    ) {
        let keys = format!(
            "router = {router}\nlink = {link}\ncredit = {credit}\nbuffer_flits = {slots}\n\
             topology = \"{topology}\""
        );
        let chip = mesh(columns, rows, &keys);
        let kind = if hotspot { PatternKind::Hotspot } else { PatternKind::Uniform };
        let mut options = options(kind, 1.0, packet);
        (options.seed, options.measure, options.drain) = (seed, 2_000, 1_000_000);
        let expected = Expectation::new(&chip, &options).unwrap();
        let round_trip = router + link.max(chip.ni.delay) + credit;
        let alone = formula(&chip, expected.hops, packet);
        if slots >= round_trip {
            prop_assert!((expected.zero_load - alone).abs() < 1e-9);
        } else {
            prop_assert!(expected.zero_load >= alone - 1e-9);
        }
        // If buffers have few slots, a link carries less than one flit per cycle, and packets block
        // each other.
        let capacity = f64::from(slots.min(round_trip)) / f64::from(round_trip);
        options.rate = 0.2 * capacity * expected.bound;
        let report = run(&chip, &options);
        prop_assert_eq!(report.arrived, report.generated);
        // Far beyond saturation, the network still delivers packets of every source in this time,
        // in which a link could carry 20,000 flits. It is long because sources far from a hotspot
        // wait for many others.
        (options.rate, options.warmup) = (1.0, 20_000);
        options.measure = (20_000.0 / capacity) as u64;
        options.drain = 0;
        let report = run(&chip, &options);
        prop_assert!(report.shares.iter().all(|&share| share > 0.0));
        let loads = report.links.iter().map(|link| link.load);
        let taken = report.ejection.into_iter();
        prop_assert!(loads.chain(taken).all(|load| load <= 1.0 + f64::from(packet) / 2e4));
    }
}
