/* A barrier of 16 processes on the hardware's counters, and the cycles that it takes.
 *
 * Each group of four processes has a counter, which starts at −4: every process that arrives adds
 * 1, so the last one makes it 0. The group's counter then starts again at −4 and adds 1 to the
 * counter of all groups. When all groups have arrived, the counter of all groups wakes the first
 * process of each group, and each of these wakes the others of its group. */
#include <onchip/hal.h>
#include <stdio.h>

enum { GROUP = HAL_NOTIFICATIONS, ROUNDS = 100 };
enum { OF_GROUP, OF_ALL }; /* counters */

/* Words of the shared block. A write to one of them wakes the process that waits for it. */
struct words {
    uint32_t ready;    /* how many processes have set up their counters; at process 0 */
    uint32_t begin;    /* 1: all processes have set up their counters */
    uint32_t released; /* 1 after each barrier */
};

static hal_address word_of(int place, size_t offset) {
    return hal_shared_of(place) + offset;
}

/* Waits until others have written a value into a word of this process' block. */
static void await(const uint32_t *word, uint32_t value) {
    for (;;) {
        hal_arm(word, sizeof *word);
        if (hal_observe(word) == value)
            return;
        hal_wait(HAL_NEVER);
    }
}

static void set_up(int me, int groups) {
    size_t released = offsetof(struct words, released);
    if (me % GROUP == 0) {
        hal_counter_set(OF_GROUP, -GROUP, -GROUP);
        hal_counter_notify(OF_GROUP, 0, hal_counter_of(0, OF_ALL), 1);
    }
    if (me == 0) {
        hal_counter_set(OF_ALL, -groups, -groups);
        for (int group = 0; group < groups; group++)
            hal_counter_notify(OF_ALL, group, word_of(group * GROUP, released), 1);
    }
}

static void barrier(struct words *mine, int me) {
    hal_counter_add(hal_counter_of(me - me % GROUP, OF_GROUP), 1);
    await(&mine->released, 1);
    mine->released = 0;
    if (me % GROUP == 0)
        for (int other = me + 1; other < me + GROUP; other++)
            hal_store(word_of(other, offsetof(struct words, released)), 1);
}

int main(void) {
    int me = hal_place(), all = hal_places();
    if (all != GROUP * GROUP) {
        if (me == 0)
            printf("this needs %d processes: -n %d\n", GROUP * GROUP, GROUP * GROUP);
        return 1;
    }
    struct words *mine = hal_shared();
    set_up(me, all / GROUP);
    hal_fetch_add(word_of(0, offsetof(struct words, ready)), 1);
    if (me == 0) {
        await(&mine->ready, (uint32_t)all);
        for (int other = 0; other < all; other++)
            hal_store(word_of(other, offsetof(struct words, begin)), 1);
    }
    await(&mine->begin, 1);
    uint64_t before = hal_cycles();
    for (int round = 0; round < ROUNDS; round++)
        barrier(mine, me);
    uint64_t cycles = hal_cycles() - before;
    if (me == 0)
        printf("%d barriers of %d processes, %u cycles each\n", ROUNDS, all,
               (unsigned)(cycles / ROUNDS));
}
