//! The energy of a chip, compared with formulas, between both schedulers, and at several times of a
//! run.

use super::build::{chip, compile, job, loaded, run};
use super::programs::random_program;
use onchip_simulator::chip::Chip;
use onchip_simulator::config::{ChipConfig, Energy};
use onchip_simulator::host::Host;
use onchip_simulator::observe::EnergyUse;
use std::path::Path;

/// Each sum of these energies shows which of them were added. With this clock, the leakage per
/// cycle is not a whole number.
const ENERGY: &str = "[core]\nclock_mhz = 733\n[energy]\ncycle = 38_903\ninteger = 31_121\n\
    branch = 31_091\nload = 31_013\nstore = 30_937\nbank = 28_019\ndram = 975_011\nrouter = 2_039\n\
    link = 4_327\ninterface = 2_027\ndma = 6_101\ncore_leakage = 7_301\nmemory_leakage = 53\n\
    router_leakage = 149";

fn with_energy(columns: u32, rows: u32, cores: u32, tile: &str) -> ChipConfig {
    chip(&format!(
        "[mesh]\ncolumns = {columns}\nrows = {rows}\n[tile]\ncores = {cores}\nmemory_kb = {}\n\
         {tile}\n{ENERGY}\n[dram]\nrouters = [0]\nsize_mb = 1",
        64 * cores.next_power_of_two()
    ))
}

fn used(chip: &Chip) -> EnergyUse {
    EnergyUse::of(chip).expect("a chip with energies")
}

fn keys(config: &ChipConfig) -> &Energy {
    config.energy.as_ref().expect("a chip with energies")
}

/// Runs a program to its end.
fn finished(config: &ChipConfig, elf: &[u8], ranks: u32, reference: bool) -> Chip {
    let (mut chip, _) = loaded(config, elf, ranks);
    match reference {
        true => chip.run_reference(None),
        false => chip.run(None),
    };
    chip
}

/// The leakage of `cycles` cycles.
fn leakage(config: &ChipConfig, cycles: u64) -> u64 {
    let keys = keys(config);
    let tiles = u64::from(config.tiles());
    let of = |microwatts: u32, parts: u64| {
        parts * cycles * u64::from(microwatts) * 1000 / u64::from(config.core.clock_mhz)
    };
    of(keys.core_leakage, u64::from(config.cores()))
        + of(
            keys.memory_leakage,
            tiles * u64::from(config.tile.memory_kb),
        )
        + of(keys.router_leakage, 2 * tiles)
}

#[test]
fn a_chip_without_a_program_takes_its_leakage() {
    let config = with_energy(3, 2, 2, "");
    let mut chip = Chip::new(&config, Host::new(Path::new(".")).unwrap()).unwrap();
    chip.run_to(10_000);
    let used = used(&chip);
    assert!(chip.cycles() > 0);
    assert_eq!(used.total(), leakage(&config, chip.cycles()));
    assert_eq!(used.leakage(), used.total());
}

/// A core that is asleep for 100,000 cycles uses almost nothing but leakage.
#[test]
fn a_sleeping_core_takes_its_leakage() {
    let config = with_energy(2, 1, 1, "");
    let chip = finished(&config, &compile("energy", &["PART=4"]), 1, false);
    let used = used(&chip);
    assert!(chip.cycles() > 100_000);
    assert_eq!(used.leakage(), leakage(&config, chip.cycles()));
    let awake = 300 * u64::from(keys(&config).cycle + keys(&config).store);
    let rest = used.total() - used.leakage();
    assert!(rest < awake, "{rest}");
}

/// A message of a few packets adds the energy of its flits to the network and to the memory.
#[test]
fn a_message_takes_its_flits_by_its_hops() {
    for (columns, rows, other) in [
        (2, 1, None),
        (4, 1, None),
        (3, 3, None),
        (4, 1, Some(977)),
        (4, 1, Some(9_001)),
    ] {
        // The message goes from the first to the last router. On a 4 × 1 mesh it therefore crosses
        // the link between routers 1 and 2. If `other` is given, this link has that energy per
        // flit.
        let link = other.map_or(String::new(), |energy: u32| {
            format!("[[link]]\nbetween = [[2, 1]]\ndelay = 3\nflit_cycles = 2\nenergy = {energy}\n")
        });
        let config = with_energy(columns, rows, 1, &link);
        let keys = keys(&config);
        let other = u64::from(other.unwrap_or(keys.link));
        let hops = u64::from(columns - 1 + rows - 1);
        let take = |part: &str| {
            let elf = compile("energy", &[&format!("PART={part}")]);
            let fast = used(&finished(&config, &elf, config.cores(), false));
            let reference = used(&finished(&config, &elf, config.cores(), true));
            assert_eq!(fast, reference, "part {part}");
            fast
        };
        let flits = |flits: u64| {
            flits
                * (u64::from(keys.router) * (hops + 1)
                    + u64::from(keys.link) * (hops - 1)
                    + other
                    + u64::from(keys.interface) * 2)
        };
        let bank = u64::from(keys.bank);
        let nothing = take("0");
        assert_eq!(nothing.network(), 0);
        // docs/chip-file.md says which packets a message needs. The network interfaces also access
        // memory.
        let put = [64, 64, 64, 8].map(|bytes| 2 + bytes / 4 + 1);
        let dma = 4 * u64::from(keys.dma);
        for (part, network) in [
            ("1", flits(3 + 1)),
            ("2", flits(2 + 2)),
            ("3", flits(put.iter().sum()) + dma),
        ] {
            let used = take(part);
            assert_eq!(used.network(), network, "part {part}, {hops} links");
            let words = match part {
                "3" => 2 * 200 / 4,
                _ => 1,
            };
            let own = used.banks - words * bank;
            assert!(own % bank == 0 && own / bank < 40, "part {part}: {own}");
        }
    }
}

#[test]
fn both_schedulers_take_the_same() {
    for (seed, cores, tile) in [
        (1, 1, ""),
        (2, 1, "bank_priority = \"core\""),
        (3, 3, "banks = 2"),
        (5, 4, ""),
        (6, 8, "banks = 8"),
    ] {
        let config = &with_energy(2, 2, cores, tile);
        let elf = random_program(seed);
        let fast = finished(config, &elf, config.cores(), false);
        let reference = finished(config, &elf, config.cores(), true);
        assert_eq!(used(&fast), used(&reference), "seed {seed}, {cores} cores");
        assert!(used(&fast).memory() > 0 && used(&fast).network() > 0);
        // Without energies, everything else stays the same.
        let mut plain = config.clone();
        plain.energy = None;
        let without = finished(&plain, &elf, config.cores(), false);
        assert_eq!(without.cycles(), fast.cycles());
        assert_eq!(without.instructions(), fast.instructions());
        assert_eq!(EnergyUse::of(&without), None);
    }
}

/// The cores of a tile execute long stretches one after the other, each ahead of the chip's clock.
/// Then the simulator merges their accesses by cycle.
#[test]
fn both_schedulers_take_the_same_in_long_stretches() {
    for cores in [1, 2, 5] {
        let config = &with_energy(2, 1, cores, "banks = 2");
        let elf = compile("windows", &["STEPS=12", &format!("TILE_CORES={cores}")]);
        let fast = finished(config, &elf, config.cores(), false);
        let reference = finished(config, &elf, config.cores(), true);
        assert_eq!(used(&fast), used(&reference), "{cores} cores");
    }
}

/// Samples during the run change nothing, and each part of the energy never decreases.
#[test]
fn looking_changes_nothing() {
    let config = &with_energy(2, 2, 2, "");
    let elf = random_program(4);
    let whole = finished(config, &elf, config.cores(), false);
    let (mut chip, _) = loaded(config, &elf, config.cores());
    let (mut at, mut last) = (0, 0);
    while chip.run_to(at).is_none() {
        chip.interrupt();
        let total = used(&chip).total();
        assert!(total >= last);
        last = total;
        at += 89;
    }
    assert_eq!(chip.cycles(), whole.cycles());
    assert_eq!(used(&chip), used(&whole));
    // A second run uses the same energy.
    assert_eq!(
        used(&finished(config, &elf, config.cores(), false)),
        used(&whole)
    );
    assert_eq!(
        run(config, &elf, config.cores(), false).statistics.cycles,
        whole.cycles()
    );
}

/// A core keeps the energy that it has used for processes that have left it.
#[test]
fn jobs_one_after_the_other_add_up() {
    let config = &with_energy(2, 1, 2, "");
    let elf = compile("later", &[]);
    let after = |jobs: usize, reference: bool| {
        let mut chip = Chip::new(config, Host::new(Path::new(".")).unwrap()).unwrap();
        let (_, pair) = job(&elf, 2, config);
        let mut each = Vec::new();
        for _ in 0..jobs {
            chip.load(&pair).expect("the cores are free again");
            match reference {
                true => chip.run_reference(None),
                false => chip.run(None),
            };
            each.push(used(&chip));
        }
        each
    };
    let fast = after(3, false);
    assert_eq!(fast, after(3, true));
    let first = fast[0].cores();
    assert!(first > 0);
    for (before, now) in fast.iter().zip(&fast[1..]) {
        // The program has run once more. Its energy differs a little, because it prints the number
        // of its job, which is another one.
        let taken = now.cores() - before.cores();
        assert!(taken.abs_diff(first) < first / 10, "{taken} after {first}");
    }
}
