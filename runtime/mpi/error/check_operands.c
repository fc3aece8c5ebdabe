#include "mpi/core/datatype.h"
#include "mpi/error/check.h"

int oc_check_operands(const struct oc_communicator *comm, const void *buffer, ptrdiff_t count,
                      MPI_Datatype type, int access, struct oc_view *view) {
    if (&oc_derived && !oc_datatype_extent(type) && !oc_datatype_padded_extent(type))
        return oc_derived.view(view, comm, buffer, count, type, access);
    view->data = (void *)buffer;
    view->staging = NULL;
    return oc_check_data(comm, buffer, count, type, &view->bytes);
}
