/* What the library does with datatypes that are not plain bytes. All of it is in type/, which is
 * linked only into programs that make, pack or ask about such datatypes; elsewhere there are no
 * handles of them. */
#ifndef MPI_CORE_DERIVED_H
#define MPI_CORE_DERIVED_H

#include "link/variant.h"
#include "mpi/core/match.h"

struct oc_op; /* op/user.h */

/* What is kept of a message while it is under way. */
struct oc_staging;

/* Error of a request with a staging, in place of MPI_SUCCESS: the code that finds the request
 * complete calls detach(). So no other code needs to look for a staging. */
#define OC_STAGED (-1)

/* A buffer of a collective, as bytes in a row. */
struct oc_view {
    void *data;
    size_t bytes;
    struct oc_staging *staging; /* null: the data are in the user's buffer */
};

/* What becomes of a view: its data are read, written, or both. */
enum { OC_READ = 1, OC_WRITE = 2 };

/* Functions for data with gaps. Those that give an error class have raised the error. */
struct oc_derived {
    /* Size and extent of an element in bytes; MPI_ERR_TYPE, not raised, if there is no such type.
     */
    int (*measure)(MPI_Datatype type, MPI_Count *size, MPI_Count *extent);

    /* Keeps a datatype and its handle, or no longer (`more` 1 or -1), after the user has freed it.
     * Others than the user's are nothing. */
    void (*hold)(MPI_Datatype type, int more);

    /* The predefined datatype whose operations are defined on it, or MPI_DATATYPE_NULL. */
    MPI_Datatype (*stands_for)(MPI_Datatype type);

    /* Completes a request that is filled in but for bytes, with its buffer as the user gave it: a
     * send's data are bytes in a row then; a receive has room for no bytes at all, so that its
     * message comes to deliver(). Data without gaps need no staging. */
    int (*attach)(struct oc_request *request, ptrdiff_t count, MPI_Datatype type, bool receive);

    /* Gives a staged receive the message that it has met. */
    void (*deliver)(struct oc_request *receive, const struct oc_envelope *envelope,
                    const void *body);

    /* Ends the staging of a request that is complete, and gives its error class, not raised; the
     * request is then as one without: room in bytes, error. */
    int (*detach)(struct oc_request *request);

    int (*view)(struct oc_view *view, const struct oc_communicator *comm, const void *buffer,
                MPI_Count count, MPI_Datatype type, int access);
    void (*close_view)(struct oc_view *view);

    /* Calls a user's operation on `count` elements in `bytes` bytes in a row each, which it sees as
     * the datatype has them. Gives an error class, not raised. */
    int (*reduce)(const struct oc_op *op, const void *in, void *inout, size_t count, size_t bytes,
                  MPI_Datatype type);
};

/* Functions for data with gaps; the address is null if type/ is not linked. */
extern const struct oc_derived oc_derived OC_OPTIONAL;

/* Gives up a request that was checked and is not started. */
static inline void oc_unstage(struct oc_request *request) {
    if (request->staging)
        oc_derived.detach(request);
}

#endif
