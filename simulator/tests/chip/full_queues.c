/* All cores wait for a slot of a full queue from which nobody dequeues. BY selects the waiting
 * requests: 0 selects an enqueue of each core, each a few cycles after the previous one; 1 selects
 * notifications of counters, more than the network carries between two attempts. */
#include "program.h"

#include "devices.h"

enum { RING = 1024, READY = 4, COUNTERS = 4, NOTIFICATIONS = 4, TIMES = 3 };

static void count(uint32_t queue) {
    for (uint32_t number = 0; number < COUNTERS; number++) {
        uint32_t counter = counter_of(REGISTER(CORE), number);
        for (uint32_t i = 0; i < NOTIFICATIONS; i++) {
            uint32_t notification = counter + i * REGISTER_COUNTER_NOTIFY_STRIDE;
            WORD(notification + REGISTER_COUNTER_WORD) = 1;
            WORD(notification + REGISTER_COUNTER_NOTIFY) = queue;
        }
        WORD(counter + REGISTER_COUNTER_RELOAD) = WORD(counter + REGISTER_COUNTER_SET) = -1;
        for (uint32_t i = 0; i < TIMES; i++)
            WORD(counter) = 1;
    }
}

int program(void) {
    uint32_t number = process()->place, ready = place(0)->shared + READY;
    uint32_t queue = queue_of(place(0)->core, 0);
    if (number == 0) {
        open_queue(queue, MULTIPLE_READER, process()->shared + RING, 1, 4);
        WORD(queue) = 1;
        WORD(ready) = 1;
    }
    while (WORD(ready) == 0) {
    }
    if (BY == 1 && number > 0)
        count(queue);
    for (volatile uint32_t i = number; i > 0; i--) {
    }
    WORD(queue) = 1;
    return 0;
}
