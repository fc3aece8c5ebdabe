/* Events that make WAIT return, and the cycles in which it returns. PART selects the events; the
 * test checks every line that the program reports. */
#include "program.h"

#define NEVER 0xffffffffu

static uint32_t told[4];

static void arm(uint32_t address, uint32_t bytes) {
    REGISTER(ARM_ADDRESS) = address;
    REGISTER(ARM_BYTES) = bytes;
}

static void set_deadline(uint32_t low, uint32_t high) {
    REGISTER(DEADLINE_LO) = low;
    REGISTER(DEADLINE_HI) = high;
}

/* Sleeps, and reports the cycle before, the events, and the cycle after. */
static uint32_t sleep(void) {
    uint32_t start, events, end;
    __asm__ volatile("rdcycle %0\n lw %1, 0(%3)\n rdcycle %2"
                     : "=&r"(start), "=&r"(events), "=&r"(end)
                     : "r"(&REGISTER(WAIT))
                     : "memory");
    told[0] = start;
    told[1] = events;
    told[2] = end;
    tell(told, 3);
    return events;
}

/* Deadlines around the present cycle, one cycle apart: some long past, some ahead. */
static int deadlines(void) {
    uint32_t mine = process()->shared;
    for (uint32_t ahead = 0; ahead < 64; ahead++) {
        arm(mine, 4);
        uint32_t deadline = cycle() + ahead;
        set_deadline(deadline, 0);
        tell(&deadline, 1);
        /* Some of the deadlines have passed while the program printed. */
        deadline = cycle() + ahead;
        REGISTER(DEADLINE_LO) = deadline;
        uint32_t events = sleep();
        tell(&deadline, 1);
        if (events != 4) {
            return 1;
        }
    }
    return 0;
}

/* Another core of the tile stores into the armed range. Then the core's own DMA puts write
 * outside the range and into it. Each sleep ends with event 1 (a write) or 2 (a transfer). */
static int others(void) {
    uint32_t mine = process()->shared;
    if (process()->place != 0) {
        uint32_t target = place(0)->shared, start;
        while (cycle() < 3000) {
        }
        __asm__ volatile("rdcycle %0\n sw %1, 0(%2)" : "=&r"(start) : "r"(1), "r"(target));
        WORD(target + 256) = start;
        return 0;
    }
    arm(mine, 64);
    WORD(mine + 4) = 1; /* a core's own store is not an event */
    sleep();
    while (WORD(mine + 256) == 0) {
    }
    tell((const uint32_t *)(mine + 256), 1);
    DMA(0, LOCAL) = mine + 1024;
    DMA(0, REMOTE) = mine + 2048;
    DMA(0, BYTES) = 4;
    arm(mine, 64);
    DMA(0, COMMAND) = DMA_PUT;
    sleep(); /* 2: the put, which was outside the armed range, is complete */
    DMA(0, REMOTE) = mine + 32;
    arm(mine, 64);
    DMA(0, COMMAND) = DMA_PUT;
    sleep(); /* 1: the word has come */
    sleep(); /* 2: the put is complete */
    arm(mine, 64);
    DMA(0, BYTES) = 0;
    DMA(0, COMMAND) = DMA_PUT;
    sleep(); /* 2, at once: a put of no bytes is complete */
    return 0;
}

/* Four cores wake up in the same cycle, and each loads a word. In the first round all words are in
 * one bank; in the second round each word is in a bank of its own. */
static int banks(void) {
    uint32_t words = place(0)->shared, ends[2], value;
    uint32_t deadline = 20000;
    for (int round = 0; round < 2; round++) {
        uint32_t at = words + (round == 0 ? 0 : 4 * process()->place);
        arm(process()->shared + 512, 4);
        set_deadline(deadline, 0);
        __asm__ volatile("lw zero, 0(%2)\n lw %1, 0(%3)\n rdcycle %0"
                         : "=&r"(ends[round]), "=&r"(value)
                         : "r"(&REGISTER(WAIT)), "r"(at)
                         : "memory");
        ends[round] -= deadline;
        deadline += 20000;
    }
    /* The deadlines pass in the order of the places, so the cores report in this order. */
    set_deadline(deadline + 1000 * process()->place, 0);
    (void)REGISTER(WAIT);
    tell(ends, 2);
    return 0;
}

/* A word arrives from the other tile in the cycle in which a core loads it. */
static int collision(void) {
    uint32_t theirs = place(1)->shared, mine = process()->shared, end, value;
    if (process()->place == 0) {
        set_deadline(20000, 0);
        __asm__ volatile("lw zero, 0(%0)\n sw %1, 0(%2)" ::"r"(&REGISTER(WAIT)), "r"(7), "r"(theirs)
                         : "memory");
        return 0;
    }
    set_deadline(20000 + FLIGHT, 0);
    __asm__ volatile("lw zero, 0(%2)\n lw %1, 0(%3)\n rdcycle %0"
                     : "=&r"(end), "=&r"(value)
                     : "r"(&REGISTER(WAIT)), "r"(mine)
                     : "memory");
    told[0] = end - 20000 - FLIGHT;
    told[1] = value;
    tell(told, 2);
    return 0;
}

int program(void) {
    switch (PART) {
    case 0:
        return deadlines();
    case 1:
        return others();
    case 2:
        return banks();
    case 3:
        return collision();
    default:
        /* The deadline is later than any cycle that the chip can count. */
        set_deadline(NEVER - 1, NEVER);
        arm(process()->shared, 4);
        (void)REGISTER(WAIT);
        return 0;
    }
}
