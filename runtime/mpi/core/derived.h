/* The interface to datatypes that are not contiguous bytes. Its implementation, type/, is linked
 * only into programs that make, pack or ask about such datatypes. Other programs have no handles of
 * them. */
#ifndef MPI_CORE_DERIVED_H
#define MPI_CORE_DERIVED_H

#include "link/variant.h"
#include "mpi/core/match.h"

struct oc_op; /* op/user.h */

/* Noncontiguous data of a message in flight. */
struct oc_staging;

/* The value of a request's error while the request has noncontiguous data (a staging) and no other
 * error. The code that finds the request complete then calls detach(), so no other code needs to
 * check for a staging. */
#define OC_STAGED (-1)

/* The buffer of a collective as contiguous bytes. Noncontiguous data are copied for this. */
struct oc_view {
    void *data;
    size_t bytes;
    struct oc_staging *staging; /* null: the data are in the user's buffer */
};

/* How a view is used: its data are read, written, or both. */
enum { OC_READ = 1, OC_WRITE = 2 };

/* Functions for noncontiguous data. A function that returns an error class has raised the error,
 * unless a comment says otherwise. */
struct oc_derived {
    /* Finds the size and the extent of a datatype in bytes. Returns MPI_ERR_TYPE, without raising
     * it, if there is no such datatype. */
    int (*measure)(MPI_Datatype type, MPI_Count *size, MPI_Count *extent);

    /* Adds a reference to a datatype if `more` is 1, and drops one if it is -1. While there is a
     * reference, the datatype and its handle stay valid even if the user frees the datatype. The
     * function does nothing for predefined datatypes. */
    void (*hold)(MPI_Datatype type, int more);

    /* The predefined datatype whose reduction operations can be used for `type`, or
     * MPI_DATATYPE_NULL. */
    MPI_Datatype (*stands_for)(MPI_Datatype type);

    /* Delivers a message to the receive that has matched it and that has a staging. */
    void (*deliver)(struct oc_request *receive, const struct oc_envelope *envelope,
                    const void *body);

    /* Ends the staging of a complete request: unpacks or frees its data. Returns the request's
     * error class without raising the error. */
    int (*detach)(struct oc_request *request);

    int (*view)(struct oc_view *view, const struct oc_communicator *comm, const void *buffer,
                MPI_Count count, MPI_Datatype type, int access);
    void (*close_view)(struct oc_view *view);

    /* Calls a user's operation on `count` elements. `in` and `inout` contain `bytes` contiguous
     * bytes; the operation gets copies of them with the layout of the datatype. Returns an error
     * class without raising it. */
    int (*reduce)(const struct oc_op *op, const void *in, void *inout, size_t count, size_t bytes,
                  MPI_Datatype type);
};

/* Functions for noncontiguous data. If type/ is not linked, the address of this object is null. */
extern const struct oc_derived oc_derived OC_OPTIONAL;

/* Frees what a request for noncontiguous data holds. The request has been checked but will not be
 * started. */
static inline void oc_unstage(struct oc_request *request) {
    if (request->staging)
        oc_derived.detach(request);
}

#endif
