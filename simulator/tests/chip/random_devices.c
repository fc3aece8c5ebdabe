/* Uses all devices, its own and those of others, in random order, between computations and memory
 * accesses. The test defines STEPS. Some runs end in a deadlock, because a core waits at a queue
 * that no other core uses any more. */
#include "program.h"

#include "devices.h"
#include "rectangle.h"

enum { WORDS = 0, PAIRS = 1, RING = 5120, COUNTERS = 4, CAPACITY = 3 };

static uint32_t own[256];
static uint32_t held; /* a mutex' address */

static uint32_t me(void) {
    return REGISTER(CORE);
}

static uint32_t someone(void) {
    return place(next(job()->places))->core;
}

static uint32_t someones_word(void) {
    return place(next(job()->places))->shared + 4 * next(1024);
}

static void sleep_for(uint32_t cycles) {
    REGISTER(DEADLINE_LO) = cycle() + cycles;
    REGISTER(DEADLINE_HI) = 0;
    mix(REGISTER(WAIT));
}

static void compute(void) {
    for (uint32_t i = next(150); i > 0; i--) {
        own[next(256)] += sum;
        mix(own[i & 255]);
    }
}

/* Counters notify only counters with higher numbers, so that no chain of notifications is a
 * circle. */
static uint32_t notified(uint32_t number) {
    switch (next(5)) {
    case 0:
        return 0;
    case 1:
        return number + 1 < COUNTERS ? counter_of(someone(), number + 1) : 0;
    case 2:
        return sync_of(someone()) + REGISTER_SYNC_SET;
    case 3:
        return queue_of(someone(), WORDS);
    default:
        return someones_word();
    }
}

static void count(void) {
    uint32_t number = next(COUNTERS), mine = counter_of(me(), number);
    switch (next(6)) {
    case 0:
        WORD(mine + REGISTER_COUNTER_RELOAD) = -next(4);
        break;
    case 1: {
        uint32_t notification = mine + next(4) * REGISTER_COUNTER_NOTIFY_STRIDE;
        WORD(notification + REGISTER_COUNTER_WORD) = 1 + next(3);
        uint32_t shared = REGISTER(MULTICAST_LINE) ? place(next(job()->places))->shared : 0;
        uint32_t targets = shared ? choose_rectangle(shared) : 0;
        if (shared) {
            WORD(mine + REGISTER_COUNTER_TARGETS) = targets;
        }
        WORD(notification + REGISTER_COUNTER_NOTIFY) =
            targets ? shared + 4 * next(1024) : notified(number);
        break;
    }
    case 2:
        WORD(mine + REGISTER_COUNTER_SET) = -next(5);
        break;
    case 3:
        mix(fetch_add(counter_of(someone(), number), next(3) - 1));
        break;
    case 4:
        mix(WORD(counter_of(someone(), number)));
        break;
    default:
        for (uint32_t i = next(6); i > 0; i--)
            WORD(counter_of(someone(), number)) = next(3) - 1;
    }
}

static void synchronise(void) {
    uint32_t mine = sync_of(me());
    switch (next(5)) {
    case 0:
        WORD(sync_of(someone()) + REGISTER_SYNC_SET) = 1u << next(32);
        break;
    case 1:
        WORD(sync_of(someone()) + REGISTER_SYNC_CLEAR) = next(256);
        break;
    case 2:
        mix(WORD(mine + REGISTER_SYNC_TAKE));
        mix(swap(mine + REGISTER_SYNC_TAKE, 0xff00));
        break;
    case 3:
        WORD(mine + REGISTER_SYNC_MASK) = next(2) ? 0xffff : 0;
        break;
    default:
        REGISTER(ARM_ADDRESS) = process()->shared + next(2) * RING;
        REGISTER(ARM_BYTES) = 4 * next(64);
        sleep_for(next(300));
        mix(cycle());
    }
}

/* Puts and gets that wait at a queue are rare, because many of them would soon end the run. */
static void enqueue(void) {
    uint32_t words = queue_of(someone(), WORDS), pairs = queue_of(someone(), PAIRS);
    uint32_t buffer = next(REGISTER(BUFFERS)), local = process()->shared + 6144 + 64 * next(8);
    switch (next(24)) {
    case 0:
        WORD(words) = sum;
        break;
    case 1:
        mix(WORD(words));
        break;
    case 2:
        command(buffer, local, pairs, 8, DMA_PUT);
        break;
    case 3:
        command(buffer, local, pairs, 8, DMA_GET);
        break;
    case 4 ... 11:
        command(buffer, local, pairs, 8, DMA_TRY_PUT + next(2));
        break;
    case 12 ... 15:
        command(buffer, local, words, 4, DMA_TRY_PUT + next(2));
        while (DMA(buffer, STATUS) == DMA_BUSY)
            mix(2);
        mix(DMA(buffer, STATUS));
        break;
    case 16 ... 21:
        mix(swap(words, sum));
        break;
    case 22:
        /* This load does not wait for ever: the queue has an element of another core, or the one
         * just enqueued. */
        if (WORD(words + REGISTER_QUEUE_COUNT) == CAPACITY)
            mix(WORD(words));
        break;
    default:
        mix(WORD(pairs + REGISTER_QUEUE_WAITING));
        mix(WORD(words + REGISTER_QUEUE_COUNT));
    }
}

static void exclude(void) {
    if (held) {
        own[0]++;
        WORD(held) = 0;
        held = 0;
        return;
    }
    uint32_t controller = next(REGISTER(CONTROLLERS));
    uint32_t number = next(2), mutexes = MEMORY(controller, MUTEXES);
    mix(MEMORY(controller, LINKS));
    /* a register that describes a memory controller, in any core's tile */
    mix(WORD(device_of(someone(), REGISTER_MEMORY, 0)));
    if (number >= mutexes)
        return;
    uint32_t mutex = mutex_of(controller, number);
    uint32_t taken = WORD(mutex);
    mix(taken);
    if (!taken)
        held = mutex;
}

static void step(void) {
    switch (next(16)) {
    case 0:
    case 1:
    case 2:
        compute();
        break;
    case 3:
        WORD(someones_word()) = sum;
        mix(WORD(someones_word()));
        break;
    case 4:
        __asm__ volatile("fence" ::: "memory");
        mix(cycle());
        break;
    case 5:
        exclude();
        break;
    case 6:
    case 7:
        synchronise();
        break;
    case 8 ... 11:
        enqueue();
        break;
    default:
        count();
    }
}

int program(void) {
    state = seed + 977 * process()->place;
    open_queue(queue_of(me(), WORDS), MULTIPLE_READER, process()->shared + RING, CAPACITY, 4);
    open_queue(queue_of(me(), PAIRS), MULTIPLE_READER, process()->shared + RING + 64, CAPACITY, 8);
    /* Everybody has opened its queues. */
    fetch_add(place(0)->shared + 8000, 1);
    while (WORD(place(0)->shared + 8000) < job()->places)
        sleep_for(100); /* cores that poll without a pause keep others from their banks */
    for (int i = 0; i < STEPS; i++)
        step();
    if (held)
        WORD(held) = 0;
    uint32_t end[2] = {sum, cycle()};
    tell(end, 2);
    return 0;
}
