/* Annotations from outside, for `onchip run --annotate`: in a program that is linked with
 * link/annotate.flags and a table of pairs, messages have the table's annotations, unless they have
 * one already. */
#include "mpi/annotation/take.h"
#include "mpi/core/datatype.h"
#include "mpi/request/blocking_send.h"
#include "mpi/transport/transport.h"

/* Only some transports have a fast path for annotated messages. */
extern OC_OPTIONAL __typeof__(oc_transport_send_at_level) oc_transport_send_at_level;

/* The table, in a file that python/onchip/launch/annotations.py writes: pairs of ranks of the
 * world, sorted by sender. After the last pair comes one without an annotation. */
static struct pair {
    int sender, receiver, annotation;
} const *own; /* first pair whose sender is this rank, or the end; null: not looked for yet */
extern const struct pair onchip_annotations[];

__attribute__((noinline)) static void find_own(void) {
    own = onchip_annotations;
    while (own->annotation && own->sender != oc_comm_world.rank)
        own++;
}

static int annotation_in(const struct pair *pair, int world) {
    for (; pair->annotation && pair->sender == oc_comm_world.rank; pair++)
        if (pair->receiver == world)
            return pair->annotation;
    return OC_UNANNOTATED;
}

static inline const struct pair *own_pairs(void) {
    if (__builtin_expect(!own, false))
        find_own();
    return own;
}

int oc_annotation_take_by_table(struct oc_request *send) {
    int annotation = oc_annotation_of_send(send);
    const struct pair *pair = own_pairs();
    return annotation || !pair->annotation
               ? annotation
               : annotation_in(pair, oc_communicator_world_rank(send->comm, send->peer));
}

int oc_transport_send_plain_by_table(const void *buffer, size_t count, unsigned scale, int peer,
                                     int tag) {
    const struct pair *pair = own_pairs();
    int annotation = pair->annotation ? annotation_in(pair, peer) : OC_UNANNOTATED;
    if (!annotation)
        return oc_transport_send_plain_direct(buffer, count, scale, peer, tag);
    if (oc_transport_send_at_level)
        return oc_transport_send_at_level(buffer, count, scale, peer,
                                          tag | annotation << OC_ANNOTATION_SHIFT);
    return oc_send_plain(buffer, oc_scaled(count, scale), peer, tag);
}
