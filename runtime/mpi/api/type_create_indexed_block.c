#include "mpi/type/check.h"
#include "mpi/type/construct.h"
#include "mpi/type/sized.h"

int OC_SIZED(PMPI_Type_create_indexed_block)(oc_int count, oc_int blocklength,
                                             const oc_int displacements[], MPI_Datatype oldtype,
                                             MPI_Datatype *newtype) {
    struct oc_type *old;
    int error = oc_enter(OC_CALL("MPI_Type_create_indexed_block"));
    if (error || (error = oc_check_constructor(newtype, count, oldtype, &old)) ||
        (error = oc_check_lengths(OC_LIST(&blocklength), 1)) ||
        (error = oc_check_entries(displacements, count)))
        return error;
    size_t n = (size_t)count;
    struct oc_contents *contents = oc_contents_sized(MPI_COMBINER_INDEXED_BLOCK, 0, n + 2, 0, 1);
    if (contents) {
        oc_contents_add_sized(contents, (oc_int[]){count, blocklength}, 2);
        oc_contents_add_sized(contents, displacements, n);
        oc_contents_add_type(contents, old);
    }
    struct oc_blocks blocks = {.count = n,
                               .length = blocklength,
                               .at = OC_LIST(displacements),
                               .unit = oc_type_extent(old)};
    return oc_construct(oc_construct_blocks(&blocks, old), contents, newtype);
}
