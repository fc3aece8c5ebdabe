//! Every key of a chip file, the values it may have, and what it means.

use crate::memory::MOST_BANKS;
use std::fmt;

/// The type of a key's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueType {
    /// A name: 1 to 64 letters, digits, `_`, `-` and `.`.
    Name,
    /// Any text.
    Text,
    /// A whole number from the first to the second.
    Whole(u32, u32),
    /// A power of two from the first to the second.
    PowerOfTwo(u32, u32),
    /// One of these words.
    Word(&'static [&'static str]),
    /// A list of switch numbers.
    Switches,
    /// A list of tile numbers.
    Tiles,
    /// A list of pairs of switch numbers.
    Links,
    /// A list with a list of switch numbers for each switch.
    Routes,
}

/// The range, as `onchip chip keys` and messages show it.
impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueType::Name => write!(f, "1 to 64 letters, digits, `_`, `-`, `.`"),
            ValueType::Text => write!(f, "text"),
            ValueType::Whole(least, most) => write!(f, "{least} to {most}"),
            ValueType::PowerOfTwo(least, most) => write!(f, "power of two, {least} to {most}"),
            ValueType::Word(words) => write!(f, "`\"{}\"`", words.join("\"` or `\"")),
            ValueType::Switches => write!(f, "list of switch numbers"),
            ValueType::Tiles => write!(f, "list of tile numbers"),
            ValueType::Links => write!(f, "list of pairs of switch numbers"),
            ValueType::Routes => write!(f, "for each switch a list of switch numbers"),
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// The table it stands in; empty at the top of the file.
    pub table: &'static str,
    pub name: &'static str,
    pub kind: ValueType,
    /// A file without it is wrong; for `mesh` and `drawn`, of which a chip has one: if it has that;
    /// for those of `LISTED`, of which it may have several: each.
    pub required: bool,
}

const fn key(table: &'static str, name: &'static str, kind: ValueType) -> Key {
    Key {
        table,
        name,
        kind,
        required: false,
    }
}

const fn required(table: &'static str, name: &'static str, kind: ValueType) -> Key {
    Key {
        table,
        name,
        kind,
        required: true,
    }
}

/// A cost that must not be nothing, in cycles.
const COST: ValueType = ValueType::Whole(1, 1000);
/// Cycles that come on top of a cost.
const EXTRA: ValueType = ValueType::Whole(0, 1000);

/// In femtojoules, and in microwatts.
const ENERGY: ValueType = ValueType::Whole(0, 100_000_000);
/// What a tile has.
const CORES: ValueType = ValueType::Whole(1, 17);
const RESOURCE_MANAGERS: ValueType = ValueType::Whole(0, 17);
const TILE_MEMORY_KB: ValueType = ValueType::PowerOfTwo(16, 65_536);
const BANKS: ValueType = ValueType::PowerOfTwo(1, MOST_BANKS);
const INTERFACES: ValueType = ValueType::PowerOfTwo(1, 8);

/// All keys; `keys.txt` says what each means.
pub const KEYS: &[Key] = &[
    key("", "name", ValueType::Name),
    key("", "description", ValueType::Text),
    required("mesh", "columns", ValueType::Whole(1, 64)),
    required("mesh", "rows", ValueType::Whole(1, 64)),
    required("drawn", "switches", ValueType::Whole(1, MOST_TILES)),
    required("drawn", "tiles", ValueType::Switches),
    required("drawn", "links", ValueType::Links),
    key("drawn", "routes", ValueType::Routes),
    key("core", "clock_mhz", ValueType::Whole(1, 100_000)),
    key("core", "alu", COST),
    key("core", "load", COST),
    key("core", "load_use", EXTRA),
    key("core", "branch_taken", EXTRA),
    key("core", "multiply", COST),
    key("core", "divide", COST),
    key("core", "atomic", COST),
    key("core", "float", COST),
    key("core", "float_divide", COST),
    key("core", "misaligned", ValueType::Word(&["fault", "split"])),
    required("tile", "cores", CORES),
    key("tile", "resource_managers", RESOURCE_MANAGERS),
    required("tile", "memory_kb", TILE_MEMORY_KB),
    key("tile", "banks", BANKS),
    key("tile", "interfaces", INTERFACES),
    key(
        "tile",
        "bank_priority",
        ValueType::Word(&["network", "core"]),
    ),
    key("tile", "page_bytes", ValueType::PowerOfTwo(256, 4096)),
    required("tile_kind", "name", ValueType::Name),
    required("tile_kind", "tiles", ValueType::Tiles),
    required("tile_kind", "cores", CORES),
    required("tile_kind", "resource_managers", RESOURCE_MANAGERS),
    required("tile_kind", "memory_kb", TILE_MEMORY_KB),
    required("tile_kind", "banks", BANKS),
    key("tile_kind", "interfaces", INTERFACES),
    key("ni", "register", COST),
    key("ni", "dma_start", COST),
    key("ni", "wakeup", COST),
    key("ni", "delay", ValueType::Whole(0, 16)),
    key("ni", "command_buffers", ValueType::Whole(1, 8)),
    key("ni", "dma_reads", ValueType::Whole(1, 16)),
    key("ni", "stores", ValueType::Whole(1, 64)),
    key("ni", "counters", ValueType::Whole(0, 64)),
    key("ni", "queues", ValueType::Whole(0, 32)),
    key("ni", "retry", COST),
    key("network", "switch", ValueType::Whole(1, 16)),
    key("network", "link", ValueType::Whole(0, 16)),
    key("network", "credit", ValueType::Whole(1, 16)),
    key("network", "link_bits", ValueType::PowerOfTwo(32, 128)),
    key("network", "buffer_flits", ValueType::Whole(1, 64)),
    key("network", "payload_flits", ValueType::Whole(2, 16)),
    key(
        "network",
        "topology",
        ValueType::Word(&["mesh", "torus", "drawn"]),
    ),
    key("network", "routing", ValueType::Word(&["xy", "yx"])),
    key("network", "levels", ValueType::PowerOfTwo(1, 8)),
    key(
        "network",
        "buffers",
        ValueType::Word(&["shared", "per_level"]),
    ),
    key(
        "network",
        "arbiter",
        ValueType::Word(&["round_robin", "fixed"]),
    ),
    key(
        "network",
        "circuits",
        ValueType::Word(&["none", "exclusive", "shared"]),
    ),
    key(
        "network",
        "circuit_conflict",
        ValueType::Word(&["wait", "refuse"]),
    ),
    key("network", "networks", ValueType::Whole(1, 2)),
    key("dram", "switches", ValueType::Switches),
    key("dram", "size_mb", ValueType::Whole(0, 1024)),
    key("dram", "latency", ValueType::Whole(2, 10_000)),
    key("dram", "mutexes", ValueType::Whole(0, 64)),
    key("dram", "mutex_latency", ValueType::Whole(1, 10_000)),
    required("memory", "name", ValueType::Name),
    required("memory", "switch", ValueType::Whole(0, MOST_TILES - 1)),
    required(
        "memory",
        "size_kb",
        ValueType::PowerOfTwo(1, MOST_MEMORY_KB),
    ),
    key("memory", "latency", ValueType::Whole(2, 10_000)),
    key("memory", "mutexes", ValueType::Whole(0, 64)),
    key("memory", "mutex_latency", ValueType::Whole(1, 10_000)),
    key("memory", "tiles", ValueType::Tiles),
    key("host", "call", ValueType::Whole(1, 1_000_000)),
    key("energy", "cycle", ENERGY),
    key("energy", "integer", ENERGY),
    key("energy", "branch", ENERGY),
    key("energy", "multiply", ENERGY),
    key("energy", "divide", ENERGY),
    key("energy", "load", ENERGY),
    key("energy", "store", ENERGY),
    key("energy", "atomic", ENERGY),
    key("energy", "float", ENERGY),
    key("energy", "float_multiply", ENERGY),
    key("energy", "float_fused", ENERGY),
    key("energy", "float_divide", ENERGY),
    key("energy", "bank", ENERGY),
    key("energy", "dram", ENERGY),
    key("energy", "memory", ENERGY),
    key("energy", "router", ENERGY),
    key("energy", "link", ENERGY),
    key("energy", "interface", ENERGY),
    key("energy", "dma", ENERGY),
    key("energy", "core_leakage", ENERGY),
    key("energy", "memory_leakage", ENERGY),
    key("energy", "router_leakage", ENERGY),
];

/// More than that many tiles, or switches, do not fit the memory map together with useful memories.
pub const MOST_TILES: u32 = 1024;
/// Bytes of the memory map for all tiles, in kB.
pub const MOST_TILE_MEMORY_KB: u64 = 1 << 20;
/// Bytes of the memory map for DRAM and memories, in kB.
pub const MOST_MEMORY_KB: u32 = 1 << 20;
/// The tables that a file may have several of, each an item of a list.
pub const LISTED: [&str; 2] = ["tile_kind", "memory"];

/// A line for each of `KEYS`, in the same order: `key | default | meaning`.
const MEANINGS: &str = include_str!("keys.txt");

/// What `onchip chip keys` prints of a key.
pub struct KeyHelp {
    pub key: &'static Key,
    /// As it is written in a file; `required` if there is none.
    pub default: &'static str,
    pub meaning: &'static str,
}

/// What each of `KEYS` means.
pub fn key_help() -> impl Iterator<Item = KeyHelp> {
    KEYS.iter().zip(MEANINGS.lines()).map(|(key, line)| {
        let mut cells = line.splitn(3, " | ").skip(1);
        let mut cell = || cells.next().unwrap_or_default();
        KeyHelp {
            key,
            default: cell(),
            meaning: cell(),
        }
    })
}

impl Key {
    /// With its table, as it is named in messages.
    pub fn path(&self) -> String {
        path(self.table, self.name)
    }

    /// Whether its table is an item of a list: `[[memory]]`.
    pub fn is_listed(&self) -> bool {
        is_listed(self.table)
    }

    /// Its table as it is written in a file.
    pub fn header(&self) -> String {
        header(self.table)
    }
}

/// A key's name with its table's.
pub fn path(table: &str, name: &str) -> String {
    if table.is_empty() {
        name.into()
    } else {
        format!("{table}.{name}")
    }
}

/// Whether a file may have several tables of this name.
pub fn is_listed(table: &str) -> bool {
    LISTED.contains(&table)
}

/// A table as it is written in a file.
pub fn header(table: &str) -> String {
    match is_listed(table) {
        true => format!("[[{table}]]"),
        false => format!("[{table}]"),
    }
}

/// The names of all tables; the top of the file is none.
pub fn tables() -> impl Iterator<Item = &'static str> {
    let mut last = "";
    KEYS.iter().map(|key| key.table).filter(move |&table| {
        let new = table != last;
        last = table;
        new
    })
}
