#include "mpi/core/forms.h"
#include "mpi/request/start.h"

int OC_FORM(Issend, Ssend_init)(const void *buffer, oc_int count, MPI_Datatype type,
                                int destination, int tag, MPI_Comm comm, MPI_Request *request) {
    oc_process.call = OC_FORM_CALL(Issend, Ssend_init);
    return oc_send_begin(buffer, oc_fit(count, type), type, destination, tag, comm, request,
                         OC_SYNCHRONOUS);
}
