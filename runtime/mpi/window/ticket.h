/* Ticket locks in a word. Its upper half is the number of the next ticket, its lower half the
 * number of tickets that have been served. */
#ifndef MPI_WINDOW_TICKET_H
#define MPI_WINDOW_TICKET_H

#include "mpi/core/request.h"
#include "mpi/window/window.h"

#define OC_TICKET_NUMBERS 0x8000u
#define OC_TICKET_MASK (OC_TICKET_NUMBERS - 1)

/* Added to a word for a new ticket, and for a served one. */
#define OC_TICKET_NEXT 0x10000u
#define OC_TICKET_SERVED 1u

static inline uint32_t oc_ticket_next(uint32_t word) {
    return word >> 16 & OC_TICKET_MASK;
}

/* The number of tickets served, which has 15 bits. A carry goes into the bit above, and
 * oc_ticket_serve() removes it from there. */
static inline uint32_t oc_ticket_served(uint32_t word) {
    return word & OC_TICKET_MASK;
}

static inline uint32_t oc_ticket_after(uint32_t ticket) {
    return (ticket + 1) & OC_TICKET_MASK;
}

/* Counts one more ticket as served; returns the previous value of the word. */
static inline uint32_t oc_ticket_serve(hal_address word) {
    uint32_t before = hal_fetch_add(word, OC_TICKET_SERVED);
    if (oc_ticket_served(before) == OC_TICKET_MASK)
        hal_fetch_add(word, -OC_TICKET_NUMBERS);
    return before;
}

/* A request that shows, in the report of a deadlock, that the process waits for `rank`. */
static inline struct oc_request oc_ticket_why(const struct oc_window *window, int rank) {
    struct oc_request why;
    oc_request_fill(&why, window->comm, window->comm->context + OC_CONTEXT_COLLECTIVE, NULL, 0,
                    rank, 0);
    return why;
}

#endif
