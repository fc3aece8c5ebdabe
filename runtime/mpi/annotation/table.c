/* Annotations from a table, for `onchip run --annotate`. The program itself is not changed, but
 * linked with link/annotate.flags and with a table of pairs of ranks. A message without an
 * annotation of its own gets that of its sender and receiver in the table. */
#include "mpi/annotation/take.h"
#include "mpi/core/datatype.h"
#include "mpi/request/blocking_send.h"
#include "mpi/transport/transport.h"

/* Null with transports that have no fast path for annotated messages. */
extern OC_OPTIONAL __typeof__(oc_transport_send_at_level) oc_transport_send_at_level;

/* The table, in a file that python/onchip/launch/annotations.py writes: pairs of ranks in
 * MPI_COMM_WORLD, sorted by sender. After the last pair there is one without an annotation. */
static const struct pair {
    int sender, receiver, annotation;
} * own, *own_end; /* the pairs whose sender is this rank; null before the first look-up */
extern const struct pair onchip_annotations[];

__attribute__((constructor)) static void begin(void) {
    oc_annotates |= OC_BY_TABLE;
}

__attribute__((noinline)) static void find_own(void) {
    own = onchip_annotations;
    while (own->annotation && own->sender != oc_comm_world.rank)
        own++;
    own_end = own;
    while (own_end->annotation && own_end->sender == oc_comm_world.rank)
        own_end++;
    if (own == own_end)
        oc_annotates &= ~OC_BY_TABLE;
}

static inline int annotation_for(int world) {
    if (__builtin_expect(!own, false))
        find_own();
    for (const struct pair *pair = own; pair != own_end; pair++)
        if (pair->receiver == world)
            return pair->annotation;
    return OC_UNANNOTATED;
}

int oc_annotation_take_by_table(struct oc_request *send) {
    int annotation = oc_annotation_of_send(send);
    return annotation ? annotation
                      : annotation_for(oc_communicator_world_rank(send->comm, send->peer));
}

int oc_transport_send_plain_by_table(const void *buffer, size_t count, MPI_Datatype type, int peer,
                                     int tag, MPI_Comm handle, unsigned scale) {
    int annotation = annotation_for(peer);
    if (!annotation)
        return oc_transport_send_plain_direct(buffer, count, type, peer, tag, handle, scale);
    if (oc_transport_send_at_level)
        return oc_transport_send_at_level(buffer, count, type, peer,
                                          tag | annotation << OC_ANNOTATION_SHIFT, handle, scale);
    return oc_send_plain(buffer, oc_scaled(count, scale), peer, tag);
}
