/* Stores, loads and atomics on other processes' shared blocks. */
#include "check.h"

enum { TABLE = 64, SUM = 1024, MASK = 1028, LAST = 1032, LOCKED = 1036, GUARDED = 1040 };

#define ROUNDS 50

/* A lock and a counter protected by it, which is not atomic; both are at place 0. */
static void count_under_lock(hal_address first) {
    for (int i = 0; i < ROUNDS; i++) {
        while (!hal_compare_swap(first + LOCKED, 0, 1))
            ;
        hal_store(first + GUARDED, hal_load(first + GUARDED) + 1);
        hal_fence();
        hal_store(first + LOCKED, 0);
    }
}

int main(void) {
    int place = hal_place(), places = hal_places();
    hal_address first = hal_shared_of(0);
    volatile uint32_t *table = (volatile uint32_t *)((char *)hal_shared() + TABLE);

    check("own block", hal_global(hal_shared()) == hal_shared_of(place));
    check("zero at start", table[0] == 0 && table[100] == 0);
    meet();
    for (int other = 0; other < places; other++)
        hal_store(hal_shared_of(other) + TABLE + 4 * (uint32_t)place, 100 + (uint32_t)place);
    hal_fetch_add(first + SUM, (uint32_t)place + 1);
    hal_fetch_or(first + MASK, 1u << place);
    uint32_t before = hal_swap(first + LAST, (uint32_t)place + 1);
    check("swapped", before <= (uint32_t)places && before != (uint32_t)place + 1);
    count_under_lock(first);
    meet();
    for (int other = 0; other < places; other++)
        check("stored", table[other] == 100 + (uint32_t)other);
    check("loaded", hal_load(hal_shared_of((place + 1) % places) + TABLE) == 100);
    check("sum", hal_load(first + SUM) == (uint32_t)(places * (places + 1) / 2));
    check("mask", hal_load(first + MASK) == (1u << places) - 1);
    check("guarded", hal_load(first + GUARDED) == (uint32_t)(ROUNDS * places));
    check("not swapped", !hal_compare_swap(first + SUM, 0, 1));
    printf("done\n");
    return 0;
}
