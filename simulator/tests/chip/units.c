/* Uses the units that random.c and random_devices.c leave out, in random order: interrupts, control
 * registers, priorities, circuits, accumulators, shared floating-point units, trickboxes, the far
 * data window, inboxes, pages that are opened and closed, and host calls. Each seed chooses some of
 * these units, because some switch off fast paths of the simulator. For example, the cores of a
 * tile with interrupts never execute ahead separately. The test defines STEPS.
 *
 * Some runs end in a deadlock, because circuits block each other or a core waits at a queue for
 * ever. With every sixteenth seed a process commits a fault. */

/* Handlers skip an instruction that traps, so all instructions have four bytes. */
__asm__(".option norvc");

#include "program.h"

#include "devices.h"
#include "random_numbers.h"

enum { INBOX = 0, OWN_TILE = 1, RING = 5120, ELEMENTS = 3 };
enum { RESULTS = 7936, BEGUN = 8000, PAGE = 8004 }; /* words of a shared block */

enum unit {
    INTERRUPTS,
    CONTROL,
    PRIORITIES,
    CIRCUITS,
    ACCUMULATORS,
    FLOATS,
    HOLD,
    FAR_WINDOW,
    QUEUES,
    PAGES,
    CALLS,
    UNITS
};

static uint32_t own[256], *words = own;
static volatile uint32_t starts, done; /* a reset of the core leaves them as they are */
static volatile uint32_t taken;
static uint32_t units, held, pipe, element_bytes;

static uint32_t me(void) {
    return REGISTER(CORE);
}

static const struct hal_place *someone(void) {
    return place(next(job()->places));
}

static uint32_t tile_at(uint32_t shared) {
    return (shared - 0x80000000u) >> REGISTER(TILE_SHIFT);
}

static int uses(enum unit unit) {
    return units >> unit & 1;
}

/* Skips an instruction that traps, or takes the events of an interrupt. */
__attribute__((interrupt, used)) static void handle(void) {
    uint32_t cause, pc;
    __asm__ volatile("csrr %0, mcause" : "=r"(cause));
    if ((int32_t)cause < 0) {
        taken = 31 * taken + REGISTER(INTERRUPT_EVENTS) + cycle();
        return;
    }
    taken += cause;
    __asm__ volatile("csrr %0, mepc\n addi %0, %0, 4\n csrw mepc, %0" : "=&r"(pc));
}

__attribute__((naked, used, aligned(64))) static void vectors(void) {
    __asm__ volatile(".rept 12\n j handle\n .endr");
}

static void sleep_for(uint32_t cycles) {
    REGISTER(DEADLINE_LO) = cycle() + cycles;
    REGISTER(DEADLINE_HI) = 0;
    mix(REGISTER(WAIT));
}

static void watch(void) {
    REGISTER(ARM_ADDRESS) = process()->shared + 4 * next(64);
    REGISTER(ARM_BYTES) = 4 * next(512);
    sleep_for(next(300));
    mix(cycle());
}

/* Makes so many stores that the undo log is full, which holds what a core has overwritten while it
 * executes ahead of the chip's clock. */
static void fill(void) {
    for (uint32_t i = 300 + next(300); i > 0; i--) {
        __asm__ volatile("sw %0, 0(%1)\n sw %0, 4(%1)\n sw %0, 8(%1)\n sw %0, 12(%1)\n"
                         "sw %0, 16(%1)\n sw %0, 20(%1)\n sw %0, 24(%1)\n sw %0, 28(%1)" ::"r"(i),
                         "r"(own + 8)
                         : "memory");
    }
}

static void compute(void) {
    if (next(16) == 0) {
        fill();
        return;
    }
    double x = sum;
    for (uint32_t i = next(50); i > 0; i--) {
        words[next(256)] += sum;
        mix(words[i & 255]);
        if ((i & 15) == 0) {
            x = x / 3.0 + 1.0;
            mix(sum / (i | 1));
        }
    }
    own[0] += x < 1e9;
}

static void exchange(void) {
    uint32_t at = someone()->shared;
    for (uint32_t i = next(6); i > 0; i--) {
        WORD(at + 4 * next(64)) = sum + i;
    }
    mix(WORD(someone()->shared + 4 * next(64)));
    mix(fetch_add(someone()->shared + 4 * next(64), sum));
}

static void transfer(void) {
    uint32_t number = next(REGISTER(BUFFERS));
    DMA(number, COUNTER) = next(2) ? someone()->shared + 4 * next(64) : 0;
    uint32_t level = next(2) ? DMA_LEVEL(next(8)) : 0;
    command(number, process()->shared + 4096 + next(256), someone()->shared + next(512), next(200),
            (DMA_PUT + next(2)) | level);
    if (next(2)) {
        while (DMA(number, STATUS) == DMA_BUSY) {
            sleep_for(next(40));
        }
    }
}

/* The period is long enough for the handler, whatever an instruction costs. */
static void interrupts(void) {
    uint32_t first, last;
    __asm__ volatile("rdtime %0" : "=r"(first)::"memory");
    mix(REGISTER(INTERRUPT_ENABLE) + WORD(process()->shared));
    __asm__ volatile("rdtime %0" : "=r"(last)::"memory");
    uint32_t period = 20 * (last - first) + next(400);
    REGISTER(PERIOD_LO) = next(4) ? period : 0;
    REGISTER(PERIOD_HI) = 0;
    REGISTER(INTERRUPT_ENABLE) = next(2) ? EVENT_TICK : next(64);
    __asm__ volatile("csrw mie, %0" ::"r"(next(4) ? 1u << 7 | 1u << 11 : 1u << 7));
    if (next(3)) {
        __asm__ volatile("csrs mstatus, 8");
    } else {
        __asm__ volatile("csrc mstatus, 8");
    }
}

static void control(void) {
    uint32_t value = 0;
    switch (next(9)) {
    case 0:
        __asm__ volatile("csrw mcountinhibit, %0" ::"r"(next(2) ? 0 : next(8)));
        break;
    case 1:
        __asm__ volatile("csrrw %0, minstret, %1" : "=r"(value) : "r"(sum));
        break;
    case 2:
        __asm__ volatile("csrrs %0, mcycleh, zero\n csrw mcycleh, %0" : "=&r"(value));
        break;
    case 3:
        __asm__ volatile("csrr %0, instret\n csrr %1, time" : "=r"(value), "=r"(sum));
        break;
    case 4: /* While the unit is off, its instructions trap. */
        __asm__ volatile("li %0, 0x6000\n csrc mstatus, %0\n fadd.d ft0, ft0, ft1\n"
                         "csrs mstatus, %0\n fmv.x.w %0, ft0"
                         : "=&r"(value)::"ft0");
        break;
    case 5:
        __asm__ volatile(
            "csrrw %0, frm, %1\n fdiv.s ft0, ft1, ft2\n csrr %0, fcsr\n csrw fcsr, zero"
            : "=&r"(value)
            : "r"(next(6))
            : "ft0");
        break;
    case 6:
        __asm__ volatile("wfi\n csrr %0, mip" : "=r"(value));
        break;
    case 7:
        __asm__ volatile("ebreak");
        break;
    default:
        value = REGISTER(KERNEL_CALL) + REGISTER(HOST_RESULT);
    }
    mix(value);
}

static uint32_t quality_of(uint32_t core) {
    return device_of(core, REGISTER_QOS_SHARE, REGISTER_QOS_SHARE_STRIDE);
}

static uint32_t endpoint(void) {
    return next(REGISTER(TILES) + REGISTER(CONTROLLERS));
}

static void prioritize(void) {
    uint32_t core = next(4) ? me() : someone()->core, quality = quality_of(core);
    uint32_t entry =
        device_of(core, REGISTER_PRIORITY_SHARE, REGISTER_PRIORITY_SHARE_STRIDE) + 4 * endpoint();
    switch (next(5)) {
    case 0:
    case 1:
        WORD(entry) = next(8);
        break;
    case 2:
        WORD(entry) = PRIORITY_NONE;
        mix(WORD(entry));
        break;
    case 3:
        WORD(quality + REGISTER_QOS_UNMARKED) = next(8);
        break;
    default:
        mix(WORD(quality + REGISTER_QOS_LEVELS) + WORD(quality + REGISTER_QOS_HIGHEST));
        WORD(quality + REGISTER_QOS_RESET) = 1;
    }
    exchange();
}

/* Gives the core's circuit registers a command, and waits for the result. */
static uint32_t circuit_command(uint32_t offset, uint32_t wanted) {
    uint32_t quality = quality_of(me()), result;
    WORD(quality + offset) = wanted;
    while ((result = WORD(quality + REGISTER_CIRCUIT_RESULT)) == CIRCUIT_PENDING) {
        sleep_for(50);
    }
    return result;
}

static void close_circuit(void) {
    uint32_t quality = quality_of(me());
    while (WORD(quality + REGISTER_CIRCUIT_STATE) != CIRCUIT_CLOSED) {
        mix(circuit_command(REGISTER_CIRCUIT_CLOSE, WORD(quality + REGISTER_CIRCUIT_WANTED)));
    }
}

/* While the circuit is open, the core accesses only its target. */
static void ride(void) {
    const struct hal_place *other = someone();
    uint32_t number = next(REGISTER(CONTROLLERS) + 1), at = other->shared;
    uint32_t wanted = tile_at(at);
    if (number < REGISTER(CONTROLLERS) && MEMORY(number, LINKS) != MEMORY_CLOSED) {
        at = MEMORY(number, START);
        wanted = REGISTER(TILES) + number;
    }
    wanted |= next(2) ? CIRCUIT_DUPLEX : 0;
    uint32_t result = circuit_command(REGISTER_CIRCUIT_OPEN, wanted);
    mix(result);
    for (uint32_t i = next(8); result == CIRCUIT_DONE && i > 0; i--) {
        switch (next(4)) {
        case 0:
            mix(WORD(at + 4 * next(64)));
            break;
        case 1:
            command(0, process()->shared + 4096, at + 4 * next(64), 4 * next(32), DMA_PUT);
            break;
        default:
            WORD(at + 4 * next(64)) = sum;
        }
    }
    if (next(2)) {
        __asm__ volatile("fence" ::: "memory");
    }
    if (next(8) == 0) {
        mix(circuit_command(REGISTER_CIRCUIT_CLOSE, wanted ^ CIRCUIT_DUPLEX));
    }
    close_circuit();
}

static uint32_t accumulator(uint32_t number) {
    return device_of(me(), REGISTER_ACCUMULATOR_SHARE, REGISTER_ACCUMULATOR_SHARE_STRIDE) +
           number * REGISTER_ACCUMULATOR_STRIDE;
}

/* Accumulator 0 combines the words of all tiles, 1 those of a row, and 2 those of a column. */
static void set_accumulators_up(void) {
    uint32_t tile = REGISTER(TILE), columns = REGISTER(COLUMNS), last = REGISTER(TILES) - 1;
    uint32_t row = tile - tile % columns, column = tile % columns;
    uint32_t first[3] = {0, row, column};
    uint32_t end[3] = {last, row + columns - 1, last - (columns - 1) + column};
    for (uint32_t i = 0; i < 3 && i < REGISTER(ACCUMULATORS); i++) {
        WORD(accumulator(i) + REGISTER_ACCUMULATOR_TARGETS) = first[i] | end[i] << 16;
        WORD(accumulator(i) + REGISTER_ACCUMULATOR_RESULT) = process()->shared + RESULTS + 8 * i;
    }
}

/* Gives a word to an accumulator, and waits for the result. All processes do this in the same
 * steps. */
static void accumulate(uint32_t round) {
    uint32_t most = REGISTER(ACCUMULATORS), number = round % (most < 3 ? most : 3);
    uint32_t result = process()->shared + RESULTS + 8 * number;
    uint32_t operation = (seed + 7 * round) % 8;
    WORD(result + 4) = 0;
    WORD(accumulator(number) + REGISTER_ACCUMULATOR_ADD + 4 * operation) = sum;
    while (WORD(result + 4) == 0) {
        REGISTER(ARM_ADDRESS) = result;
        REGISTER(ARM_BYTES) = 8;
        if (WORD(result + 4) == 0) {
            sleep_for(1000);
        }
    }
    mix(WORD(result));
}

static void calculate(void) {
    uint32_t unit = WORD(device_of(me(), REGISTER_FPU_NEAREST, 0));
    if (unit == 0) {
        return;
    }
    for (uint32_t i = 0; i < 6; i++) {
        WORD(unit + REGISTER_FPU_OPERANDS + 4 * i) = next(2) ? sum : 0x3ff00000 + (sum >> 12);
    }
    for (uint32_t i = next(4); i > 0; i--) {
        uint32_t format = next(2) ? REGISTER_FPU_SINGLE : REGISTER_FPU_DOUBLE;
        mix(WORD(unit + format + 4 * next(14)));
    }
    mix(WORD(unit + REGISTER_FPU_UPPER) + WORD(unit + REGISTER_FPU_FCSR));
    WORD(unit + REGISTER_FPU_FCSR) = next(5) << 5;
}

static uint32_t box_of(uint32_t core) {
    return device_of(core, REGISTER_TRICKBOX, REGISTER_TRICKBOX_STRIDE);
}

/* The first core of tile 0, which is a host of trickboxes, holds other cores for some time, or
 * resets them. Other cores reset themselves. */
static void hold(void) {
    uint32_t other = someone()->core, box = box_of(other);
    if (REGISTER(TILE) != 0 || REGISTER(TILE_CORE) != 0) {
        if (starts < 4 && next(4) == 0) {
            WORD(box_of(me()) + REGISTER_TRICKBOX_RESET) = 0;
        }
        return;
    }
    if (other == me()) {
        return;
    }
    if (next(3) == 0) {
        WORD(box + REGISTER_TRICKBOX_RESET) = 0;
        return;
    }
    held = box;
    WORD(box + REGISTER_TRICKBOX_HOLD) = 1;
    compute();
    sleep_for(next(200));
    mix(WORD(box + REGISTER_TRICKBOX_STATE));
    if (next(4) == 0) {
        WORD(box + REGISTER_TRICKBOX_RESET) = 0;
    }
    WORD(box + REGISTER_TRICKBOX_RELEASE) = 1;
    held = 0;
}

/* Whether the chip has trickboxes. If it has none, the load traps and leaves 0xff. */
static int has_trickbox(void) {
    uint32_t state = 0xff;
    __asm__ volatile("lw %0, 0(%1)" : "+r"(state) : "r"(box_of(me()) + REGISTER_TRICKBOX_STATE));
    return state != 0xff;
}

/* Accesses words in the far data window. An access beyond the window's end causes a trap. */
static void use_far_window(void) {
    if (next(2)) {
        REGISTER(FAR_DATA_BASE) = 0xc0000000u + 128 * next(8);
        REGISTER(FAR_DATA_BYTES) = 128 * next(8);
    }
    for (uint32_t i = next(30); i > 0; i--) {
        uint32_t at = 0xf0000000u + 4 * next(280), value = 0;
        __asm__ volatile("lw %0, 0(%1)\n add %0, %0, %2\n sw %0, 0(%1)"
                         : "+&r"(value)
                         : "r"(at), "r"(sum)
                         : "memory");
        mix(value);
    }
}

/* Commands that wait at a full queue are rare, because many of them would soon end the run. */
static void queues(void) {
    uint32_t inbox = queue_of(someone()->core, INBOX), mine = queue_of(me(), INBOX);
    uint32_t number = next(REGISTER(BUFFERS)), local = process()->shared + 6144;
    uint32_t other = queue_of(someone()->core, OWN_TILE);
    uint32_t message = 4 * (1 + next(element_bytes / 4)), count;
    switch (next(7)) {
    case 0:
    case 1:
        command(number, local, inbox, message, next(32) ? DMA_TRY_PUT : DMA_PUT);
        break;
    case 2:
        mix(swap(inbox, sum));
        break;
    case 3:
        count = WORD(mine + REGISTER_QUEUE_COUNT);
        mix(count);
        WORD(mine + REGISTER_QUEUE_DROP) = next(count + 1);
        break;
    case 4:
        mix(swap(other, sum));
        break;
    case 5:
        command(number, local, other, 4, next(16) ? DMA_TRY_PUT : DMA_PUT);
        break;
    default:
        command(number, local, queue_of(me(), OWN_TILE), 4, DMA_TRY_GET);
        while (DMA(number, STATUS) == DMA_BUSY) {
        }
        mix(WORD(local));
    }
}

static uint32_t own_page(void) {
    return (process()->heap + 4095) & ~4095u;
}

/* Opens or closes a page to the processes of the tile, and uses pages of others. An access that the
 * core may not make causes a trap. */
static void share(void) {
    const struct hal_place *other = someone();
    if (next(3) == 0) {
        host(HOST_PAGE, 0, 0, 0);
        host(HOST_SHARE, own_page(), REGISTER(HOST_RESULT), next(2));
        mix(REGISTER(HOST_RESULT));
    }
    if (tile_at(other->shared) != REGISTER(TILE)) {
        other = place(process()->place);
    }
    uint32_t page = WORD(other->shared + PAGE);
    for (uint32_t i = page ? next(40) : 0; i > 0; i--) {
        uint32_t at = page + 4 * next(64), value = 0;
        __asm__ volatile("lw %0, 0(%1)\n add %0, %0, %2\n sw %0, 0(%1)\n amoxor.w %0, %2, (%1)"
                         : "+&r"(value)
                         : "r"(at), "r"(sum)
                         : "memory");
        mix(value);
    }
}

static void call(void) {
    static uint32_t text[16];
    switch (next(5)) {
    case 0:
        host(HOST_RANK, process()->place, 0, 0);
        break;
    case 1:
        host(HOST_RECORD, (uint32_t)own, 4 * next(8), 0);
        break;
    case 2:
        if (pipe == 0) {
            host(HOST_PIPE, 0, 0, 0);
            pipe = REGISTER(HOST_RESULT);
        }
        host(HOST_WRITE, pipe >> 16, (uint32_t)own, 4 * next(16));
        break;
    case 3: /* The host's write into memory may wake a core that watches the words. */
        if (pipe == 0) {
            return;
        }
        host(HOST_READ, pipe & 0xffff, next(2) ? process()->shared : (uint32_t)text, 4 * next(16));
        break;
    default:
        host(HOST_FINALIZED, next(2), 0, 0);
    }
    mix(REGISTER(HOST_RESULT));
}

static void commit_fault(void) {
    uint32_t other = someone()->shared;
    if (next(2)) {
        __asm__ volatile("csrw mtvec, zero");
    }
    switch (next(4)) {
    case 0:
        WORD(0x80000000u + (tile_at(other) << REGISTER(TILE_SHIFT))) = 1;
        break;
    case 1:
        mix(WORD(queue_of(someone()->core, 0) + REGISTER_QUEUE_DROP));
        break;
    case 2:
        command(0, process()->shared, 0x80000000u + (REGISTER(TILES) << REGISTER(TILE_SHIFT)), 64,
                DMA_PUT);
        break;
    default:
        __asm__ volatile("ebreak");
    }
}

static void step(void) {
    static void (*const parts[UNITS])(void) = {interrupts, control,   prioritize, ride,
                                               exchange,   calculate, hold,       use_far_window,
                                               queues,     share,     call};
    uint32_t unit = next(UNITS + 8);
    switch (unit) {
    case UNITS:
    case UNITS + 1:
    case UNITS + 2:
        compute();
        break;
    case UNITS + 3:
    case UNITS + 4:
        exchange();
        break;
    case UNITS + 5:
        transfer();
        break;
    case UNITS + 6:
        watch();
        break;
    case UNITS + 7:
        __asm__ volatile("fence" ::: "memory");
        break;
    default:
        uses(unit) ? parts[unit]() : compute();
    }
}

/* The units that the seed chooses, without those that the chip lacks or that exclude others. */
static uint32_t choose_units(void) {
    uint32_t chosen = seed * 2654435761u >> 8;
    chosen |= chosen >> UNITS &
              (1u << CIRCUITS | 1u << ACCUMULATORS | 1u << FLOATS | 1u << HOLD | 1u << PRIORITIES);
    chosen &= REGISTER(QUEUES) < 2 ? ~(1u << QUEUES) : ~0u;
    chosen &= REGISTER(DRAM_BYTES) == 0 ? ~(1u << FAR_WINDOW) : ~0u;
    chosen &= has_trickbox() ? ~(1u << ACCUMULATORS) : ~(1u << HOLD);
    return REGISTER(ACCUMULATORS) ? chosen : chosen & ~(1u << ACCUMULATORS);
}

static void begin(void) {
    state = seed + 977 * process()->place;
    if (uses(QUEUES)) {
        element_bytes = REGISTER(LINE) < 16 ? REGISTER(LINE) : 16;
        open_queue(queue_of(me(), INBOX), 3, process()->shared + RING, ELEMENTS, element_bytes);
        open_queue(queue_of(me(), OWN_TILE), SINGLE_READER, process()->shared + RING + 64, ELEMENTS,
                   4);
    }
    if (uses(ACCUMULATORS)) {
        set_accumulators_up();
    }
    if (uses(PAGES)) {
        WORD(process()->shared + PAGE) = own_page();
    }
    /* Everybody is ready. */
    fetch_add(place(0)->shared + BEGUN, 1);
    while (WORD(place(0)->shared + BEGUN) < job()->places) {
        sleep_for(100);
    }
    if (seed % 8 == 1) {
        /* All processes wake in the same cycle, after a long time in which nothing happens. */
        REGISTER(DEADLINE_LO) = (cycle() | 0x7fff) + 1;
        REGISTER(DEADLINE_HI) = 0;
        mix(REGISTER(WAIT));
    }
}

int program(void) {
    __asm__ volatile("csrw mtvec, %0" ::"r"((uint32_t)vectors | (seed >> 8 & 1)));
    units = choose_units();
    if (starts++ == 0) {
        begin();
    }
    if (uses(CIRCUITS)) {
        close_circuit();
    }
    if (held) {
        WORD(held + REGISTER_TRICKBOX_RELEASE) = 1;
        held = 0;
    }
    if (REGISTER(CACHE_LINE)) {
        REGISTER(CACHE_START) = 0xc0000000;
        REGISTER(CACHE_BYTES) = next(2) ? 1 << 16 : 1024;
        words = (uint32_t *)0xc0000000 + 256 * process()->place;
    }
    while (done < STEPS) {
        uint32_t i = done++;
        step();
        if (uses(ACCUMULATORS) && i % 8 == 7) {
            accumulate(i / 8);
        }
        if (seed % 16 == 5 && i > STEPS / 2 && next(4 * job()->places) == 0) {
            commit_fault();
        }
    }
    REGISTER(INTERRUPT_ENABLE) = 0;
    uint32_t end[4] = {sum, taken, starts, cycle()};
    tell(end, 4);
    return 0;
}
