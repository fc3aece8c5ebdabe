#include "mpi/request/pool.h"

#include <stdlib.h>

#include "mpi/core/derived.h"
#include "mpi/request/generalized.h"

/* The number of requests in the first chunk of the pool. Each further chunk doubles the number of
 * requests. */
#define FIRST_CHUNK 16

struct oc_request_chunk *oc_request_chunks;
struct oc_request *oc_requests_unused;
static size_t requests, abandoned;

static bool grow(void) {
    size_t count = requests ? requests : FIRST_CHUNK;
    struct oc_request_chunk *chunk = calloc(1, sizeof *chunk + count * sizeof *chunk->request);
    if (!chunk)
        return false;
    chunk->end = chunk->request + count;
    chunk->next = oc_request_chunks;
    oc_request_chunks = chunk;
    requests += count;
    for (size_t i = 0; i < count; i++) {
        chunk->request[i].core.next = oc_requests_unused;
        oc_requests_unused = &chunk->request[i].core;
    }
    return true;
}

/* Frees abandoned requests, enlarges the pool if it is still empty, and takes a request from it.
 * Returns null if there is no memory. Not inlined, so that the fast path saves no registers. */
static __attribute__((noinline, cold)) struct oc_user_request *provide(enum oc_kind kind) {
    oc_user_request_reap();
    return oc_requests_unused || grow() ? oc_user_request_take(kind) : NULL;
}

struct oc_user_request *oc_user_request_new(enum oc_kind kind) {
    return oc_user_request_is_at_hand() ? oc_user_request_take(kind) : provide(kind);
}

void oc_user_request_wait(struct oc_user_request *request) {
    oc_request_wait(&request->core);
    if (request->partner)
        oc_request_wait(&request->partner->core);
}

void oc_user_request_free(struct oc_user_request *request) {
    if (request->active && !oc_user_request_is_done(request)) {
        request->abandoned = true;
        abandoned++;
        return;
    }
    if (request->active)
        oc_user_request_wait(request);
    if (request->partner)
        oc_user_request_free(request->partner);
    if (request->persistent && request->kind != OC_COLLECTIVE && &oc_derived)
        oc_derived.hold(request->message.type, -1);
    if (request->kind == OC_GENERALIZED)
        oc_generalized.release(request);
    if (request->kind == OC_COLLECTIVE && request->temporary)
        request->methods->release(request);
    if (request->temporary)
        free(request->temporary);
    request->partner = NULL;
    request->temporary = NULL;
    oc_user_request_recycle(request);
}

void oc_user_request_reap(void) {
    for (struct oc_request_chunk *chunk = oc_request_chunks; chunk && abandoned;
         chunk = chunk->next)
        for (struct oc_user_request *request = chunk->request; request != chunk->end; request++)
            if (request->kind != OC_UNUSED && request->abandoned &&
                oc_user_request_is_done(request)) {
                abandoned--;
                request->abandoned = false;
                oc_user_request_free(request);
            }
}

static bool is_of(const struct oc_user_request *request, const struct oc_communicator *comm) {
    return request->kind != OC_UNUSED &&
           (request->core.comm == comm || request->core.comm->local == comm);
}

/* Whether the communicator has requests. If `busy` is set, requests that are done do not count. */
static __attribute__((cold)) bool use(const struct oc_communicator *comm, bool busy) {
    oc_user_request_reap();
    for (const struct oc_request_chunk *chunk = oc_request_chunks; chunk; chunk = chunk->next)
        for (const struct oc_user_request *request = chunk->request; request != chunk->end;
             request++)
            if (is_of(request, comm) && !(busy && oc_user_request_is_done(request)))
                return true;
    return false;
}

bool oc_user_requests_use(const struct oc_communicator *comm) {
    return use(comm, false);
}

bool oc_user_requests_busy(const struct oc_communicator *comm) {
    return use(comm, true);
}

struct oc_user_request *oc_user_request_find_any(MPI_Request handle) {
    if (!OC_CHECKS)
        return handle == MPI_REQUEST_NULL ? NULL : (struct oc_user_request *)handle;
    for (struct oc_request_chunk *chunk = oc_request_chunks; chunk; chunk = chunk->next)
        if (oc_request_chunk_has(chunk, handle))
            return (struct oc_user_request *)handle;
    return NULL;
}

struct oc_user_request *oc_user_request_find(MPI_Request handle) {
    struct oc_user_request *request = oc_user_request_find_any(handle);
    return request && !request->abandoned ? request : NULL;
}
