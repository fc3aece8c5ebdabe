#include "mpi/api/alias.h"
#include "mpi/type/check.h"
#include "mpi/type/construct.h"

int PMPI_Type_create_hindexed_block(int count, int blocklength, const MPI_Aint displacements[],
                                    MPI_Datatype oldtype, MPI_Datatype *newtype) {
    struct oc_type *old;
    int error = oc_enter("MPI_Type_create_hindexed_block");
    if (error || (error = oc_check_constructor(newtype, count, oldtype, &old)) ||
        (error = oc_check_lengths(&blocklength, 1)) ||
        (error = oc_check_entries(displacements, count)))
        return error;
    size_t n = (size_t)count;
    struct oc_contents *contents = oc_contents_new(MPI_COMBINER_HINDEXED_BLOCK, 2, n, 1);
    if (contents) {
        oc_contents_add_integer(contents, count);
        oc_contents_add_integer(contents, blocklength);
        oc_contents_add_addresses(contents, displacements, n);
        oc_contents_add_type(contents, old);
    }
    struct oc_blocks blocks = {.count = n, .length = blocklength, .at = displacements};
    return oc_construct(oc_construct_blocks(&blocks, old), contents, newtype);
}

OC_ALIAS(MPI_Type_create_hindexed_block);
