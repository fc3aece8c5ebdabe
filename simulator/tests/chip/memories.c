/* Memories outside of the tiles, on the clustered chip. PART selects the test function, and WITH is
 * its parameter. */
#include "quality.h"

#include "devices.h"

#ifndef WITH
#define WITH 0
#endif
#ifndef TARGET
#define TARGET 0
#endif

#define END 25000 /* the cycle in which the places other than 5 stop */

enum { LEFT0, RIGHT0, LEFT1, RIGHT1, EXTERNAL, MEMORIES };

static uint32_t start_of(uint32_t controller) {
    return MEMORY(controller, START);
}

/* Reports what each memory's registers in the tile of place WITH say. */
int known(void) {
    uint32_t told[4];
    if (process()->place != WITH) {
        return 0;
    }
    for (uint32_t i = 0; i < MEMORIES; i++) {
        told[0] = MEMORY(i, START);
        told[1] = MEMORY(i, BYTES);
        told[2] = MEMORY(i, LINKS);
        told[3] = MEMORY(i, MUTEXES);
        tell(told, 4);
    }
    return 0;
}

static uint32_t transfer(uint32_t local, uint32_t remote, uint32_t bytes, uint32_t what) {
    command(0, local, remote, bytes, what);
    while (DMA(0, STATUS) == DMA_BUSY) {
    }
    return DMA(0, STATUS);
}

/* A transfer from the last bytes of one scratchpad into the first bytes of the next one, and
 * back. */
static int across(void) {
    uint32_t mine = process()->shared + 1024, edge = start_of(RIGHT1) - 50, wrong = 0;
    for (uint32_t i = 0; i < 25; i++) {
        WORD(mine + 4 * i) = 77 * i + 5;
    }
    transfer(mine, edge, 100, DMA_PUT);
    transfer(mine + 1024, edge, 100, DMA_GET);
    for (uint32_t i = 0; i < 25; i++) {
        wrong += WORD(mine + 1024 + 4 * i) != 77 * i + 5;
    }
    return (int)wrong;
}

/* Place 8, of the second subcluster, makes access number WITH. Access 0 is allowed, the others are
 * not. */
int allowed(void) {
    if (process()->place != 8) {
        return 0;
    }
    uint32_t mine = process()->shared, other = start_of(LEFT0);
    uint32_t end = start_of(RIGHT1) + MEMORY(RIGHT1, BYTES);
    switch (WITH) {
    case 0:
        return across();
    case 1:
        return (int)WORD(other);
    case 2:
        WORD(other) = 1;
        break;
    case 3:
        add(other, 1);
        break;
    case 4:
        transfer(mine, other, 4, DMA_GET);
        break;
    case 5:
        (void)WORD(mutex_of(LEFT0, 0));
        break;
    case 6:
        WORD(counter_of(8, 0) + REGISTER_COUNTER_NOTIFY) = other;
        WORD(counter_of(8, 0)) = 1;
        WORD(counter_of(8, 0)) = -1u;
        break;
    case 7:
        DMA(0, COUNTER) = other;
        transfer(mine, start_of(EXTERNAL), 4, DMA_PUT);
        break;
    case 8:
        return (int)WORD(end);
    case 9:
        transfer(mine, end - 4, 8, DMA_GET);
        break;
    case 10:
        WORD(start_of(EXTERNAL) + MEMORY(EXTERNAL, BYTES)) = 1;
        break;
    case 11:
        MEMORY(EXTERNAL, LINKS) = 0;
        break;
    case 12:
        return (int)MEMORY(MEMORIES, START);
    case 13:
        REGISTER(ARM_ADDRESS) = start_of(EXTERNAL);
        REGISTER(ARM_BYTES) = 4;
        break;
    case 14:
        (void)WORD(mutex_of(EXTERNAL, MEMORY(EXTERNAL, MUTEXES)));
    }
    /* The refusal of an access is known only later. */
    for (uint32_t until = cycle() + 1000; cycle() < until;) {
    }
    return 0;
}

/* Place 5 loads from the memory TARGET while all other places that may access it store to it
 * without a pause. The loads are unmarked (WITH 0), have the highest priority (1), or use a
 * full-duplex circuit (2). Reports the shortest and the longest load. */
int under_load(void) {
    uint32_t memory = start_of(TARGET), number = process()->place;
    if (MEMORY(TARGET, LINKS) == MEMORY_CLOSED) {
        return 0;
    }
    if (number != 5) {
        for (uint32_t i = 0; cycle() < END; i++) {
            WORD(memory + 64 * number + 4 * (i & 15)) = i;
        }
        return 0;
    }
    uint32_t target = (REGISTER(TILES) + TARGET) | CIRCUIT_DUPLEX, told[2] = {-1u, 0};
    if (WITH == 1) {
        PRIORITY(REGISTER(CORE), REGISTER(TILES) + TARGET) = 7;
    } else if (WITH == 2 && circuit_command(REGISTER_CIRCUIT_OPEN, target) != CIRCUIT_DONE) {
        return 1;
    }
    for (uint32_t until = cycle() + 1000; cycle() < until;) {
    }
    for (uint32_t i = 0; i < 50; i++) {
        uint32_t from = cycle();
        (void)WORD(memory);
        uint32_t cycles = cycle() - from;
        told[0] = cycles < told[0] ? cycles : told[0];
        told[1] = cycles > told[1] ? cycles : told[1];
    }
    if (cycle() >= END) {
        return 2;
    }
    if (WITH == 2 && circuit_command(REGISTER_CIRCUIT_CLOSE, target) != CIRCUIT_DONE) {
        return 1;
    }
    tell(told, 2);
    return 0;
}

int program(void) {
    return PART();
}
