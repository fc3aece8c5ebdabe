/* Layouts of predefined datatypes, made when they are first needed. */
#include "mpi/core/datatype.h"
#include "mpi/type/type.h"

static struct oc_type *all;

/* Pair types for MPI_MINLOC and MPI_MAXLOC, with the types of value and index. */
static const struct {
    MPI_Datatype handle, value, index;
} pairs[] = {
    {MPI_FLOAT_INT, MPI_FLOAT, MPI_INT},
    {MPI_DOUBLE_INT, MPI_DOUBLE, MPI_INT},
    {MPI_LONG_INT, MPI_LONG, MPI_INT},
    {MPI_2INT, MPI_INT, MPI_INT},
    {MPI_SHORT_INT, MPI_SHORT, MPI_INT},
    {MPI_LONG_DOUBLE_INT, MPI_LONG_DOUBLE, MPI_INT},
    {MPI_2REAL, MPI_REAL, MPI_REAL},
    {MPI_2DOUBLE_PRECISION, MPI_DOUBLE_PRECISION, MPI_DOUBLE_PRECISION},
    {MPI_2INTEGER, MPI_INTEGER, MPI_INTEGER},
};

MPI_Datatype oc_named_pair(MPI_Datatype value, MPI_Datatype index) {
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pairs[i].value == value && pairs[i].index == index)
            return pairs[i].handle;
    return MPI_DATATYPE_NULL;
}

bool oc_named_is_complex(MPI_Datatype handle) {
    switch ((uintptr_t)handle) {
    case (uintptr_t)MPI_C_FLOAT_COMPLEX:
    case (uintptr_t)MPI_CXX_FLOAT_COMPLEX:
    case (uintptr_t)MPI_C_DOUBLE_COMPLEX:
    case (uintptr_t)MPI_CXX_DOUBLE_COMPLEX:
    case (uintptr_t)MPI_C_LONG_DOUBLE_COMPLEX:
    case (uintptr_t)MPI_CXX_LONG_DOUBLE_COMPLEX:
    case (uintptr_t)MPI_COMPLEX:
    case (uintptr_t)MPI_DOUBLE_COMPLEX:
    case (uintptr_t)MPI_COMPLEX4:
    case (uintptr_t)MPI_COMPLEX8:
    case (uintptr_t)MPI_COMPLEX16:
    case (uintptr_t)MPI_COMPLEX32:
        return true;
    default:
        return false;
    }
}

/* Makes the type of a predefined datatype that is not a pair. Types of C are aligned to their size,
 * and complex types to half of their size. */
static struct oc_type *single(MPI_Datatype handle) {
    size_t size = oc_datatype_extent(handle);
    struct oc_type *type = size ? oc_type_new(0) : NULL;
    if (!type)
        return NULL;
    size_t align = oc_named_is_complex(handle) ? size / 2 : size;
    type->dense = true;
    type->align = align < _Alignof(max_align_t) ? align : _Alignof(max_align_t);
    type->size = type->ub = type->true_ub = (MPI_Count)size;
    type->elements = type->blocks = 1;
    return type;
}

/* Makes a pair type, which has the layout of a C structure of a value and an index. */
static struct oc_type *pair(MPI_Datatype value_handle, MPI_Datatype index_handle) {
    struct oc_type *value = oc_type_named(value_handle), *index = oc_type_named(index_handle);
    struct oc_type *type = value && index ? oc_type_new(2) : NULL;
    if (!type)
        return NULL;
    MPI_Aint at = (MPI_Aint)value->size, step = (MPI_Aint)index->align;
    type->part[0] = (struct oc_part){.rows = 1, .length = 1, .of = value};
    type->part[1] =
        (struct oc_part){.at = (at + step - 1) / step * step, .rows = 1, .length = 1, .of = index};
    return oc_type_finish(type) ? type : NULL;
}

static struct oc_type *make(MPI_Datatype handle) {
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pairs[i].handle == handle)
            return pair(pairs[i].value, pairs[i].index);
    return single(handle);
}

struct oc_type *oc_type_named(MPI_Datatype handle) {
    for (struct oc_type *type = all; type; type = type->next)
        if (type->handle == handle)
            return type;
    struct oc_type *type = make(handle);
    if (!type)
        return NULL;
    type->handle = handle;
    type->handles = 1;
    type->committed = true;
    type->next = all;
    all = type;
    return type;
}
