/* Words of tickets. The upper half is the number of the next ticket, the lower half the number of
 * tickets that have been served. */
#ifndef MPI_WINDOW_TICKET_H
#define MPI_WINDOW_TICKET_H

#include "mpi/core/request.h"
#include "mpi/window/window.h"

#define OC_TICKET_NUMBERS 0x8000u
#define OC_TICKET_MASK (OC_TICKET_NUMBERS - 1)

/* The amounts added for a new ticket and for a served one. */
#define OC_TICKET_NEXT 0x10000u
#define OC_TICKET_SERVED 1u

static inline uint32_t oc_ticket_next(uint32_t word) {
    return word >> 16 & OC_TICKET_MASK;
}

/* A number has 15 bits. The bit above it catches its carry, until oc_ticket_serve() removes the
 * carry. */
static inline uint32_t oc_ticket_served(uint32_t word) {
    return word & OC_TICKET_MASK;
}

static inline uint32_t oc_ticket_after(uint32_t ticket) {
    return (ticket + 1) & OC_TICKET_MASK;
}

/* Counts one more ticket as served; returns the old word. */
static inline uint32_t oc_ticket_serve(hal_address word) {
    uint32_t before = hal_fetch_add(word, OC_TICKET_SERVED);
    if (oc_ticket_served(before) == OC_TICKET_MASK)
        hal_fetch_add(word, -OC_TICKET_NUMBERS);
    return before;
}

/* The entry in the wait record of a process that waits for `rank`. */
static inline struct oc_request oc_ticket_why(const struct oc_window *window, int rank) {
    struct oc_request why;
    oc_request_fill(&why, window->comm, window->comm->context + OC_CONTEXT_COLLECTIVE, NULL, 0,
                    rank, 0);
    return why;
}

#endif
