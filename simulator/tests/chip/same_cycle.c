/* Place 1 uses memory of place 0 at a fixed cycle of each round. Place 0 uses this memory one cycle
 * later in each round than in the previous one, so in one round both use it in the same cycle.
 * Reports what place 1 has read in each round or, if it writes, what place 0 has read. KIND selects
 * the accesses. */
#include "program.h"

#include "devices.h"

enum { PERIOD = 600, DELAYS = 64, RING = 64, ITEM = 128, BYTES = 16 };
/* Place 1 takes an element of a queue whose last word place 0 changes, reads a word that place 0
 * changes, or writes a word that place 0 loads. */
enum { TAKES, READS, WRITES };

static uint32_t told[DELAYS];

static void sleep_until(uint32_t at) {
    REGISTER(DEADLINE_LO) = at;
    REGISTER(DEADLINE_HI) = 0;
    while ((int32_t)(cycle() - at) < 0)
        (void)REGISTER(WAIT);
}

/* Executes `cycles` instructions of one cycle each, after a few others that always take equally
 * long. */
static inline void pass(uint32_t cycles) {
    uint32_t target = -4 * cycles;
    __asm__ volatile("lla t0, 1f\n add t0, t0, %0\n jr t0\n"
                     ".option push\n .option norvc\n .rept %1\n nop\n .endr\n .option pop\n1:"
                     :
                     : "r"(target), "i"(DELAYS)
                     : "t0", "memory");
}

static void transfer(uint32_t queue, uint32_t what) {
    command(0, process()->shared + ITEM, queue, BYTES, what);
    while (DMA(0, STATUS) == DMA_BUSY) {
    }
}

static void own(uint32_t start) {
    uint32_t last = process()->shared + RING + BYTES - 4;
    for (uint32_t round = 0; round < DELAYS; round++) {
        sleep_until(start + round * PERIOD);
        WORD(last) = 0;
        sleep_until(start + round * PERIOD + PERIOD / 2);
        pass(round);
        if (KIND == WRITES)
            told[round] = WORD(last);
        else
            WORD(last) = 1;
    }
}

static void other(uint32_t start) {
    uint32_t queue = queue_of(place(0)->core, 0);
    uint32_t last = place(0)->shared + RING + BYTES - 4;
    for (uint32_t round = 0; round < DELAYS; round++) {
        if (KIND == TAKES)
            transfer(queue, DMA_PUT);
        sleep_until(start + round * PERIOD + PERIOD / 2);
        if (KIND == WRITES) {
            WORD(last) = 1;
        } else if (KIND == READS) {
            told[round] = WORD(last);
        } else {
            transfer(queue, DMA_GET);
            told[round] = WORD(process()->shared + ITEM + BYTES - 4);
            WORD(process()->shared + ITEM + BYTES - 4) = 0;
        }
    }
}

int program(void) {
    uint32_t is_first = process()->place == 0, start = 10000;
    if (is_first)
        open_queue(queue_of(place(0)->core, 0), MULTIPLE_READER, process()->shared + RING, 1,
                   BYTES);
    else
        sleep_until(start - PERIOD);
    if (is_first)
        own(start);
    else
        other(start);
    if (is_first == (KIND == WRITES))
        tell(told, DELAYS);
    return 0;
}
