//! The chips on which random programs run.

use super::build::{chip, clustered};
use onchip_simulator::config::ChipConfig;

/// The number of cores per tile, and the rest of the chip file, for each chip. The rest begins with
/// further keys of the table `[tile]`.
pub const TILES: [(u32, &str); 9] = [
    (2, "banks = 1"),
    (4, ""),
    (3, "banks = 2\nbank_priority = \"core\"\npage_bytes = 256"),
    (7, "banks = 16"),
    (17, "banks = 16"),
    (
        8,
        "banks = 8\nbank_priority = \"core\"\n[core]\nload = 2\nalu = 2\n[host]\ncall = 3",
    ),
    (
        5,
        "banks = 32\n[core]\nload_use = 0\nbranch_taken = 0\nmultiply = 1",
    ),
    (
        6,
        "banks = 2\npage_bytes = 256\n[data_cache]\nsize_kb = 1\n[instruction_cache]\nsize_kb = 1\nprefetch = \"next\"\n[second_level]\nsize_kb = 4\nways = 4",
    ),
    (
        4,
        "banks = 4\n[instruction_cache]\nsize_kb = 2\nways = 2\nprefetch = \"next\"",
    ),
];

pub fn text(columns: u32, rows: u32, cores: u32, rest: &str) -> String {
    let dram = match rest.contains("[dram]") {
        true => "",
        false => "[dram]\nrouters = [0]\nsize_mb = 1",
    };
    format!(
        "[mesh]\ncolumns = {columns}\nrows = {rows}\n[tile]\ncores = {cores}\nmemory_kb = {}\n{rest}\n{dram}",
        64 * cores.next_power_of_two()
    )
}

/// For each chip, the columns, the rows, the cores per tile, and the rest of the chip file. The
/// rest begins with further keys of the table `[tile]`.
pub const CHIPS: [(u32, u32, u32, &str); 45] = [
    (2, 2, 1, ""),
    (3, 2, 1, "bank_priority = \"core\""),
    (2, 1, 4, ""),
    (2, 2, 2, "banks = 1\nbank_priority = \"core\""),
    (4, 1, 1, "banks = 1\n[ni]\nwakeup = 1\nregister = 1\nstores = 1\ndma_reads = 1"),
    (1, 2, 3, "banks = 2\n[network]\nlink = 0\nbuffer_flits = 1\npayload_flits = 3"),
    (2, 2, 1, "page_bytes = 256\n[network]\nrouter = 3\nlink = 2\n[ni]\ndelay = 0"),
    (3, 3, 1, "[dram]\nrouters = [0, 8]\nsize_mb = 2\nlatency = 2"),
    (2, 1, 2, "banks = 1\npage_bytes = 4096\n[network]\npayload_flits = 2\ncredit = 5\n[ni]\ndma_start = 1\nstores = 64"),
    (2, 2, 1, "[network]\nnetworks = 2\nbuffer_flits = 2"),
    (3, 1, 2, "[network]\nnetworks = 2\nlevels = 8\nbuffers = \"per_level\"\ncircuits = \"shared\""),
    (2, 2, 2, "[network]\nlevels = 8\narbiter = \"fixed\"\ncircuits = \"exclusive\""),
    (3, 3, 1, "[network]\ntopology = \"torus\"\nnetworks = 2\nbuffer_flits = 1"),
    (1, 1, 8, "banks = 2\npage_bytes = 256\nbank_priority = \"core\""),
    (1, 1, 1, "banks = 1\n[ni]\ndelay = 0\n[network]\nlink = 0"),
    (3, 1, 2, "[[tile_kind]]\nname = \"large\"\ntiles = [1]\ncores = 5\nresource_managers = 0\nmemory_kb = 512\nbanks = 16\n[[tile_kind]]\nname = \"small\"\ntiles = [0]\ncores = 1\nresource_managers = 0\nmemory_kb = 64\nbanks = 4\n[network]\ntopology = \"torus\"\nnetworks = 2"),
    (2, 2, 4, "[core]\nload = 3\nload_use = 0\nalu = 2\n[ni]\nregister = 7\nwakeup = 9\n[host]\ncall = 1\n[dram]\nrouters = [1, 2]\nsize_mb = 2"),
    (2, 2, 3, "interfaces = 2\nbanks = 1"),
    (2, 1, 5, "interfaces = 8\nbanks = 2\nbank_priority = \"core\"\n[network]\nbuffer_flits = 1\nlevels = 8"),
    (2, 2, 1, "[data_cache]\nsize_kb = 1"),
    (2, 1, 3, "banks = 2\n[data_cache]\nsize_kb = 2\nline_bytes = 128\nways = 2\nreplacement = \"tree\"\nhit = 2\n[network]\npayload_flits = 3\n[ni]\nstores = 1"),
    (3, 1, 1, "[data_cache]\nsize_kb = 1\nline_bytes = 16\nways = 16\nreplacement = \"random\"\nwrite_miss = \"around\"\n[network]\nnetworks = 2\nlevels = 8\nbuffers = \"per_level\""),
    (1, 2, 4, "bank_priority = \"core\"\ninterfaces = 2\n[data_cache]\nsize_kb = 4\nline_bytes = 64\nways = 1\nwrite = \"through\"\n[core]\nmisaligned = \"split\""),
    (2, 2, 2, "[data_cache]\nsize_kb = 3\nways = 3\nreplacement = \"round_robin\"\n[dram]\nrouters = [0, 3]\nsize_mb = 2"),
    (3, 1, 2, "[[tile_kind]]\nname = \"io\"\ntiles = [1]\ncores = 4\nresource_managers = 0\nmemory_kb = 256\nbanks = 4\ninterfaces = 4\n[network]\ntopology = \"torus\"\nnetworks = 2"),
    (2, 2, 1, "[instruction_cache]\nsize_kb = 1"),
    (2, 1, 3, "banks = 2\n[instruction_cache]\nsize_kb = 1\nline_bytes = 16\nways = 2\nprefetch = \"next\"\n[data_cache]\nsize_kb = 1"),
    (3, 1, 1, "[instruction_cache]\nsize_kb = 2\nline_bytes = 128\nways = 8\nreplacement = \"tree\"\nprefetch = \"next\"\n[network]\nnetworks = 2\npayload_flits = 3"),
    (1, 2, 4, "bank_priority = \"core\"\ninterfaces = 2\n[instruction_cache]\nsize_kb = 2\nline_bytes = 64\nways = 1\nprefetch = \"next\"\n[dram]\nrouters = [0, 1]\nsize_mb = 2"),
    (2, 2, 2, "[instruction_cache]\nsize_kb = 1\nways = 4\nreplacement = \"random\"\nline_bytes = 16\n[core]\nmisaligned = \"split\""),
    (2, 2, 1, "page_bytes = 256\n[data_cache]\nsize_kb = 1\n[second_level]\nsize_kb = 2\nways = 4"),
    (1, 2, 4, "bank_priority = \"core\"\ninterfaces = 2\npage_bytes = 256\n[data_cache]\nsize_kb = 1\nline_bytes = 64\nways = 1\nwrite = \"through\"\n[instruction_cache]\nsize_kb = 1\nline_bytes = 64\nways = 2\nprefetch = \"next\"\n[second_level]\nsize_kb = 4\nways = 2\nreplacement = \"random\"\nlatency = 3\n[ni]\nstores = 1"),
    (2, 1, 3, "[data_cache]\nsize_kb = 1\nline_bytes = 16\nways = 2\nwrite_miss = \"around\"\n[instruction_cache]\nsize_kb = 1\nline_bytes = 16\n[second_level]\nsize_kb = 1\nways = 1\nlatency = 1\n[dram]\nrouters = [0, 1]\nsize_mb = 2\nlatency = 2"),
    (2, 1, 2, "page_bytes = 256\n[data_cache]\nsize_kb = 1\n[second_level]\nsize_kb = 3\nways = 3\nreplacement = \"round_robin\"\n[core]\nmisaligned = \"split\""),
    (3, 2, 2, "[perturb]\nseed = 7\nstart = 500\nwakeup = 40\nmemory = 40"),
    (3, 2, 2, "[network]\nmulticast = \"rectangle\"\n[ni]\naccumulators = 3"),
    (2, 2, 1, "banks = 8\n[network]\nmulticast = \"rectangle\"\nbuffer_flits = 7\nlevels = 2\n[data_cache]\nsize_kb = 1\n[ni]\naccumulators = 4\ndelay = 0"),
    (2, 2, 4, "[trickbox]\nhosts = [0]\n[kernel]\ncall = 30"),
    (3, 1, 2, "[trickbox]\nhosts = [0]\n[network]\ncircuits = \"shared\"\ncircuit_conflict = \"queue\"\nlevels = 4\n[data_cache]\nsize_kb = 1"),
    (2, 2, 3, "banks = 2\n[[memory]]\nname = \"unit\"\nrouter = 1\nsize_kb = 4\noutstanding = 3\nfpu = \"pipelined\"\n[dram]\nrouters = [0]\nsize_mb = 1\noutstanding = 4\nmutex_latency = 20"),
    (3, 2, 1, "[network]\ncircuits = \"exclusive\"\ncircuit_conflict = \"refuse\"\n[[memory]]\nname = \"unit\"\nrouter = 4\nsize_kb = 4\nfpu = \"serial\"\n[fpu]\nadd = 40\n[energy]"),
    (2, 1, 5, "page_bytes = 256\nbanks = 2\n[data_cache]\nsize_kb = 1\n[instruction_cache]\nsize_kb = 1\nprefetch = \"next\"\n[second_level]\nsize_kb = 8\nways = 2\n[trickbox]\nhosts = [0]"),
    (3, 2, 2, "interfaces = 4\n[network]\ntopology = \"torus\"\nnetworks = 2\nlevels = 2\nbuffers = \"per_level\"\n[ni]\nretry = 3"),
    (4, 2, 1, "[[link]]\nchiplet_columns = 2\ndelay = 9\nflit_cycles = 3\n[core]\nshifter = \"ones\"\ndivide_step = 2\njump_ahead = 1\nmisaligned_target = 1\nload_overwrite = 1\n[energy]"),
    (2, 2, 2, "[energy]\n[instruction_cache]\nsize_kb = 1\n[data_cache]\nsize_kb = 1\nhit = 1\n[network]\ncircuits = \"shared\""),
];

/// Indices into `CHIPS` of the chips that have circuits, multicasts, accumulators, shared
/// floating-point units or trickboxes.
const WITH_UNITS: [usize; 10] = [10, 11, 35, 36, 37, 38, 39, 40, 41, 44];

/// Returns the index of a chip for a random program that uses the units in `WITH_UNITS`. An even
/// index becomes the index of a chip with such units; an odd one is returned unchanged.
pub fn with_units(which: usize) -> usize {
    match which % 2 {
        0 => WITH_UNITS[which / 2 % WITH_UNITS.len()],
        _ => which,
    }
}

/// Chip number `which` of `chips`, with links that are `width` words wide. The links have at most
/// as many words as a tile has banks.
pub fn chip_with_links(which: usize, width: u32) -> ChipConfig {
    let mut config = chips()[which].clone();
    config.network.link_bits = 32 * width.min(config.tile.banks);
    config
}

/// The chips of `CHIPS`, and the clustered chip.
pub fn chips() -> Vec<ChipConfig> {
    let grids = CHIPS.into_iter();
    let grids = grids.map(|(columns, rows, cores, rest)| chip(&text(columns, rows, cores, rest)));
    grids.chain([clustered()]).collect()
}
