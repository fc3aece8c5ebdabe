#include "mpi/type/check.h"
#include "mpi/type/contents.h"

int PMPI_Type_get_envelope_c(MPI_Datatype datatype, MPI_Count *integers, MPI_Count *addresses,
                             MPI_Count *counts, MPI_Count *datatypes, int *combiner) {
    struct oc_type *type;
    int error = oc_enter("MPI_Type_get_envelope_c");
    if (error || (error = oc_check_result(NULL, integers)) ||
        (error = oc_check_result(NULL, addresses)) || (error = oc_check_result(NULL, counts)) ||
        (error = oc_check_result(NULL, datatypes)) || (error = oc_check_result(NULL, combiner)) ||
        (error = oc_check_type(NULL, datatype, &type)))
        return error;
    const struct oc_contents *contents = type->contents ? type->contents : &oc_contents_named;
    *integers = contents->integers;
    *addresses = contents->addresses;
    *counts = contents->counts;
    *datatypes = contents->types;
    *combiner = contents->combiner;
    return MPI_SUCCESS;
}
