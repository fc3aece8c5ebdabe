/* The cores pass a barrier of counters several times, at random times, and then make many additions
 * whose notifications are counted. Each core reports four words, with the word's number in the
 * upper four bits: 0 says how often the core was ahead of another one in the barrier; 1 and 2 how
 * many notifications its counters FROM_AFAR and FROM_HOME have had; 3 whether its flag was set. */
#include "program.h"

#include "devices.h"

enum { PASSED = 512, ROUNDS = 1024, READY = 4000 };
enum { BARRIER = 0, GROUP = 1, STORM = 3, FROM_AFAR = 4, FROM_HOME = 5, FLAG = 1 << 9 };

/* The test overwrites this seed in the program file. */
static volatile uint32_t seed = 0x5eed5eed;
static uint32_t state;

static uint32_t next(uint32_t below) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % below;
}

static void sleep_for(uint32_t cycles) {
    REGISTER(DEADLINE_LO) = cycle() + cycles;
    REGISTER(DEADLINE_HI) = 0;
    while ((REGISTER(WAIT) & 4) == 0) {
    }
    REGISTER(DEADLINE_LO) = REGISTER(DEADLINE_HI) = 0xffffffffu;
}

static uint32_t counter(uint32_t number, uint32_t which) {
    return counter_of(place(number)->core, which);
}

static void count_down(uint32_t which, uint32_t from) {
    uint32_t mine = counter_of(REGISTER(CORE), which);
    WORD(mine + REGISTER_COUNTER_SET) = -from;
    WORD(mine + REGISTER_COUNTER_RELOAD) = -from;
}

static void notify(uint32_t which, uint32_t notification, uint32_t address, uint32_t word) {
    uint32_t mine = counter_of(REGISTER(CORE), which);
    uint32_t at = mine + notification * REGISTER_COUNTER_NOTIFY_STRIDE;
    WORD(at + REGISTER_COUNTER_WORD) = word;
    WORD(at + REGISTER_COUNTER_NOTIFY) = address;
}

/* Four cores form a group. The barrier's counter notifies the counter of each group, which notifies
 * the cores of the group. */
static void prepare(uint32_t number) {
    uint32_t places = job()->places;
    for (uint32_t i = 0; i < 4; i++) {
        if (number == 0 && 4 * i < places)
            notify(BARRIER, i, counter(i, GROUP), 1);
        if (number < 4 && 4 * number + i < places)
            notify(GROUP, i, place(4 * number + i)->shared + PASSED, 1);
    }
    count_down(BARRIER, places);
    count_down(GROUP, 1);
    notify(STORM, 0, counter((number + 1) % places, FROM_AFAR), 1);
    notify(STORM, 1, counter(number, FROM_HOME), 1);
    notify(STORM, 2, sync_of(place((number + 1) % places)->core) + REGISTER_SYNC_SET, FLAG);
    notify(STORM, 3, process()->shared + 2048, 1);
    count_down(STORM, STEP);
    count_down(FROM_AFAR, 0);
    fetch_add(place(0)->shared + READY, 1);
    while (WORD(place(0)->shared + READY) < places)
        sleep_for(100);
}

static void pass_barrier(void) {
    uint32_t mine = process()->shared + PASSED;
    WORD(mine) = 0;
    REGISTER(ARM_ADDRESS) = mine;
    REGISTER(ARM_BYTES) = 4;
    WORD(counter(0, BARRIER)) = 1;
    while (WORD(mine) == 0)
        (void)REGISTER(WAIT);
}

/* The number of cores that have not reached this round. */
static uint32_t behind(uint32_t round) {
    uint32_t found = 0;
    for (uint32_t other = 0; other < job()->places; other++)
        found += WORD(place(other)->shared + ROUNDS) < round;
    return found;
}

int program(void) {
    uint32_t number = process()->place, told[4] = {0};
    state = seed + 977 * number;
    prepare(number);
    for (uint32_t round = 1; round <= 8; round++) {
        if (next(2))
            sleep_for(next(400));
        WORD(process()->shared + ROUNDS) = round;
        pass_barrier();
        told[0] += behind(round);
    }
    /* Every core adds equally often to every counter. */
    for (uint32_t i = 0; i < ADDS; i++)
        for (uint32_t other = 0; other < job()->places; other++) {
            uint32_t target = counter((number + other) % job()->places, STORM);
            if (next(3))
                WORD(target) = 1;
            else
                (void)fetch_add(target, 1);
        }
    __asm__ volatile("fence" ::: "memory");
    pass_barrier();
    sleep_for(20000); /* long enough for the last notification to come */
    told[1] = WORD(counter(number, FROM_AFAR));
    told[2] = WORD(counter(number, FROM_HOME));
    told[3] = WORD(sync_of(REGISTER(CORE)) + REGISTER_SYNC_READ);
    for (uint32_t i = 0; i < 4; i++)
        told[i] |= i << 28;
    tell(told, 4);
    return 0;
}
