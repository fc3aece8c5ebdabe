/* The list of posted receives. */
#ifndef MPI_CORE_POSTED_H
#define MPI_CORE_POSTED_H

#include "mpi/core/request.h"

extern struct oc_request *oc_posted;
extern struct oc_request **oc_posted_end; /* where to append the next one */

/* Appends a receive. */
static inline void oc_posted_append(struct oc_request *receive) {
    receive->next = NULL;
    *oc_posted_end = receive;
    oc_posted_end = &receive->next;
}

/* Removes a posted receive from the list; *at points to the receive. */
static inline void oc_posted_take(struct oc_request *receive, struct oc_request **at) {
    *at = receive->next;
    if (__builtin_expect(!receive->next, true))
        oc_posted_end = at;
}

#endif
