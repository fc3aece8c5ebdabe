#include "mpi/core/fibre.h"
#include "mpi/error/raise.h"
#include "mpi/type/copy.h"
#include "mpi/type/message.h"
#include "mpi/type/staging.h"

/* These functions run on the main stack. A walk over data needs more stack, the deeper a datatype
 * is nested. */
static void pack(void *context) {
    const struct oc_view *view = context;
    const struct oc_staging *staging = view->staging;
    oc_type_pack(staging->type, staging->buffer, staging->count, view->data);
}

static void unpack(void *context) {
    const struct oc_view *view = context;
    const struct oc_staging *staging = view->staging;
    oc_type_unpack(staging->type, staging->buffer, staging->count, view->data, staging->bytes);
}

int oc_type_view(struct oc_view *view, const struct oc_communicator *comm, const void *buffer,
                 size_t count, struct oc_type *type, int access) {
    view->staging = NULL;
    if (oc_type_is_block(type, (MPI_Count)count) || !view->bytes) {
        view->data = (char *)buffer + type->true_lb;
        return MPI_SUCCESS;
    }
    view->staging = oc_staging_new(type, buffer, count, view->bytes, view->bytes);
    if (!view->staging)
        return oc_raise(comm, MPI_ERR_NO_MEM, "no memory for a packed copy of # bytes",
                        (long)view->bytes, 0);
    view->data = view->staging->packed;
    if (access & OC_READ)
        oc_call_on_main(pack, view);
    view->staging->written = access & OC_WRITE;
    return MPI_SUCCESS;
}

void oc_type_close_view(struct oc_view *view) {
    struct oc_staging *staging = view->staging;
    if (staging->written)
        oc_call_on_main(unpack, view);
    oc_staging_free(staging);
}
