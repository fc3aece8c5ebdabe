/* A staging is the state of a message, or of a collective's buffer, while it is in use and its data
 * have gaps. */
#ifndef MPI_TYPE_STAGING_H
#define MPI_TYPE_STAGING_H

#include "mpi/core/derived.h"
#include "mpi/type/type.h"

struct oc_staging {
    struct oc_type *type; /* type of the data, with a reference */
    void *buffer;         /* the user's buffer */
    size_t count;         /* number of elements in the user's buffer */
    size_t bytes;         /* bytes of the data of these elements */
    bool written;         /* the packed copy of a view must be unpacked in the end */
    void *packed;         /* null: there is no packed copy */
};

/* Allocates a staging and `room` bytes for a packed copy. Null: no memory. */
struct oc_staging *oc_staging_new(struct oc_type *type, const void *buffer, size_t count,
                                  size_t bytes, size_t room);
void oc_staging_free(struct oc_staging *staging);

/* Ends the staging of a complete request (core/derived.h). */
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
