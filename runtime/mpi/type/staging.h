/* A message, or a collective's buffer, of data with gaps, while it is under way. */
#ifndef MPI_TYPE_STAGING_H
#define MPI_TYPE_STAGING_H

#include "mpi/core/derived.h"
#include "mpi/type/type.h"

struct oc_staging {
    struct oc_type *type; /* a reference */
    void *buffer;         /* the user's */
    size_t count;         /* of elements there */
    size_t bytes;         /* of their data */
    bool written;         /* the packed copy of a view is to be unpacked in the end */
    void *packed;         /* null: there is no packed copy */
};

/* Null: no memory, of which `room` bytes are for a packed copy. */
struct oc_staging *oc_staging_new(struct oc_type *type, const void *buffer, size_t count,
                                  size_t bytes, size_t room);
void oc_staging_free(struct oc_staging *staging);

/* Ends that of a request that is complete (core/derived.h). */
static inline int oc_staging_end(struct oc_request *request) {
    struct oc_staging *staging = request->staging;
    request->buffer = staging->buffer;
    request->bytes = staging->bytes;
    request->staging = NULL;
    if (request->error == OC_STAGED)
        request->error = MPI_SUCCESS;
    oc_staging_free(staging);
    return request->error;
}

#endif
