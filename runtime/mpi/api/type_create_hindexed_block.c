#include "mpi/type/check.h"
#include "mpi/type/construct.h"
#include "mpi/type/sized.h"

int OC_SIZED(PMPI_Type_create_hindexed_block)(oc_int count, oc_int blocklength,
                                              const oc_bytes displacements[], MPI_Datatype oldtype,
                                              MPI_Datatype *newtype) {
    struct oc_type *old;
    int error = oc_enter(OC_CALL("MPI_Type_create_hindexed_block"));
    if (error || (error = oc_check_constructor(newtype, count, oldtype, &old)) ||
        (error = oc_check_lengths(OC_LIST(&blocklength), 1)) ||
        (error = oc_check_entries(displacements, count)))
        return error;
    size_t n = (size_t)count;
    struct oc_contents *contents = oc_contents_sized(MPI_COMBINER_HINDEXED_BLOCK, 0, 2, n, 1);
    if (contents) {
        oc_contents_add_sized(contents, (oc_int[]){count, blocklength}, 2);
        oc_contents_add_bytes(contents, displacements, n);
        oc_contents_add_type(contents, old);
    }
    struct oc_blocks blocks = {
        .count = n, .length = blocklength, .at = OC_LIST(displacements), .unit = 1};
    return oc_construct(oc_construct_blocks(&blocks, old), contents, newtype);
}
