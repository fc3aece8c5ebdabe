//! Every key of a chip file: its name, type, default, range and meaning. The simulator uses these
//! declarations, and `onchip chip keys` explains them.

use super::isa::Isa;
use super::keys::ValueType::{self, *};
use super::keys::{
    declare, Key, LARGEST_DRAM_MB, LARGEST_TILE_KB, LONGEST_LINE, MOST_CORES, MOST_MEMORY_KB,
    MOST_TILES,
};
use super::shape::Topology;
use crate::memory::MOST_BANKS;
use crate::noc::{ArbiterPolicy, Circuits, DimensionOrder, LevelBuffers, Multicast};
use crate::words::words;
use serde::{Deserialize, Serialize};

/// The range of a time in cycles, for an instruction or an access.
const COST: ValueType = Whole(1, 1000);
/// The range of the cycles that are added to another time.
const EXTRA: ValueType = Whole(0, 1000);

/// The range of an energy in femtojoules, or of a leakage power in microwatts.
const ENERGY: ValueType = Whole(0, 100_000_000);
/// Cores of a tile.
const CORES: ValueType = Whole(1, MOST_CORES);
const RESOURCE_MANAGERS: ValueType = Whole(0, MOST_CORES);
const TILE_MEMORY_KB: ValueType = PowerOfTwo(16, LARGEST_TILE_KB);
const BANKS: ValueType = PowerOfTwo(1, MOST_BANKS);
const INTERFACES: ValueType = PowerOfTwo(1, 8);
/// The range of a cache's size in kB.
const CACHE_KB: ValueType = Whole(0, 1024);
const LINE_BYTES: ValueType = PowerOfTwo(16, LONGEST_LINE);
const WAYS: ValueType = Whole(1, 16);

declare! {
    /// A whole chip, as read from `chips/NAME.toml`.
    "" ChipConfig {
        name: String = String::new(), Name, "shown to users and programs";
        description: String = String::new(), Text, "a line for onchip chip list";
    } with {
        /// The columns and rows of a mesh or torus. A chip file has exactly one of the tables
        /// `mesh`, `drawn` and `shape`.
        mesh: Option<Mesh>,
        drawn: Option<Drawn>,
        shape: Option<ShapeSizes>,
        core: CoreCosts,
        data_cache: DataCache,
        instruction_cache: InstructionCache,
        second_level: SecondLevel,
        tile: Tile,
        tile_kind: Vec<TileKind>,
        ni: NetworkInterface,
        network: Network,
        link: Vec<Link>,
        dram: Dram,
        memory: Vec<Memory>,
        fpu: SharedFloatCosts,
        host: Host,
        kernel: Kernel,
        trickbox: Trickbox,
        perturb: Perturb,
        /// Without this table the simulator counts no energy.
        energy: Option<Energy>,
    }

    /// The columns and rows of a mesh or a torus. Tiles are numbered row by row, and each tile has
    /// a router with the tile's number.
    "mesh" Mesh {
        columns: u32, Whole(1, 64),
            "columns of a mesh or torus; a chip has one of [mesh], [drawn] and [shape]";
        rows: u32, Whole(1, 64), "rows; columns × rows is at most 1024";
    }

    /// A chip of any topology, as a list of routers and links.
    "drawn" Drawn {
        routers or "switches": u32, Whole(1, MOST_TILES),
            "routers of a drawn chip, numbered from 0; at most 32 ports each";
        tiles: Vec<u32>, Routers,
            "router of each of 1 to 1024 tiles; a router may have several tiles, or none";
        links: Vec<[u32; 2]>, Links,
            "links in both directions, at most one between two routers; the graph is connected";
        routes: Vec<Vec<u32>> = vec![], Routes,
            "by router s: the next router towards each router t (s where s = t). Without it \
             routes are computed";
    }

    /// The sizes of a topology that is generated, such as a ring or a hypercube.
    "shape" ShapeSizes {
        sizes: Vec<u32>, Sizes,
            "mesh, torus, flattened_butterfly: routers in each dimension; ring: routers; hypercube: \
             dimensions; fat_tree: links of a router up or down, levels; dragonfly: routers of a \
             group, groups";
        concentration: u32 = 1, Whole(1, 16),
            "tiles at each router, of a fat tree at each router of the lowest level";
    }

    /// The instruction set, and the costs of instructions in cycles. If the meaning of a key begins
    /// with "more", its cycles are added to the cost of another key.
    "core" CoreCosts {
        isa: Isa = Isa::Rv32imafdc, Word(Isa::WORDS),
            "instruction set, with Zicsr, Zifencei and Zicntr; programs are compiled for it";
        clock_mhz: u32 = 500, Whole(1, 100_000), "clock, for MPI_Wtime and reports only";
        alu: u32 = 1, COST, "ALU operation, or store to the own tile";
        load: u32 = 1, COST, "load from the own tile";
        load_use: u32 = 1, EXTRA, "more, if the next instruction uses the loaded register";
        branch_taken: u32 = 2, EXTRA, "more, for a taken branch or a jump";
        multiply: u32 = 3, COST, "integer multiply";
        divide: u32 = 32, COST, "integer divide, remainder";
        atomic: u32 = 3, COST, "atomic, LR or SC in the own tile";
        float: u32 = 4, COST, "other floating-point operation, also fused";
        float_divide: u32 = 16, COST, "floating-point divide, square root";
        store: u32 = 0, EXTRA, "store to the own tile; 0: as core.alu";
        branch: u32 = 0, EXTRA, "branch that is not taken; 0: as core.alu";
        jump: u32 = 0, EXTRA,
            "jump (JAL), all its cycles; 0: core.alu + core.branch_taken";
        jump_register: u32 = 0, EXTRA,
            "jump to a register (JALR), all its cycles; 0: as core.jump";
        load_overwrite: u32 = 0, EXTRA,
            "more, if the next instruction, no load, overwrites the loaded register unread";
        jump_use: u32 = 0, EXTRA,
            "more, if the next instruction jumps to the register that this one writes";
        jump_ahead: u32 = 0, EXTRA,
            "fewer, for an upper half of a product or a divide before a jump: the core jumps while \
             it computes";
        misaligned_target: u32 = 0, EXTRA,
            "more, for a jump or taken branch to a 4-byte instruction not at a multiple of 4";
        shift: u32 = 0, EXTRA, "shift; 0: as core.alu";
        shifter: Shifter = Shifter::Barrel, Word(Shifter::WORDS),
            "extra cycles of a shift by n bits: none, ⌊n / 4⌋ + n mod 4, n";
        multiply_high: u32 = 0, EXTRA, "upper half of a product; 0: as core.multiply";
        divide_step: u32 = 0, EXTRA,
            "more, for each leading zero of the divisor, or, if it is negative, each leading one but \
             the first";
        divide_by_zero: u32 = 0, EXTRA, "divide by zero, all its cycles; 0: as core.divide";
        csr: u32 = 0, EXTRA, "access to a control register; 0: as core.alu";
        counter: u32 = 0, EXTRA,
            "access to a counter of cycles or instructions; 0: as core.csr";
        fence: u32 = 0, EXTRA, "fence, without what it waits for; 0: as core.alu";
        misaligned: Misaligned = Misaligned::Fault, Word(Misaligned::WORDS),
            "whether a misaligned load or store ends the job, or is split into aligned ones";
    }

    /// The data cache of each core.
    "data_cache" DataCache {
        size_kb: u32 = 0, CACHE_KB, "size of each core's data cache in kB; 0: there is none";
        line_bytes: u32 = 32, LINE_BYTES, "bytes of a line";
        ways: u32 = 4, WAYS,
            "lines in which an address may be cached; size / line / ways, the number of sets, is a \
             power of two";
        replacement: Replacement = Replacement::Lru, Word(Replacement::WORDS),
            "which line of a full set is replaced: the least recently used; approximately that one, \
             by a tree of bits; each in turn; a random one";
        seed: u32 = 1, Whole(0, u32::MAX), "seed of the random numbers of \"random\"";
        write: WritePolicy = WritePolicy::Back, Word(WritePolicy::WORDS),
            "whether stores go to memory when their line leaves the cache, or at once";
        write_miss: WriteMiss = WriteMiss::Allocate, Word(WriteMiss::WORDS),
            "whether a store that misses fetches its line, or goes to memory (as it always does \
             with \"through\")";
        hit: u32 = 0, EXTRA, "more cycles of a load or store that hits than in the own tile";
    }

    /// The instruction cache of each core, for programs whose code is in DRAM.
    "instruction_cache" InstructionCache {
        size_kb: u32 = 0, CACHE_KB,
            "size of each core's instruction cache in kB; 0: there is none, and code lies in tiles";
        line_bytes: u32 = 32, LINE_BYTES, "as data_cache.line_bytes";
        ways: u32 = 4, WAYS, "as data_cache.ways";
        replacement: Replacement = Replacement::Lru, Word(Replacement::WORDS),
            "as data_cache.replacement";
        seed: u32 = 1, Whole(0, u32::MAX), "as data_cache.seed";
        prefetch: Prefetch = Prefetch::None, Word(Prefetch::WORDS),
            "whether a miss also fetches the next line; that needs at least 2 sets";
    }

    /// The second level: a part of a tile's memory that serves as a cache for the lines that miss
    /// in the tile's data and instruction caches. Its lines are as long as those of the data
    /// caches.
    "second_level" SecondLevel {
        size_kb: u32 = 0, Whole(0, 32_768),
            "kB at the end of each tile's memory that are a cache for the misses of its cores' \
             caches, until a program moves the border; 0: there is none";
        ways: u32 = 8, WAYS,
            "as data_cache.ways; a way is one piece of the memory, of whole pages, by which the \
             border moves";
        replacement: Replacement = Replacement::Lru, Word(&["lru", "round_robin", "random"]),
            "as data_cache.replacement";
        seed: u32 = 1, Whole(0, u32::MAX), "as data_cache.seed";
        latency: u32 = 8, COST,
            "time from a miss of a core's cache to the first word, if the second level has the line; \
             then a word a cycle";
    }

    /// The parts of a tile. The table describes all tiles that no `[[tile_kind]]` lists.
    "tile" Tile {
        cores: u32, CORES, "cores in each tile";
        resource_managers: u32 = 0, RESOURCE_MANAGERS,
            "of these, the last ones, for the kernel: ranks get them only by --map FILE";
        memory_kb: u32, TILE_MEMORY_KB,
            "memory of each tile in kB (1024 bytes); all tiles, each counted as the largest, have \
             at most 1 GB";
        banks: u32 = 4, BANKS, "banks, interleaved by words; each serves an access a cycle";
        interfaces: u32 = 1, INTERFACES,
            "network interfaces, each with a port of its own at the router: core i of the tile \
             uses number i mod n, requests of core c of the chip enter by number c mod n";
        bank_priority: BankPriority = BankPriority::Network, Word(BankPriority::WORDS),
            "whether the network interface or a core gets a bank that both want; the other one is \
             refused at most 8 cycles in a row";
        page_bytes: u32 = 1024, PowerOfTwo(256, 4096), "bytes of a protection page";
    }

    /// A kind of tile whose parts differ from those in `[tile]`.
    "tile_kind" TileKind {
        name: String, Name, "name of a kind of tiles; unique";
        tiles: Vec<u32>, Tiles, "its tiles";
        cores: u32, CORES, "as tile.cores";
        resource_managers: u32, RESOURCE_MANAGERS, "as tile.resource_managers";
        memory_kb: u32, TILE_MEMORY_KB, "as tile.memory_kb";
        banks: u32, BANKS, "as tile.banks";
        interfaces: u32 = 1, INTERFACES, "as tile.interfaces";
    }

    /// The network interfaces of every tile. Times are in cycles.
    "ni" NetworkInterface {
        register: u32 = 2, COST, "access to a register; a remote store, for its core";
        dma_start: u32 = 4, COST, "time from a DMA command to the first word read";
        wakeup: u32 = 3, COST, "time from an event to first instruction after the wait";
        delay: u32 = 1, Whole(0, 16), "time through the network interface, each direction";
        command_buffers: u32 = 4, Whole(1, 8), "DMA command buffers of each core";
        dma_reads: u32 = 4, Whole(1, 16), "read packets that a DMA get keeps in flight";
        stores: u32 = 8, Whole(1, 64),
            "remote stores of a core that may be unacknowledged; the next one stalls it";
        counters: u32 = 32, Whole(0, 64), "counters of each core";
        accumulators: u32 = 0, Whole(0, 4),
            "accumulators of each core, which combine words from all tiles of a rectangle; only \
             with network.multicast";
        queues: u32 = 8, Whole(0, 32), "queues of each core";
        retry: u32 = 16, COST,
            "pause before a request to a full queue, or for a refused circuit, is sent again";
    }

    /// The networks for requests and for responses. Delays are in cycles.
    "network" Network {
        router or "switch": u32 = 1, Whole(1, 16),
            "time through a router; an output still passes a flit a cycle";
        link: u32 = 1, Whole(0, 16), "time along a link between two routers";
        credit: u32 = 1, Whole(1, 16), "time until the sender knows of a freed slot";
        link_bits: u32 = 32, PowerOfTwo(32, 128),
            "width of a link, which carries a flit a cycle; at most 32 · tile.banks";
        buffer_flits: u32 = 4, Whole(1, 64),
            "slots of each input buffer of routers and network interfaces";
        payload_flits: u32 = 16, Whole(2, 16),
            "largest payload of a packet in words, without header and address. DMA uses the \
             largest power of two up to it";
        topology: Topology = Topology::Mesh, Word(Topology::WORDS),
            "how routers are linked: in row and column (`[mesh]`), these closed to rings, as drawn \
             (`[drawn]`); all but \"drawn\" with the sizes of `[shape]`";
        routing: DimensionOrder = DimensionOrder::Xy, Word(DimensionOrder::WORDS),
            "dimension order: \"xy\" goes along the row first; \"o1turn\", on a mesh: packets from \
             routers of a checkerboard's one colour do, those from the other colour do not. Without \
             programs also \"west_first\", \"odd_even\" (on a mesh), \"minimal\": heads choose; \
             \"valiant\", \"romm\": by way of a random router, of any, of one on a shortest route";
        channels: u32 = 0, Whole(0, 8),
            "virtual channels of each class of traffic; 0: as many as the routes need. Heads choose \
             among more of them, on chips without programs and circuits";
        levels: u32 = 8, PowerOfTwo(1, 8), "priority levels";
        buffers: LevelBuffers = LevelBuffers::Shared, Word(LevelBuffers::WORDS),
            "levels share an input buffer, or have one each";
        arbiter: ArbiterPolicy = ArbiterPolicy::RoundRobin, Word(ArbiterPolicy::WORDS),
            "which packet goes first among those of a level: in turn, or always the \
             lowest-numbered port (the tile's own is the first)";
        circuits: Circuits = Circuits::None, Word(Circuits::WORDS),
            "circuits. The links of an \"exclusive\" one carry only packets of its initiator; those of \
             a \"shared\" one carry others in the remaining cycles";
        circuit_conflict: CircuitConflict = CircuitConflict::Wait, Word(CircuitConflict::WORDS),
            "an open packet that meets another circuit is retried, is reported as refused, or waits \
             there until the arbiter grants it the output";
        multicast: Multicast = Multicast::None, Word(Multicast::WORDS),
            "\"rectangle\": a command of DMA puts data into all tiles of a rectangle of the mesh, by \
             packets that routers copy";
        networks: u32 = 1, Whole(1, 2),
            "2: one for control and one for data, each with own routers and links and the same \
             keys";
    }

    /// Links between routers that differ from the other links, such as those between chiplets.
    "link" Link {
        between: Vec<[u32; 2]> = vec![], Links,
            "links that differ, in both directions, each as the pair of routers that it joins";
        chiplet_columns: u32 = 0, Whole(0, 32),
            "instead of `between`, on a mesh or torus: all links that lead from one block of this \
             many columns to the next; 0: none";
        chiplet_rows: u32 = 0, Whole(0, 32), "as `chiplet_columns`, for blocks of this many rows";
        delay: u32, Whole(1, 100), "as network.link";
        credit: u32 = 0, Whole(0, 100), "as network.credit; 0: as many cycles as `delay`";
        flit_cycles: u32 = 1, Whole(1, 16),
            "cycles in which the link carries one flit: 4 for a quarter of network.link_bits";
        energy: u32 = 4320, ENERGY, "as energy.link";
    }

    /// The DRAM and its controllers. Each controller is on an extra port of a router, and has an
    /// equal, contiguous share of the DRAM.
    "dram" Dram {
        routers or "switches": Vec<u32> = vec![], Routers,
            "routers with a DRAM controller on an extra port, in the order of its equal shares. \
             Only a drawn router may be listed again";
        size_mb: u32 = 0, Whole(0, LARGEST_DRAM_MB), "all DRAM in MB; a multiple of the number of controllers";
        latency: u32 = 30, Whole(2, 10_000),
            "time from a request's arrival to the first word; then a word a cycle";
        outstanding: u32 = 1, Whole(1, 64),
            "most requests that a controller serves at a time, in their order: their latencies \
             overlap, their words follow each other";
        mutexes: u32 = 16, Whole(0, 64), "mutexes of each controller";
        mutex_latency: u32 = 1, Whole(1, 10_000),
            "time from a request's arrival at a mutex to its answer";
    }

    /// A memory with a controller of its own on an extra port of a router, for instance a
    /// scratchpad that several tiles share, or an external memory.
    "memory" Memory {
        name: String, Name, "name of a memory; unique";
        router or "switch": u32, Whole(0, MOST_TILES - 1),
            "router of its controller; in a grid a router has at most one, DRAM's included";
        size_kb: u32, PowerOfTwo(1, MOST_MEMORY_KB),
            "size in kB; DRAM and memories take at most 1 GB";
        latency: u32 = 2, Whole(2, 10_000), "as dram.latency";
        outstanding: u32 = 1, Whole(1, 64), "as dram.outstanding";
        mutexes: u32 = 0, Whole(0, 64), "mutexes of its controller; 0 if it names tiles";
        mutex_latency: u32 = 1, Whole(1, 10_000), "as dram.mutex_latency";
        tiles: Vec<u32> = vec![], Tiles, "tiles whose cores may use it; empty: all";
        fpu: SharedFloat = SharedFloat::None, Word(SharedFloat::WORDS),
            "a floating-point unit at its controller, for the cores of these tiles: one operation \
             at a time, or a new one each cycle";
    }

    /// Latencies in cycles of the floating-point units at memory controllers (`memory.fpu`), from
    /// the request for a result to the start of its answer.
    "fpu" SharedFloatCosts {
        add: u32 = 4, COST, "sum, difference";
        multiply: u32 = 4, COST, "product";
        fused: u32 = 4, COST, "fused multiply-add";
        divide: u32 = 16, COST, "quotient";
        root: u32 = 16, COST, "square root";
        compare: u32 = 4, COST, "comparison";
        convert: u32 = 4, COST, "conversion between formats, from and to integers";
    }

    /// The host of the simulation, which every core calls for the console, files and its exit.
    /// Times are in cycles.
    "host" Host {
        call: u32 = 20, Whole(1, 1_000_000), "a call of the host (console, files), for the core";
    }

    /// The distributed kernel. Programs call it by messages to its queue.
    "kernel" Kernel {
        call: u32 = 0, Whole(0, 1_000_000),
            "more for a call of the kernel, for the caller's core: traps, cache flushes";
    }

    /// The unit by which a core in a tile of `hosts` holds, releases and resets another core.
    "trickbox" Trickbox {
        hosts: Vec<u32> = vec![], Tiles,
            "tiles whose cores hold, release and reset other cores; empty: there is no trickbox";
        start: Start = Start::Running, Word(Start::WORDS),
            "whether a program's processes outside these tiles start by themselves; \"held\" \
             concerns programs that have a process in these tiles, which releases the others";
    }

    /// Small random delays. They show how much of the difference between two runs is chance.
    "perturb" Perturb {
        seed: u32 = 0, Whole(0, u32::MAX),
            "where the random numbers begin; 0: there are no random delays";
        start: u32 = 15, EXTRA, "most cycles by which the first instruction of a core is later";
        wakeup: u32 = 3, EXTRA, "most cycles that a wakeup takes longer than ni.wakeup";
        memory: u32 = 3, EXTRA,
            "most cycles that a controller's memory takes longer than its latency, as in a refresh";
        ties: u32 = 1, Whole(0, 1),
            "1: chance decides which of several packets for one output of a router goes first, in \
             place of turns";
    }

    /// The energy of each action of the chip's parts in femtojoules (10⁻¹⁵ J), and the leakage of
    /// the parts in microwatts. All are whole numbers, so that sums are exact. The defaults are for
    /// 45 nm at 0.9 V; `chips/mesh4x4.toml` names the source of each default.
    "energy" Energy {
        cycle: u32 = 38_900, ENERGY,
            "a core's clock and control, each cycle that it has a process and is awake";
        integer: u32 = 31_100, ENERGY,
            "integer operation, jump, system instruction: fetch, registers, execution";
        branch: u32 = 31_100, ENERGY, "branch";
        multiply: u32 = 34_100, ENERGY, "integer multiply";
        divide: u32 = 34_200, ENERGY, "integer divide, remainder";
        load: u32 = 31_100, ENERGY, "load, without the memory";
        store: u32 = 31_100, ENERGY, "store, without the memory";
        atomic: u32 = 31_200, ENERGY, "atomic, without the memory";
        float: u32 = 31_900, ENERGY, "other floating-point operation";
        float_multiply: u32 = 34_700, ENERGY, "floating-point multiply";
        float_fused: u32 = 35_600, ENERGY, "fused multiply-add";
        float_divide: u32 = 45_400, ENERGY, "floating-point divide, square root";
        bank: u32 = 28_000, ENERGY, "a word that a bank of a tile serves, to anyone";
        dram: u32 = 975_000, ENERGY, "a word that a DRAM controller moves";
        memory: u32 = 28_000, ENERGY, "a word that the controller of a [[memory]] moves";
        router: u32 = 2040, ENERGY, "a flit through a router";
        link: u32 = 4320, ENERGY, "a flit along a link between two routers";
        interface: u32 = 2040, ENERGY, "a flit that an endpoint injects or ejects";
        dma: u32 = 6100, ENERGY, "a packet that a DMA engine makes";
        core_leakage: u32 = 7300, ENERGY, "leakage of a core in µW, always";
        memory_leakage: u32 = 54, ENERGY, "leakage of a kB of a tile's memory in µW";
        router_leakage: u32 = 150, ENERGY,
            "leakage of a router in µW; each network has routers of its own";
    }
}

words! {
    /// What happens at a load or store whose address is not a multiple of its size.
    Misaligned {
        Fault = "fault",
        /// The core splits the access into aligned accesses, which it makes one after the other.
        Split = "split",
    }

    /// How a core shifts, which decides how long a shift takes.
    Shifter {
        Barrel = "barrel",
        /// The core shifts in steps of four places, then in steps of one place.
        Fours = "fours",
        /// The core shifts in steps of one place.
        Ones = "ones",
    }
}

impl Shifter {
    /// The additional cycles of a shift by `places` bits, compared with a shift by 0 bits.
    pub fn steps(self, places: u32) -> u32 {
        match self {
            Shifter::Barrel => 0,
            Shifter::Fours => places / 4 + places % 4,
            Shifter::Ones => places,
        }
    }
}

/// The cost `cost`, or `other` if a chip file gives no cost (0).
fn given_or(cost: u32, other: u32) -> u32 {
    match cost {
        0 => other,
        cost => cost,
    }
}

impl CoreCosts {
    pub fn store(&self) -> u32 {
        given_or(self.store, self.alu)
    }

    pub fn branch(&self) -> u32 {
        given_or(self.branch, self.alu)
    }

    /// The cycles of a jump.
    pub fn jump(&self) -> u32 {
        given_or(self.jump, self.alu + self.branch_taken)
    }

    /// The cycles of a jump to the address in a register.
    pub fn jump_register(&self) -> u32 {
        given_or(self.jump_register, self.jump())
    }

    /// The cycles of a shift by 0 bits.
    pub fn shift(&self) -> u32 {
        given_or(self.shift, self.alu)
    }

    pub fn multiply_high(&self) -> u32 {
        given_or(self.multiply_high, self.multiply)
    }

    pub fn divide_by_zero(&self) -> u32 {
        given_or(self.divide_by_zero, self.divide)
    }

    pub fn csr(&self) -> u32 {
        given_or(self.csr, self.alu)
    }

    pub fn counter(&self) -> u32 {
        given_or(self.counter, self.csr())
    }

    pub fn fence(&self) -> u32 {
        given_or(self.fence, self.alu)
    }
}

words! {
    /// The replacement policy of a cache: which line of a full set is evicted.
    Replacement {
        /// The least recently used line is evicted.
        Lru = "lru",
        /// A binary tree of bits leads to the evicted line. Each bit points away from the last use.
        Tree = "tree",
        RoundRobin = "round_robin",
        Random = "random",
    }

    /// Which lines an instruction cache fetches in addition to a missing line.
    Prefetch {
        None = "none",
        /// The line at the addresses after the missing line.
        Next = "next",
    }
}

impl InstructionCache {
    /// The size, lines, ways and replacement policy of this cache, as the keys of a data cache.
    pub fn shape(&self) -> DataCache {
        DataCache {
            size_kb: self.size_kb,
            line_bytes: self.line_bytes,
            ways: self.ways,
            replacement: self.replacement,
            seed: self.seed,
            ..DataCache::default()
        }
    }
}

impl SecondLevel {
    /// The size, ways and replacement policy of this cache, as the keys of a data cache. Its lines
    /// are as long as those of the data cache `first`.
    pub fn shape(&self, first: &DataCache) -> DataCache {
        DataCache {
            size_kb: self.size_kb,
            line_bytes: first.line_bytes,
            ways: self.ways,
            replacement: self.replacement,
            seed: self.seed,
            ..DataCache::default()
        }
    }

    /// The bytes of a way.
    pub fn way_bytes(&self) -> u32 {
        self.size_kb * 1024 / self.ways
    }
}

words! {
    /// When a store to a data cache reaches memory: when the line is written back, or at once.
    WritePolicy {
        Back = "back",
        Through = "through",
    }

    /// What happens at a store that misses in the data cache.
    WriteMiss {
        Allocate = "allocate",
        Around = "around",
    }

    BankPriority {
        Network = "network",
        Core = "core",
    }

    CircuitConflict {
        /// The network interface sends the packet that opens the circuit again until it succeeds.
        Wait = "wait",
        /// The core learns that the circuit has been refused.
        Refuse = "refuse",
        /// The packet that opens the circuit waits at the router where it has met another circuit.
        /// When that circuit is closed, the arbiter chooses among the waiting packets.
        Queue = "queue",
    }

    /// Whether a memory controller has a floating-point unit, and when the unit can begin its next
    /// operation.
    SharedFloat {
        None = "none",
        /// The unit begins an operation when the previous operation has ended.
        Serial = "serial",
        /// The unit can begin an operation in each cycle.
        Pipelined = "pipelined",
    }

    /// Whether cores start by themselves, or wait until a core in a tile of `trickbox.hosts`
    /// releases them.
    Start {
        Running = "running",
        Held = "held",
    }
}

impl ChipConfig {
    /// Number of address bits of a tile's memory: a tile has at most `1 << tile_shift()` bytes.
    pub fn tile_shift(&self) -> u32 {
        let kinds = self.tile_kind.iter().map(|kind| kind.memory_kb);
        let most = kinds.fold(self.tile.memory_kb, u32::max);
        (most * 1024).trailing_zeros()
    }
}
