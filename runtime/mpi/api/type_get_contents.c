#include "mpi/type/check.h"
#include "mpi/type/contents.h"

/* The user must free the derived datatypes that are returned, as if they were new. */
int PMPI_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses,
                           int max_datatypes, int integers[], MPI_Aint addresses[],
                           MPI_Datatype datatypes[]) {
    const struct oc_contents *contents;
    int error = oc_enter("MPI_Type_get_contents");
    if (error || (error = oc_check_contents(datatype, &contents)) ||
        (error = oc_check_small(contents, datatype)) ||
        (error = oc_check_contents_room(max_integers, contents->integers, integers)) ||
        (error = oc_check_contents_room(max_addresses, contents->addresses, addresses)) ||
        (error = oc_check_contents_room(max_datatypes, contents->types, datatypes)))
        return error;
    oc_contents_give(contents, integers, addresses, NULL, datatypes);
    return MPI_SUCCESS;
}
