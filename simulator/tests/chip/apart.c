/* The cores of a tile have different tasks: one sleeps, one wakes it, one uses devices and remote
 * memory, and the others compute, in memory that their data caches cover if they have any. The test
 * defines STEPS and TILE_CORES, and the number of cycles between two interrupts of the timers of
 * the cores that compute (INTERRUPTS; 0: none). */
#include "program.h"

#include "devices.h"
#include "random_numbers.h"

#define PERIOD 400 /* cycles of a step */

static uint32_t own[256], *words = own;
static uint32_t elements[64] __attribute__((aligned(64)));
static uint32_t ticks;
static uint32_t page, begin; /* the page that the sleeper has opened, and the cycle of step 0 */

__attribute__((interrupt, aligned(4))) static void tick(void) {
    ticks = 31 * ticks + REGISTER(INTERRUPT_EVENTS) + cycle();
}

static int is_before(uint32_t other) {
    return (int32_t)(cycle() - other) < 0;
}

/* Sleeps until another core wakes this one, or until a deadline, which comes in one of the cycles
 * around that wake-up. */
static void sleep(uint32_t i) {
    uint32_t far = place(process()->place ? 0 : job()->places - 1)->shared;
    REGISTER(ARM_ADDRESS) = page;
    REGISTER(ARM_BYTES) = 4;
    REGISTER(DEADLINE_LO) = begin + PERIOD * i + i % 32;
    REGISTER(DEADLINE_HI) = 0;
    /* The first instruction after the sleep is a store to another tile. */
    uint32_t events;
    __asm__ volatile("lw %0, 0(%1)\n sw %0, 0(%2)"
                     : "=&r"(events)
                     : "r"(&REGISTER(WAIT)), "r"(far + 128)
                     : "memory");
    mix(events);
    mix(cycle());
    while (is_before(begin + PERIOD * i + PERIOD / 2)) {
    }
}

static void wake(uint32_t i) {
    while (is_before(begin + PERIOD * i)) {
    }
    WORD(page) = i;
    mix(cycle());
}

/* Stores to a word after a fence. The load before the fence may bring the word's line into a
 * cache. */
static void announce(uint32_t *word) {
    mix(*word);
    __asm__ volatile("fence rw, w\n sw %0, 0(%1)" ::"r"(sum), "r"(word) : "memory");
}

static void use(void) {
    uint32_t queue = queue_of(REGISTER(CORE), 0), counter = counter_of(REGISTER(CORE), 0);
    uint32_t someone = place(next(job()->places))->shared;
    switch (next(6)) {
    case 0:
        mix(WORD(someone + 4 * next(16)) + words[next(256)]++);
        break;
    case 1:
        WORD(counter + REGISTER_COUNTER_VALUE) = next(3);
        mix(WORD(counter + REGISTER_COUNTER_VALUE));
        break;
    case 2:
        DMA(0, COUNTER) = page + 64;
        command(0, process()->shared, process()->shared, 0, 1);
        break;
    case 3:
        mix(__atomic_fetch_add((uint32_t *)(process()->shared + 64), 1, __ATOMIC_SEQ_CST));
        mix(__atomic_fetch_add((uint32_t *)(someone + 192), 1, __ATOMIC_SEQ_CST));
        announce(words + next(256));
        break;
    default:
        WORD(queue + REGISTER_QUEUE_PORT) = sum;
        mix(WORD(queue + REGISTER_QUEUE_PORT));
    }
}

static void work(uint32_t rounds) {
    for (uint32_t i = 0; i < rounds; i++) {
        words[(sum + i) & 255] += sum ^ words[i & 255];
        sum = sum * 5 + words[(sum >> 8) & 255];
        mix(WORD(page + 64));
    }
    switch (next(4)) {
    case 0:
        mix(__atomic_fetch_add(words + next(256), sum, __ATOMIC_SEQ_CST));
        break;
    case 1:
        announce(words + next(256));
        break;
    case 2:
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        break;
    default:
        mix(fetch_add((uint32_t)words, 1));
    }
}

int program(void) {
    uint32_t first = process()->place / TILE_CORES * TILE_CORES;
    uint32_t task = process()->place - first;
    state = seed * 2654435761u + process()->place * 40503u + 1;
    if (task == 0) {
        page = (process()->heap + 4095) & ~4095u;
        host(12, page, 4096, 1);
        WORD(page + 4) = cycle() + 4000;
        WORD(process()->shared) = page;
    }
    while ((page = WORD(place(first)->shared)) == 0) {
    }
    begin = WORD(page + 4);
    if (REGISTER(CACHE_LINE)) {
        REGISTER(CACHE_START) = 0xc0000000;
        REGISTER(CACHE_BYTES) = 1 << 16;
        words = (uint32_t *)0xc0000000 + 256 * process()->place;
    }
    if (task == 2) {
        open_queue(queue_of(REGISTER(CORE), 0), SINGLE_READER, (uint32_t)elements, 8, 4);
    }
    if (task > 2 && INTERRUPTS) {
        REGISTER(PERIOD_LO) = INTERRUPTS + task;
        REGISTER(PERIOD_HI) = 0;
        REGISTER(INTERRUPT_ENABLE) = EVENT_TICK;
        __asm__ volatile("csrw mtvec, %0\n csrw mie, %1\n csrs mstatus, 8" ::"r"(tick),
                         "r"(1u << 7));
    }
    for (uint32_t i = 0; i < STEPS; i++) {
        uint32_t end = begin + PERIOD * (i + 1);
        switch (task) {
        case 0:
            sleep(i);
            break;
        case 1:
            wake(i);
            break;
        default:
            while (is_before(end)) {
                task == 2 ? use() : work(next(60));
            }
        }
    }
    __asm__ volatile("csrc mstatus, 8");
    uint32_t end[2] = {sum, ticks};
    tell(end, 2);
    return 0;
}
