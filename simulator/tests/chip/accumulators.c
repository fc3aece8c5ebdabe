/* Accumulators combine one word from each tile of a rectangle. The mesh has CORES cores in each
 * tile. PART selects the test. */
#include "program.h"

#include "devices.h"

#define START 30000 /* the cycle in which all accumulators are set up */
#define RESULTS 0   /* offsets in a shared block: two words for each accumulator */
#define NOISE 1024
#define UNITS 4

/* The test overwrites this seed in the program file. */
static volatile uint32_t seed = 0x5eed5eed;

/* The numbers of the process's tile and core, and the columns and rows of the mesh. */
static uint32_t tile, core, columns, rows;

static uint32_t unit_of(uint32_t number) {
    return device_of(REGISTER(CORE), REGISTER_ACCUMULATOR_SHARE,
                     REGISTER_ACCUMULATOR_SHARE_STRIDE) +
           number * REGISTER_ACCUMULATOR_STRIDE;
}

static volatile uint32_t *result_of(uint32_t number) {
    return (volatile uint32_t *)(process()->shared + RESULTS + 8 * number);
}

static void set_up(uint32_t number, uint32_t first, uint32_t last) {
    WORD(unit_of(number) + REGISTER_ACCUMULATOR_TARGETS) = first | last << 16;
    WORD(unit_of(number) + REGISTER_ACCUMULATOR_RESULT) = (uint32_t)result_of(number);
}

static void give(uint32_t number, uint32_t operation, uint32_t word) {
    WORD(unit_of(number) + REGISTER_ACCUMULATOR_ADD + 4 * operation) = word;
}

static uint32_t hash(uint32_t a, uint32_t b) {
    uint32_t x = a * 2654435761u ^ (b + 0x9e3779b9u) * 2246822519u;
    x ^= x >> 15;
    x *= 2246822519u;
    return x ^ x >> 13;
}

/* Combines two words by the definition of the operation. */
static uint32_t combine(uint32_t operation, uint32_t one, uint32_t other) {
    int32_t a = (int32_t)one, b = (int32_t)other;
    switch (operation) {
    case 0:
        return one + other;
    case 1:
        return (uint32_t)(a < b ? a : b);
    case 2:
        return (uint32_t)(a > b ? a : b);
    case 3:
        return one < other ? one : other;
    case 4:
        return one > other ? one : other;
    case 5:
        return one & other;
    case 6:
        return one | other;
    default:
        return one ^ other;
    }
}

static uint32_t word_of_tile(uint32_t of, uint32_t round, uint32_t number) {
    return hash(of * 256 + core, round * UNITS + number);
}

struct rectangle {
    uint32_t first, last;
};

static uint32_t expected(struct rectangle in, uint32_t operation, uint32_t round, uint32_t number) {
    uint32_t sum = 0, started = 0;
    for (uint32_t other = in.first; other <= in.last; other++) {
        uint32_t column = other % columns;
        if (column < in.first % columns || column > in.last % columns) {
            continue;
        }
        uint32_t word = word_of_tile(other, round, number);
        sum = started ? combine(operation, sum, word) : word;
        started = 1;
    }
    return sum;
}

/* A random column and a random row divide the mesh into four parts. Returns the part with this
 * tile. */
static struct rectangle part_of(uint32_t number) {
    uint32_t cut = hash(seed, number) % columns, line = hash(seed, number + 100) % rows;
    uint32_t column = tile % columns, row = tile / columns;
    uint32_t left = column < cut ? 0 : cut, right = column < cut ? cut - 1 : columns - 1;
    uint32_t top = row < line ? 0 : line, bottom = row < line ? line - 1 : rows - 1;
    return (struct rectangle){top * columns + left, bottom * columns + right};
}

static void pause(uint32_t cycles) {
    for (uint32_t end = cycle() + cycles; (int32_t)(end - cycle()) > 0;) {
    }
}

/* Sends stores and transfers to other processes, so that the network is never empty. */
static void make_noise(uint32_t round) {
    uint32_t other = hash(seed + tile, round) % job()->places;
    DMA(0, LOCAL) = process()->shared + NOISE;
    DMA(0, REMOTE) = place(other)->shared + NOISE;
    DMA(0, BYTES) = 4 * (1 + hash(round, tile) % 40);
    DMA(0, COMMAND) = DMA_PUT;
    WORD(place(hash(tile, round) % job()->places)->shared + NOISE) = round;
}

/* Sets up an accumulator for each rectangle in[]. In each round, gives every accumulator a word,
 * and then waits for all results. Reports the number of wrong results. */
static int rounds(const struct rectangle *in, uint32_t units, uint32_t times) {
    uint32_t wrong = 0;
    for (uint32_t number = 0; number < units; number++) {
        if (in[number].first <= in[number].last) {
            set_up(number, in[number].first, in[number].last);
        }
    }
    while (cycle() < START) {
    }
    for (uint32_t round = 0; round < times; round++) {
        pause(hash(tile * 16 + core, round + seed) % 64);
        make_noise(round);
        for (uint32_t number = 0; number < units; number++) {
            if (in[number].first <= in[number].last) {
                give(number, hash(round, number) % 8, word_of_tile(tile, round, number));
            }
        }
        for (uint32_t number = 0; number < units; number++) {
            if (in[number].first > in[number].last) {
                continue;
            }
            volatile uint32_t *result = result_of(number);
            while (!result[1]) {
            }
            wrong += result[0] != expected(in[number], hash(round, number) % 8, round, number);
            result[1] = 0;
        }
    }
    tell(&wrong, 1);
    return 0;
}

static int random_parts(void) {
    struct rectangle in[UNITS];
    for (uint32_t number = 0; number < UNITS; number++) {
        in[number] = part_of(number);
    }
    return rounds(in, UNITS, 20);
}

/* Uses accumulators 0 and 1 with two rectangles of tiles. The seed chooses the rectangles. */
static int two(void) {
    struct rectangle in[2];
    uint32_t tiles = columns * rows, code = seed - 1;
    for (uint32_t number = 0; number < 2; number++) {
        uint32_t first = code % tiles, last = code / tiles % tiles, column = tile % columns;
        code /= tiles * tiles;
        int inside = first <= tile && tile <= last && first % columns <= column &&
                     column <= last % columns && first / columns <= tile / columns;
        in[number] = inside ? (struct rectangle){first, last} : (struct rectangle){1, 0};
    }
    return rounds(in, 2, 6);
}

/* Tile number `seed` gives its word long after all other tiles, and reports the cycle in which it
 * does so. Every other tile reports the cycle in which the result wakes it. */
static int latency(void) {
    uint32_t woken, events;
    set_up(0, 0, columns * rows - 1);
    REGISTER(ARM_ADDRESS) = (uint32_t)(result_of(0) + 1);
    REGISTER(ARM_BYTES) = 4;
    while (cycle() < START) {
    }
    if (tile == seed) {
        while (cycle() < 2 * START) {
        }
        __asm__ volatile("rdcycle %0\n sw %2, 0(%3)\n lw %1, 0(%4)"
                         : "=&r"(woken), "=&r"(events)
                         : "r"(1), "r"(unit_of(0) + REGISTER_ACCUMULATOR_ADD), "r"(&REGISTER(WAIT))
                         : "memory");
    } else {
        give(0, 0, 1);
        __asm__ volatile("lw %1, 0(%2)\n rdcycle %0"
                         : "=&r"(woken), "=&r"(events)
                         : "r"(&REGISTER(WAIT))
                         : "memory");
    }
    uint32_t told = woken * 256 + tile * 16 + result_of(0)[0];
    tell(&told, 1);
    return 0;
}

int program(void) {
    tile = REGISTER(TILE);
    core = REGISTER(TILE_CORE);
    columns = REGISTER(COLUMNS);
    rows = REGISTER(TILES) / columns;
    switch (PART) {
    case 0:
        return random_parts();
    case 1:
        return two();
    case 2:
        return latency();
    }
    if (tile != 1) {
        return 0;
    }
    uint32_t units = REGISTER(ACCUMULATORS);
    tell(&units, 1);
    switch (PART) {
    case 3: /* a word before the set-up */
        give(0, 0, 1);
        break;
    case 4: /* a rectangle without this tile */
        set_up(0, 0, 0);
        break;
    case 5: /* an address of another tile */
        WORD(unit_of(0) + REGISTER_ACCUMULATOR_TARGETS) = 1 << 16;
        WORD(unit_of(0) + REGISTER_ACCUMULATOR_RESULT) = place(0)->shared;
        break;
    case 6: /* two operations */
        set_up(0, 1, 3);
        give(0, 0, 1);
        give(0, 1, 1);
        break;
    case 7: /* accumulator 3, on a chip with two accumulators */
        WORD(unit_of(3)) = 0;
        break;
    case 8: /* a store to a register that does not start an operation */
        WORD(unit_of(0) + 0x08) = 0;
        break;
    }
    for (;;) {
    }
}
