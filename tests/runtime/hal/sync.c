/* The synchronisation module: flags that other places set and clear, and that end a wait. */
#include "check.h"
#include "random.h"

enum { TABLE = 64 }; /* in place 0's shared block, a word for each place: its current round */

#define GO 0x80000000u

static void directed(void) {
    int place = hal_place(), next = (place + 1) % hal_places();
    check("clear at start", hal_sync_read() == 0);
    meet();
    hal_sync_set(next, 0xf0f0);
    hal_sync_set(next, 0x000f);
    hal_sync_clear(next, 0x00ff);
    while (hal_sync_read() != 0xf000)
        ;
    check("only what is there", hal_sync_take(0x3c00) == 0x3000);
    check("and not the rest", hal_sync_read() == 0xc000);
    check("twice", hal_sync_take(0xffffffff) == 0xc000 && hal_sync_take(0xffffffff) == 0);
    meet();
}

/* Sleeps until this place has taken all of `flags`. */
static void wait_for(uint32_t flags) {
    uint32_t missing = flags;
    for (;;) {
        hal_arm(hal_shared(), sizeof(uint32_t));
        uint32_t taken = hal_sync_take(flags);
        check("once a round", (taken & ~missing) == 0);
        missing &= ~taken;
        if (!missing)
            return;
        hal_wait(HAL_NEVER);
    }
}

/* Each place sets its flag at place 0. When place 0 has got all flags, it releases the others. */
static void gather(uint32_t rounds, struct draws *draws) {
    int place = hal_place(), places = hal_places();
    volatile uint32_t *table = (volatile uint32_t *)((char *)hal_shared() + TABLE);
    hal_sync_mask(place ? GO : (1u << places) - 1);
    meet();
    for (uint32_t round = 1; round <= rounds; round++) {
        pause_a_while(draws);
        hal_store(hal_shared_of(0) + TABLE + 4 * (uint32_t)place, round);
        hal_sync_set(0, 1u << place);
        if (place == 0) {
            wait_for((1u << places) - 1);
            for (int other = 0; other < places; other++)
                check_drawn("stored before", table[other] == round, draws);
            for (int other = 1; other < places; other++)
                hal_sync_set(other, GO);
        } else {
            wait_for(GO);
        }
    }
    meet();
}

/* A flag outside the mask stays until it is read, and does not end a wait without a deadline. */
static void masked(void) {
    int next = (hal_place() + 1) % hal_places();
    hal_sync_mask(0);
    meet();
    hal_sync_set(next, 1);
    hal_sync_mask(2); /* from now on, the arrival of flag 2 ends a wait */
    hal_sync_set(next, 2);
    for (;;) {
        hal_arm(hal_shared(), sizeof(uint32_t));
        if (hal_sync_read() == 3)
            break;
        hal_wait(HAL_NEVER);
    }
    meet();
    check("both", hal_sync_take(3) == 3);
    hal_sync_mask(0);
}

int main(int argc, char **argv) {
    struct draws draws = draws_of(seed_of(argc, argv), (uint32_t)hal_place());
    directed();
    gather(rounds_of(argc, argv, 500), &draws);
    masked();
    printf("done\n");
    return 0;
}
