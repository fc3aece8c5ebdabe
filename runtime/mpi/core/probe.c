/* How MPI_Probe and related functions look for a message that no receive has matched. */
#include "mpi/core/probe.h"

#include "mpi/transport/transport.h"

/* Contains the envelope of a message that the transport holds, usually because there is no memory
 * to keep it. */
static struct oc_arrival held;

static struct oc_arrival *find(const struct oc_request *receive) {
    struct oc_arrival *arrival = *oc_unexpected_find(receive);
    if (!arrival && oc_transport_find_held(receive, &held.envelope))
        return &held;
    return arrival;
}

struct oc_arrival *oc_probe(struct oc_request *receive) {
    oc_progress();
    oc_receive_select(receive);
    return find(receive);
}

static bool has_arrived(void *receive) {
    return find(receive) != NULL;
}

struct oc_arrival *oc_probe_waiting(struct oc_request *receive) {
    oc_receive_select(receive);
    oc_await_until(has_arrived, receive, receive);
    return find(receive);
}
