#include "mpi/core/datatype.h"
#include "mpi/op/kind.h"

#define FIRST ((uintptr_t)MPI_OP_NULL)
#define ENTRY(OP, TABLE) [(uintptr_t)(OP)-FIRST] = &TABLE

static oc_reductions *const of_op[] = {
    ENTRY(MPI_SUM, oc_sum),   ENTRY(MPI_MIN, oc_min),       ENTRY(MPI_MAX, oc_max),
    ENTRY(MPI_PROD, oc_prod), ENTRY(MPI_BAND, oc_band),     ENTRY(MPI_BOR, oc_bor),
    ENTRY(MPI_BXOR, oc_bxor), ENTRY(MPI_LAND, oc_land),     ENTRY(MPI_LOR, oc_lor),
    ENTRY(MPI_LXOR, oc_lxor), ENTRY(MPI_MINLOC, oc_minloc), ENTRY(MPI_MAXLOC, oc_maxloc),
};

/* Not inlined, so that oc_op_find() saves no registers. */
static __attribute__((noinline)) oc_fold *find_of_kind(oc_reductions *all, MPI_Datatype type) {
    return (*all)[oc_kind_of(type)];
}

oc_fold *oc_op_find(MPI_Op op, MPI_Datatype type) {
    uintptr_t index = (uintptr_t)op - FIRST, named = OC_TYPE_INDEX(type);
    if (index >= sizeof of_op / sizeof *of_op || !of_op[index])
        return NULL;
    if (__builtin_expect(named >= OC_NAMED_KINDS, false))
        return find_of_kind(of_op[index], type);
    return (*of_op[index])[oc_kind_of_named[named]];
}
