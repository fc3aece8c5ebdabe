#include "mpi/attribute/optional.h"
#include "mpi/error/raise.h"
#include "mpi/type/check.h"
#include "mpi/type/construct.h"

/* Copies the attributes of a datatype to its copy. If a copy function of the user fails, frees the
 * copy. */
static int copy_attributes(const struct oc_type *old, MPI_Datatype *copy) {
    struct oc_type *type = oc_type_find(*copy);
    union oc_owner from = {.type = old->handle}, to = {.type = *copy};
    int error = oc_attributes_copy(old->attributes, from, &type->attributes);
    if (!error)
        return MPI_SUCCESS;
    oc_attributes_delete(&type->attributes, to);
    oc_type_unpublish(type);
    *copy = MPI_DATATYPE_NULL;
    return oc_raise(NULL, error, "an attribute's copy function returned #", error, 0);
}

/* A copy is committed if its original is (MPI 4.1, section 5.1.10). */
int PMPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype) {
    struct oc_type *old;
    int error = oc_enter("MPI_Type_dup");
    if (error || (error = oc_check_constructor(newtype, 0, oldtype, &old)))
        return error;
    struct oc_type *type = oc_type_copy(old, old->marked, old->lb, old->ub);
    struct oc_contents *contents = oc_contents_new(MPI_COMBINER_DUP, 0, 0, 0, 1);
    if (contents)
        oc_contents_add_type(contents, old);
    if (type)
        type->committed = old->committed;
    if ((error = oc_construct(type, contents, newtype)) || !old->attributes)
        return error;
    return copy_attributes(old, newtype);
}
