/* Job 1 keeps requests of every kind in flight until it is ended from outside; job 2 continues.
 * Later jobs get the cores of job 1 and must not be affected. */
#include "program.h"

#include "devices.h"

static volatile uint32_t counter;

/* Leaves a reader that waits for ever, an element that is refused for ever, a counter that
 * notifies, and a locked mutex. */
static void leave_behind(uint32_t mine, uint32_t theirs) {
    uint32_t core = REGISTER(CORE), other = place(1 - process()->place)->core;
    open_queue(queue_of(core, 0), MULTIPLE_READER, mine + 3072, 2, 4);
    open_queue(queue_of(core, 1), MULTIPLE_READER, mine + 3584, 1, 4);
    WORD(queue_of(core, 1)) = 1;
    WORD(counter_of(core, 0) + REGISTER_COUNTER_WORD) = 0xbad00000u;
    WORD(counter_of(core, 0) + REGISTER_COUNTER_NOTIFY) = theirs + 3000;
    WORD(counter_of(core, 0) + REGISTER_COUNTER_NOTIFY + REGISTER_COUNTER_NOTIFY_STRIDE) =
        sync_of(other) + REGISTER_SYNC_SET;
    counter += WORD(mutex_of(0, process()->place));
    WORD(mine + 4000) = WORD(theirs + 4004) = 1;
    while (WORD(mine + 4000) + WORD(mine + 4004) < 2) {
    }
    command(0, mine + 2048, queue_of(other, 0), 4, DMA_GET);
    command(1, mine + 2048, queue_of(other, 1), 4, DMA_PUT);
}

static void storm(void) {
    uint32_t mine = process()->shared, theirs = place(1 - process()->place)->shared;
    leave_behind(mine, theirs);
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
        WORD(counter_of(place(i % 2)->core, 0)) = 0;
        WORD(sync_of(place(i % 2)->core) + REGISTER_SYNC_SET) = i;
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

/* The number of registers of devices that do not have their reset values. */
static uint32_t wrong_devices(void) {
    uint32_t core = REGISTER(CORE), wrong = 0;
    for (uint32_t number = 0; number < 2; number++) {
        wrong += WORD(queue_of(core, number) + REGISTER_QUEUE_CONTROL) != 0;
        wrong += WORD(queue_of(core, number) + REGISTER_QUEUE_COUNT) != 0;
        wrong += WORD(queue_of(core, number) + REGISTER_QUEUE_WAITING) != 0;
        wrong += WORD(counter_of(core, number)) != 0;
        wrong += WORD(counter_of(core, number) + REGISTER_COUNTER_NOTIFY) != 0;
    }
    return wrong + (WORD(sync_of(core) + REGISTER_SYNC_READ) != 0);
}

/* Checks that the job's memory contains only its own data, and that loads return them. */
static int check(void) {
    uint32_t mine = process()->shared, theirs = place(1 - process()->place)->shared;
    uint32_t wrong = counter + wrong_devices();
    wrong += WORD(mutex_of(0, process()->place)) != 0; /* the mutex is free again */
    for (uint32_t i = 0; i < 200; i++) {
        WORD(theirs + 4) = i + 1;
        wrong += WORD(theirs + 4) != i + 1;
        REGISTER(ARM_ADDRESS) = mine + 256;
        REGISTER(ARM_BYTES) = 4;
        REGISTER(DEADLINE_LO) = cycle() + 20;
        REGISTER(DEADLINE_HI) = 0;
        wrong += REGISTER(WAIT) != 4;
    }
    wrong += wrong_devices();
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
