#include "mpi/core/forms.h"
#include "mpi/request/start.h"

int OC_FORM(Isend, Send_init)(const void *buffer, oc_int count, MPI_Datatype type, int destination,
                              int tag, MPI_Comm comm, MPI_Request *request) {
    return oc_send_begin(
        OC_FORM_CALL(Isend, Send_init), OC_STANDARD,
        &(struct oc_message){buffer, oc_fit(count, type), type, destination, tag, comm}, request);
}
