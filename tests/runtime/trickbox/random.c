/* A host (place 0) holds, releases and resets workers at random, regardless of their actions.
 * Argument: a seed. Workers with even places can be reset at any time; the others pass elements
 * through queues and use DMA, and are only held. All workers must end, and each sum is compared
 * with its formula; a worker that has been reset computes its sum in a complete run from the
 * start. */
#include <onchip/hal.h>
#include <onchip_interrupt.h>
#include <onchip_trickbox.h>

#include "../hal/random.h"

enum { HOST, ROUNDS = 40, ELEMENTS = 4, SENT = 60, BYTES = 600 };

struct words {
    uint32_t open, ring[ELEMENTS];
    uint32_t sums; /* at the host: the first of a table of sums, one word for each place */
};

static volatile unsigned ticks;
static char from[BYTES], to[BYTES];

static void tick(void) {
    ticks++;
}

static hal_address word_of(int place, size_t offset) {
    return hal_shared_of(place) + offset;
}

/* Adds up the numbers of the rounds, and a word of the host that stays 0. In between, accesses
 * memory in all ways that change nothing permanently. */
static uint32_t compute(struct draws *draws) {
    uint32_t sum = 0;
    double root = 2;
    for (int round = 0; round < ROUNDS; round++) {
        sum += hal_load(word_of(HOST, offsetof(struct words, open))) + (uint32_t)round + 1;
        hal_fetch_add(word_of(HOST, offsetof(struct words, ring)), 1);
        if (draw(draws, 4) == 0)
            hal_fence();
        if (draw(draws, 4) == 0)
            hal_wait(hal_cycles() + draw(draws, 400));
        for (uint32_t i = draw(draws, 30); i; i--)
            root = root / 1.01 + 1;
        pause_a_while(draws);
    }
    return root > 0 ? sum : 0;
}

/* Passes numbers to the next odd place, and takes those of the previous one. */
static uint32_t exchange(struct draws *draws, int me, int places) {
    int next = me + 2 < places ? me + 2 : 1;
    struct words *mine = hal_shared();
    hal_queue_open(0, HAL_SINGLE_READER, mine->ring, ELEMENTS, 4);
    /* After this, both neighbours know that this queue is open. */
    hal_fetch_add(word_of(next, offsetof(struct words, open)), 1);
    hal_fetch_add(word_of(me > 1 ? me - 2 : (places - 2) | 1, offsetof(struct words, open)), 1);
    for (;;) {
        hal_arm(&mine->open, 4);
        if (hal_observe(&mine->open) == 2)
            break;
        hal_wait(HAL_NEVER);
    }
    uint32_t sum = 0;
    hal_transfer transfer = 0;
    for (uint32_t sent = 0; sent < SENT; sent++) {
        uint32_t element = sent + 1;
        hal_enqueue(hal_queue_of(next, 0), &element, 4);
        pause_a_while(draws);
        if (sent % 8 == 0)
            transfer = hal_put(hal_global(to), from, draw(draws, BYTES));
        if (sent % 8 == 4)
            hal_finish(transfer);
        hal_dequeue(hal_queue_of(me, 0), &element, 4);
        sum += element;
    }
    return sum;
}

int main(int argc, char **argv) {
    uint32_t seed = seed_of(argc, argv);
    int me = hal_place(), places = hal_places();
    struct draws draws = draws_of(seed, (uint32_t)me);
    if (me != HOST) {
        if (draw(&draws, 2))
            onchip_on_tick(200 + draw(&draws, 2000), tick);
        uint32_t sum = me % 2 ? exchange(&draws, me, places) : compute(&draws);
        onchip_on_tick(0, 0);
        hal_store(word_of(HOST, offsetof(struct words, sums) + 4 * (size_t)me), sum);
        return 0;
    }
    uint32_t holds = 0, resets = 0;
    for (int step = 0; step < 150; step++) {
        int worker = 1 + (int)draw(&draws, (uint32_t)places - 1);
        switch (draw(&draws, 8)) {
        case 0:
            if (worker % 2 == 0) {
                onchip_reset(worker, 0);
                resets++;
                break;
            }
            /* fall through */
        case 1:
        case 2:
        case 3:
            onchip_hold(worker);
            holds++;
            break;
        default:
            onchip_release(worker);
        }
        pause_a_while(&draws);
    }
    for (int worker = 1; worker < places; worker++)
        onchip_release(worker);
    for (int worker = 1; worker < places; worker++)
        while (onchip_core_state(worker) != ONCHIP_FINISHED)
            hal_wait(hal_cycles() + 200);
    const volatile uint32_t *sums = &((volatile struct words *)hal_shared())->sums;
    for (int worker = 1; worker < places; worker++) {
        uint32_t last = worker % 2 ? SENT : ROUNDS;
        if (sums[worker] != last * (last + 1) / 2)
            printf("place %d: sum %u\n", worker, (unsigned)sums[worker]);
    }
    printf("%u holds %u resets, cycle %u\n", (unsigned)holds, (unsigned)resets,
           (unsigned)hal_cycles());
    return 0;
}
