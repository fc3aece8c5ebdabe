/* Barriers made of counters that reload themselves, over many rounds: one counter for up to four
 * processes, a tree of counters for any number. No process passes a barrier before all have
 * arrived. */
#include "check.h"
#include "random.h"

enum { RELEASED = 64, PHASE = 68 };
enum { FLAT, ARRIVALS, RELEASES };

/* number of children that a counter notifies; its remaining notification is for this place
 * itself */
#define CHILDREN (HAL_NOTIFICATIONS - 1)

static volatile uint32_t *own(uint32_t offset) {
    return (volatile uint32_t *)((char *)hal_shared() + offset);
}

static void wait_for_release(void) {
    for (;;) {
        hal_arm(own(RELEASED), sizeof(uint32_t));
        if (hal_observe(own(RELEASED)))
            return;
        hal_wait(HAL_NEVER);
    }
}

/* All places add 1 to a counter of place 0. The counter then stores a word at each place. */
static void build_flat(void) {
    int places = hal_places();
    if (hal_place() == 0) {
        hal_counter_set(FLAT, -places, -places);
        for (int place = 0; place < places; place++)
            hal_counter_notify(FLAT, place, hal_shared_of(place) + RELEASED, 1);
    }
}

/* Place p is the parent of places 3p + 1, 3p + 2 and 3p + 3. The counter of arrivals of a place
 * waits for the place itself and its children, and then adds to the parent's counter. The root's
 * counter of arrivals triggers the root's counter of releases, which triggers the counters of
 * releases below it. */
static void build_tree(void) {
    int place = hal_place(), places = hal_places(), children = 0;
    hal_counter_set(RELEASES, -1, -1);
    hal_counter_notify(RELEASES, 0, hal_shared_of(place) + RELEASED, 1);
    for (int i = 1; i <= CHILDREN && CHILDREN * place + i < places; i++) {
        hal_counter_notify(RELEASES, i, hal_counter_of(CHILDREN * place + i, RELEASES), 1);
        children++;
    }
    hal_counter_set(ARRIVALS, -1 - children, -1 - children);
    hal_counter_notify(
        ARRIVALS, 0,
        place ? hal_counter_of((place - 1) / CHILDREN, ARRIVALS) : hal_counter_of(0, RELEASES), 1);
}

static void rounds_over(hal_address counter, uint32_t rounds, struct draws *draws) {
    uint32_t start = *own(PHASE);
    meet();
    for (uint32_t round = start + 1; round <= start + rounds; round++) {
        pause_a_while(draws);
        *own(RELEASED) = 0;
        *own(PHASE) = round;
        hal_counter_add(counter, 1);
        wait_for_release();
        int other = (int)draw(draws, (uint32_t)hal_places());
        uint32_t phase = hal_load(hal_shared_of(other) + PHASE);
        check_drawn("everybody has come", phase == round || phase == round + 1, draws);
    }
    meet();
}

int main(int argc, char **argv) {
    struct draws draws = draws_of(seed_of(argc, argv), (uint32_t)hal_place());
    uint32_t rounds = rounds_of(argc, argv, 1000);
    if (hal_counters() > RELEASES) {
        if (hal_places() <= HAL_NOTIFICATIONS) {
            build_flat();
            rounds_over(hal_counter_of(0, FLAT), rounds, &draws);
        }
        build_tree();
        rounds_over(hal_counter_of(hal_place(), ARRIVALS), rounds, &draws);
    }
    printf("done\n");
    return 0;
}
