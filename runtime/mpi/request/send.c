#include "mpi/core/buffered.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/request/start.h"
#include "mpi/transport/transport.h"

OC_SENDS_DO_NOT_WAIT;

/* The default for programs that attach no buffer. Buffered sends fail. */
OC_DEFAULT bool oc_buffered_send(struct oc_request *send) {
    (void)send;
    return false;
}

void oc_send_checked(struct oc_request *send, enum oc_mode mode) {
    if (__builtin_expect(mode == OC_BUFFERED, false) && send->peer != MPI_PROC_NULL) {
        if (!oc_buffered_send(send)) {
            send->error = MPI_ERR_BUFFER;
            send->pending = 0;
        }
    } else if (__builtin_expect(send->peer < 0, false)) {
        oc_send_unusual(send, mode == OC_SYNCHRONOUS);
    } else {
        oc_transport_send(send, mode == OC_SYNCHRONOUS);
    }
}

int oc_send_blocking(const char *call, enum oc_mode mode, const struct oc_message *message) {
    struct oc_request send;
    int error = oc_enter_message(call, &send, message, false);
    if (error)
        return error;
    oc_send_checked(&send, mode);
    oc_request_wait(&send);
    return oc_finish_send(&send);
}
