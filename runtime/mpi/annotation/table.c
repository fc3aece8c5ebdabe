/* Annotations from a table, for `onchip run --annotate`. The program itself is not changed, but
 * linked with link/annotate.flags and with a table of pairs of ranks. A message without an
 * annotation of its own gets that of its sender and receiver in the table. */
#include <limits.h>

#include "mpi/annotation/take.h"
#include "mpi/core/datatype.h"
#include "mpi/request/blocking_send.h"
#include "mpi/request/start.h"
#include "mpi/transport/transport.h"

/* Null with transports that have no fast path for annotated messages. */
extern OC_OPTIONAL __typeof__(oc_transport_send_at_level) oc_transport_send_at_level;

/* Null in programs without nonblocking sends, or with an observer of sends. */
extern OC_OPTIONAL __typeof__(oc_native_isend) oc_native_isend, oc_isend_by_request;

/* The table, in a file that python/onchip/launch/annotations.py writes: pairs of ranks in
 * MPI_COMM_WORLD, sorted by sender. After the last pair there is one without an annotation. */
static const struct pair {
    int sender, receiver, annotation;
} * own, *own_end; /* the pairs whose sender is this process */
extern const struct pair onchip_annotations[];

/* Finds the process' pairs before main(), so that no message waits for it. */
__attribute__((constructor)) static void begin(void) {
    int first = INT_MAX, last = 0;
    own = onchip_annotations;
    while (own->annotation && own->sender != hal_place())
        own++;
    for (own_end = own; own_end->annotation && own_end->sender == hal_place(); own_end++) {
        first = own_end->receiver < first ? own_end->receiver : first;
        last = own_end->receiver > last ? own_end->receiver : last;
    }
    if (own == own_end)
        return;
    oc_annotated_by_table = (struct oc_annotated){(unsigned)first, (unsigned)(last - first) + 1};
    oc_annotates |= OC_BY_TABLE;
}

static __attribute__((noinline)) int look_up(int world) {
    for (const struct pair *pair = own; pair != own_end; pair++)
        if (pair->receiver == world)
            return pair->annotation;
    return OC_UNANNOTATED;
}

static inline int annotation_for(int world) {
    return oc_may_be_in_table(world) ? look_up(world) : OC_UNANNOTATED;
}

int oc_annotation_take_by_table(struct oc_request *send) {
    int annotation = oc_annotation_of_send(send);
    return annotation ? annotation
                      : annotation_for(oc_communicator_world_rank(send->comm, send->peer));
}

static __attribute__((noinline)) int send_listed(const void *buffer, size_t count,
                                                 MPI_Datatype type, int peer, int tag,
                                                 MPI_Comm handle, unsigned scale) {
    int annotation = look_up(peer);
    if (!annotation)
        return oc_transport_send_plain_direct(buffer, count, type, peer, tag, handle, scale);
    if (oc_transport_send_at_level)
        return oc_transport_send_at_level(buffer, count, type, peer,
                                          tag | annotation << OC_ANNOTATION_SHIFT, handle, scale);
    return oc_send_plain(buffer, oc_scaled(count, scale), peer, tag);
}

/* The functions for the fast paths call others only at their ends, so they save no registers. */
int oc_transport_send_plain_by_table(const void *buffer, size_t count, MPI_Datatype type, int peer,
                                     int tag, MPI_Comm handle, unsigned scale) {
    if (oc_may_be_in_table(peer))
        return send_listed(buffer, count, type, peer, tag, handle, scale);
    return oc_transport_send_plain_direct(buffer, count, type, peer, tag, handle, scale);
}

int oc_isend_plain_by_table(const void *buffer, size_t count, unsigned scale, int peer, int tag,
                            MPI_Request *handle) {
    if (!oc_native_isend || oc_may_be_in_table(peer))
        return oc_isend_by_request(buffer, count, scale, peer, tag, handle);
    return oc_native_isend(buffer, count, scale, peer, tag, handle);
}
