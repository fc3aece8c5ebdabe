/* Queues of random kinds and sizes at random processes, with random producers and consumers, whose
 * calls wait or only try. Every element must arrive exactly once, complete, in the order of its
 * producer, and after the earlier stores of the producer. */
#include <stdlib.h>

#include "check.h"
#include "random.h"

/* Offsets in bytes in every shared block. ARRIVED (at place 0) has a bit for each element that has
 * arrived; a place produces at most 64. STORED and RING are used at the place of the queue. */
enum { ARRIVED = 64, STORED = 256, RING = 1024 };

#define WORDS (HAL_ELEMENT_BYTES / 4)

/* The parameters of a round, equal at all places. */
struct storm {
    int home; /* the place of the queue */
    enum hal_queue_kind kind;
    uint32_t capacity, words, each; /* `each`: elements of each producer */
    uint32_t producers, consumers;  /* a bit for each place */
};

static uint32_t members(uint32_t set) {
    return (uint32_t)__builtin_popcount(set);
}

/* The number of members of the set before this place. */
static uint32_t rank_in(uint32_t set) {
    return members(set & ((1u << hal_place()) - 1));
}

static bool is_in(uint32_t set) {
    return set >> hal_place() & 1;
}

static uint32_t draw_set(struct draws *draws, uint32_t places) {
    uint32_t all = (1u << places) - 1, set = draw(draws, all) + 1;
    return draw(draws, 4) ? set : all;
}

static struct storm draw_storm(struct draws *draws) {
    uint32_t places = (uint32_t)hal_places();
    struct storm storm;
    storm.home = (int)draw(draws, places);
    storm.kind = draw(draws, 2) ? HAL_SINGLE_READER : HAL_MULTIPLE_READER;
    storm.capacity = 1 + draw(draws, draw(draws, 2) ? 3 : 16);
    storm.words = 1 + draw(draws, WORDS);
    storm.each = 1 + draw(draws, 64);
    storm.producers = draw_set(draws, places);
    storm.consumers = storm.kind == HAL_SINGLE_READER ? 1u << storm.home : draw_set(draws, places);
    return storm;
}

static uint32_t word_of(uint32_t first, uint32_t i) {
    return i ? first * 0x9e3779b9u + i : first;
}

/* Enqueues the element if there is room, or if this place may wait for room. */
static bool produce(const struct storm *storm, uint32_t sequence, bool may_wait,
                    struct draws *draws) {
    uint32_t element[WORDS], place = (uint32_t)hal_place();
    hal_address queue = hal_queue_of(storm->home, 0);
    for (uint32_t i = 0; i < storm->words; i++)
        element[i] = word_of(place << 16 | sequence, i);
    hal_store(hal_shared_of(storm->home) + STORED + 4 * place, sequence + 1);
    if (!may_wait || draw(draws, 3) == 0)
        return hal_try_enqueue(queue, element, 4 * storm->words);
    if (storm->words == 1 && draw(draws, 2))
        hal_enqueue_word(queue, element[0]);
    else
        hal_enqueue(queue, element, 4 * storm->words);
    return true;
}

/* Tries to take an element. If there is none, sleeps until something is written into the ring,
 * which must be in this place's block. */
static bool watch(const struct storm *storm, uint32_t *element) {
    hal_arm((char *)hal_shared() + RING, (size_t)storm->capacity * 4 * storm->words);
    if (hal_try_dequeue(hal_queue_of(storm->home, 0), element, 4 * storm->words))
        return true;
    hal_wait(HAL_NEVER);
    return false;
}

static bool take(const struct storm *storm, uint32_t *element, bool may_wait, struct draws *draws) {
    hal_address queue = hal_queue_of(storm->home, 0);
    uint32_t way = may_wait ? draw(draws, 4) : 0;
    if (way == 0)
        return hal_try_dequeue(queue, element, 4 * storm->words);
    if (way == 1 && storm->kind == HAL_SINGLE_READER)
        return watch(storm, element);
    if (way == 2 && storm->words == 1)
        element[0] = hal_dequeue_word(queue);
    else
        hal_dequeue(queue, element, 4 * storm->words);
    return true;
}

/* Checks an element. next[producer] is the smallest number that its next element may have. */
static void examine(const struct storm *storm, const uint32_t *element, uint32_t *next,
                    struct draws *draws) {
    uint32_t producer = element[0] >> 16, sequence = element[0] & 0xffff;
    if (producer >= (uint32_t)hal_places() || sequence >= storm->each) {
        check_drawn("an element that nobody sent", 0, draws);
        return;
    }
    for (uint32_t i = 1; i < storm->words; i++)
        check_drawn("whole", element[i] == word_of(element[0], i), draws);
    check_drawn("in order", sequence >= next[producer], draws);
    next[producer] = sequence + 1;
    uint32_t stored = hal_load(hal_shared_of(storm->home) + STORED + 4 * producer);
    check_drawn("stored before", stored > sequence, draws);
    hal_address arrived = hal_shared_of(0) + ARRIVED + 8 * producer + 4 * (sequence / 32);
    uint32_t bit = 1u << sequence % 32;
    check_drawn("once", !(hal_fetch_or(arrived, bit) & bit), draws);
}

/* A place that is both producer and consumer never waits, as it might wait for itself. */
static void take_part(const struct storm *storm, struct draws *draws) {
    uint32_t total = storm->each * members(storm->producers), consumers = members(storm->consumers);
    uint32_t to_send = is_in(storm->producers) ? storm->each : 0, sent = 0;
    uint32_t to_take = is_in(storm->consumers)
                           ? total / consumers + (rank_in(storm->consumers) < total % consumers)
                           : 0;
    bool both = to_send && to_take;
    uint32_t next[16] = {0}, element[WORDS];
    while (sent < to_send || to_take) {
        if (sent < to_send && produce(storm, sent, !both, draws))
            sent++;
        if (to_take && take(storm, element, !both, draws)) {
            examine(storm, element, next, draws);
            to_take--;
        }
        pause_a_while(draws);
    }
}

static void prepare(const struct storm *storm) {
    for (int i = 0; i < hal_places(); i++) {
        ((volatile uint32_t *)((char *)hal_shared() + ARRIVED))[2 * i] = 0;
        ((volatile uint32_t *)((char *)hal_shared() + ARRIVED))[2 * i + 1] = 0;
        ((volatile uint32_t *)((char *)hal_shared() + STORED))[i] = 0;
    }
    if (hal_place() == storm->home)
        hal_queue_open(0, storm->kind, (char *)hal_shared() + RING, storm->capacity,
                       4 * storm->words);
    meet();
}

static void finish(const struct storm *storm, struct draws *draws) {
    meet();
    uint64_t all = storm->each == 64 ? UINT64_MAX : ((uint64_t)1 << storm->each) - 1;
    for (int i = 0; hal_place() == 0 && i < hal_places(); i++) {
        uint64_t expected = storm->producers >> i & 1 ? all : 0;
        hal_address arrived = hal_shared_of(0) + ARRIVED + 8 * (uint32_t)i;
        uint64_t got = hal_load(arrived) | (uint64_t)hal_load(arrived + 4) << 32;
        check_drawn("every one", got == expected, draws);
    }
    if (hal_place() == storm->home) {
        check_drawn("none left", hal_queue_count(hal_queue_of(storm->home, 0)) == 0, draws);
        hal_queue_close(0);
    }
    meet();
}

int main(int argc, char **argv) {
    uint32_t seed = seed_of(argc, argv);
    struct draws common = draws_of(seed, 99), own = draws_of(seed, (uint32_t)hal_place());
    for (uint32_t round = hal_queues() ? rounds_of(argc, argv, 10) : 0; round; round--) {
        struct storm storm = draw_storm(&common);
        prepare(&storm);
        take_part(&storm, &own);
        finish(&storm, &own);
    }
    printf("done\n");
    return 0;
}
