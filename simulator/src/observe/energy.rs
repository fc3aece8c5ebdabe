//! The energy that each part of the chip has used.

use crate::chip::Chip;
use crate::config::Energy;
use crate::controller::Operations;
use crate::noc::Traffic;
use std::collections::HashMap;

/// Energy in femtojoules that a core has used. Leakage is not included.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CoreEnergy {
    pub instructions: u64,
    /// Clock and control, for the cycles in which the core was not asleep.
    pub clock: u64,
}

/// Energy in femtojoules that a chip has used since its first cycle. The fields do not overlap.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EnergyUse {
    /// The energy of each core, by number.
    pub cores: Vec<CoreEnergy>,
    pub routers: u64,
    pub links: u64,
    /// The network interfaces of tiles and of memory controllers.
    pub interfaces: u64,
    /// DMA engines.
    pub dma: u64,
    /// Memories of tiles, and caches.
    pub banks: u64,
    /// The energy of each memory controller, by number.
    pub controllers: Vec<u64>,
    pub core_leakage: u64,
    pub memory_leakage: u64,
    pub router_leakage: u64,
}

impl EnergyUse {
    /// The energy that a chip has used up to its current cycle. None if the chip file contains no
    /// energies. The simulation must have ended, or `Chip::interrupt` must have been called.
    pub fn of(chip: &Chip) -> Option<EnergyUse> {
        let prices = chip.config.energy.as_ref()?;
        let now = chip.cycles();
        let harts = chip.tiles.iter().flat_map(|tile| &tile.cores.harts);
        let past: Vec<_> = harts.map(|hart| hart.past_until(now)).collect();
        let traffic: Traffic = [&chip.shared.requests, &chip.shared.responses]
            .map(|networks| networks.traffic())
            .into_iter()
            .sum();
        let words = |tile: &crate::tile::Tile| tile.cores.served;
        let words = past.iter().map(|past| past.spent.words).sum::<u64>()
            + chip.tiles.iter().map(words).sum::<u64>();
        let bytes = chip.tiles.iter().map(|tile| tile.cores.bytes());
        let kilobytes = bytes.map(u64::from).sum::<u64>() / 1024;
        let caches = chip.config.data_cache.size_kb + chip.config.instruction_cache.size_kb;
        let kilobytes = kilobytes + u64::from(caches) * past.len() as u64;
        let interfaces = chip.tiles.iter().flat_map(|tile| &tile.interfaces);
        let packets: u64 = interfaces.map(|ni| ni.engine.packets).sum();
        let leaks = |microwatts: u32, parts: u64| leakage(chip, microwatts, parts);
        Some(EnergyUse {
            cores: (past.iter())
                .map(|past| CoreEnergy {
                    instructions: past.spent.energy,
                    clock: past.awake * u64::from(prices.cycle),
                })
                .collect(),
            routers: traffic.crossings * u64::from(prices.router),
            links: links(chip, &traffic, prices),
            interfaces: traffic.interfaces * u64::from(prices.interface),
            dma: packets * u64::from(prices.dma),
            banks: words * u64::from(prices.bank),
            controllers: controllers(chip, prices),
            core_leakage: leaks(prices.core_leakage, past.len() as u64),
            memory_leakage: leaks(prices.memory_leakage, kilobytes),
            router_leakage: leaks(prices.router_leakage, traffic.routers),
        })
    }

    /// Energy of all cores, for instructions and clocks.
    pub fn cores(&self) -> u64 {
        let each = self.cores.iter();
        each.map(|core| core.instructions + core.clock).sum()
    }

    /// Energy of routers, links, network interfaces and DMA engines.
    pub fn network(&self) -> u64 {
        self.routers + self.links + self.interfaces + self.dma
    }

    /// Energy of the tiles' memory banks, of memory controllers, and of the memories behind them.
    pub fn memory(&self) -> u64 {
        self.banks + self.controllers.iter().sum::<u64>()
    }

    /// Leakage of cores, memories and routers.
    pub fn leakage(&self) -> u64 {
        self.core_leakage + self.memory_leakage + self.router_leakage
    }

    pub fn total(&self) -> u64 {
        self.cores() + self.network() + self.memory() + self.leakage()
    }
}

/// The energy of all flits on links between routers. In the chip file, some links may have an
/// energy per flit of their own.
fn links(chip: &Chip, traffic: &Traffic, prices: &Energy) -> u64 {
    let all = traffic.hops * u64::from(prices.link);
    let sorted = |[one, other]: [u32; 2]| [one.min(other), one.max(other)];
    let others = chip.config.link.iter().flat_map(|link| {
        let pairs = link.between.iter();
        pairs.map(move |&pair| (sorted(pair), u64::from(link.energy)))
    });
    let others: HashMap<[u32; 2], u64> = others.collect();
    if others.is_empty() {
        return all;
    }
    let networks = [&chip.shared.requests, &chip.shared.responses];
    let networks = networks.into_iter().flat_map(|networks| networks.all());
    let more = networks.flat_map(|network| {
        let links = network.statistics().links.into_iter();
        links.filter_map(|link| {
            let to = network.neighbour(link.router, link.port)?;
            let price = others.get(&sorted([link.router as u32, to as u32]))?;
            // If a link costs less than the others, this term is negative, modulo 2⁶⁴.
            Some(
                link.flits
                    .wrapping_mul(price.wrapping_sub(prices.link.into())),
            )
        })
    });
    more.fold(all, u64::wrapping_add)
}

/// The leakage of `parts` parts up to the current cycle, in femtojoules. Each part leaks
/// `microwatts`. One microwatt is 1000 / MHz femtojoules per cycle.
fn leakage(chip: &Chip, microwatts: u32, parts: u64) -> u64 {
    let cycles = u128::from(chip.cycles()) * u128::from(parts);
    let clock = u128::from(chip.config.core.clock_mhz);
    (cycles * u128::from(microwatts) * 1000 / clock) as u64
}

/// The energy of each memory controller, by number. The controllers of the DRAM come first.
fn controllers(chip: &Chip, prices: &Energy) -> Vec<u64> {
    let shares = chip.config.dram.routers.len();
    let price = |number| match number < shares {
        true => prices.dram,
        false => prices.memory,
    };
    let all = chip.controllers.iter().enumerate();
    all.map(|(number, controller)| {
        let fpu = controller.fpu.as_ref();
        let float = fpu.map_or(0, |fpu| operations(&fpu.operations, prices));
        controller.words * u64::from(price(number)) + float
    })
    .collect()
}

/// The energy of the operations of a shared floating-point unit. An operation is assumed to take as
/// much energy as in a core's own unit, which includes instruction fetch and register accesses.
fn operations(counts: &Operations, prices: &Energy) -> u64 {
    counts.multiply * u64::from(prices.float_multiply)
        + counts.fused * u64::from(prices.float_fused)
        + counts.divide * u64::from(prices.float_divide)
        + counts.others * u64::from(prices.float)
}
