//! Checks that the keys of a chip file fit together. Each key by itself has already been checked.

use super::memory::no_tile;
use super::tile_kind::least_banks;
use super::File;
use crate::config::error::Problem;
use crate::config::keys::{MOST_TILES, MOST_TILE_MEMORY_KB};
use crate::config::{
    ChipConfig, CircuitConflict, Circuits, DataCache, DimensionOrder, Prefetch, Replacement, Start,
    Topology,
};
use crate::noc::multicast::MOST_COLUMNS;
use crate::noc::topology::MOST_INPUTS;
use crate::noc::{self, routing::Routing, LevelBuffers, Multicast};

impl File<'_> {
    pub fn check_consistency(&self, chip: &mut ChipConfig) -> Vec<Problem> {
        // A mistake in the number or arrangement of tiles and routers ends the check, because the
        // other checks use these.
        let problem = match chip.shape {
            Some(_) => self.check_named(chip),
            None => self.check_shape(chip),
        };
        if let Some(problem) = problem {
            return vec![problem];
        }
        let mut problems = vec![];
        problems.extend(self.check_jumps(chip));
        problems.extend(self.check_memory(chip));
        problems.extend(self.check_banks(chip));
        problems.extend(self.check_cache("data_cache", &chip.data_cache));
        let instructions = chip.instruction_cache.shape();
        problems.extend(self.check_cache("instruction_cache", &instructions));
        problems.extend(self.check_second_level(chip));
        problems.extend(self.check_prefetch(chip));
        problems.extend(self.check_tile_kinds(chip));
        problems.extend(self.check_interfaces(chip));
        problems.extend(self.check_order(chip));
        problems.extend(self.check_routers(chip));
        problems.extend(self.check_dram_size(chip));
        problems.extend(self.check_memories(chip));
        problems.extend(self.check_trickbox(chip));
        if let (Some(drawn), true) = (&chip.drawn, problems.is_empty()) {
            problems.extend(match chip.shape {
                Some(_) => self.check_generated(drawn, chip),
                None => self.check_drawn(drawn, chip),
            });
        }
        // The next three checks need the network's routes, which only a correct chip has.
        if problems.is_empty() {
            problems.extend(self.check_channels(chip));
        }
        if problems.is_empty() {
            problems.extend(self.check_queue(chip));
        }
        if problems.is_empty() {
            problems.extend(self.check_other_links(chip));
        }
        problems.extend(self.check_multicast(chip));
        problems.extend(self.check_accumulators(chip));
        problems
    }

    pub fn about(&self, table: &str, name: &str, wrong: String, right: String) -> Problem {
        // The defaults are consistent, so the file gives at least one of the conflicting keys.
        let position = self.find(table, name).or_else(|| self.entry(table));
        let at = position.map_or(0..0, |(at, _)| at);
        self.problem(at, self.path(table, name), wrong, right)
    }

    /// Checks that a jump costs at least as many cycles as the extra cost of a taken branch,
    /// because the cost of a jump includes that extra cost.
    fn check_jumps(&self, chip: &ChipConfig) -> Option<Problem> {
        let core = &chip.core;
        let jumps = [
            ("jump", core.jump()),
            ("jump_register", core.jump_register()),
        ];
        let (name, cycles) = jumps.into_iter().find(|jump| jump.1 < core.branch_taken)?;
        let wrong = format!("{cycles} is less than core.branch_taken");
        let right = format!("at least {}", core.branch_taken);
        Some(self.about("core", name, wrong, right))
    }

    /// Checks that the hosts of the trickboxes (units by which one core holds, releases and resets
    /// another) are tiles of the chip. If cores do not start by themselves, there must be hosts.
    fn check_trickbox(&self, chip: &ChipConfig) -> Option<Problem> {
        let keys = &chip.trickbox;
        if let Some((wrong, right)) = no_tile(&keys.hosts, chip) {
            return Some(self.about("trickbox", "hosts", wrong, right));
        }
        if keys.start == Start::Running || !keys.hosts.is_empty() {
            return None;
        }
        let wrong = "\"held\", but `trickbox.hosts` names no tile that releases the cores".into();
        let right = "\"running\", or a list of tiles in `trickbox.hosts`".into();
        Some(self.about("trickbox", "start", wrong, right))
    }

    /// Checks that two successive cache lines, which are fetched together, are in different sets.
    fn check_prefetch(&self, chip: &ChipConfig) -> Option<Problem> {
        let cache = &chip.instruction_cache;
        let lines = cache.size_kb * 1024 / cache.line_bytes;
        if cache.prefetch == Prefetch::None || cache.size_kb == 0 || lines > cache.ways {
            return None;
        }
        let wrong = format!("\"next\", but all {lines} lines are one set");
        let right = format!("\"none\", or at most {} ways", (lines / 2).max(1));
        Some(self.about("instruction_cache", "prefetch", wrong, right))
    }

    /// Checks that the second-level cache fits into each tile's memory, and that its lines suit the
    /// cores' caches. A program must be able to move the border between the cache and the rest of
    /// the memory by whole pages.
    fn check_second_level(&self, chip: &ChipConfig) -> Option<Problem> {
        let keys = &chip.second_level;
        let about =
            |name, wrong, right: String| Some(self.about("second_level", name, wrong, right));
        if keys.size_kb == 0 {
            return None;
        }
        if chip.data_cache.size_kb == 0 {
            let wrong = format!(
                "{} kB, but there are no data caches, whose misses it has",
                keys.size_kb
            );
            return about(
                "size_kb",
                wrong,
                "0, or `data_cache.size_kb` above 0".into(),
            );
        }
        let line = chip.data_cache.line_bytes;
        if chip.instruction_cache.size_kb > 0 && chip.instruction_cache.line_bytes != line {
            let wrong = format!(
                "{}, but the data cache's lines, and so the second level's, have {line}",
                chip.instruction_cache.line_bytes
            );
            let right = format!("{line}, or `second_level.size_kb = 0`");
            return Some(self.about("instruction_cache", "line_bytes", wrong, right));
        }
        let memories = (0..chip.tiles()).map(|tile| chip.tile_parts(tile).memory_kb);
        let least = memories.min().unwrap_or(0);
        if keys.size_kb >= least {
            let wrong = format!("{} kB of a tile's memory of {least} kB", keys.size_kb);
            return about(
                "size_kb",
                wrong,
                format!("less than {least}: programs need the rest"),
            );
        }
        let problem = self.check_cache("second_level", &keys.shape(&chip.data_cache));
        if problem.is_some() {
            return problem;
        }
        let (way, page) = (keys.way_bytes(), chip.tile.page_bytes);
        if !way.is_multiple_of(page) {
            let wrong = format!("a way of {way} bytes is not whole pages of {page}");
            let most = keys.size_kb * 1024 / page;
            return about("ways", wrong, format!("at most {}", most.max(1)));
        }
        None
    }

    /// Checks that some bits of an address can select the set of a cache: the number of sets must
    /// be a power of two.
    fn check_cache(&self, table: &str, cache: &DataCache) -> Option<Problem> {
        let about = |name, wrong, right: String| Some(self.about(table, name, wrong, right));
        let lines = cache.size_kb * 1024 / cache.line_bytes;
        if cache.size_kb == 0 {
            return None;
        }
        if !lines.is_multiple_of(cache.ways) || !(lines / cache.ways).is_power_of_two() {
            let wrong = format!(
                "{lines} lines of {} bytes in {} ways are not a power of two of sets",
                cache.line_bytes, cache.ways
            );
            let right = match cache.size_kb.is_power_of_two() {
                true => format!(
                    "a power of two, such as {}",
                    cache.ways.next_power_of_two() / 2
                ),
                false => format!(
                    "with {} ways, a power of two of kB for each way",
                    cache.ways
                ),
            };
            return about("ways", wrong, right);
        }
        if cache.replacement == Replacement::Tree && !cache.ways.is_power_of_two() {
            let wrong = format!(
                "\"tree\", but {} ways are not the leaves of a tree",
                cache.ways
            );
            let right = "a power of two of ways, or \"lru\"".into();
            return about("replacement", wrong, right);
        }
        None
    }

    /// Checks that the chip file has the table that `network.topology` demands, and not too many
    /// tiles.
    fn check_shape(&self, chip: &ChipConfig) -> Option<Problem> {
        let about =
            |table, name, wrong: String, right: String| Some(self.about(table, name, wrong, right));
        let is_drawn = chip.network.topology == Topology::Drawn;
        match (&chip.mesh, &chip.drawn) {
            (Some(_), Some(_)) => {
                let (at, _) = self.entry("drawn")?;
                let wrong = "stands beside `[mesh]`".into();
                let right = "a chip is a grid, `[mesh]`, or drawn, `[drawn]`: take one out".into();
                Some(self.problem(at, "drawn".into(), wrong, right))
            }
            (mesh, None) if !chip.network.topology.is_of_tables() => {
                let wrong = "needs sizes, but there is no table `[shape]`".into();
                let right = match mesh {
                    Some(_) => "write `[shape]` with `sizes` instead of `[mesh]`, or \"mesh\"",
                    None => "write `[shape]` with `sizes`",
                };
                about("network", "topology", wrong, right.into())
            }
            (Some(_), None) if is_drawn => about(
                "network",
                "topology",
                "\"drawn\", but there is no table `[drawn]`".into(),
                "\"mesh\" or \"torus\", or `[drawn]` instead of `[mesh]`".into(),
            ),
            (Some(mesh), None) if chip.tiles() > MOST_TILES => about(
                "mesh",
                "rows",
                format!("{} × {} is {} tiles", mesh.columns, mesh.rows, chip.tiles()),
                format!(
                    "at most {MOST_TILES} fit; with {} columns, at most {} rows",
                    mesh.columns,
                    MOST_TILES / mesh.columns
                ),
            ),
            (None, Some(_)) if !is_drawn => about(
                "network",
                "topology",
                "a grid, but the chip is drawn".into(),
                "write `topology = \"drawn\"` below `[network]`".into(),
            ),
            (None, Some(_)) if self.find("network", "routing").is_some() => about(
                "network",
                "routing",
                "is for a grid, but the chip is drawn".into(),
                "leave it out; `drawn.routes` may give the routes".into(),
            ),
            (None, Some(drawn)) if !(1..=MOST_TILES as usize).contains(&drawn.tiles.len()) => {
                about(
                    "drawn",
                    "tiles",
                    format!("{} tiles", drawn.tiles.len()),
                    format!("a chip has 1 to {MOST_TILES}; the list has the router of each"),
                )
            }
            _ => None,
        }
    }

    fn check_memory(&self, chip: &ChipConfig) -> Option<Problem> {
        let tiles = chip.tiles() as u64;
        let most = MOST_TILE_MEMORY_KB / tiles;
        // In the memory map, each tile has as much address space as the largest tile memory needs.
        let largest = (1 << chip.tile_shift()) / 1024;
        (largest > most).then(|| {
            // The largest power of two that is at most `most`.
            let right = 1 << most.ilog2();
            self.about(
                "tile",
                "memory_kb",
                format!(
                    "{tiles} tiles of {largest} kB are {} MB",
                    tiles * largest / 1024
                ),
                format!("all together have room for 1024 MB: at most {right} kB in each"),
            )
        })
    }

    /// Checks that a tile has enough banks to read or write a whole flit in one cycle.
    fn check_banks(&self, chip: &ChipConfig) -> Option<Problem> {
        let (bits, banks) = (chip.network.link_bits, chip.tile.banks);
        let least = least_banks(chip);
        (banks < least).then(|| {
            self.about(
                "network",
                "link_bits",
                format!("{bits}, but a tile takes 32 bits a cycle in each of {banks} banks"),
                format!(
                    "at most {}, or at least {least} banks in `tile.banks`",
                    32 * banks
                ),
            )
        })
    }

    /// Checks that a chip with circuits has one network interface in each tile, because a circuit
    /// leads to a tile and not to one of several interfaces.
    fn check_interfaces(&self, chip: &ChipConfig) -> Option<Problem> {
        let tile = *chip.further_interfaces().first()?;
        (chip.network.circuits != Circuits::None).then(|| {
            let interfaces = chip.tile_parts(tile).interfaces;
            self.about(
                "network",
                "circuits",
                format!("there are some, but tile {tile} has {interfaces} interfaces"),
                "\"none\", or one interface in each tile".into(),
            )
        })
    }

    /// Checks that `network.routing` suits the network. The routings "xy" and "yx" suit any grid.
    /// The others need a mesh, or for three of them a torus, and a chip without circuits, because a
    /// circuit has one route and one virtual channel.
    fn check_order(&self, chip: &ChipConfig) -> Option<Problem> {
        use DimensionOrder::*;
        let network = &chip.network;
        let is_of_torus = matches!(network.routing, Minimal | Valiant | Romm);
        let (wrong, right) = match (network.topology, network.circuits) {
            _ if matches!(network.routing, Xy | Yx) => return None,
            (Topology::Mesh, Circuits::None) => return None,
            (Topology::Torus, Circuits::None) if is_of_torus => return None,
            (Topology::Mesh | Topology::Torus, circuits) if circuits != Circuits::None => (
                "is for chips without circuits, which have one route",
                "\"xy\" or \"yx\", or `circuits = \"none\"`",
            ),
            _ => (
                "is for a mesh: on a torus packets could wait for each other for ever",
                "\"xy\" or \"yx\", or `topology = \"mesh\"`",
            ),
        };
        Some(self.about("network", "routing", wrong.into(), right.into()))
    }

    /// Checks that the routes allow the number of virtual channels that `network.channels` gives
    /// for each class of traffic.
    fn check_channels(&self, chip: &ChipConfig) -> Option<Problem> {
        let network = &chip.network;
        let parameters = chip.network_parameters();
        let topology = noc::topology::Topology::of(&parameters);
        let routing = Routing::of(&parameters, &topology);
        let least = routing.channels_per_class();
        let most = (MOST_INPUTS / topology.ports).min(8);
        let channels = match network.channels {
            0 => least,
            channels => channels as usize,
        };
        let about = |wrong: String, right: &str| {
            Some(self.about("network", "channels", wrong, right.into()))
        };
        if !routing.can_have(channels) {
            let right = match least {
                _ if channels >= least => format!("a multiple of {least}, such as {}", 2 * least),
                _ => format!("at least {least}, or 0 for as many as needed"),
            };
            let wrong = match channels < least {
                true => {
                    "too few for these routes, whose packets could wait for each other for ever"
                }
                false => "not equally many for each of the groups that keep packets apart",
            };
            return about(format!("{channels} are {wrong}"), &right);
        }
        if channels > most {
            let wrong = format!("{channels} for routers of {} ports", topology.ports);
            return about(wrong, &format!("at most {most} for so many ports"));
        }
        let has_circuits = network.circuits != Circuits::None;
        (network.channels > 0 && has_circuits && routing.has_choice(channels)).then_some(())?;
        let wrong = format!("{channels}, but circuits have one route and one virtual channel");
        about(wrong, "0, or `circuits = \"none\"`")
    }

    /// Checks that packets that open circuits, and wait for other circuits to close, can never form
    /// a cycle of waiting packets. They could do so around a ring of a torus, because a circuit has
    /// one virtual channel in each link.
    fn check_queue(&self, chip: &ChipConfig) -> Option<Problem> {
        let network = &chip.network;
        let queue = network.circuit_conflict == CircuitConflict::Queue;
        // Only topologies with rings of links need several virtual channels.
        let has_rings = || {
            let parameters = chip.network_parameters();
            let topology = noc::topology::Topology::of(&parameters);
            Routing::of(&parameters, &topology).channels_per_class() > 1
        };
        let place = match network.topology {
            Topology::Torus => "around a ring of a torus",
            _ => "around rings of links",
        };
        (queue && has_rings() && network.circuits != Circuits::None).then(|| {
            self.about(
                "network",
                "circuit_conflict",
                format!("\"queue\", but {place} circuits could wait for each other for ever"),
                "\"wait\" or \"refuse\", or `topology = \"mesh\"`".into(),
            )
        })
    }

    /// Checks the conditions for multicasts: a mesh, one route to each tile, and one class of
    /// packets, which keeps multicasts in order with stores. A buffer must hold a whole packet, so
    /// that multicasts never wait for each other for ever.
    fn check_multicast(&self, chip: &ChipConfig) -> Option<Problem> {
        use DimensionOrder::*;
        let network = &chip.network;
        if network.multicast == Multicast::None {
            return None;
        }
        let size = chip
            .mesh
            .as_ref()
            .map_or(0, |mesh| mesh.columns.max(mesh.rows));
        let is_mesh = network.topology == Topology::Mesh && size > 0;
        let classes = network.buffers == LevelBuffers::PerLevel && network.levels > 1;
        let (wrong, right) = if !is_mesh {
            ("the chip is no mesh", "`[mesh]` and `topology = \"mesh\"`")
        } else if size > MOST_COLUMNS {
            (
                "the mesh has more than 16 columns or rows",
                "at most 16 columns and 16 rows",
            )
        } else if !matches!(network.routing, Xy | Yx) {
            (
                "packets to one tile have several routes",
                "`routing = \"xy\"` or \"yx\"",
            )
        } else if network.channels > 1 {
            ("inputs have several virtual channels", "`channels = 0`")
        } else if network.circuits != Circuits::None {
            ("the network has circuits", "`circuits = \"none\"`")
        } else if classes {
            (
                "levels have buffers of their own, so packets change places",
                "`buffers = \"shared\"`",
            )
        } else if network.networks > 1 {
            (
                "on two networks packets change places with stores",
                "`networks = 1`",
            )
        } else if !chip.further_interfaces().is_empty() {
            (
                "tiles have several interfaces",
                "one interface in each tile",
            )
        } else if chip.multicast_line().is_none() {
            (
                "a buffer has no room for header, address and a word",
                "`buffer_flits` for at least 96 bits",
            )
        } else {
            return None;
        };
        let wrong = format!("\"rectangle\", but {wrong}");
        let right = format!("\"none\", or {right}");
        Some(self.about("network", "multicast", wrong, right))
    }

    /// Checks that a multicast can bring the two-word result of an accumulator to the cores with
    /// one index in all tiles.
    fn check_accumulators(&self, chip: &ChipConfig) -> Option<Problem> {
        let accumulators = chip.ni.accumulators;
        let multicast = &chip.network.multicast;
        let [cores, memory] = [chip.tile.cores, chip.tile.memory_kb];
        let differs =
            (chip.tile_kind.iter()).any(|kind| kind.cores != cores || kind.memory_kb != memory);
        let (wrong, right) = if accumulators == 0 {
            return None;
        } else if *multicast == Multicast::None {
            (
                "no packet goes to all tiles of a rectangle",
                "`network.multicast = \"rectangle\"`",
            )
        } else if chip.multicast_line().is_some_and(|line| line < 8) {
            (
                "a buffer has no room for header, address and two words",
                "`buffer_flits` for at least 128 bits",
            )
        } else if differs {
            (
                "tiles have different cores or memories, so that cores of one number have their \
                 memories at different places",
                "`cores` and `memory_kb` as in `[tile]`",
            )
        } else {
            return None;
        };
        let (wrong, right) = (
            format!("{accumulators}, but {wrong}"),
            format!("0, or {right}"),
        );
        Some(self.about("ni", "accumulators", wrong, right))
    }

    fn check_routers(&self, chip: &ChipConfig) -> Vec<Problem> {
        let (controllers, routers) = (&chip.dram.routers, chip.routers());
        let about = |wrong: String, right: String| self.about("dram", "routers", wrong, right);
        let mut problems = vec![];
        if let Some(outside) = controllers.iter().find(|&&router| router >= routers) {
            problems.push(about(
                format!("{outside} is no router of the chip"),
                format!("its routers are 0 to {}", routers - 1),
            ));
        }
        let mut sorted = controllers.clone();
        sorted.sort_unstable();
        let pair = sorted.windows(2).find(|pair| pair[0] == pair[1]);
        if let (Some(pair), Some(_)) = (pair, &chip.mesh) {
            problems.push(about(
                format!("{} is there twice", pair[0]),
                "a router of a grid has one port for a controller".into(),
            ));
        }
        problems
    }

    fn check_dram_size(&self, chip: &ChipConfig) -> Option<Problem> {
        let (controllers, size) = (chip.dram.routers.len() as u32, chip.dram.size_mb);
        let (wrong, right) = match (controllers, size) {
            (0, 0) => return None,
            (0, _) => (
                format!("{size} MB, but no router has a controller"),
                "name some in `routers`, or leave it out".into(),
            ),
            (_, 0) => (
                format!("0 MB for the controllers on {controllers} routers"),
                format!(
                    "a multiple of {controllers}, or no `{}`",
                    self.path("dram", "routers")
                ),
            ),
            _ if size % controllers == 0 => return None,
            _ => (
                format!("{size} MB cannot be shared equally by {controllers} controllers"),
                format!("{} MB could", controllers * (size / controllers).max(1)),
            ),
        };
        Some(self.about("dram", "size_mb", wrong, right))
    }
}
