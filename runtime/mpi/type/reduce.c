#include <stdlib.h>

#include "mpi/op/user.h"
#include "mpi/type/copy.h"
#include "mpi/type/message.h"
#include "mpi/type/type.h"

/* Calls the user's function on copies of the elements. `operands` are two blocks of memory, and the
 * address of element 0 is `gap` bytes after the beginning of each. */
static void call(const struct oc_op *op, struct oc_type *type, const void *in, void *inout,
                 size_t count, size_t bytes, char *operands[2], MPI_Count gap) {
    char *first = operands[0] + gap, *second = operands[1] + gap;
    oc_type_unpack(type, first, count, in, bytes);
    oc_type_unpack(type, second, count, inout, bytes);
    oc_op_call(op, first, second, count, (MPI_Aint)oc_type_extent(type), type->handle);
    oc_type_pack(type, second, count, inout);
}

int oc_type_reduce(const struct oc_op *op, const void *in, void *inout, size_t count, size_t bytes,
                   struct oc_type *type) {
    if (!count)
        return MPI_SUCCESS;
    /* `span` is the distance from the first element to the last one. It may be negative, because an
     * extent may be. */
    MPI_Count span = (MPI_Count)(count - 1) * oc_type_extent(type);
    MPI_Count low = type->true_lb + (span < 0 ? span : 0);
    MPI_Count high = type->true_ub + (span > 0 ? span : 0);
    char *operands[2] = {calloc(1, (size_t)(high - low)), calloc(1, (size_t)(high - low))};
    int error = operands[0] && operands[1] ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    if (!error)
        call(op, type, in, inout, count, bytes, operands, -low);
    free(operands[0]);
    free(operands[1]);
    return error;
}
