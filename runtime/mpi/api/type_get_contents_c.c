#include "mpi/type/check.h"
#include "mpi/type/contents.h"

int PMPI_Type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses,
                             MPI_Count max_counts, MPI_Count max_datatypes, int integers[],
                             MPI_Aint addresses[], MPI_Count counts[], MPI_Datatype datatypes[]) {
    const struct oc_contents *contents;
    int error = oc_enter("MPI_Type_get_contents_c");
    if (error || (error = oc_check_contents(datatype, &contents)) ||
        (error = oc_check_contents_room(max_integers, contents->integers, integers)) ||
        (error = oc_check_contents_room(max_addresses, contents->addresses, addresses)) ||
        (error = oc_check_contents_room(max_counts, contents->counts, counts)) ||
        (error = oc_check_contents_room(max_datatypes, contents->types, datatypes)))
        return error;
    oc_contents_give(contents, integers, addresses, counts, datatypes);
    return MPI_SUCCESS;
}
