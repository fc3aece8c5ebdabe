/* The first half of the places produce elements and the others consume them, by every kind of
 * access and at random times. A consumer reports each element as a word:
 *   consumer << 24 | producer << 16 | number of the element at its producer,
 * and sets MORE in the word if the element came right after another one. A producer reports
 * TOLD_MORE | the number of its elements with MORE.
 *
 * KIND 2 uses one multiple-reader queue at place HOME; KIND 1 uses a single-reader queue at each
 * consumer. */
#include "program.h"

#include "devices.h"

enum { COUNT = 4000, RING = 1024, ITEM = 512, END = 0xff, MORE = 0x8000 };
enum { TOLD_MORE = 0x10000000 };

/* The test overwrites this seed in the program file. */
static volatile uint32_t seed = 0x5eed5eed;
static uint32_t state;
static uint32_t more;

static uint32_t next(uint32_t below) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % below;
}

static void sleep_for(uint32_t cycles) {
    REGISTER(DEADLINE_LO) = cycle() + cycles;
    REGISTER(DEADLINE_HI) = 0;
    (void)REGISTER(WAIT);
    REGISTER(DEADLINE_LO) = REGISTER(DEADLINE_HI) = 0xffffffffu;
}

/* Spends some time, asleep or busy. */
static void pass(void) {
    static volatile uint32_t work[64];
    if (next(3) == 0)
        sleep_for(next(200));
    for (uint32_t i = next(3) == 0 ? next(60) : 0; i > 0; i--)
        work[i & 63]++;
}

static uint32_t producers(void) {
    return job()->places / 2;
}

static uint32_t queue_for(uint32_t consumer) {
    return queue_of(place(KIND == MULTIPLE_READER ? HOME : consumer)->core, 0);
}

/* Returns the status with which the command has ended. */
static uint32_t transfer(uint32_t queue, uint32_t what) {
    uint32_t buffer = next(REGISTER(BUFFERS)), status;
    command(buffer, process()->shared + ITEM, queue, BYTES, what);
    while ((status = DMA(buffer, STATUS)) == DMA_BUSY) {
    }
    return status;
}

static void put(uint32_t queue, uint32_t item) {
    for (uint32_t i = 0; i < BYTES; i += 4)
        WORD(process()->shared + ITEM + i) = item;
    switch (next(BYTES == 4 ? 4 : 2)) {
    case 0:
        transfer(queue, DMA_PUT);
        break;
    case 1:
        while (transfer(queue, DMA_TRY_PUT) != DMA_DONE)
            pass();
        break;
    case 2:
        while (swap(queue, item) != 0)
            pass();
        break;
    default:
        WORD(queue) = item;
        if (item >> 16 != END && next(2)) {
            WORD(queue) = item | MORE;
            more++;
        }
        __asm__ volatile("fence" ::: "memory");
    }
}

static uint32_t get(uint32_t queue) {
    uint32_t item;
    switch (next(BYTES == 4 ? 3 : 2)) {
    case 0:
        transfer(queue, DMA_GET);
        break;
    case 1:
        while (transfer(queue, DMA_TRY_GET) != DMA_DONE)
            pass();
        break;
    default:
        return WORD(queue);
    }
    item = WORD(process()->shared + ITEM);
    for (uint32_t i = 4; i < BYTES; i += 4)
        if (WORD(process()->shared + ITEM + i) != item)
            return item & 0xff0000; /* numbers begin with 1 */
    return item;
}

static void produce(uint32_t number) {
    uint32_t consumers = job()->places - producers();
    for (uint32_t i = 1; i <= ITEMS; i++) {
        pass();
        put(queue_for(producers() + next(consumers)), number << 16 | i);
    }
    /* If each consumer has its own queue, every producer sends its end to every consumer. If
     * consumers share a queue, only the last producer does so. */
    uint32_t is_last = fetch_add(place(0)->shared + COUNT, 1) + 1 == producers();
    if (KIND == SINGLE_READER || is_last)
        for (uint32_t consumer = 0; consumer < consumers; consumer++)
            put(queue_for(producers() + consumer), END << 16);
    more |= TOLD_MORE;
    tell(&more, 1);
}

static void consume(uint32_t number) {
    uint32_t ends = KIND == SINGLE_READER ? producers() : 1, item;
    while (ends > 0) {
        pass();
        item = get(queue_for(number));
        if (item >> 16 == END) {
            ends--;
            continue;
        }
        item |= number << 24;
        tell(&item, 1);
    }
}

int program(void) {
    uint32_t number = process()->place;
    state = seed + 977 * number;
    if (queue_for(number) == queue_of(REGISTER(CORE), 0))
        open_queue(queue_for(number), KIND, process()->shared + RING, CAPACITY, BYTES);
    fetch_add(place(0)->shared + COUNT + 4, 1);
    while (WORD(place(0)->shared + COUNT + 4) < job()->places)
        sleep_for(100);
    if (number < producers())
        produce(number);
    else
        consume(number);
    return 0;
}
