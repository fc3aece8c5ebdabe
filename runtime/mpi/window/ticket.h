/* Words of tickets: the next one in the upper half, how many have been served in the lower. */
#ifndef MPI_WINDOW_TICKET_H
#define MPI_WINDOW_TICKET_H

#include "mpi/core/request.h"
#include "mpi/window/window.h"

#define OC_TICKET_NUMBERS 0x8000u
#define OC_TICKET_MASK (OC_TICKET_NUMBERS - 1)

/* What is added for a ticket; and for one served. */
#define OC_TICKET_NEXT 0x10000u
#define OC_TICKET_SERVED 1u

static inline uint32_t oc_ticket_next(uint32_t word) {
    return word >> 16 & OC_TICKET_MASK;
}

/* The bit above catches the carry of a number, until it is taken out again. */
static inline uint32_t oc_ticket_served(uint32_t word) {
    return word & OC_TICKET_MASK;
}

static inline uint32_t oc_ticket_after(uint32_t ticket) {
    return (ticket + 1) & OC_TICKET_MASK;
}

/* One more has been served; gives the word before. */
static inline uint32_t oc_ticket_serve(hal_address word) {
    uint32_t before = hal_fetch_add(word, OC_TICKET_SERVED);
    if (oc_ticket_served(before) == OC_TICKET_MASK)
        hal_fetch_add(word, -OC_TICKET_NUMBERS);
    return before;
}

/* What a process that waits for `rank` tells of itself. */
static inline struct oc_request oc_ticket_why(const struct oc_window *window, int rank) {
    struct oc_request why;
    oc_request_fill(&why, window->comm, window->comm->context + OC_CONTEXT_COLLECTIVE, NULL, 0,
                    rank, 0);
    return why;
}

#endif
