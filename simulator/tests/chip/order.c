/* The order in which stores, atomics and transfers take effect. PART selects the test. */
#include "program.h"

#define TIMES 50
#define ARRIVED 4096 /* offset in a shared block of the number of places that are done */

static uint32_t told[2];

static void increase(uint32_t word) {
    uint32_t value;
    __asm__ volatile("1: lr.w %0, (%1)\n addi %0, %0, 1\n sc.w %0, %0, (%1)\n bnez %0, 1b"
                     : "=&r"(value)
                     : "r"(word)
                     : "memory");
}

static void add(uint32_t word) {
    __asm__ volatile("amoadd.w zero, %0, (%1)" ::"r"(1), "r"(word) : "memory");
}

/* Sleeps until the word in the core's own tile has this value. */
static void await(uint32_t word, uint32_t value) {
    REGISTER(ARM_ADDRESS) = word;
    REGISTER(ARM_BYTES) = 4;
    while (WORD(word) != value) {
        (void)REGISTER(WAIT);
    }
}

/* All cores increase two words, in place 0's tile and in DRAM, at the same time. */
static int contention(void) {
    uint32_t first = place(0)->shared, second = 0xc0000000u;
    for (int i = 0; i < TIMES; i++) {
        increase(first);
        increase(second);
    }
    add(first + ARRIVED);
    if (process()->place == 0) {
        await(first + ARRIVED, job()->places);
        told[0] = WORD(first);
        told[1] = WORD(second);
        tell(told, 2);
    }
    return 0;
}

/* Every other place stores a number into two words of place 0, one after the other; place 0 reads
 * them in the opposite order. */
static int pairs(void) {
    uint32_t target = place(0)->shared, me = process()->place;
    uint32_t places = job()->places;
    if (me != 0) {
        for (uint32_t i = 1; i <= 300; i++) {
            WORD(target + 8 * me) = i;
            WORD(target + 8 * me + 4) = i;
        }
        add(target + ARRIVED);
        return 0;
    }
    uint32_t wrong = 0, seen = 0;
    while (WORD(target + ARRIVED) != places - 1) {
        for (uint32_t other = 1; other < places; other++) {
            uint32_t second = WORD(target + 8 * other + 4);
            uint32_t first = WORD(target + 8 * other);
            wrong += first < second;
            seen += second > 0 && second < 300;
        }
    }
    told[0] = wrong;
    told[1] = seen > 0;
    tell(told, 2);
    return 0;
}

static void transfer(uint32_t number, uint32_t remote, uint32_t bytes, uint32_t counter,
                     uint32_t command) {
    DMA(number, LOCAL) = process()->shared + 1024;
    DMA(number, REMOTE) = remote;
    DMA(number, BYTES) = bytes;
    DMA(number, COUNTER) = counter;
    DMA(number, COMMAND) = command;
}

/* Puts and gets increase counters in another tile, in the core's own tile, in the data window and
 * in DRAM. */
static int counters(void) {
    static volatile uint32_t global;
    uint32_t mine = process()->shared, theirs = place(1)->shared, dram = 0xc0000000u;
    if (process()->place == 1) {
        await(mine, 2 * TIMES);
        /* The data arrived before the counter changed. */
        told[0] = WORD(mine + 1024);
        told[1] = WORD(mine + 1024 + 196);
        tell(told, 2);
        WORD(place(0)->shared + ARRIVED) = 1;
        return 0;
    }
    WORD(mine + 1024) = 11;
    WORD(mine + 1024 + 196) = 12;
    for (int i = 0; i < TIMES; i++) {
        transfer(0, theirs + 1024, 200, theirs, DMA_PUT);
        transfer(1, theirs + 2048, 200, (uint32_t)&global, DMA_PUT);
        transfer(2, dram + 64, 100, mine, DMA_PUT);
        transfer(3, theirs + 1024, i % 2 ? 0 : 3, dram, DMA_PUT);
        transfer(1, theirs + 4096, 0, theirs, DMA_GET);
    }
    await(mine + ARRIVED, 1);
    await(mine, TIMES);
    told[0] = global;
    told[1] = WORD(mine);
    tell(told, 2);
    while (WORD(dram) != TIMES) {
    }
    return 0;
}

/* Stores to a word wait in a queue, and then a DMA writes the word: the DMA's value remains. */
static int store_then_transfer(void) {
    uint32_t mine = process()->shared, theirs = place(1)->shared;
    if (process()->place == 1) {
        await(mine + ARRIVED, 1);
        return 0;
    }
    uint32_t wrong = 0;
    for (uint32_t i = 1; i <= 20; i++) {
        DMA(0, LOCAL) = mine + 1024;
        DMA(0, REMOTE) = theirs;
        DMA(0, BYTES) = 4;
        WORD(mine + 1024) = i;
        for (uint32_t store = 0; store < 16; store++) {
            WORD(theirs) = 1000 + store;
        }
        DMA(0, COMMAND) = DMA_PUT;
        while (DMA(0, STATUS) == DMA_BUSY) {
        }
        __asm__ volatile("fence" ::: "memory");
        wrong += WORD(theirs) != i;
    }
    tell(&wrong, 1);
    WORD(theirs + ARRIVED) = 1;
    return 0;
}

int program(void) {
    switch (PART) {
    case 0:
        return contention();
    case 1:
        return pairs();
    case 2:
        return counters();
    default:
        return store_then_transfer();
    }
}
