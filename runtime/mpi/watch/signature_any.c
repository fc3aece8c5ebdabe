/* Computes type signatures in programs with derived datatypes. In these programs, a pair type such
 * as MPI_FLOAT_INT has a layout of two predefined datatypes. */
#include "mpi/type/walk.h"
#include "mpi/watch/signature.h"

static bool add(void *context, const struct oc_type *named, char *at, size_t count) {
    (void)at;
    MPI_Datatype type = named->stands_for ? named->stands_for : named->handle;
    return oc_signature_add(context, type, count);
}

void oc_signature_of_any(struct oc_signature *signature, MPI_Datatype type, size_t count,
                         size_t bytes) {
    struct oc_signing signing = {signature, bytes};
    *signature = (struct oc_signature){0};
    const struct oc_type *layout = oc_type_find(type);
    if (layout && bytes)
        oc_type_walk_elements(layout, NULL, count, add, &signing);
}
