/* The interface to datatypes that are not plain bytes. Its implementation, type/, is linked only
 * into programs that make, pack or ask about such datatypes; other programs have no handles of
 * them. */
#ifndef MPI_CORE_DERIVED_H
#define MPI_CORE_DERIVED_H

#include "link/variant.h"
#include "mpi/core/match.h"

struct oc_op; /* op/user.h */

/* The data of a message in flight whose datatype has gaps. */
struct oc_staging;

/* A request with a staging has this error in place of MPI_SUCCESS. The code that finds the request
 * complete then calls detach(), so no other code needs to check for a staging. */
#define OC_STAGED (-1)

/* The buffer of a collective, seen as contiguous bytes. */
struct oc_view {
    void *data;
    size_t bytes;
    struct oc_staging *staging; /* null: the data are in the user's buffer */
};

/* Says how a view is used: its data are read, written, or both. */
enum { OC_READ = 1, OC_WRITE = 2 };

/* The functions for data with gaps. If one of them returns an error class, it has raised the error,
 * unless a comment says otherwise. */
struct oc_derived {
    /* Finds the size and the extent of an element in bytes. Returns MPI_ERR_TYPE, without raising
     * it, if there is no such type. */
    int (*measure)(MPI_Datatype type, MPI_Count *size, MPI_Count *extent);

    /* Adds (if `more` is 1) or drops (if it is -1) a reference to a datatype and its handle. With a
     * reference, both stay valid if the user frees the datatype. For predefined datatypes the
     * function does nothing. */
    void (*hold)(MPI_Datatype type, int more);

    /* The predefined datatype whose operations apply to `type`, or MPI_DATATYPE_NULL. */
    MPI_Datatype (*stands_for)(MPI_Datatype type);

    /* Fills in the remaining fields of a request that has the user's buffer but no length yet.
     * Afterwards the request of a send has contiguous data, and that of a receive has no room, so
     * that its message goes to deliver(). Data without gaps get no staging. */
    int (*attach)(struct oc_request *request, ptrdiff_t count, MPI_Datatype type, bool receive);

    /* Delivers the message that a staged receive has matched. */
    void (*deliver)(struct oc_request *receive, const struct oc_envelope *envelope,
                    const void *body);

    /* Ends the staging of a complete request, which then is like a request without a staging.
     * Returns the request's error class without raising the error. */
    int (*detach)(struct oc_request *request);

    int (*view)(struct oc_view *view, const struct oc_communicator *comm, const void *buffer,
                MPI_Count count, MPI_Datatype type, int access);
    void (*close_view)(struct oc_view *view);

    /* Calls a user's operation on `count` elements. On each side, they take `bytes` contiguous
     * bytes; the operation gets copies of them with the layout of the datatype. Returns an error
     * class without raising it. */
    int (*reduce)(const struct oc_op *op, const void *in, void *inout, size_t count, size_t bytes,
                  MPI_Datatype type);
};

/* The functions for data with gaps. If type/ is not linked, the address of this object is null. */
extern const struct oc_derived oc_derived OC_OPTIONAL;

/* Drops a request that was checked but will not be started. */
static inline void oc_unstage(struct oc_request *request) {
    if (request->staging)
        oc_derived.detach(request);
}

#endif
