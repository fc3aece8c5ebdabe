#include "mpi/type/check.h"
#include "mpi/type/construct.h"
#include "mpi/type/sized.h"

int OC_SIZED(PMPI_Type_create_hindexed)(oc_int count, const oc_int lengths[],
                                        const oc_bytes displacements[], MPI_Datatype oldtype,
                                        MPI_Datatype *newtype) {
    struct oc_type *old;
    int error = oc_enter(OC_CALL("MPI_Type_create_hindexed"));
    if (error || (error = oc_check_constructor(newtype, count, oldtype, &old)) ||
        (error = oc_check_lengths(OC_LIST(lengths), count)) ||
        (error = oc_check_entries(displacements, count)))
        return error;
    size_t n = (size_t)count;
    struct oc_contents *contents = oc_contents_sized(MPI_COMBINER_HINDEXED, 0, n + 1, n, 1);
    if (contents) {
        oc_contents_add_sized(contents, &count, 1);
        oc_contents_add_sized(contents, lengths, n);
        oc_contents_add_bytes(contents, displacements, n);
        oc_contents_add_type(contents, old);
    }
    struct oc_blocks blocks = {
        .count = n, .lengths = OC_LIST(lengths), .at = OC_LIST(displacements), .unit = 1};
    return oc_construct(oc_construct_blocks(&blocks, old), contents, newtype);
}
