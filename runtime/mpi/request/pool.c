#include "mpi/request/pool.h"

#include <stdlib.h>

#include "mpi/core/derived.h"
#include "mpi/request/generalized.h"

/* The length of the first chunk; each further one is as long as all before it. */
#define FIRST_CHUNK 16

struct oc_request_chunk *oc_request_chunks;
static struct oc_request *unused;
static size_t requests;
static size_t abandoned;

static bool grow(void) {
    size_t count = requests ? requests : FIRST_CHUNK;
    struct oc_request_chunk *chunk = calloc(1, sizeof *chunk + count * sizeof *chunk->request);
    if (!chunk)
        return false;
    chunk->count = count;
    chunk->next = oc_request_chunks;
    oc_request_chunks = chunk;
    requests += count;
    for (size_t i = 0; i < count; i++) {
        chunk->request[i].core.next = unused;
        unused = &chunk->request[i].core;
    }
    return true;
}

static __attribute__((noinline)) struct oc_user_request *take(enum oc_kind kind) {
    struct oc_user_request *request = (struct oc_user_request *)unused;
    unused = unused->next;
    request->self = request;
    request->kind = kind;
    request->persistent = request->active = request->cancelled = request->abandoned = false;
    request->partner = NULL;
    request->temporary = NULL;
    return request;
}

/* Functions of their own, so that taking a request saves no registers. */
static __attribute__((noinline, cold)) struct oc_user_request *provide(enum oc_kind kind) {
    if (abandoned)
        oc_user_request_reap();
    return unused || grow() ? take(kind) : NULL;
}

struct oc_user_request *oc_user_request_new(enum oc_kind kind) {
    return __builtin_expect(abandoned || !unused, false) ? provide(kind) : take(kind);
}

void oc_user_request_wait(struct oc_user_request *request) {
    oc_request_wait(&request->core);
    if (request->partner)
        oc_request_wait(&request->partner->core);
}

void oc_user_request_recycle(struct oc_user_request *request) {
    request->self = NULL;
    request->kind = OC_UNUSED;
    request->core.next = unused;
    unused = &request->core;
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
    oc_user_request_recycle(request);
}

void oc_user_request_reap(void) {
    for (struct oc_request_chunk *chunk = oc_request_chunks; chunk && abandoned;
         chunk = chunk->next)
        for (size_t i = 0; i < chunk->count; i++) {
            struct oc_user_request *request = &chunk->request[i];
            if (request->kind != OC_UNUSED && request->abandoned &&
                oc_user_request_is_done(request)) {
                abandoned--;
                request->abandoned = false;
                oc_user_request_free(request);
            }
        }
}

static bool is_of(const struct oc_user_request *request, const struct oc_communicator *comm) {
    return request->kind != OC_UNUSED &&
           (request->core.comm == comm || request->core.comm->local == comm);
}

/* Whether a request of the communicator is in use; with `busy`, one that is not done. */
static __attribute__((cold)) bool use(const struct oc_communicator *comm, bool busy) {
    oc_user_request_reap();
    for (const struct oc_request_chunk *chunk = oc_request_chunks; chunk; chunk = chunk->next)
        for (size_t i = 0; i < chunk->count; i++) {
            const struct oc_user_request *request = &chunk->request[i];
            if (is_of(request, comm) && !(busy && oc_user_request_is_done(request)))
                return true;
        }
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
    for (struct oc_request_chunk *chunk = oc_request_chunks; chunk; chunk = chunk->next) {
        uintptr_t offset = (uintptr_t)handle - (uintptr_t)chunk->request;
        if (offset >= chunk->count * sizeof *chunk->request)
            continue;
        struct oc_user_request *request = (struct oc_user_request *)handle;
        bool is_one = offset % _Alignof(struct oc_user_request) == 0 && request->self == request;
        return is_one ? request : NULL;
    }
    return NULL;
}

struct oc_user_request *oc_user_request_find(MPI_Request handle) {
    struct oc_user_request *request = oc_user_request_find_any(handle);
    return request && !request->abandoned ? request : NULL;
}
