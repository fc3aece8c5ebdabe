/* Requests for which the user has handles. They come from a pool, which grows when it is empty, and
 * are never moved. */
#ifndef MPI_REQUEST_REQUEST_H
#define MPI_REQUEST_REQUEST_H

#include "mpi/core/request.h"
#include "mpi/error/check.h"

enum oc_mode { OC_STANDARD, OC_SYNCHRONOUS, OC_READY, OC_BUFFERED, OC_PARTITIONED };

/* OC_GENERALIZED is 4, so that a test of one bit distinguishes it from the other kinds. */
enum oc_kind { OC_UNUSED, OC_SEND, OC_RECEIVE, OC_COLLECTIVE, OC_GENERALIZED };

struct oc_user_request;

/* Functions for requests that are not messages. */
struct oc_request_methods {
    /* Starts a persistent request, which is not active. */
    int (*restart)(struct oc_user_request *request);
    /* Raises the error of the request, if there is one; returns the result of the MPI function. */
    int (*finish)(const struct oc_user_request *request);
    /* Called before the request is freed. */
    void (*release)(struct oc_user_request *request);
};

struct oc_user_request {
    struct oc_request core;
    struct oc_user_request *self; /* address of this structure, to recognise a valid handle */
    enum oc_kind kind;
    enum oc_mode mode; /* for sends, and for persistent receives */
    union {
        struct {
            bool persistent;
            bool active; /* the request is started, and its completion is not reported yet */
            bool cancelled;
            bool abandoned; /* the handle is freed; the request is freed when it is complete */
        };
        uint32_t flags; /* the four flags as one word */
    };
    /* The message with which a persistent request is started. */
    struct oc_message message;
    /* In the receive of an MPI_Isendrecv, the send of this operation. The operation is complete
     * when both are complete. */
    struct oc_user_request *partner;
    void *temporary;                          /* memory to be freed with the request */
    const struct oc_request_methods *methods; /* null for messages */
};

/* Makes a request that is not persistent and not active yet. Returns null if there is no memory. */
struct oc_user_request *oc_user_request_new(enum oc_kind kind);

void oc_user_request_free(struct oc_user_request *request);

/* The request that a handle names. Null if the handle is invalid, freed or MPI_REQUEST_NULL. */
struct oc_user_request *oc_user_request_find(MPI_Request handle);

/* The request that a handle names, even if the user has freed the handle. Null if the handle is
 * invalid or MPI_REQUEST_NULL. */
struct oc_user_request *oc_user_request_find_any(MPI_Request handle);

/* Whether a wait for the request would return at once. The function makes no progress. */
static inline bool oc_user_request_is_done(const struct oc_user_request *request) {
    return !request->active ||
           (!request->core.pending && (!request->partner || !request->partner->core.pending));
}

/* Whether a request is simple, which means that nothing is left to do when it is complete. A simple
 * request is active and not persistent, cancelled, abandoned or generalized. It has no partner and
 * no temporary memory. */
static inline bool oc_user_request_is_simple(const struct oc_user_request *request) {
    const struct oc_user_request only_active = {.active = true};
    uintptr_t others = (uintptr_t)request->partner | (uintptr_t)request->temporary;
    /* One branch tests all conditions, so that their loads follow each other without a wait. */
    return !(others | (request->kind & OC_GENERALIZED) | (request->flags ^ only_active.flags));
}

/* Waits for a request and its partner, and unpacks noncontiguous data. Returns at once if both are
 * done. */
void oc_user_request_wait(struct oc_user_request *request);

/* Whether any active or persistent request belongs to this communicator. */
bool oc_user_requests_use(const struct oc_communicator *comm);

/* Whether any request of this communicator is in progress. */
bool oc_user_requests_busy(const struct oc_communicator *comm);

/* Frees abandoned requests that are complete. */
void oc_user_request_reap(void);

#endif
