/* A host starts its workers. On a chip with `trickbox.start = "held"`, a worker's core executes
 * nothing until the host has stored what the worker has to do, and releases the core. The host
 * waits until every worker has completed. */
#include <onchip/hal.h>
#include <onchip_trickbox.h>
#include <stdio.h>

enum { HOST = 0, NUMBERS = 1000 };

/* Words of each process' shared block. */
struct words {
    uint32_t first, last; /* numbers that a worker adds up */
    uint32_t sum;         /* at the host: the sum of all numbers that workers have added up */
};

static hal_address word_of(int place, size_t offset) {
    return hal_shared_of(place) + offset;
}

static void work(void) {
    const struct words *mine = hal_shared();
    uint32_t sum = 0;
    for (uint32_t number = mine->first; number <= mine->last; number++)
        sum += number;
    hal_fetch_add(word_of(HOST, offsetof(struct words, sum)), sum);
}

int main(void) {
    int places = hal_places(), workers = places - 1;
    if (hal_place() != HOST) {
        work();
        return 0;
    }
    for (int worker = 1; worker < places; worker++) {
        uint32_t first = (uint32_t)(NUMBERS * (worker - 1) / workers + 1);
        uint32_t last = (uint32_t)(NUMBERS * worker / workers);
        hal_store(word_of(worker, offsetof(struct words, first)), first);
        hal_store(word_of(worker, offsetof(struct words, last)), last);
    }
    hal_fence();
    for (int worker = 1; worker < places; worker++)
        onchip_release(worker);
    for (int worker = 1; worker < places; worker++)
        while (onchip_core_state(worker) != ONCHIP_FINISHED)
            hal_wait(hal_cycles() + 100);
    uint32_t sum = ((volatile struct words *)hal_shared())->sum;
    printf("%d workers: the numbers up to %d add up to %u\n", workers, NUMBERS, (unsigned)sum);
    return 0;
}
