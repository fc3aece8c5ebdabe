#include <string.h>

#include "mpi/api/alias.h"
#include "mpi/error/raise.h"
#include "mpi/type/check.h"
#include "mpi/type/contents.h"

/* Room for `have` of something of which there are `need`. */
static int check_room(int have, int need, const void *array) {
    if (have < need)
        return oc_raise(NULL, MPI_ERR_ARG,
                        "room for # arguments of a kind; right: as MPI_Type_get_envelope says, #",
                        have, need);
    return oc_check_entries(array, need);
}

/* Derived datatypes among the results are the user's to free, as if they had been made anew. */
int PMPI_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses,
                           int max_datatypes, int integers[], MPI_Aint addresses[],
                           MPI_Datatype datatypes[]) {
    struct oc_type *type;
    int error = oc_enter("MPI_Type_get_contents");
    if (error || (error = oc_check_type(NULL, datatype, &type)))
        return error;
    const struct oc_contents *contents = type->contents;
    if (!contents)
        return oc_raise(NULL, MPI_ERR_TYPE, "datatype $ is predefined; right: a derived one",
                        (long)(intptr_t)datatype, 0);
    if ((error = check_room(max_integers, contents->integers, integers)) ||
        (error = check_room(max_addresses, contents->addresses, addresses)) ||
        (error = check_room(max_datatypes, contents->types, datatypes)))
        return error;
    for (int i = 0; i < contents->integers; i++)
        integers[i] = contents->integer[i];
    for (int i = 0; i < contents->addresses; i++)
        addresses[i] = contents->address[i];
    for (int i = 0; i < contents->types; i++) {
        struct oc_type *made_of = contents->type[i];
        if (made_of->contents)
            oc_type_publish(made_of);
        datatypes[i] = made_of->handle;
    }
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Type_get_contents);
