/* The pool of the requests for which the user has handles (request.h). */
#ifndef MPI_REQUEST_POOL_H
#define MPI_REQUEST_POOL_H

#include "mpi/request/request.h"

struct oc_request_chunk {
    struct oc_request_chunk *next;
    struct oc_user_request *end;
    struct oc_user_request request[]; /* requests in use, and unused ones (OC_UNUSED) */
};

extern struct oc_request_chunk *oc_request_chunks;

/* Requests of the pool that are not in use. Their flags are false, and `partner` and `temporary`
 * are null. */
extern struct oc_request *oc_requests_unused;

/* Whether the pool has an unused request, so that oc_user_request_take() may be called. */
static inline bool oc_user_request_is_at_hand(void) {
    return __builtin_expect(oc_requests_unused != NULL, true);
}

/* Takes an unused request from the pool. It is neither persistent nor active yet. */
static inline struct oc_user_request *oc_user_request_take(enum oc_kind kind) {
    struct oc_user_request *request = (struct oc_user_request *)oc_requests_unused;
    oc_requests_unused = oc_requests_unused->next;
    request->self = request;
    request->kind = kind;
    return request;
}

/* Takes a request from the pool for a message on MPI_COMM_WORLD, fills it in, and makes it
 * active. */
static inline struct oc_request *oc_user_request_take_plain(enum oc_kind kind, const void *buffer,
                                                            size_t bytes, int peer, int tag,
                                                            MPI_Request *handle) {
    struct oc_user_request *request = oc_user_request_take(kind);
    oc_request_fill(&request->core, &oc_comm_world, OC_CONTEXT_USER, buffer, bytes, peer, tag);
    request->mode = OC_STANDARD;
    request->active = true;
    *handle = (MPI_Request)request;
    return &request->core;
}

/* Puts a request back into the pool. It must have no partner and no temporary memory. */
static inline void oc_user_request_recycle(struct oc_user_request *request) {
    request->self = NULL;
    request->kind = OC_UNUSED;
    request->flags = 0;
    request->core.next = oc_requests_unused;
    oc_requests_unused = &request->core;
}

/* Whether a handle is the handle of a request in this chunk. */
static inline bool oc_request_chunk_has(const struct oc_request_chunk *chunk, MPI_Request handle) {
    uintptr_t first = (uintptr_t)chunk->request, offset = (uintptr_t)handle - first;
    const struct oc_user_request *request = (const struct oc_user_request *)handle;
    return __builtin_expect(offset < (uintptr_t)chunk->end - first, true) &&
           __builtin_expect(offset % _Alignof(struct oc_user_request) == 0, true) &&
           __builtin_expect(request->self == request, true);
}

/* Whether a handle is that of a simple request (oc_user_request_is_simple()) in this chunk.
 * MPI_Waitall passes the latest chunk, which is the longest. */
static inline bool oc_handle_is_simple(const struct oc_request_chunk *chunk, MPI_Request handle) {
    return oc_request_chunk_has(chunk, handle) &&
           oc_user_request_is_simple((const struct oc_user_request *)handle);
}

/* Waits for a simple request, and frees it. Returns false if the caller must raise an error. */
static inline bool oc_handle_complete_simple(MPI_Request *handle) {
    struct oc_user_request *request = (struct oc_user_request *)*handle;
    if (__builtin_expect(oc_request_wait(&request->core), false))
        return false;
    oc_user_request_recycle(request);
    *handle = MPI_REQUEST_NULL;
    return true;
}

#endif
