/* The registers of a core. docs/register-map.md explains each of them. */
#ifndef HAL_CHIP_INLINE_REGISTERS_H
#define HAL_CHIP_INLINE_REGISTERS_H

#include <stdint.h>

#define REGISTERS 0x20000000u

/* The devices of every endpoint (first tiles, then memory controllers), 1 << DEVICES_SHIFT bytes
 * each. */
#define DEVICES 0x40000000u
#define DEVICES_SHIFT 19

enum {
    /* Identity */
    REGISTER_CORE = 0x000,
    REGISTER_TILE = 0x004,
    REGISTER_TILES = 0x008,
    REGISTER_TILE_CORES = 0x00c,
    REGISTER_TILE_SHIFT = 0x010,
    REGISTER_COLUMNS = 0x014,
    REGISTER_CLOCK_MHZ = 0x018,
    REGISTER_DRAM_BYTES = 0x01c,
    REGISTER_PROCESS = 0x020,
    REGISTER_DATA_BASE = 0x024,
    REGISTER_DATA_BYTES = 0x028,
    REGISTER_BUFFERS = 0x02c,
    REGISTER_COUNTERS = 0x030,
    REGISTER_QUEUES = 0x034,
    REGISTER_MUTEXES = 0x038,
    REGISTER_CONTROLLERS = 0x03c,

    /* Arm and wait */
    REGISTER_ARM_ADDRESS = 0x040,
    REGISTER_ARM_BYTES = 0x044,
    REGISTER_DEADLINE_LO = 0x048,
    REGISTER_DEADLINE_HI = 0x04c,
    REGISTER_WAIT = 0x050,
    REGISTER_RECORD = 0x054,

    REGISTER_LINE = 0x058,
    REGISTER_DRAM_CONTROLLERS = 0x05c,

    REGISTER_THREAD = 0x060,
    REGISTER_THREADS = 0x064,
    REGISTER_THREAD_TABLE = 0x068,
    REGISTER_TILE_CORE = 0x06c,

    REGISTER_KERNEL_CALL = 0x070,

    REGISTER_MULTICAST_LINE = 0x074,

    /* Data cache */
    REGISTER_CACHE_START = 0x078,
    REGISTER_CACHE_BYTES = 0x07c,
    REGISTER_CACHE_LINE = 0x080,
    REGISTER_CACHE_COMMAND = 0x084,

    /* The far data window */
    REGISTER_FAR_DATA_BASE = 0x088,
    REGISTER_FAR_DATA_BYTES = 0x08c,

    /* The second level */
    REGISTER_SECOND_BYTES = 0x090,
    REGISTER_SECOND_MOST = 0x094,
    REGISTER_SECOND_WAY = 0x098,
    REGISTER_SECOND_START = 0x09c,

    /* Interrupts */
    REGISTER_PERIOD_LO = 0x0a0,
    REGISTER_PERIOD_HI = 0x0a4,
    REGISTER_INTERRUPT_ENABLE = 0x0a8,
    REGISTER_INTERRUPT_EVENTS = 0x0ac,

    REGISTER_ACCUMULATORS = 0x0b0,

    /* Results of WAIT and INTERRUPT_EVENTS */
    EVENT_WRITTEN = 1,
    EVENT_TRANSFER = 2,
    EVENT_SYNC = 8,
    EVENT_CIRCUIT = 16,
    EVENT_TICK = 32,

    /* DMA command buffer k: REGISTER_DMA + k * REGISTER_DMA_STRIDE + an offset below */
    REGISTER_DMA = 0x100,
    REGISTER_DMA_STRIDE = 0x20,
    REGISTER_DMA_LOCAL = 0x00,
    REGISTER_DMA_REMOTE = 0x04,
    REGISTER_DMA_BYTES = 0x08,
    REGISTER_DMA_COUNTER = 0x0c,
    REGISTER_DMA_COMMAND = 0x10,
    REGISTER_DMA_STATUS = 0x14,
    REGISTER_DMA_TARGETS = 0x18,

    /* Host */
    REGISTER_HOST_A0 = 0x200,
    REGISTER_HOST_A1 = 0x204,
    REGISTER_HOST_A2 = 0x208,
    REGISTER_HOST_A3 = 0x20c,
    REGISTER_HOST_CALL = 0x210,
    REGISTER_HOST_RESULT = 0x214,
};

/* Offsets in the window of an endpoint's devices. c is the core's index in its tile. */
enum {
    /* Quality of service and the core's circuit: REGISTER_QOS_SHARE + c * REGISTER_QOS_SHARE_STRIDE
     * + an offset below */
    REGISTER_QOS_SHARE = 0x0000,
    REGISTER_QOS_SHARE_STRIDE = 0x40,
    REGISTER_QOS_UNMARKED = 0x00,
    REGISTER_QOS_LEVELS = 0x04,
    REGISTER_QOS_HIGHEST = 0x08,
    REGISTER_QOS_RESET = 0x0c,
    REGISTER_CIRCUITS = 0x10,
    REGISTER_CIRCUIT_OPEN = 0x20,
    REGISTER_CIRCUIT_CLOSE = 0x24,
    REGISTER_CIRCUIT_STATE = 0x28,
    REGISTER_CIRCUIT_WANTED = 0x2c,
    REGISTER_CIRCUIT_RESULT = 0x30,
    REGISTER_CIRCUIT_KEEP = 0x34,

    /* Priority of packets to endpoint t: REGISTER_PRIORITY_SHARE + c *
     * REGISTER_PRIORITY_SHARE_STRIDE + 4 * t */
    REGISTER_PRIORITY_SHARE = 0x10000,
    REGISTER_PRIORITY_SHARE_STRIDE = 0x2000,

    /* Synchronisation module: REGISTER_SYNC + c * REGISTER_SYNC_STRIDE + an offset below */
    REGISTER_SYNC = 0x8000,
    REGISTER_SYNC_STRIDE = 0x40,
    REGISTER_SYNC_SET = 0x00,
    REGISTER_SYNC_CLEAR = 0x04,
    REGISTER_SYNC_READ = 0x08,
    REGISTER_SYNC_TAKE = 0x0c,
    REGISTER_SYNC_MASK = 0x10,

    /* The trickbox: REGISTER_TRICKBOX + c * REGISTER_TRICKBOX_STRIDE + an offset below */
    REGISTER_TRICKBOX = 0x9000,
    REGISTER_TRICKBOX_STRIDE = 0x10,
    REGISTER_TRICKBOX_HOLD = 0x00,
    REGISTER_TRICKBOX_RELEASE = 0x04,
    REGISTER_TRICKBOX_RESET = 0x08,
    REGISTER_TRICKBOX_STATE = 0x0c,

    /* The address of the nearest shared floating-point unit. The other values are offsets from
     * there. */
    REGISTER_FPU_NEAREST = 0xa000,
    REGISTER_FPU_OPERANDS = 0x000,
    REGISTER_FPU_UPPER = 0x018,
    REGISTER_FPU_FCSR = 0x01c,
    REGISTER_FPU_SINGLE = 0x100,
    REGISTER_FPU_DOUBLE = 0x200,

    /* Counter k: REGISTER_COUNTER_SHARE + c * REGISTER_COUNTER_SHARE_STRIDE +
     * k * REGISTER_COUNTER_STRIDE + an offset below */
    REGISTER_COUNTER_SHARE = 0x60000,
    REGISTER_COUNTER_SHARE_STRIDE = 0x1000,
    REGISTER_COUNTER_STRIDE = 0x40,
    REGISTER_COUNTER_VALUE = 0x00,
    REGISTER_COUNTER_SET = 0x04,
    REGISTER_COUNTER_RELOAD = 0x08,
    /* Notification i of counter k: its address + i * REGISTER_COUNTER_NOTIFY_STRIDE + one of
     * the offsets below */
    REGISTER_COUNTER_NOTIFY = 0x10,
    REGISTER_COUNTER_WORD = 0x14,
    REGISTER_COUNTER_NOTIFY_STRIDE = 0x08,
    REGISTER_COUNTER_TARGETS = 0x30,

    /* Accumulator k: REGISTER_ACCUMULATOR_SHARE + c * REGISTER_ACCUMULATOR_SHARE_STRIDE +
     * k * REGISTER_ACCUMULATOR_STRIDE + an offset below */
    REGISTER_ACCUMULATOR_SHARE = 0xb000,
    REGISTER_ACCUMULATOR_SHARE_STRIDE = 0x100,
    REGISTER_ACCUMULATOR_STRIDE = 0x40,
    REGISTER_ACCUMULATOR_TARGETS = 0x00,
    REGISTER_ACCUMULATOR_RESULT = 0x04,
    REGISTER_ACCUMULATOR_ADD = 0x20,
    REGISTER_ACCUMULATOR_MIN = 0x24,
    REGISTER_ACCUMULATOR_MAX = 0x28,
    REGISTER_ACCUMULATOR_MINU = 0x2c,
    REGISTER_ACCUMULATOR_MAXU = 0x30,
    REGISTER_ACCUMULATOR_AND = 0x34,
    REGISTER_ACCUMULATOR_OR = 0x38,
    REGISTER_ACCUMULATOR_XOR = 0x3c,

    /* Queue k: REGISTER_QUEUE_SHARE + c * REGISTER_QUEUE_SHARE_STRIDE + k * REGISTER_QUEUE_STRIDE +
     * an offset below */
    REGISTER_QUEUE_SHARE = 0x40000,
    REGISTER_QUEUE_SHARE_STRIDE = 0x1000,
    REGISTER_QUEUE_STRIDE = 0x80,
    REGISTER_QUEUE_PORT = 0x00,
    REGISTER_QUEUE_BASE = 0x40,
    REGISTER_QUEUE_ELEMENTS = 0x44,
    REGISTER_QUEUE_BYTES = 0x48,
    REGISTER_QUEUE_CONTROL = 0x4c,
    REGISTER_QUEUE_COUNT = 0x50,
    REGISTER_QUEUE_WAITING = 0x54,
    REGISTER_QUEUE_DROP = 0x58,

    /* A tile's description of memory controller k: REGISTER_MEMORY + k * REGISTER_MEMORY_STRIDE +
     * an offset below */
    REGISTER_MEMORY = 0x58000,
    REGISTER_MEMORY_STRIDE = 0x10,
    REGISTER_MEMORY_START = 0x00,
    REGISTER_MEMORY_BYTES = 0x04,
    REGISTER_MEMORY_LINKS = 0x08,
    REGISTER_MEMORY_MUTEXES = 0x0c,

    /* Mutex k of a memory controller: k * REGISTER_MUTEX_STRIDE */
    REGISTER_MUTEX_STRIDE = 0x04,
};

/* Values written to REGISTER_DMA_COMMAND. */
enum { DMA_PUT = 1, DMA_GET = 2, DMA_TRY_PUT = 3, DMA_TRY_GET = 4, DMA_MULTICAST = 5 };
#define DMA_COMMANDS 0xffu
/* Added to a DMA command. The packets of the command then have this priority, 0 to 7, instead of
 * that of their target. */
#define DMA_LEVEL(priority) ((8u + (uint32_t)(priority)) << 8)
/* Values read from REGISTER_DMA_STATUS. */
enum { DMA_UNUSED = 0, DMA_BUSY = 1, DMA_DONE = 2, DMA_FULL = 3 };

/* A value for an endpoint's priority register. It says that the endpoint has no priority of its
 * own, so packets to it are unmarked. */
#define PRIORITY_NONE 0xffffffffu
/* Operation k of the shared floating-point unit: REGISTER_FPU_SINGLE or _DOUBLE + 4 * k */
enum fpu_operation {
    FPU_ADD,
    FPU_SUBTRACT,
    FPU_MULTIPLY,
    FPU_DIVIDE,
    FPU_ROOT,
    FPU_FUSED,
    FPU_EQUAL,
    FPU_LESS,
    FPU_LESS_EQUAL,
    FPU_TO_INT,
    FPU_TO_UNSIGNED,
    FPU_FROM_INT,
    FPU_FROM_UNSIGNED,
    FPU_CONVERT,
};

/* Value of REGISTER_MEMORY_LINKS if the tile may not use that memory. */
#define MEMORY_CLOSED 0xffffffffu
/* A bit of the values written to REGISTER_CIRCUIT_OPEN, REGISTER_CIRCUIT_CLOSE and
 * REGISTER_CIRCUIT_KEEP: full duplex. */
#define CIRCUIT_DUPLEX 0x80000000u
/* Values read from REGISTER_CIRCUIT_STATE. */
enum { CIRCUIT_CLOSED = 0, CIRCUIT_OPENING = 1, CIRCUIT_STANDS = 2, CIRCUIT_CLOSING = 3 };
/* Values read from REGISTER_CIRCUIT_RESULT. */
enum {
    CIRCUIT_PENDING = 0,
    CIRCUIT_DONE = 1,
    CIRCUIT_REFUSED = 2,
    CIRCUIT_HAS_ONE = 3,
    CIRCUIT_NONE_ON_CHIP = 4,
    CIRCUIT_NOT_OPEN = 5,
};

enum {
    HOST_EXIT = 1,
    HOST_ABORT = 2,
    HOST_WRITE = 3,
    HOST_READ = 4,
    HOST_OPEN = 5,
    HOST_CLOSE = 6,
    HOST_SEEK = 7,
    HOST_UNLINK = 8,
    HOST_RENAME = 9,
    HOST_RANK = 10,
    HOST_FINALIZED = 11,
    HOST_SHARE = 12,
    HOST_PAGE = 13,
    HOST_RECORD = 14,
    HOST_HEAP_FULL = 15,
    HOST_BAD_FREE = 16,
    HOST_START_JOB = 17,
    HOST_STOP_JOB = 18,
    HOST_COPY = 19,
    HOST_STATUS = 20,
    HOST_STATUS_AT = 21,
    HOST_STATUS_OF_LINK = 22,
    HOST_ENTRY = 23,
    HOST_READ_LINK = 24,
    HOST_REAL_PATH = 25,
    HOST_CHANGE_FOLDER = 26,
    HOST_MAKE_FOLDER = 27,
    HOST_REMOVE_FOLDER = 28,
    HOST_TRUNCATE = 29,
    HOST_SET_TIMES = 30,
    HOST_SET_MODE = 31,
    HOST_LINK = 32,
    HOST_SYMBOLIC_LINK = 33,
    HOST_LOCK = 34,
    HOST_SET_TIMES_AT = 35,
    HOST_SET_MODE_AT = 36,
    HOST_FLAGS = 37,
    HOST_PIPE = 38,
    HOST_SET_FLAGS = 39,
    HOST_READY = 40,
};

static inline uint32_t register_read(uint32_t offset) {
    return *(const volatile uint32_t *)(REGISTERS + offset);
}

static inline void register_write(uint32_t offset, uint32_t value) {
    *(volatile uint32_t *)(REGISTERS + offset) = value;
}

/* Returns the status of a DMA command buffer, given the address of its registers. */
static inline uint32_t dma_status(uint32_t buffer) {
    return *(const volatile uint32_t *)(buffer + REGISTER_DMA_STATUS);
}

#endif
