/* Mutexes: there is one owner at a time, who sees everything that the previous owner has stored. */
#include "check.h"
#include "random.h"

enum { INSIDE = 64, GUARDED = 128 }; /* offsets in place 0's shared block: a word for each mutex */

#define USED 4

static void directed(void) {
    hal_address last = hal_mutex_of(hal_mutexes() - 1);
    if (hal_place() == 0) {
        for (int mutex = 0; mutex < hal_mutexes(); mutex++)
            check("each is another one", hal_mutex_try(hal_mutex_of(mutex)));
        for (int mutex = 0; mutex < hal_mutexes(); mutex++)
            hal_mutex_unlock(hal_mutex_of(mutex));
        check("free at first", hal_mutex_try(last));
        check("does not nest", !hal_mutex_try(last));
    }
    meet();
    check("taken for all", !hal_mutex_try(last));
    meet();
    if (hal_place() == 0)
        hal_mutex_unlock(last);
    meet();
    hal_mutex_lock(last); /* one after the other */
    hal_mutex_unlock(last);
    meet();
}

static void enter(hal_address mutex, struct draws *draws) {
    if (draw(draws, 2)) {
        hal_mutex_lock(mutex);
        return;
    }
    while (!hal_mutex_try(mutex))
        pause_a_while(draws);
}

static void drawn(uint32_t rounds, struct draws *draws) {
    int mutexes = hal_mutexes() < USED ? hal_mutexes() : USED;
    hal_address first = hal_shared_of(0);
    for (uint32_t i = 0; i < rounds; i++) {
        uint32_t mutex = draw(draws, (uint32_t)mutexes);
        hal_address inside = first + INSIDE + 4 * mutex, guarded = first + GUARDED + 4 * mutex;
        enter(hal_mutex_of((int)mutex), draws);
        check_drawn("alone", hal_swap(inside, 1) == 0, draws);
        hal_store(guarded, hal_load(guarded) + 1);
        pause_a_while(draws);
        hal_store(inside, 0);
        hal_mutex_unlock(hal_mutex_of((int)mutex));
        pause_a_while(draws);
    }
    meet();
    uint32_t sum = 0;
    for (uint32_t mutex = 0; mutex < USED; mutex++)
        sum += hal_load(first + GUARDED + 4 * mutex);
    check_drawn("each counted", sum == rounds * (uint32_t)hal_places(), draws);
}

int main(int argc, char **argv) {
    struct draws draws = draws_of(seed_of(argc, argv), (uint32_t)hal_place());
    if (hal_mutexes()) {
        directed();
        drawn(rounds_of(argc, argv, 200), &draws);
    }
    printf("done\n");
    return 0;
}
