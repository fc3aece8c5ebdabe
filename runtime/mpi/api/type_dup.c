#include "mpi/api/alias.h"
#include "mpi/type/check.h"
#include "mpi/type/construct.h"

/* A copy is committed if its original is (MPI 4.1, section 5.1.10). */
int PMPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype) {
    struct oc_type *old;
    int error = oc_enter("MPI_Type_dup");
    if (error || (error = oc_check_constructor(newtype, 0, oldtype, &old)))
        return error;
    struct oc_type *type = oc_type_copy(old, old->marked, old->lb, old->ub);
    struct oc_contents *contents = oc_contents_new(MPI_COMBINER_DUP, 0, 0, 1);
    if (contents)
        oc_contents_add_type(contents, old);
    if (type)
        type->committed = old->committed;
    return oc_construct(type, contents, newtype);
}

OC_ALIAS(MPI_Type_dup);
