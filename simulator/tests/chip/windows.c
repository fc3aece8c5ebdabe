/* Several cores work for long stretches in the memory of their tile and occasionally access words
 * that other cores of the tile write. The test defines STEPS and TILE_CORES. */
#include "program.h"

#include "random_numbers.h"

static uint32_t own[256];
static double doubles[16];

/* Loads and stores in the core's own memory, which compete with other cores only for banks. */
static void work(uint32_t rounds) {
    double x = (double)sum;
    for (uint32_t i = 0; i < rounds; i++) {
        own[(sum + i) & 255] += sum ^ own[i & 255];
        sum = sum * 5 + own[(sum >> 8) & 255];
        if ((i & 63) == 0) {
            x = x * 0.5 + 3.0;
            doubles[i >> 6 & 15] += x;
            sum ^= sum / (i | 1);
        }
    }
}

/* The page that a process of this tile has opened to the others; 0 if it has not opened one yet. */
static uint32_t page_of(uint32_t number) {
    return WORD(place(number)->shared);
}

static uint32_t neighbour(void) {
    uint32_t first = process()->place / TILE_CORES * TILE_CORES;
    uint32_t number = first + next(TILE_CORES);
    return number < job()->places ? number : first;
}

static uint32_t add(uint32_t word, uint32_t value) {
    uint32_t old;
    __asm__ volatile("amoadd.w %0, %2, (%1)" : "=r"(old) : "r"(word), "r"(value) : "memory");
    return old;
}

static void step(void) {
    uint32_t word = page_of(neighbour()) + 4 * next(64);
    switch (next(12)) {
    case 0:
        WORD(word) += sum;
        break;
    case 1:
        mix(add(word, sum));
        break;
    case 2:
        for (uint32_t i = next(300); i > 0; i--) {
            mix(WORD(word));
        }
        break;
    case 3:
        mix(cycle());
        break;
    case 4:
        WORD(place(next(job()->places))->shared + 64 + 4 * next(64)) = sum;
        break;
    case 5:
        REGISTER(ARM_BYTES) = 0;
        REGISTER(DEADLINE_LO) = cycle() + next(1000);
        REGISTER(DEADLINE_HI) = 0;
        mix(REGISTER(WAIT));
        break;
    case 6:
        for (uint32_t i = 0; i < 16; i++) {
            WORD((word & ~63u) + 4 * i) = sum + i;
            work(next(8));
        }
        break;
    default:
        work(next(2000));
    }
}

int program(void) {
    state = seed * 2654435761u + process()->place * 40503u + 1;
    uint32_t page = (process()->heap + 4095) & ~4095u;
    /* The work lets cores execute ahead of the chip's clock before they open pages to each
     * other. */
    work(200);
    host(12, page, 4096, 1);
    WORD(process()->shared) = page;
    uint32_t first = process()->place / TILE_CORES * TILE_CORES;
    for (uint32_t i = first; i < first + TILE_CORES && i < job()->places; i++) {
        while (page_of(i) == 0) {
        }
    }
    /* The steps may be short, but this work alone takes more than 5,000 cycles, 10 for each
     * round. */
    work(500);
    for (uint32_t i = 0; i < STEPS; i++) {
        step();
    }
    tell(&sum, 1);
    return 0;
}
