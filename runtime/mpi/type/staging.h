/* A staging is the state of noncontiguous data while a message or a collective uses them. */
#ifndef MPI_TYPE_STAGING_H
#define MPI_TYPE_STAGING_H

#include "mpi/core/derived.h"
#include "mpi/type/type.h"

struct oc_staging {
    struct oc_type *type; /* the datatype, to which the staging holds a reference */
    void *buffer;         /* the user's buffer */
    size_t count;         /* number of elements in the user's buffer */
    size_t bytes;         /* length of the data of these elements */
    bool written;         /* the packed copy must be unpacked at the end */
    void *packed;         /* null if there is no packed copy */
};

/* Allocates a staging and `room` bytes for a packed copy. Returns null if there is no memory. */
struct oc_staging *oc_staging_new(struct oc_type *type, const void *buffer, size_t count,
                                  size_t bytes, size_t room);
void oc_staging_free(struct oc_staging *staging);

/* Ends the staging of a complete request (core/derived.h). Returns the request's error class. */
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
