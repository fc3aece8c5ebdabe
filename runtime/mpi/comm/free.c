#include <stdlib.h>

#include "link/variant.h"
#include "mpi/collective/barrier.h"
#include "mpi/collective/nonblocking/order.h"
#include "mpi/comm/construct.h"
#include "mpi/comm/contexts.h"
#include "mpi/comm/groups.h"
#include "mpi/comm/list.h"
#include "mpi/comm/topology.h"
#include "mpi/core/buffered.h"
#include "mpi/core/probe.h"
#include "mpi/error/errhandler.h"
#include "mpi/info/info.h"
#include "mpi/request/request.h"

/* Null in programs without barriers. */
extern __typeof__(oc_barrier_free) oc_barrier_free OC_OPTIONAL;
/* Null in programs that use no requests (MPI_Request). */
extern __typeof__(oc_user_requests_use) oc_user_requests_use OC_OPTIONAL;
/* Null in programs without buffered sends. */
extern __typeof__(oc_buffers_use) oc_buffers_use OC_OPTIONAL;
extern __typeof__(oc_buffer_forget) oc_buffer_forget OC_OPTIONAL;
/* Null in programs without MPI_Mprobe. */
extern __typeof__(oc_messages_use) oc_messages_use OC_OPTIONAL;
/* Null in programs without nonblocking collectives. */
extern __typeof__(oc_operations_forget) oc_operations_forget OC_OPTIONAL;
extern __typeof__(oc_order_drain) oc_order_drain OC_OPTIONAL;

static bool is_used(const struct oc_communicator *comm) {
    return (oc_user_requests_use && oc_user_requests_use(comm)) ||
           (oc_messages_use && oc_messages_use(comm)) || (oc_buffers_use && oc_buffers_use(comm));
}

static void destroy(struct oc_communicator *comm) {
    if (oc_buffer_forget)
        oc_buffer_forget(comm);
    oc_group_release(oc_peers_of(comm));
    oc_context_free(comm->context);
    if (oc_operations_forget)
        oc_operations_forget(comm);
    oc_errhandler_release(comm->errhandler);
    if (comm->topology)
        oc_topology_release(comm->topology);
    if (comm->hints)
        oc_info_free(comm->hints);
    free(comm->name);
    free(comm);
}

static void destroy_ended(void) {
    for (struct oc_communicator **at = &oc_communicators_ending, *comm; (comm = *at);) {
        if (is_used(comm)) {
            at = &comm->next;
        } else {
            *at = comm->next;
            destroy(comm);
        }
    }
}

void oc_communicator_free(struct oc_communicator *comm) {
    if (oc_order_drain)
        oc_order_drain(comm);
    if (comm->barrier)
        oc_barrier_free(comm);
    if (comm->local)
        oc_communicator_free(comm->local);
    oc_communicator_delist(comm);
    comm->next = oc_communicators_ending;
    oc_communicators_ending = comm;
    destroy_ended();
}
