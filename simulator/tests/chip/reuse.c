/* Job 1 keeps everything under way until it is ended from outside; job 2 runs on. Later jobs get
 * job 1's cores, and must not notice. */
#include "program.h"

static volatile uint32_t counter;

static void storm(void) {
    uint32_t mine = process()->shared, theirs = place(1 - process()->place)->shared;
    for (uint32_t i = 0;; i++) {
        for (uint32_t number = 0; number < REGISTER(BUFFERS); number++) {
            if (DMA(number, STATUS) != DMA_BUSY) {
                DMA(number, LOCAL) = mine + 2048;
                DMA(number, REMOTE) = theirs + 2048;
                DMA(number, BYTES) = 600;
                DMA(number, COUNTER) = theirs;
                DMA(number, COMMAND) = 1 + number % 2;
            }
        }
        for (uint32_t store = 0; store < 4; store++) {
            WORD(theirs + 64 + 4 * store) = 0xbad00000u + i;
        }
        WORD(mine + 2048 + 4 * (i % 64)) = 0xbad00000u + i;
        counter += WORD(theirs + 128);
    }
}

static int run_on(void) {
    while (cycle() < 30000) {
        counter++;
    }
    return 0;
}

/* Nothing but what this job writes is in its memory, and loads give it. */
static int check(void) {
    uint32_t mine = process()->shared, theirs = place(1 - process()->place)->shared;
    uint32_t wrong = counter;
    for (uint32_t i = 0; i < 200; i++) {
        WORD(theirs + 4) = i + 1;
        wrong += WORD(theirs + 4) != i + 1;
        REGISTER(ARM_ADDRESS) = mine + 256;
        REGISTER(ARM_BYTES) = 4;
        REGISTER(DEADLINE_LO) = cycle() + 20;
        REGISTER(DEADLINE_HI) = 0;
        wrong += REGISTER(WAIT) != 4;
    }
    for (uint32_t at = 8; at < 8192; at += 4) {
        wrong += WORD(mine + at) != 0;
    }
    tell(&wrong, 1);
    return 0;
}

int program(void) {
    switch (job()->job) {
    case 1:
        storm();
        return 1;
    case 2:
        return run_on();
    default:
        return check();
    }
}
