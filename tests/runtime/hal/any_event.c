/* A wait ends for any event: a word, a counter's notification, an element of a queue, a flag. A
 * token goes around the places, each time as a randomly drawn event. */
#include "check.h"
#include "random.h"

enum { STORED = 64, NOTIFIED = 68, RING = 128 };
enum guise { WORD, NOTIFICATION, ELEMENT, FLAG, GUISES };

static volatile uint32_t *own(uint32_t offset) {
    return (volatile uint32_t *)((char *)hal_shared() + offset);
}

static void send(int place, enum guise guise) {
    switch (guise) {
    case WORD:
        hal_store(hal_shared_of(place) + STORED, 1);
        break;
    case NOTIFICATION: /* a counter of this place stores a word at the other place */
        hal_counter_add(hal_counter_of(hal_place(), 0), 1);
        break;
    case ELEMENT:
        hal_enqueue_word(hal_queue_of(place, 0), 1);
        break;
    default:
        hal_sync_set(place, 1);
    }
}

/* Returns the kind of event by which the token has arrived, or GUISES if it has not arrived. */
static enum guise look(void) {
    uint32_t word;
    if (hal_observe(own(STORED))) {
        *own(STORED) = 0;
        return WORD;
    }
    if (hal_observe(own(NOTIFIED))) {
        *own(NOTIFIED) = 0;
        return NOTIFICATION;
    }
    if (hal_try_dequeue(hal_queue_of(hal_place(), 0), &word, sizeof word))
        return ELEMENT;
    return hal_sync_take(1) ? FLAG : GUISES;
}

static enum guise receive(void) {
    for (;;) {
        hal_arm(hal_shared(), RING + 2 * sizeof(uint32_t));
        enum guise guise = look();
        if (guise != GUISES)
            return guise;
        hal_wait(HAL_NEVER);
    }
}

int main(int argc, char **argv) {
    int place = hal_place(), places = hal_places(), next = (place + 1) % places;
    /* All places draw the kinds of events from the same sequence, so they agree. */
    struct draws guises = draws_of(seed_of(argc, argv), 99);
    uint32_t rounds = rounds_of(argc, argv, 100);
    if (hal_counters() && hal_queues()) {
        hal_counter_set(0, -1, -1);
        hal_counter_notify(0, 0, hal_shared_of(next) + NOTIFIED, 1);
        hal_queue_open(0, HAL_SINGLE_READER, (char *)hal_shared() + RING, 2, sizeof(uint32_t));
        hal_sync_mask(1);
        meet();
        for (uint32_t hop = 0; hop < rounds * (uint32_t)places; hop++) {
            enum guise guise = (enum guise)draw(&guises, GUISES);
            if (hop % (uint32_t)places == (uint32_t)place)
                send(next, guise);
            if ((hop + 1) % (uint32_t)places == (uint32_t)place)
                check_drawn("in its guise", receive() == guise, &guises);
        }
        meet();
    }
    printf("done\n");
    return 0;
}
