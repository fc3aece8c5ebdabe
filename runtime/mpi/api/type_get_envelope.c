#include "mpi/type/check.h"
#include "mpi/type/contents.h"

int PMPI_Type_get_envelope(MPI_Datatype datatype, int *integers, int *addresses, int *datatypes,
                           int *combiner) {
    struct oc_type *type;
    int error = oc_enter("MPI_Type_get_envelope");
    if (error || (error = oc_check_result(NULL, integers)) ||
        (error = oc_check_result(NULL, addresses)) || (error = oc_check_result(NULL, datatypes)) ||
        (error = oc_check_result(NULL, combiner)) || (error = oc_check_type(NULL, datatype, &type)))
        return error;
    const struct oc_contents *contents = type->contents ? type->contents : &oc_contents_named;
    if ((error = oc_check_small(contents, datatype)))
        return error;
    *integers = contents->integers;
    *addresses = contents->addresses;
    *datatypes = contents->types;
    *combiner = contents->combiner;
    return MPI_SUCCESS;
}
