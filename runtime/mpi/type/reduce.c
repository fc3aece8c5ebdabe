#include <stdlib.h>

#include "mpi/type/copy.h"
#include "mpi/type/message.h"
#include "mpi/type/type.h"

/* Calls the function on elements in two pieces of memory; `gap` from their beginning to where
 * element 0 is addressed. */
static void call(MPI_User_function *function, struct oc_type *type, const void *in, void *inout,
                 int count, size_t bytes, char *operands[2], MPI_Count gap) {
    MPI_Datatype handle = type->handle;
    char *first = operands[0] + gap, *second = operands[1] + gap;
    oc_type_unpack(type, first, (size_t)count, in, bytes);
    oc_type_unpack(type, second, (size_t)count, inout, bytes);
    function(first, second, &count, &handle);
    oc_type_pack(type, second, (size_t)count, inout);
}

int oc_type_reduce(MPI_User_function *function, const void *in, void *inout, int count,
                   size_t bytes, MPI_Datatype handle) {
    struct oc_type *type = oc_type_find(handle);
    if (!type)
        return MPI_ERR_TYPE;
    if (!count)
        return MPI_SUCCESS;
    /* The span of all elements, whichever way they follow each other. */
    MPI_Count way = (count - 1) * oc_type_extent(type);
    MPI_Count low = type->true_lb + (way < 0 ? way : 0);
    MPI_Count high = type->true_ub + (way > 0 ? way : 0);
    char *operands[2] = {calloc(1, (size_t)(high - low)), calloc(1, (size_t)(high - low))};
    int error = operands[0] && operands[1] ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    if (!error)
        call(function, type, in, inout, count, bytes, operands, -low);
    free(operands[0]);
    free(operands[1]);
    return error;
}
