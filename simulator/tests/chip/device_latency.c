/* Measures how long device operations of place 0 on every other place take. The other place does
 * its part in eight steps. */
#include "program.h"

#include "devices.h"

enum { GO = 4, NOTIFIED = 8, ELEMENT = 512, RING = 1024, STEP = 256, RESULT = 64, BACK = 128 };
enum { FLAG = 1, LONG = 64 };

static void arm(uint32_t address) {
    REGISTER(ARM_ADDRESS) = address;
    REGISTER(ARM_BYTES) = 4;
}

static void sleep_for(uint32_t cycles) {
    REGISTER(DEADLINE_LO) = cycle() + cycles;
    REGISTER(DEADLINE_HI) = 0;
    (void)REGISTER(WAIT);
    REGISTER(DEADLINE_LO) = REGISTER(DEADLINE_HI) = 0xffffffffu;
}

/* Loads a word, for which the core stalls, and returns the cycle after the load. */
static uint32_t after(uint32_t address) {
    uint32_t now, value;
    __asm__ volatile("lw %1, 0(%2)\n rdcycle %0"
                     : "=&r"(now), "=&r"(value)
                     : "r"(address)
                     : "memory");
    return now;
}

static uint32_t load(uint32_t address) {
    uint32_t start, end, value;
    __asm__ volatile("rdcycle %0\n lw %2, 0(%3)\n rdcycle %1"
                     : "=&r"(start), "=&r"(end), "=&r"(value)
                     : "r"(address)
                     : "memory");
    return end - start;
}

static uint32_t store_and_fence(uint32_t address, uint32_t value) {
    uint32_t start, end;
    __asm__ volatile("rdcycle %0\n sw %2, 0(%3)\n fence\n rdcycle %1"
                     : "=&r"(start), "=&r"(end)
                     : "r"(value), "r"(address)
                     : "memory");
    return end - start;
}

/* Stores a value and returns the cycle before the store. */
static uint32_t store(uint32_t address, uint32_t value) {
    uint32_t start;
    __asm__ volatile("rdcycle %0\n sw %1, 0(%2)"
                     : "=&r"(start)
                     : "r"(value), "r"(address)
                     : "memory");
    return start;
}

static uint32_t store_and_wait(uint32_t address, uint32_t value) {
    uint32_t start, end, events;
    __asm__ volatile("rdcycle %0\n sw %3, 0(%4)\n lw %2, 0(%5)\n rdcycle %1"
                     : "=&r"(start), "=&r"(end), "=&r"(events)
                     : "r"(value), "r"(address), "r"(&REGISTER(WAIT))
                     : "memory");
    return end - start;
}

static uint32_t try(uint32_t address) {
    uint32_t start, end, value;
    __asm__ volatile("rdcycle %0\n amoswap.w %2, %3, (%4)\n rdcycle %1"
                     : "=&r"(start), "=&r"(end), "=&r"(value)
                     : "r"(1), "r"(address)
                     : "memory");
    return value == 1 ? end - start : 0;
}

static uint32_t transfer(uint32_t queue, uint32_t what) {
    DMA(0, LOCAL) = process()->shared + ELEMENT;
    DMA(0, REMOTE) = queue;
    DMA(0, BYTES) = LONG;
    arm(process()->shared + 4096);
    return store_and_wait((uint32_t)&DMA(0, COMMAND), what);
}

/* Returns when both processes have reached this step. Place 0 also waits until place 1 sleeps. */
static void meet(uint32_t step) {
    while (WORD(process()->shared + STEP) != step)
        sleep_for(50);
    sleep_for(300);
}

static uint32_t result(void) {
    uint32_t value;
    while ((value = WORD(process()->shared + RESULT)) == 0)
        sleep_for(50);
    WORD(process()->shared + RESULT) = 0;
    return value;
}

static void measure(uint32_t number) {
    uint32_t core = place(number)->core, mine = process()->shared, start, results[12];
    WORD(place(number)->shared + GO) = 1;
    meet(1);
    results[0] = load(counter_of(core, 5));
    results[1] = store_and_fence(counter_of(core, 5), 1);
    start = store(counter_of(core, 0), 1);
    results[2] = result() - start;
    meet(2);
    arm(mine + BACK);
    results[3] = store_and_wait(counter_of(core, 1), 1);
    WORD(mine + RESULT) = 0;
    meet(3);
    start = store(sync_of(core) + REGISTER_SYNC_SET, FLAG);
    results[4] = result() - start;
    meet(4);
    start = store(queue_of(core, 0), 1);
    results[5] = result() - start;
    meet(5);
    results[6] = load(queue_of(core, 1));
    WORD(place(number)->shared + GO) = 2;
    start = after(queue_of(core, 1));
    results[7] = start - result();
    meet(7);
    results[8] = transfer(queue_of(core, 2), DMA_PUT);
    results[9] = transfer(queue_of(core, 2), DMA_GET);
    WORD(place(number)->shared + GO) = 3;
    meet(8);
    results[10] = try(queue_of(core, 3));
    results[11] = store_and_fence(queue_of(core, 3), 1);
    tell(results, 12);
}

/* Called on the place that is measured. Tells place 0 that this place has reached the step and will
 * wait next. */
static void announce(uint32_t step) {
    WORD(place(0)->shared + STEP) = step;
}

static void answer(uint32_t value) {
    WORD(place(0)->shared + RESULT) = value;
}

static void wait_for(uint32_t go) {
    uint32_t mine = process()->shared;
    arm(mine + GO);
    while (WORD(mine + GO) != go)
        (void)REGISTER(WAIT);
}

static void count_down(uint32_t number, uint32_t address) {
    uint32_t counter = counter_of(REGISTER(CORE), number);
    WORD(counter + REGISTER_COUNTER_SET) = -1u;
    WORD(counter + REGISTER_COUNTER_WORD) = 1;
    WORD(counter + REGISTER_COUNTER_NOTIFY) = address;
}

static void serve(void) {
    uint32_t core = REGISTER(CORE), mine = process()->shared;
    wait_for(1);
    count_down(0, mine + NOTIFIED);
    arm(mine + NOTIFIED);
    announce(1);
    answer(after((uint32_t)&REGISTER(WAIT)));
    count_down(1, place(0)->shared + BACK);
    announce(2);
    sleep_for(1000);
    WORD(sync_of(core) + REGISTER_SYNC_MASK) = FLAG;
    arm(mine + NOTIFIED);
    announce(3);
    answer(after((uint32_t)&REGISTER(WAIT)));
    open_queue(queue_of(core, 0), SINGLE_READER, mine + RING, 4, 4);
    announce(4);
    answer(after(queue_of(core, 0)));
    open_queue(queue_of(core, 1), MULTIPLE_READER, mine + RING, 4, 4);
    WORD(queue_of(core, 1)) = 7;
    announce(5);
    wait_for(2);
    sleep_for(300);
    answer(store(queue_of(core, 1), 7));
    open_queue(queue_of(core, 2), MULTIPLE_READER, mine + RING, 4, LONG);
    announce(7);
    wait_for(3);
    open_queue(queue_of(core, 3), MULTIPLE_READER, mine + RING, 1, 4);
    WORD(queue_of(core, 3)) = 7;
    announce(8);
    sleep_for(2000);
    (void)WORD(queue_of(core, 3));
}

int program(void) {
    if (process()->place != 0) {
        serve();
        return 0;
    }
    for (uint32_t number = 1; number < job()->places; number++)
        measure(number);
    return 0;
}
