/* Counters: values, reloading, notifications of words and of counters; none is lost. */
#include "check.h"

enum { WORD = 64 };
enum { PLAIN, RELOADED, SOURCE, SUM, CHAIN, STARTED };

#define ADDS 300

static volatile uint32_t *own_word(void) {
    return (volatile uint32_t *)((char *)hal_shared() + WORD);
}

static void wait_for_word(uint32_t expected) {
    for (;;) {
        hal_arm(own_word(), sizeof(uint32_t));
        if (hal_observe(own_word()) == expected)
            return;
        hal_wait(HAL_NEVER);
    }
}

static void wait_for_value(hal_address counter, int32_t expected) {
    while (hal_counter_value(counter) != expected)
        ;
}

static void values(void) {
    hal_address plain = hal_counter_of(hal_place(), PLAIN);
    check("zero at start", hal_counter_value(plain) == 0);
    hal_counter_set(PLAIN, -7, 100);
    check("set", hal_counter_value(plain) == -7);
    hal_counter_add(plain, 5);
    wait_for_value(plain, -2);
    hal_counter_add(plain, 3); /* beyond 0: no notification */
    wait_for_value(plain, 1);
    hal_counter_add(plain, -1);
    wait_for_value(plain, 100);
    hal_counter_set(PLAIN, INT32_MAX, 0);
    hal_counter_add(plain, 1);
    wait_for_value(plain, INT32_MIN);
}

/* The counter gets `early` of its three adds before it is started. All three count, and the last
 * one makes it notify. */
static void start_after(int early) {
    hal_address own = hal_counter_of(hal_place(), STARTED);
    hal_counter_set(STARTED, 0, 0);
    hal_counter_notify(STARTED, 0, hal_shared_of(hal_place()) + WORD, 5);
    for (int i = 0; i < early; i++)
        hal_counter_add(own, 1);
    hal_counter_start(STARTED, -3);
    for (int i = early; i < 3; i++)
        hal_counter_add(own, 1);
    wait_for_word(5);
    check("started", hal_counter_value(own) == -3);
    *own_word() = 0;
}

/* The next place's counters all notify this place's word at once. */
static void notifications(void) {
    int place = hal_place(), places = hal_places();
    int before = (place + places - 1) % places, next = (place + 1) % places;
    hal_counter_set(RELOADED, -2, -1);
    for (int which = 0; which < HAL_NOTIFICATIONS; which++)
        hal_counter_notify(RELOADED, which, hal_shared_of(before) + WORD + 4 * (uint32_t)which,
                           10 + (uint32_t)which);
    meet();
    hal_counter_add(hal_counter_of(next, RELOADED), 1);
    hal_counter_add(hal_counter_of(next, RELOADED), 1);
    for (uint32_t which = 0; which < HAL_NOTIFICATIONS; which++) {
        while (hal_observe(own_word() + which) != 10 + which)
            ;
    }
    check("reloaded", hal_counter_value(hal_counter_of(next, RELOADED)) == -1);
    meet();
    *own_word() = 0;
    hal_counter_set(RELOADED, -1, -1); /* setting a counter sends no notification */
    meet();
    check("set notifies nobody", *own_word() == 0);
    for (int which = 1; which < HAL_NOTIFICATIONS; which++)
        hal_counter_notify(RELOADED, which, 0, 0);
    meet();
    own_word()[1] = 0;
    hal_counter_add(hal_counter_of(next, RELOADED), 1);
    wait_for_word(10);
    meet();
    check("none", own_word()[1] == 0);
}

/* Every add of every place fires the counter, faster than its notifications can leave. No
 * notification may be lost. */
static void nothing_lost(void) {
    hal_address source = hal_counter_of(0, SOURCE);
    if (hal_place() == 0) {
        hal_counter_set(SOURCE, -1, -1);
        for (int which = 0; which < HAL_NOTIFICATIONS; which++)
            hal_counter_notify(SOURCE, which, hal_counter_of(which % hal_places(), SUM), 3);
    }
    meet();
    for (int i = 0; i < ADDS; i++)
        hal_counter_add(source, 1);
    int sent = 0;
    for (int which = 0; which < HAL_NOTIFICATIONS; which++)
        sent += which % hal_places() == hal_place();
    wait_for_value(hal_counter_of(hal_place(), SUM), 3 * sent * ADDS * hal_places());
    meet();
    check("not sent twice",
          hal_counter_value(hal_counter_of(hal_place(), SUM)) == 3 * sent * ADDS * hal_places());
}

/* The counter of each place triggers the counter of the next place. The last counter stores a
 * word at the first place. */
static void chain(void) {
    int place = hal_place(), places = hal_places();
    *own_word() = 0;
    hal_counter_set(CHAIN, -1, -1);
    hal_counter_notify(
        CHAIN, 0, place + 1 < places ? hal_counter_of(place + 1, CHAIN) : hal_shared_of(0) + WORD,
        1);
    meet();
    if (place == 0) {
        hal_counter_add(hal_counter_of(0, CHAIN), 1);
        wait_for_word(1);
    }
    meet();
    check("armed again", hal_counter_value(hal_counter_of(place, CHAIN)) == -1);
}

int main(void) {
    if (hal_counters() > STARTED) {
        values();
        meet();
        notifications();
        meet();
        nothing_lost();
        meet();
        chain();
        for (int early = 0; early <= 3; early++)
            start_after(early);
    }
    printf("done\n");
    return 0;
}
