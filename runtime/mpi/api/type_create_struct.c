#include "mpi/type/check.h"
#include "mpi/type/construct.h"
#include "mpi/type/sized.h"

static struct oc_type *construct(size_t count, const oc_int lengths[],
                                 const oc_bytes displacements[], const MPI_Datatype types[]) {
    struct oc_type *type = oc_type_new(count);
    if (!type)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        struct oc_part *part = &type->part[i];
        *part =
            (struct oc_part){.rows = 1, .length = (size_t)lengths[i], .of = oc_type_find(types[i])};
        /* An empty block has no data, so its displacement does not matter. */
        if (lengths[i] && !oc_construct_scale(displacements[i], 1, &part->at)) {
            type->parts = 0;
            oc_type_release(type);
            return NULL;
        }
    }
    return oc_type_finish(type) ? type : NULL;
}

static struct oc_contents *record(size_t count, const oc_int lengths[],
                                  const oc_bytes displacements[], const MPI_Datatype types[]) {
    struct oc_contents *contents =
        oc_contents_sized(MPI_COMBINER_STRUCT, 0, count + 1, count, count);
    if (!contents)
        return NULL;
    oc_contents_add_sized(contents, &(oc_int){(oc_int)count}, 1);
    oc_contents_add_sized(contents, lengths, count);
    oc_contents_add_bytes(contents, displacements, count);
    for (size_t i = 0; i < count; i++)
        oc_contents_add_type(contents, oc_type_find(types[i]));
    return contents;
}

int OC_SIZED(PMPI_Type_create_struct)(oc_int count, const oc_int lengths[],
                                      const oc_bytes displacements[], const MPI_Datatype types[],
                                      MPI_Datatype *newtype) {
    struct oc_type *each;
    int error = oc_enter(OC_CALL("MPI_Type_create_struct"));
    if (error || (error = oc_check_result(NULL, newtype)) ||
        (error = oc_check_count(NULL, count)) ||
        (error = oc_check_lengths(OC_LIST(lengths), count)) ||
        (error = oc_check_entries(displacements, count)) ||
        (error = oc_check_entries(types, count)))
        return error;
    for (oc_int i = 0; i < count; i++)
        if ((error = oc_check_type(NULL, types[i], &each)))
            return error;
    size_t n = (size_t)count;
    return oc_construct(construct(n, lengths, displacements, types),
                        record(n, lengths, displacements, types), newtype);
}
