#include "mpi/api/alias.h"
#include "mpi/type/check.h"
#include "mpi/type/construct.h"

int PMPI_Type_indexed(int count, const int lengths[], const int displacements[],
                      MPI_Datatype oldtype, MPI_Datatype *newtype) {
    struct oc_type *old;
    int error = oc_enter("MPI_Type_indexed");
    if (error || (error = oc_check_constructor(newtype, count, oldtype, &old)) ||
        (error = oc_check_lengths(lengths, count)) ||
        (error = oc_check_entries(displacements, count)))
        return error;
    size_t n = (size_t)count;
    struct oc_contents *contents = oc_contents_new(MPI_COMBINER_INDEXED, 2 * n + 1, 0, 1);
    if (contents) {
        oc_contents_add_integer(contents, count);
        oc_contents_add_integers(contents, lengths, n);
        oc_contents_add_integers(contents, displacements, n);
        oc_contents_add_type(contents, old);
    }
    struct oc_blocks blocks = {.count = n, .lengths = lengths, .at_elements = displacements};
    return oc_construct(oc_construct_blocks(&blocks, old), contents, newtype);
}

OC_ALIAS(MPI_Type_indexed);
