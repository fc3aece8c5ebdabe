#include "mpi/transport/transport.h"
#include "mpi/window/lock.h"
#include "mpi/window/ticket.h"

/* About the number of cycles for which a process holds the lock for a short operation. */
#define PAUSE 256

static hal_address word_of(const struct oc_window *window, int rank) {
    return oc_window_words(window, rank) + offsetof(struct oc_window_words, operands);
}

/* Makes progress and sleeps for about as long as `others` processes hold the lock. */
static void pause_for(uint32_t others, const struct oc_request *why) {
    uint64_t again = hal_cycles() + (uint64_t)others * PAUSE;
    oc_transport_arm();
    do {
        while (oc_transport_progress())
            ;
        oc_sleep(again, why);
    } while (hal_cycles() < again);
}

static void wait_for_turn(const struct oc_window *window, int rank, uint32_t ticket,
                          uint32_t served) {
    struct oc_request why = oc_ticket_why(window, rank);
    do {
        pause_for((ticket - served) & OC_TICKET_MASK, &why);
        served = oc_ticket_served(hal_load(word_of(window, rank)));
    } while (served != ticket);
}

void oc_operands_lock(const struct oc_window *window, int rank) {
    uint32_t word = hal_fetch_add(word_of(window, rank), OC_TICKET_NEXT);
    if (oc_ticket_served(word) != oc_ticket_next(word))
        wait_for_turn(window, rank, oc_ticket_next(word), oc_ticket_served(word));
}

void oc_operands_unlock(const struct oc_window *window, int rank) {
    oc_ticket_serve(word_of(window, rank));
}
