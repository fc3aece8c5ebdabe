#include "mpi/window/operands.h"
#include "link/variant.h"

#include <stdlib.h>

#include "mpi/core/datatype.h"
#include "mpi/window/check.h"
#include "mpi/window/layouts.h"

extern __typeof__(oc_check_elements) oc_check_elements OC_OPTIONAL;

static size_t extent_of(MPI_Datatype type) {
    size_t extent = oc_datatype_extent(type);
    return extent ? extent : oc_datatype_padded_extent(type);
}

static int raise_type(const struct oc_window *window, MPI_Datatype type) {
    return oc_raise(window->comm, MPI_ERR_TYPE,
                    "datatype $ has elements of several predefined datatypes|of one",
                    (long)(intptr_t)type, 0);
}

static int open_derived(const struct oc_window *window, struct oc_operands *operands,
                        const void *buffer, ptrdiff_t count, MPI_Datatype type) {
    size_t bytes;
    struct oc_type *from;
    int error = oc_check_elements(window->comm, buffer, count, type, &from, &bytes);
    if (error || !bytes)
        return error;
    operands->type = oc_operand_type(from);
    if (operands->type == MPI_DATATYPE_NULL)
        return raise_type(window, type);
    operands->extent = extent_of(operands->type);
    operands->count = (size_t)count * oc_operand_count(from);
    operands->buffer = (char *)buffer;
    operands->elements = (size_t)count;
    if (bytes == operands->count * operands->extent && oc_type_is_block(from, count)) {
        operands->data = operands->buffer + from->true_lb;
        return MPI_SUCCESS;
    }
    operands->from = from;
    operands->data = malloc(operands->count * operands->extent);
    if (operands->data)
        return MPI_SUCCESS;
    return oc_raise(window->comm, MPI_ERR_NO_MEM, "no memory for a copy of # bytes",
                    (long)(operands->count * operands->extent), 0);
}

int oc_operands_open(const struct oc_window *window, struct oc_operands *operands,
                     const void *buffer, ptrdiff_t count, MPI_Datatype type) {
    size_t bytes;
    *operands = (struct oc_operands){.type = type, .extent = extent_of(type)};
    if (!operands->extent && oc_type_find) {
        operands->type = MPI_DATATYPE_NULL;
        return open_derived(window, operands, buffer, count, type);
    }
    operands->data = (char *)buffer;
    operands->count = (size_t)count;
    return oc_check_data(window->comm, buffer, count, type, &bytes);
}

void oc_operands_close(struct oc_operands *operands) {
    if (operands->from)
        free(operands->data);
}
