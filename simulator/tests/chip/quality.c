/* Priorities and circuits from the view of programs. PART selects the test function, and WITH is
 * its parameter. */
#include "quality.h"

#ifndef WITH
#define WITH 0
#endif

#define ARRIVED 4096 /* offset of the word in which the other places count */

/* Cycles from writing a command to the end of WAIT for it. */
static uint32_t timed(uint32_t offset, uint32_t wanted) {
    uint32_t core = REGISTER(CORE);
    REGISTER(ARM_BYTES) = 0;
    uint32_t registers = share(core, REGISTER_QOS_SHARE, REGISTER_QOS_SHARE_STRIDE);
    /* The address is computed before the clock is read. */
    __asm__ volatile("" : "+r"(registers));
    uint32_t start = cycle();
    WORD(registers + offset) = wanted;
    uint32_t events = REGISTER(WAIT);
    uint32_t cycles = cycle() - start;
    return events == 16 ? cycles : 0;
}

/* Place 0 opens and closes circuits to every endpoint, of both kinds. */
int every_distance(void) {
    uint32_t endpoints = REGISTER(TILES) + REGISTER(CONTROLLERS);
    uint32_t core = REGISTER(CORE), told[5];
    for (uint32_t target = 0; target < endpoints; target++) {
        for (uint32_t duplex = 0; duplex < 2; duplex++) {
            uint32_t wanted = target | (duplex ? CIRCUIT_DUPLEX : 0);
            told[0] = timed(REGISTER_CIRCUIT_OPEN, wanted);
            told[1] = QUALITY(core, CIRCUIT_STATE) << 4 | QUALITY(core, CIRCUIT_RESULT);
            told[2] = QUALITY(core, CIRCUIT_WANTED);
            told[3] = timed(REGISTER_CIRCUIT_CLOSE, wanted);
            told[4] = QUALITY(core, CIRCUIT_STATE) << 4 | QUALITY(core, CIRCUIT_RESULT);
            tell(told, 5);
        }
    }
    return 0;
}

/* Place 0 loads from and stores to the tile of place 1, or, if WITH & 2 is set, the first memory
 * controller. It does so on a circuit, which is full-duplex if WITH & 1 is set, and one-way
 * otherwise. */
int what_rides(void) {
    uint32_t theirs = WITH & 2 ? 0xc0000000u : place(1)->shared;
    uint32_t target = WITH & 2 ? REGISTER(TILES) : tile_of(1);
    if (process()->place == 1) {
        await(process()->shared + ARRIVED, 1);
        return 0;
    }
    uint32_t wanted = target | (WITH & 1 ? CIRCUIT_DUPLEX : 0), wrong = 0;
    circuit_command(REGISTER_CIRCUIT_OPEN, wanted);
    for (uint32_t i = 0; i < 10; i++) {
        WORD(theirs) = i;
        wrong += WORD(theirs) != i;
    }
    fence();
    circuit_command(REGISTER_CIRCUIT_CLOSE, wanted);
    add(place(1)->shared + ARRIVED, 1);
    return wrong;
}

/* Place 1 programs the interface of place 0, whose circuit leads to place 2. */
int from_afar(void) {
    uint32_t mine = process()->shared, told[9];
    uint32_t core = place(0)->core, target = tile_of(2), other = target == 0;
    if (process()->place == 0) {
        REGISTER(ARM_BYTES) = 0;
        told[0] = REGISTER(WAIT);
        told[1] = QUALITY(core, CIRCUIT_STATE);
        tell(told, 2);
        WORD(place(1)->shared) = 1;
        await(mine, 1);
        return 0;
    }
    if (process()->place == 2) {
        return 0;
    }
    PRIORITY(core, target) = 5;
    QUALITY(core, QOS_UNMARKED) = 2;
    told[0] = PRIORITY(core, target);
    told[1] = PRIORITY(core, other);
    PRIORITY(core, target) = PRIORITY_NONE;
    told[2] = PRIORITY(core, target);
    PRIORITY(core, target) = 7;
    PRIORITY(core, other) = 3;
    QUALITY(core, QOS_RESET) = 1;
    told[3] = PRIORITY(core, target) << 4 | PRIORITY(core, other);
    told[4] = QUALITY(core, QOS_LEVELS) << 4 | QUALITY(core, QOS_HIGHEST);
    QUALITY(core, CIRCUIT_OPEN) = target;
    await(mine, 1);
    told[5] = QUALITY(core, CIRCUIT_STATE);
    QUALITY(core, CIRCUIT_OPEN) = other;
    told[6] = QUALITY(core, CIRCUIT_RESULT);
    QUALITY(core, CIRCUIT_CLOSE) = other;
    told[7] = QUALITY(core, CIRCUIT_RESULT);
    QUALITY(core, CIRCUIT_CLOSE) = target;
    while (QUALITY(core, CIRCUIT_RESULT) == CIRCUIT_PENDING) {
    }
    told[8] = QUALITY(core, CIRCUIT_STATE) << 4 | QUALITY(core, CIRCUIT_RESULT);
    tell(told, 9);
    WORD(place(0)->shared) = 1;
    return 0;
}

/* In a row of tiles 0 to 3, place 0 loads from place 3 with priority WITH. Places 1 and 2 saturate
 * the route to place 3 with stores and the route back with gets. Reports the longest load. */
int under_load(void) {
    uint32_t me = process()->place, theirs = place(3)->shared;
    uint32_t mine = process()->shared, done = mine + ARRIVED;
    if (me == 3) {
        await(done, 3);
        return 0;
    }
    if (me == 0) {
        PRIORITY(REGISTER(CORE), tile_of(3)) = WITH;
        uint32_t longest = 0, until = cycle() + 2000;
        while (cycle() < until) {
        }
        for (int i = 0; i < 100; i++) {
            uint32_t start = cycle();
            (void)WORD(theirs + 28);
            uint32_t cycles = cycle() - start;
            longest = cycles > longest ? cycles : longest;
        }
        tell(&longest, 1);
        WORD(place(1)->shared + ARRIVED) = 1;
        WORD(place(2)->shared + ARRIVED) = 1;
        add(theirs + ARRIVED, 1);
        return 0;
    }
    while (WORD(done) == 0) {
        for (uint32_t buffer = 0; buffer < 2; buffer++) {
            if (DMA(buffer, STATUS) != DMA_BUSY) {
                /* Each buffer transfers one word of each line, so that only the first bank is
                 * used. */
                DMA(buffer, LOCAL) = mine + 64 * buffer;
                DMA(buffer, REMOTE) = theirs + 64 * (1 + buffer);
                DMA(buffer, BYTES) = 16;
                DMA(buffer, COMMAND) = buffer == 0 ? DMA_PUT : DMA_GET;
            }
        }
#ifndef TRANSFERS_ONLY
        WORD(theirs + 256) = 1;
#endif
    }
    fence();
    add(theirs + ARRIVED, 1);
    return 0;
}

/* Every other place writes numbers into two words of place 0 in order, by stores and sometimes by a
 * put. In between, it changes the priority or circuit of its packets at random. Place 0 reads the
 * words in the opposite order. */
int data_then_flag(void) {
    uint32_t me = process()->place, mine = process()->shared, theirs = place(0)->shared;
    uint32_t places = job()->places, core = REGISTER(CORE), target = tile_of(0);
    uint32_t told[2] = {0, 0};
    if (me == 0) {
        while (WORD(mine + ARRIVED) != places - 1) {
            for (uint32_t other = 1; other < places; other++) {
                uint32_t flag = WORD(mine + 8 * other + 4);
                uint32_t data = WORD(mine + 8 * other);
                told[0] += data < flag;
                told[1] += flag > 0;
            }
        }
        told[1] = told[1] > 0;
        tell(told, 2);
        return 0;
    }
    uint32_t state = WITH * 2654435761u + me;
    for (uint32_t i = 1; i <= 200; i++) {
        WORD(theirs + 8 * me) = i;
        switch (next_random(&state) % 8) {
        case 0:
            PRIORITY(core, target) = state >> 8 & 7;
            break;
        case 1:
            QUALITY(core, CIRCUIT_OPEN) = target | (state & CIRCUIT_DUPLEX);
            break;
        case 2:
            QUALITY(core, CIRCUIT_CLOSE) = QUALITY(core, CIRCUIT_WANTED);
            break;
        case 3:
            QUALITY(core, CIRCUIT_KEEP) = QUALITY(core, CIRCUIT_WANTED);
            break;
        default:
            break;
        }
        if (next_random(&state) % 16 == 0) {
            WORD(mine + 2048) = i;
            DMA(0, LOCAL) = mine + 2048;
            DMA(0, REMOTE) = theirs + 8 * me + 4;
            DMA(0, BYTES) = 4;
            DMA(0, COMMAND) = DMA_PUT;
            while (DMA(0, STATUS) == DMA_BUSY) {
            }
        } else {
            WORD(theirs + 8 * me + 4) = i;
        }
    }
    QUALITY(core, CIRCUIT_CLOSE) = QUALITY(core, CIRCUIT_WANTED);
    add(theirs + ARRIVED, 1);
    return 0;
}

/* Every core opens and closes circuits to other cores at random, and uses them. Place 0 reports how
 * many were opened and how many were refused. */
int everybody(void) {
    uint32_t me = process()->place, mine = process()->shared, first = place(0)->shared;
    uint32_t state = WITH * 2654435761u + me, opened = 0, refused = 0, wrong = 0;
    for (int i = 0; i < 30; i++) {
        uint32_t to = next_random(&state) % job()->places;
        uint32_t wanted = tile_of(to) | (state & CIRCUIT_DUPLEX);
        uint32_t result = circuit_command(REGISTER_CIRCUIT_OPEN, wanted);
        refused += result == CIRCUIT_REFUSED;
        if (result != CIRCUIT_DONE) {
            continue;
        }
        opened++;
        for (int store = 0; store < 4; store++) {
            WORD(place(to)->shared + 1024 + 4 * me) = i;
        }
        fence();
        wrong += circuit_command(REGISTER_CIRCUIT_CLOSE, wanted) != CIRCUIT_DONE;
    }
    add(first + ARRIVED + 4, opened);
    add(first + ARRIVED + 8, refused);
    add(first + ARRIVED + 12, wrong);
    add(first + ARRIVED, 1);
    if (me == 0) {
        await(mine + ARRIVED, job()->places);
        uint32_t told[3] = {WORD(mine + ARRIVED + 4), WORD(mine + ARRIVED + 8),
                            WORD(mine + ARRIVED + 12)};
        tell(told, 3);
    }
    return 0;
}

/* Every core opens circuits to other cores at random, uses them, and closes or keeps them. In
 * between it sends stores and puts to other cores without a circuit. Place 0 reports how many
 * circuits were opened and how many were refused. */
int keepers(void) {
    uint32_t me = process()->place, mine = process()->shared, first = place(0)->shared;
    uint32_t state = WITH * 2654435761u + me, opened = 0, refused = 0, wrong = 0;
    for (int i = 0; i < 30; i++) {
        uint32_t to = next_random(&state) % job()->places, then = next_random(&state) >> 8;
        uint32_t wanted = tile_of(to) | (then % 8 == 0 ? CIRCUIT_DUPLEX : 0);
        uint32_t theirs = place(to)->shared + 1024 + 64 * me, end = REGISTER_CIRCUIT_KEEP, result;
        switch (then / 8 % 4) {
        case 0:
            for (int store = 0; store < 4; store++) {
                WORD(theirs + 4 * store) = i;
            }
            break;
        case 1:
            DMA(0, LOCAL) = mine;
            DMA(0, REMOTE) = theirs;
            DMA(0, BYTES) = 64;
            DMA(0, COMMAND) = DMA_PUT;
            while (DMA(0, STATUS) == DMA_BUSY) {
            }
            break;
        case 2:
            end = REGISTER_CIRCUIT_CLOSE;
            /* fall through */
        default:
            fence();
            result = circuit_command(REGISTER_CIRCUIT_OPEN, wanted);
            refused += result == CIRCUIT_REFUSED;
            if (result == CIRCUIT_DONE) {
                opened++;
                WORD(theirs) = i;
                fence();
                wrong += circuit_command(end, wanted) != CIRCUIT_DONE;
            }
        }
    }
    fence();
    add(first + ARRIVED + 4, opened);
    add(first + ARRIVED + 8, refused);
    add(first + ARRIVED + 12, wrong);
    add(first + ARRIVED, 1);
    if (me == 0) {
        await(mine + ARRIVED, job()->places);
        uint32_t told[3] = {WORD(mine + ARRIVED + 4), WORD(mine + ARRIVED + 8),
                            WORD(mine + ARRIVED + 12)};
        tell(told, 3);
    }
    return 0;
}

/* Cycles of a store until it has arrived. */
static __attribute__((noinline)) uint32_t timed_store(uint32_t word) {
    uint32_t start = cycle();
    WORD(word) = 1;
    fence();
    return cycle() - start;
}

/* On a row of tiles, place 0 keeps a circuit to place 2 and opens it again. Then place 1 needs a
 * link of the kept circuit: for a store, or, if WITH is 1, for a circuit to place 2. It does so
 * twice. Both places report the cycles that they need. */
int kept(void) {
    uint32_t me = process()->place, mine = process()->shared, core = REGISTER(CORE);
    uint32_t target = tile_of(2), told[5], i = 0;
    if (me == 2) {
        await(mine + ARRIVED, 1);
        return 0;
    }
    if (me == 1) {
        await(mine, 1);
        uint32_t theirs = place(2)->shared;
        for (int time = 0; time < 2; time++) {
            if (WITH == 0) {
                told[i++] = timed_store(theirs);
            } else {
                told[i++] = timed(REGISTER_CIRCUIT_OPEN, target);
                told[i++] = QUALITY(core, CIRCUIT_RESULT);
                circuit_command(REGISTER_CIRCUIT_CLOSE, target);
            }
        }
        tell(told, i);
        WORD(place(0)->shared) = 1;
        return 0;
    }
    told[i++] = timed(REGISTER_CIRCUIT_OPEN, target);
    told[i++] = circuit_command(REGISTER_CIRCUIT_KEEP, target);
    told[i++] = QUALITY(core, CIRCUIT_STATE);
    told[i++] = timed(REGISTER_CIRCUIT_OPEN, target);
    told[i++] = QUALITY(core, CIRCUIT_STATE);
    tell(told, i);
    WORD(place(2)->shared) = 1;
    fence();
    circuit_command(REGISTER_CIRCUIT_KEEP, target);
    WORD(place(1)->shared) = 1;
    await(mine, 1);
    told[0] = timed(REGISTER_CIRCUIT_OPEN, target);
    tell(told, 1);
    circuit_command(REGISTER_CIRCUIT_CLOSE, target);
    WORD(place(2)->shared + ARRIVED) = 1;
    return 0;
}

/* Place 0 holds a circuit to place 1 and waits for place 2, which cannot reach place 1. WITH
 * selects the blocked access of place 2: a store with its acknowledgement, or a circuit of its
 * own. */
int for_ever(void) {
    uint32_t me = process()->place, mine = process()->shared;
    if (me == 0) {
        circuit_command(REGISTER_CIRCUIT_OPEN, tile_of(1));
        WORD(place(2)->shared) = 1;
        await(mine, 1);
    } else if (me == 2) {
        await(mine, 1);
        if (WITH == 0) {
            WORD(place(1)->shared) = 1;
            fence();
        } else {
            circuit_command(REGISTER_CIRCUIT_OPEN, tile_of(1) | (WITH == 2 ? CIRCUIT_DUPLEX : 0));
        }
        WORD(place(0)->shared) = 1;
    }
    return 0;
}

/* All processes are in one tile. Place 0 has a circuit, and the others request it one after the
 * other. priorities[] has the priority of each. Each process reports its place while it has the
 * circuit. */
int by_level(void) {
    static const uint8_t priorities[] = {0, 3, 7, 4};
    uint32_t me = process()->place, target = REGISTER(TILES) - 1;
    PRIORITY(REGISTER(CORE), target) = priorities[me];
    while (cycle() < 1000 * (me + 1)) {
    }
    circuit_command(REGISTER_CIRCUIT_OPEN, target);
    while (me == 0 && cycle() < 10000) {
    }
    tell(&me, 1);
    circuit_command(REGISTER_CIRCUIT_CLOSE, target);
    return 0;
}

/* Opens a circuit to the last tile and ends WITH cycles later, before or after the circuit is
 * open. */
int leave_open(void) {
    QUALITY(REGISTER(CORE), CIRCUIT_OPEN) = (REGISTER(TILES) - 1) | CIRCUIT_DUPLEX;
    uint32_t until = cycle() + WITH;
    while (cycle() < until) {
    }
    return 0;
}

/* Opens a circuit to the last tile, keeps it, and ends. */
int leave_kept(void) {
    circuit_command(REGISTER_CIRCUIT_OPEN, REGISTER(TILES) - 1);
    return circuit_command(REGISTER_CIRCUIT_KEEP, REGISTER(TILES) - 1) != CIRCUIT_DONE;
}

/* Opens a circuit to the last tile. Reports how long this took, and the result. */
int find_free(void) {
    uint32_t told[2] = {timed(REGISTER_CIRCUIT_OPEN, (REGISTER(TILES) - 1) | CIRCUIT_DUPLEX)};
    told[1] = QUALITY(REGISTER(CORE), CIRCUIT_RESULT);
    tell(told, 2);
    return 0;
}

int program(void) {
    return PART();
}
