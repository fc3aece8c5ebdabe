#include "mpi/type/construct.h"

#include "mpi/error/raise.h"

int oc_construct(struct oc_type *type, struct oc_contents *contents, MPI_Datatype *handle) {
    if (type && contents && oc_type_publish(type)) {
        type->contents = contents;
        *handle = type->handle;
        return MPI_SUCCESS;
    }
    if (type)
        oc_type_release(type);
    oc_contents_free(contents);
    return oc_raise(NULL, MPI_ERR_NO_MEM,
                    "no memory for a datatype, or it reaches beyond the address space", 0, 0);
}

bool oc_construct_scale(MPI_Count value, MPI_Count unit, MPI_Aint *result) {
    MPI_Count product;
    if (__builtin_mul_overflow(value, unit, &product))
        return false;
    *result = (MPI_Aint)product;
    return *result == product;
}

struct oc_type *oc_construct_rows(MPI_Count rows, MPI_Count length, MPI_Count stride,
                                  MPI_Count unit, struct oc_type *old) {
    struct oc_part part = {.rows = (size_t)rows, .length = (size_t)length, .of = old};
    bool strides = rows > 1 && length;
    return oc_construct_scale(strides ? stride : 0, unit, &part.stride) ? oc_type_of_part(part)
                                                                        : NULL;
}
