/* Requests that the user has handles of. They come from a pool that grows when it is empty, and
 * stay where they are. */
#ifndef MPI_REQUEST_REQUEST_H
#define MPI_REQUEST_REQUEST_H

#include "mpi/core/request.h"
#include "mpi/error/check.h"

enum oc_mode { OC_STANDARD, OC_SYNCHRONOUS, OC_READY, OC_BUFFERED, OC_PARTITIONED };

enum oc_kind { OC_UNUSED, OC_SEND, OC_RECEIVE, OC_GENERALIZED, OC_COLLECTIVE };

struct oc_user_request;

/* What a request that is none of a message does otherwise. */
struct oc_request_methods {
    /* Starts a persistent one, which is not active. */
    int (*restart)(struct oc_user_request *request);
    /* Raises the error that it has met, if any; gives what the function returns. */
    int (*finish)(const struct oc_user_request *request);
    /* Called before it is freed. */
    void (*release)(struct oc_user_request *request);
};

struct oc_user_request {
    struct oc_request core;
    struct oc_user_request *self; /* where it is: a handle that is none does not find this */
    enum oc_kind kind;
    enum oc_mode mode; /* of a send, and of a receive that is persistent */
    bool persistent;
    bool active; /* started, and its completion not yet reported */
    bool cancelled;
    bool abandoned; /* the user has freed its handle: it is freed when it is complete */
    /* What a persistent one is started with. */
    struct oc_message message;
    /* The send that belongs to a receive of MPI_Isendrecv; complete if both are. */
    struct oc_user_request *partner;
    void *temporary;                          /* memory to be freed with it */
    const struct oc_request_methods *methods; /* of a collective */
};

/* A request that is neither persistent nor active, or null: no memory. */
struct oc_user_request *oc_user_request_new(enum oc_kind kind);

void oc_user_request_free(struct oc_user_request *request);

/* Returns a request to the pool that is nothing but a message, and complete. */
void oc_user_request_recycle(struct oc_user_request *request);

/* The request of a handle, or null if the handle is invalid, freed or MPI_REQUEST_NULL. */
struct oc_user_request *oc_user_request_find(MPI_Request handle);

/* The request of a handle, even if the user has freed the handle; null if it is invalid or
 * MPI_REQUEST_NULL. */
struct oc_user_request *oc_user_request_find_any(MPI_Request handle);

/* Whether there is nothing to wait for. Makes no progress. */
static inline bool oc_user_request_is_done(const struct oc_user_request *request) {
    return !request->active ||
           (!request->core.pending && (!request->partner || !request->partner->core.pending));
}

/* Waits for a request, and for its partner: at once, if it is done. Data with gaps are unpacked. */
void oc_user_request_wait(struct oc_user_request *request);

/* Whether a request, active or persistent, is one of this communicator. */
bool oc_user_requests_use(const struct oc_communicator *comm);

/* Whether a request of this communicator is under way. */
bool oc_user_requests_busy(const struct oc_communicator *comm);

/* Frees those that were abandoned and are complete. */
void oc_user_request_reap(void);

#endif
