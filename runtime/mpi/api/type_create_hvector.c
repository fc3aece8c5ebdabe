#include "mpi/api/alias.h"
#include "mpi/type/check.h"
#include "mpi/type/construct.h"

int PMPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
                             MPI_Datatype *newtype) {
    struct oc_type *old;
    int error = oc_enter("MPI_Type_create_hvector");
    if (error || (error = oc_check_constructor(newtype, count, oldtype, &old)) ||
        (error = oc_check_lengths(&blocklength, 1)))
        return error;
    struct oc_contents *contents = oc_contents_new(MPI_COMBINER_HVECTOR, 2, 1, 1);
    if (contents) {
        oc_contents_add_integers(contents, (int[]){count, blocklength}, 2);
        oc_contents_add_addresses(contents, &stride, 1);
        oc_contents_add_type(contents, old);
    }
    return oc_construct(oc_construct_rows((size_t)count, (size_t)blocklength, stride, old),
                        contents, newtype);
}

OC_ALIAS(MPI_Type_create_hvector);
