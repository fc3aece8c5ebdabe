#include "mpi/error/raise.h"
#include "mpi/type/check.h"
#include "mpi/type/contents.h"

const struct oc_contents oc_contents_named = {.combiner = MPI_COMBINER_NAMED};

int oc_check_contents_room(MPI_Count have, int need, const void *array) {
    if (have < need)
        return oc_raise(NULL, MPI_ERR_ARG,
                        "an array has room for # arguments|#, as MPI_Type_get_envelope says",
                        (long)have, need);
    return oc_check_entries(array, need);
}

int oc_check_contents(MPI_Datatype datatype, const struct oc_contents **contents) {
    struct oc_type *type;
    int error = oc_check_type(NULL, datatype, &type);
    if (error || (*contents = type->contents))
        return error;
    return oc_raise(NULL, MPI_ERR_TYPE, "datatype 0x$ is predefined|a derived one",
                    (long)(intptr_t)datatype, 0);
}

int oc_check_small(const struct oc_contents *contents, MPI_Datatype datatype) {
    if (!contents->counts)
        return MPI_SUCCESS;
    return oc_raise(NULL, MPI_ERR_TYPE,
                    "datatype 0x$ was made with large counts|the function with _c",
                    (long)(intptr_t)datatype, 0);
}

void oc_contents_give(const struct oc_contents *contents, int integers[], MPI_Aint addresses[],
                      MPI_Count counts[], MPI_Datatype datatypes[]) {
    for (int i = 0; i < contents->integers; i++)
        integers[i] = contents->integer[i];
    for (int i = 0; i < contents->addresses; i++)
        addresses[i] = contents->address[i];
    for (int i = 0; i < contents->counts; i++)
        counts[i] = contents->count[i];
    for (int i = 0; i < contents->types; i++) {
        struct oc_type *made_of = contents->type[i];
        if (made_of->contents)
            oc_type_publish(made_of);
        datatypes[i] = made_of->handle;
    }
}
