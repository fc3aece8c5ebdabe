//! Packets take as long as the keys of the chip file say, over every distance.

use super::build::{chip, clustered, compile, numbers, run};
use onchip_simulator::config::ChipConfig;

/// Number of cycles from the sending of the first flit of a packet of `words` words until its last
/// flit can be taken (docs/chip-file.md).
pub fn packet(chip: &ChipConfig, hops: u64, words: u64) -> u64 {
    let network = &chip.network;
    let flits = (32 * words).div_ceil(network.link_bits.into());
    let (ni, router, link) = (chip.ni.delay, network.router, network.link);
    2 * u64::from(ni) + (hops + 1) * u64::from(router) + hops * u64::from(link) + flits - 1
}

/// Checks the costs in `docs/register-map.md`, from each tile to each controller that the tile may
/// use. `links` returns the number of links from a tile to a router.
fn check_memories(chip: &ChipConfig, links: impl Fn(u32, u32) -> u64) {
    let elf = compile("dram", &[]);
    let outcome = run(chip, &elf, chip.tiles(), false);
    assert_eq!(outcome.report.kind, "exit", "{}", outcome.report.message);
    assert_eq!(outcome, run(chip, &elf, chip.tiles(), true));
    let measured = numbers(&outcome.output);
    let rdcycle = u64::from(chip.core.alu);
    let register = u64::from(chip.ni.register);
    let start = register + u64::from(chip.ni.dma_start);
    let wakeup = u64::from(chip.ni.wakeup);
    // The largest random delays, in cycles, of a controller's memory and of a wakeup.
    let (slow, late) = match &chip.perturb {
        perturb if perturb.seed == 0 => (0, 0),
        perturb => (u64::from(perturb.memory), u64::from(perturb.wakeup)),
    };
    let mut delays = 0;
    let controllers = chip.controllers();
    let pairs = (0..chip.tiles()).flat_map(|tile| controllers.iter().map(move |c| (tile, c)));
    let mut measured = measured.into_iter();
    for (tile, controller) in pairs.filter(|(tile, controller)| controller.admits(*tile)) {
        let latency = u64::from(controller.latency);
        let hops = links(tile, controller.router);
        let there = |words| packet(chip, hops, words);
        // The last flit of a response leaves when its last word has been read.
        let load = |words: u64| register + there(2) + latency + words - 1 + there(1) + 1;
        let fence = register + there(3) + latency + there(1) + 1;
        let get = start + there(2) + latency + 16 - 1 + there(1) + wakeup;
        let put = start + there(18) + latency + 16 - 1 + there(1) + wakeup;
        let mutex = u64::from(controller.mutex_latency);
        let take = register + there(2) + mutex + there(2) + 1;
        let release = register + there(3) + mutex + there(1) + 1;
        let mut expected = vec![
            (load(1), slow),
            (load(2), slow),
            (fence, slow),
            (get, slow + late),
            (put, slow + late),
        ];
        if controller.mutexes > tile {
            expected.extend([(take, 0), (release, 0)]);
        }
        for (number, (cycles, most)) in expected.into_iter().enumerate() {
            let found = measured.next();
            let least = rdcycle + cycles;
            assert!(
                found.is_some_and(|found| (least..=least + most).contains(&found)),
                "{number}, {tile}, {controller:?}: {found:?}, not {least} to {}",
                least + most
            );
            delays += found.unwrap_or(least) - least;
        }
    }
    assert_eq!(measured.next(), None);
    assert_eq!(delays > 0, slow + late > 0);
}

fn check_dram(keys: &str) {
    let chip = chip(&format!(
        "[mesh]\ncolumns = 4\nrows = 4\n[tile]\ncores = 1\nmemory_kb = 64\nbanks = 8\n{keys}\nrouters = [0, 6, 15]\nsize_mb = 3"
    ));
    check_memories(&chip, |tile, router| {
        ((tile % 4).abs_diff(router % 4) + (tile / 4).abs_diff(router / 4)).into()
    });
}

/// The clustered chip's scratchpads and external memory are at the tile's router or one link away.
#[test]
fn memories_of_the_clustered_chip() {
    let mut chip = clustered();
    let links = |tile: u32, router: u32| u64::from(tile / 4 + 1 != router);
    check_memories(&chip, links);
    (chip.network.router, chip.network.link) = (2, 3);
    chip.network.buffer_flits = 16;
    chip.memory[0].latency = 9;
    chip.memory[4].latency = 100;
    chip.memory[4].mutex_latency = 33;
    check_memories(&chip, links);
    chip.network.link_bits = 128;
    check_memories(&chip, links);
}

#[test]
fn dram_at_every_distance() {
    check_dram("[dram]");
    check_dram("[dram]\nlatency = 2");
    check_dram("[dram]\nmutex_latency = 80");
    check_dram("[network]\nnetworks = 2\n[dram]");
    check_dram("[network]\nlink = 3\nrouter = 2\nbuffer_flits = 16\n[dram]\nlatency = 100");
    check_dram("[ni]\ndelay = 2\nregister = 4\nwakeup = 1\n[network]\nbuffer_flits = 8\n[dram]");
}

/// Random delays stay below their bounds, and are equal under both schedulers.
#[test]
fn dram_with_random_delays() {
    check_dram("[perturb]\nseed = 1\nmemory = 5\nwakeup = 0\n[dram]");
    check_dram("[perturb]\nseed = 2\nmemory = 0\nwakeup = 9\n[dram]");
    check_dram("[perturb]\nseed = 3\n[dram]");
    check_dram("[perturb]\nmemory = 5\n[dram]");
}

/// Wide links do not make the DRAM faster than a word a cycle.
#[test]
fn dram_behind_wide_links() {
    for bits in [64, 128] {
        check_dram(&format!("[network]\nlink_bits = {bits}\n[dram]"));
        check_dram(&format!(
            "[network]\nlink_bits = {bits}\nlink = 3\nbuffer_flits = 8\n[dram]\nlatency = 2"
        ));
    }
}

/// The latencies of a controller's outstanding requests overlap. The responses follow each other
/// without a gap, each with a header before its words. An interface has at most four outstanding
/// gets, so a controller that can serve more requests may wait for the interface.
fn check_outstanding(outstanding: usize, latency: u64, link_bits: u64) {
    let keys = format!("outstanding = {outstanding}\nlatency = {latency}");
    let chip = chip(&format!(
        "[mesh]\ncolumns = 2\nrows = 1\n[tile]\ncores = 1\nmemory_kb = 64\n\
         [network]\nlink_bits = {link_bits}\n[dram]\nrouters = [1]\nsize_mb = 1\n{keys}"
    ));
    let outcome = run(&chip, &compile("gets", &[]), 1, false);
    assert_eq!(outcome, run(&chip, &compile("gets", &[]), 1, true));
    let measured = numbers(&outcome.output);
    let request = 64 / link_bits;
    // Number of words in the first flit of a response.
    let first = link_bits / 32 - 1;
    let mut left: Vec<u64> = vec![];
    for number in 0..8 {
        let taken = match number >= outstanding {
            true => left[number - outstanding] + request,
            false => request * number as u64,
        };
        let ready = taken + latency - 1 + first;
        let ready = (left.last()).map_or(ready, |last| ready.max(last + first.max(1)));
        left.push(ready + 16 - first);
    }
    let later = |times: &[u64]| -> Vec<u64> { times.iter().map(|t| t - times[0]).collect() };
    assert_eq!(later(&measured), later(&left), "{keys}, {link_bits} bits");
}

#[test]
fn outstanding_requests_of_dram() {
    for (outstanding, latency) in [(1, 30), (2, 30), (3, 90), (3, 200), (64, 5)] {
        check_outstanding(outstanding, latency, 32);
        check_outstanding(outstanding, latency, 64);
    }
}

fn check(keys: &str) {
    let text = format!(
        "{keys}\n[mesh]\ncolumns = 4\nrows = 4\n[tile]\ncores = 1\nmemory_kb = 64\nbanks = 8"
    );
    let chip = chip(&text);
    let elf = compile("latency", &[]);
    let outcome = run(&chip, &elf, 16, false);
    assert_eq!(outcome.report.kind, "exit", "{}", outcome.report.message);
    let measured = numbers(&outcome.output);
    assert_eq!(measured.len(), 15 * 7);
    let rdcycle = u64::from(chip.core.alu);
    let register = u64::from(chip.ni.register);
    let start = register + u64::from(chip.ni.dma_start);
    let wakeup = u64::from(chip.ni.wakeup);
    for (tile, measured) in (1..).zip(measured.chunks_exact(7)) {
        let hops = tile % 4 + tile / 4;
        let there = |words| packet(&chip, hops, words);
        // The terms are the request, a cycle in the target's interface, the response, and a cycle
        // until the word is in the register.
        let load = register + there(2) + 1 + there(2) + 1;
        let store = register + there(3) + wakeup;
        let put = |words: u64| start + there(2 + words) + 1 + there(1) + wakeup;
        let get = start + there(2) + 1 + there(17) + wakeup;
        let fence = register + there(3) + 1 + there(1) + 1;
        let idle = u64::from(chip.core.alu);
        let expected =
            [load, store, put(1), put(16), get, fence, idle].map(|cycles| rdcycle + cycles);
        assert_eq!(measured, expected, "tile {tile}, {keys}");
    }
}

#[test]
fn at_the_reference_costs() {
    check("");
}

#[test]
fn every_cost_counts() {
    check("[ni]\nregister = 3");
    check("[ni]\ndma_start = 9");
    check("[ni]\nwakeup = 11");
    check("[ni]\ndelay = 3\n[network]\nbuffer_flits = 8");
    check("[network]\nrouter = 2\nbuffer_flits = 8");
    check("[network]\nlink = 0");
    check("[network]\nlink = 5\nbuffer_flits = 16");
    check("[network]\nnetworks = 2");
    check("[network]\nlevels = 8\nbuffers = \"per_level\"\ncircuits = \"shared\"");
    check("[core]\nalu = 2");
}

#[test]
fn with_wide_links() {
    for bits in [64, 128] {
        check(&format!("[network]\nlink_bits = {bits}"));
        check(&format!(
            "[network]\nlink_bits = {bits}\nlink = 5\nbuffer_flits = 16\n[ni]\nregister = 3"
        ));
    }
}
