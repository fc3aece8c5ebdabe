/* Records of messages that MPI_Mprobe takes. They count as received at that time. */
#include <stdlib.h>

#include "mpi/core/probe.h"
#include "mpi/core/process.h"
#include "mpi/request/probe.h"
#include "mpi/transport/transport.h"
#include "mpi/watch/watch.h"

OC_EVENT(oc_message_take);
OC_EVENT(oc_message_receive);

static struct taken {
    struct taken *next;
    MPI_Message message;
    uint32_t number;
} * all;

MPI_Message __wrap_oc_message_take(struct oc_request *receive) {
    while (!*oc_unexpected_find(receive) && oc_transport_progress())
        ;
    const struct oc_arrival *arrival = *oc_unexpected_find(receive);
    struct oc_watch_record record;
    struct taken *taken = arrival ? malloc(sizeof *taken) : NULL;
    if (!arrival)
        return __real_oc_message_take(receive);
    oc_watch_begin(&record, taken ? OC_WATCH_TAKE : OC_WATCH_NO_MEMORY, oc_process.call);
    record.peer = oc_communicator_world_rank(receive->comm, oc_envelope_source(&arrival->envelope));
    record.context = receive->context;
    record.tag = arrival->envelope.tag;
    record.bytes = arrival->envelope.bytes;
    record.comm = (uintptr_t)receive->comm->handle;
    if (taken)
        record.number = oc_watch_number();
    oc_watch_end(&record);
    MPI_Message message = __real_oc_message_take(receive);
    if (taken) {
        *taken = (struct taken){all, message, record.number};
        all = taken;
    }
    return message;
}

static uint32_t number_of(MPI_Message message) {
    struct taken **at = &all, *taken;
    while (*at && (*at)->message != message)
        at = &(*at)->next;
    if (!(taken = *at))
        return 0;
    uint32_t number = taken->number;
    *at = taken->next;
    free(taken);
    return number;
}

int __wrap_oc_message_receive(struct oc_request *receive, void *buffer, ptrdiff_t count,
                              MPI_Datatype type, MPI_Message *handle) {
    MPI_Message message = *handle;
    int error = __real_oc_message_receive(receive, buffer, count, type, handle);
    uint32_t number = error ? 0 : number_of(message);
    if (number)
        oc_watch_receive(receive, number);
    return error;
}
