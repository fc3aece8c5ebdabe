#include "mpi/comm/circle.h"

#include "mpi/collective/collective.h"
#include "mpi/comm/groups.h"

struct oc_circle oc_circle_of(const struct oc_communicator *comm) {
    return (struct oc_circle){.comm = comm->local ? comm->local : comm,
                              .rank = comm->rank,
                              .size = comm->size,
                              .bridge = comm->local ? comm : NULL};
}

struct oc_circle oc_circle_among(const struct oc_communicator *comm, const struct oc_group *members,
                                 int tag) {
    return (struct oc_circle){.comm = comm,
                              .members = members,
                              .rank = oc_group_rank(members, oc_comm_world.rank),
                              .size = members->size,
                              .tag = tag};
}

/* The messages of collective algorithms, moved to the context for making communicators. */
static struct oc_communicator moved(const struct oc_communicator *comm) {
    struct oc_communicator over = *comm;
    over.context += OC_CONTEXT_MAKING - OC_CONTEXT_COLLECTIVE;
    return over;
}

/* Members are counted from the root on. */
static int relative_rank(const struct oc_circle *circle) {
    return (circle->rank - circle->root + circle->size) % circle->size;
}

/* Rank in the communicator of the member with this relative rank. */
static int peer(const struct oc_circle *circle, int relative) {
    int rank = (relative + circle->root) % circle->size;
    if (!circle->members)
        return rank;
    return oc_group_rank(oc_peers_of(circle->comm), oc_group_world_rank(circle->members, rank));
}

static void and_words(uint32_t *words, const uint32_t *others, int count) {
    for (int i = 0; i < count; i++)
        words[i] &= others[i];
}

int oc_circle_and(const struct oc_circle *circle, uint32_t *words, int count) {
    struct oc_communicator over = moved(circle->comm);
    struct oc_collective call = {&over, circle->tag, MPI_SUCCESS};
    uint32_t others[OC_CIRCLE_WORDS];
    size_t bytes = (size_t)count * sizeof *words;
    int relative = relative_rank(circle), bit = 1;
    for (; bit < circle->size && !(relative & bit); bit *= 2)
        if (relative + bit < circle->size) {
            oc_coll_receive(&call, peer(circle, relative + bit), others, bytes);
            and_words(words, others, count);
        }
    if (relative) {
        oc_coll_send(&call, peer(circle, relative - bit), words, bytes);
    } else if (circle->bridge) {
        struct oc_communicator across = moved(circle->bridge);
        struct oc_collective trade = {&across, circle->bridge_tag, MPI_SUCCESS};
        oc_coll_exchange(&trade, circle->partner, words, circle->partner, others, bytes);
        and_words(words, others, count);
    }
    int error = oc_circle_tell(circle, words, bytes);
    return call.error ? call.error : error;
}

int oc_circle_tell(const struct oc_circle *circle, void *data, size_t bytes) {
    struct oc_communicator over = moved(circle->comm);
    struct oc_collective call = {&over, circle->tag, MPI_SUCCESS};
    int relative = relative_rank(circle), bit = 1;
    while (bit < circle->size && !(relative & bit))
        bit *= 2;
    if (relative)
        oc_coll_receive(&call, peer(circle, relative - bit), data, bytes);
    while ((bit /= 2))
        if (relative + bit < circle->size)
            oc_coll_send(&call, peer(circle, relative + bit), data, bytes);
    return call.error;
}

int oc_circle_trade(const struct oc_circle *circle, const void *mine, void *theirs, size_t bytes) {
    if (!relative_rank(circle)) {
        struct oc_communicator across = moved(circle->bridge);
        struct oc_collective trade = {&across, circle->bridge_tag, MPI_SUCCESS};
        oc_coll_exchange(&trade, circle->partner, mine, circle->partner, theirs, bytes);
    }
    return oc_circle_tell(circle, theirs, bytes);
}
