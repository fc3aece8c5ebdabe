#include "mpi/type/check.h"
#include "mpi/type/construct.h"
#include "mpi/type/sized.h"

int OC_SIZED(PMPI_Type_indexed)(oc_int count, const oc_int lengths[], const oc_int displacements[],
                                MPI_Datatype oldtype, MPI_Datatype *newtype) {
    struct oc_type *old;
    int error = oc_enter(OC_CALL("MPI_Type_indexed"));
    if (error || (error = oc_check_constructor(newtype, count, oldtype, &old)) ||
        (error = oc_check_lengths(OC_LIST(lengths), count)) ||
        (error = oc_check_entries(displacements, count)))
        return error;
    size_t n = (size_t)count;
    struct oc_contents *contents = oc_contents_sized(MPI_COMBINER_INDEXED, 0, 2 * n + 1, 0, 1);
    if (contents) {
        oc_contents_add_sized(contents, &count, 1);
        oc_contents_add_sized(contents, lengths, n);
        oc_contents_add_sized(contents, displacements, n);
        oc_contents_add_type(contents, old);
    }
    struct oc_blocks blocks = {.count = n,
                               .lengths = OC_LIST(lengths),
                               .at = OC_LIST(displacements),
                               .unit = oc_type_extent(old)};
    return oc_construct(oc_construct_blocks(&blocks, old), contents, newtype);
}
