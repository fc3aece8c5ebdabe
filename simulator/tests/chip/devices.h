/* Devices in the windows of tiles and memory controllers, for the test programs of this folder. */
#define DEVICE_WINDOW(endpoint) (DEVICES + ((uint32_t)(endpoint) << DEVICES_SHIFT))

/* Address of a device of core `core`. In the tile's window, the devices of this kind begin at
 * offset `first`, and those of two neighbouring cores are `stride` bytes apart. */
static inline uint32_t device_of(uint32_t core, uint32_t first, uint32_t stride) {
    uint32_t cores = REGISTER(TILE_CORES);
    /* The table gives the core of each process, even if tiles differ. */
    for (uint32_t i = 0; i < job()->places; i++) {
        if (place(i)->core == core) {
            uint32_t queues = place(i)->queues - DEVICES;
            uint32_t inside = queues % (1u << DEVICES_SHIFT) - REGISTER_QUEUE_SHARE;
            return DEVICE_WINDOW(queues >> DEVICES_SHIFT) + first +
                   inside / REGISTER_QUEUE_SHARE_STRIDE * stride;
        }
    }
    return DEVICE_WINDOW(core / cores) + first + core % cores * stride;
}

static inline uint32_t counter_of(uint32_t core, uint32_t number) {
    return device_of(core, REGISTER_COUNTER_SHARE, REGISTER_COUNTER_SHARE_STRIDE) +
           number * REGISTER_COUNTER_STRIDE;
}

static inline uint32_t queue_of(uint32_t core, uint32_t number) {
    return device_of(core, REGISTER_QUEUE_SHARE, REGISTER_QUEUE_SHARE_STRIDE) +
           number * REGISTER_QUEUE_STRIDE;
}

static inline uint32_t sync_of(uint32_t core) {
    return device_of(core, REGISTER_SYNC, REGISTER_SYNC_STRIDE);
}

static inline uint32_t mutex_of(uint32_t controller, uint32_t number) {
    return DEVICE_WINDOW(REGISTER(TILES) + controller) + number * REGISTER_MUTEX_STRIDE;
}

/* The register REGISTER_MEMORY_name of this tile for a memory controller: what the tile knows about
 * it. */
#define MEMORY(controller, name)                                                                   \
    WORD(DEVICE_WINDOW(REGISTER(TILE)) + REGISTER_MEMORY + (controller)*REGISTER_MEMORY_STRIDE +   \
         REGISTER_MEMORY_##name)

enum { SINGLE_READER = 1, MULTIPLE_READER = 2 };

/* Opens a queue whose ring buffer begins at `ring`, an address in the memory of the queue's
 * core. */
static inline void open_queue(uint32_t queue, uint32_t kind, uint32_t ring, uint32_t elements,
                              uint32_t bytes) {
    WORD(queue + REGISTER_QUEUE_BASE) = ring;
    WORD(queue + REGISTER_QUEUE_ELEMENTS) = elements;
    WORD(queue + REGISTER_QUEUE_BYTES) = bytes;
    WORD(queue + REGISTER_QUEUE_CONTROL) = kind;
}

static inline uint32_t swap(uint32_t word, uint32_t value) {
    uint32_t old;
    __asm__ volatile("amoswap.w %0, %2, (%1)" : "=r"(old) : "r"(word), "r"(value) : "memory");
    return old;
}

static inline uint32_t fetch_add(uint32_t word, uint32_t value) {
    uint32_t old;
    __asm__ volatile("amoadd.w %0, %2, (%1)" : "=r"(old) : "r"(word), "r"(value) : "memory");
    return old;
}

/* Starts a DMA command in one of the core's command buffers. */
static inline void command(uint32_t buffer, uint32_t local, uint32_t remote, uint32_t bytes,
                           uint32_t what) {
    DMA(buffer, LOCAL) = local;
    DMA(buffer, REMOTE) = remote;
    DMA(buffer, BYTES) = bytes;
    DMA(buffer, COMMAND) = what;
}
