/* A first-in, first-out queue of requests. */
#ifndef MPI_CORE_REQUEST_QUEUE_H
#define MPI_CORE_REQUEST_QUEUE_H

#include "mpi/core/request.h"

struct oc_request_queue {
    struct oc_request *first, **end;
};

static inline void oc_request_queue_append(struct oc_request_queue *queue,
                                           struct oc_request *request) {
    request->next = NULL;
    if (!queue->first)
        queue->end = &queue->first;
    *queue->end = request;
    queue->end = &request->next;
}

/* Removes the first request of a queue, which must not be empty, and returns it. */
static inline struct oc_request *oc_request_queue_pop(struct oc_request_queue *queue) {
    struct oc_request *request = queue->first;
    queue->first = request->next;
    return request;
}

#endif
