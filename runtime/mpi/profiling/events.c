/* Wrappers of the library's functions, which call the observers of events. */
#include "mpi/profiling/events.h"

#include "mpi/transport/transport.h"

OC_EVENT(oc_transport_send);
OC_EVENT(oc_transport_send_marked);
OC_EVENT(oc_receive_start);
OC_EVENT(oc_request_wait);

static void note_send(struct oc_request *send) {
    send->source = MPI_UNDEFINED;
    if (&oc_watch_observer)
        oc_watch_observer.send(send);
    if (&oc_trace_observer)
        oc_trace_observer.send(send);
}

void __wrap_oc_transport_send(struct oc_request *send, bool synchronous) {
    note_send(send);
    __real_oc_transport_send(send, synchronous);
}

/* Programs without annotations call neither this function nor the original one. */
extern __typeof__(__real_oc_transport_send_marked) __real_oc_transport_send_marked OC_OPTIONAL;

void __wrap_oc_transport_send_marked(struct oc_request *send, bool synchronous) {
    note_send(send);
    __real_oc_transport_send_marked(send, synchronous);
}

void __wrap_oc_receive_start(struct oc_request *receive) {
    receive->source = MPI_UNDEFINED;
    if (&oc_watch_observer)
        oc_watch_observer.receive(receive);
    if (&oc_trace_observer)
        oc_trace_observer.receive(receive);
    __real_oc_receive_start(receive);
}

int __wrap_oc_request_wait(struct oc_request *request) {
    if (&oc_watch_observer)
        oc_watch_observer.wait();
    int error = __real_oc_request_wait(request);
    if (&oc_watch_observer)
        oc_watch_observer.complete(request, error);
    if (&oc_trace_observer)
        oc_trace_observer.complete(request, error);
    return error;
}
