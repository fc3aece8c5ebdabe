/* Requests in a row: first come, first served. */
#ifndef MPI_TRANSPORT_RENDEZVOUS_ROW_H
#define MPI_TRANSPORT_RENDEZVOUS_ROW_H

#include "mpi/core/request.h"

struct oc_row {
    struct oc_request *first, **end;
};

static inline void oc_row_append(struct oc_row *row, struct oc_request *request) {
    request->next = NULL;
    if (!row->first)
        row->end = &row->first;
    *row->end = request;
    row->end = &request->next;
}

/* There is one. */
static inline struct oc_request *oc_row_pop(struct oc_row *row) {
    struct oc_request *request = row->first;
    row->first = request->next;
    return request;
}

#endif
