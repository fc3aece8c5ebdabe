#include "mpi/api/alias.h"
#include "mpi/type/check.h"
#include "mpi/type/construct.h"

static struct oc_type *construct(size_t count, const int lengths[], const MPI_Aint displacements[],
                                 const MPI_Datatype types[]) {
    struct oc_type *type = oc_type_new(count);
    if (!type)
        return NULL;
    for (size_t i = 0; i < count; i++)
        type->part[i] = (struct oc_part){
            .at = displacements[i],
            .rows = 1,
            .length = (size_t)lengths[i],
            .of = oc_type_find(types[i]),
        };
    return oc_type_finish(type) ? type : NULL;
}

static struct oc_contents *record(size_t count, const int lengths[], const MPI_Aint displacements[],
                                  const MPI_Datatype types[]) {
    struct oc_contents *contents = oc_contents_new(MPI_COMBINER_STRUCT, count + 1, count, count);
    if (!contents)
        return NULL;
    oc_contents_add_integer(contents, (int)count);
    oc_contents_add_integers(contents, lengths, count);
    oc_contents_add_addresses(contents, displacements, count);
    for (size_t i = 0; i < count; i++)
        oc_contents_add_type(contents, oc_type_find(types[i]));
    return contents;
}

int PMPI_Type_create_struct(int count, const int lengths[], const MPI_Aint displacements[],
                            const MPI_Datatype types[], MPI_Datatype *newtype) {
    struct oc_type *each;
    int error = oc_enter("MPI_Type_create_struct");
    if (error || (error = oc_check_result(NULL, newtype)) ||
        (error = oc_check_count(NULL, count)) || (error = oc_check_lengths(lengths, count)) ||
        (error = oc_check_entries(displacements, count)) ||
        (error = oc_check_entries(types, count)))
        return error;
    for (int i = 0; i < count; i++)
        if ((error = oc_check_type(NULL, types[i], &each)))
            return error;
    size_t n = (size_t)count;
    return oc_construct(construct(n, lengths, displacements, types),
                        record(n, lengths, displacements, types), newtype);
}

OC_ALIAS(MPI_Type_create_struct);
