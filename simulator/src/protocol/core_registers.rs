//! The register map of a core (`docs/register-map.md`). Each constant is an offset from
//! `REGISTERS`.

/// The address of a core's own registers; it is the same for every core.
pub const REGISTERS: u32 = 0x2000_0000;
/// The first address after the registers.
pub const REGISTERS_END: u32 = 0x2000_0400;

pub const CORE: u32 = 0x000;
pub const TILE: u32 = 0x004;
pub const TILES: u32 = 0x008;
pub const TILE_CORES: u32 = 0x00c;
pub const TILE_SHIFT: u32 = 0x010;
pub const COLUMNS: u32 = 0x014;
pub const CLOCK_MHZ: u32 = 0x018;
pub const DRAM_BYTES: u32 = 0x01c;
pub const PROCESS: u32 = 0x020;
pub const DATA_BASE: u32 = 0x024;
pub const DATA_BYTES: u32 = 0x028;
pub const BUFFERS: u32 = 0x02c;
pub const COUNTERS: u32 = 0x030;
pub const QUEUES: u32 = 0x034;
pub const MUTEXES: u32 = 0x038;
pub const CONTROLLERS: u32 = 0x03c;

pub const ARM_ADDRESS: u32 = 0x040;
pub const ARM_BYTES: u32 = 0x044;
pub const DEADLINE_LO: u32 = 0x048;
pub const DEADLINE_HI: u32 = 0x04c;
pub const WAIT: u32 = 0x050;
pub const RECORD: u32 = 0x054;

pub const LINE: u32 = 0x058;
pub const DRAM_CONTROLLERS: u32 = 0x05c;

pub const THREAD: u32 = 0x060;
pub const THREADS: u32 = 0x064;
pub const THREAD_TABLE: u32 = 0x068;
pub const TILE_CORE: u32 = 0x06c;

pub const KERNEL_CALL: u32 = 0x070;

pub const MULTICAST_LINE: u32 = 0x074;

pub const CACHE_START: u32 = 0x078;
pub const CACHE_BYTES: u32 = 0x07c;
pub const CACHE_LINE: u32 = 0x080;
pub const CACHE_COMMAND: u32 = 0x084;
pub const FAR_DATA_BASE: u32 = 0x088;
pub const FAR_DATA_BYTES: u32 = 0x08c;
pub const SECOND_BYTES: u32 = 0x090;
pub const SECOND_MOST: u32 = 0x094;
pub const SECOND_WAY: u32 = 0x098;
pub const SECOND_START: u32 = 0x09c;

pub const PERIOD_LO: u32 = 0x0a0;
pub const PERIOD_HI: u32 = 0x0a4;
pub const INTERRUPT_ENABLE: u32 = 0x0a8;
pub const INTERRUPT_EVENTS: u32 = 0x0ac;

pub const ACCUMULATORS: u32 = 0x0b0;

/// Values of `CACHE_COMMAND`: commands for all lines of the data cache.
pub const CLEAN_ALL: u32 = 1;
pub const FLUSH_ALL: u32 = 2;
pub const INVALIDATE_ALL: u32 = 3;

/// Offset of the first DMA command buffer. Command buffers follow each other at a distance of
/// `BUFFER_STRIDE` bytes.
pub const BUFFER: u32 = 0x100;
pub const BUFFER_STRIDE: u32 = 0x20;
pub const LOCAL: u32 = 0x00;
pub const REMOTE: u32 = 0x04;
pub const BYTES: u32 = 0x08;
pub const COUNTER: u32 = 0x0c;
pub const COMMAND: u32 = 0x10;
pub const STATUS: u32 = 0x14;
pub const TARGETS: u32 = 0x18;

pub const HOST_A0: u32 = 0x200;
pub const HOST_A3: u32 = 0x20c;
pub const HOST_CALL: u32 = 0x210;
pub const HOST_RESULT: u32 = 0x214;

/// Events that `WAIT` reports.
pub const EVENT_WRITTEN: u32 = 1;
pub const EVENT_TRANSFER: u32 = 2;
pub const EVENT_DEADLINE: u32 = 4;
pub const EVENT_SYNC: u32 = 8;
pub const EVENT_CIRCUIT: u32 = 16;
pub const EVENT_TICK: u32 = 32;
pub const EVENT_INTERRUPTED: u32 = 64;
/// The set of all events that may interrupt a core.
pub const INTERRUPTING: u32 = EVENT_INTERRUPTED - 1;

/// Commands of a command buffer.
pub const PUT: u32 = 1;
pub const GET: u32 = 2;
pub const TRY_PUT: u32 = 3;
pub const TRY_GET: u32 = 4;
pub const MULTICAST: u32 = 5;
/// In `COMMAND`, the lower `LEVEL_SHIFT` bits are the command. The bits above are `OWN_LEVEL` plus
/// the priority of the transfer's packets. If they are 0, the packets have the priority that is set
/// for their target.
pub const LEVEL_SHIFT: u32 = 8;
pub const OWN_LEVEL: u32 = 8;
