#include "mpi/type/staging.h"

#include <stdlib.h>

struct oc_staging *oc_staging_new(struct oc_type *type, const void *buffer, size_t count,
                                  size_t bytes, size_t room) {
    struct oc_staging *staging = malloc(sizeof *staging + room);
    if (!staging)
        return NULL;
    *staging = (struct oc_staging){
        .type = oc_type_retain(type),
        .buffer = (void *)buffer,
        .count = count,
        .bytes = bytes,
        .packed = room ? staging + 1 : NULL,
    };
    return staging;
}

void oc_staging_free(struct oc_staging *staging) {
    oc_type_release(staging->type);
    free(staging);
}
