#include "mpi/comm/participants.h"

#include "mpi/collective/collective.h"
#include "mpi/comm/groups.h"

struct oc_participants oc_participants_of(const struct oc_communicator *comm) {
    return (struct oc_participants){.comm = comm->local ? comm->local : comm,
                                    .rank = comm->rank,
                                    .size = comm->size,
                                    .bridge = comm->local ? comm : NULL};
}

struct oc_participants oc_participants_among(const struct oc_communicator *comm,
                                             const struct oc_group *members, int tag) {
    return (struct oc_participants){.comm = comm,
                                    .members = members,
                                    .rank = oc_group_rank(members, oc_comm_world.rank),
                                    .size = members->size,
                                    .tag = tag};
}

/* Returns a copy of the communicator for the messages by which communicators are made. These
 * messages are in the context OC_CONTEXT_MAKING. */
static struct oc_communicator moved(const struct oc_communicator *comm) {
    struct oc_communicator over = *comm;
    over.context += OC_CONTEXT_MAKING - OC_CONTEXT_COLLECTIVE;
    return over;
}

/* The number of this process, counted from the root. */
static int relative_rank(const struct oc_participants *participants) {
    return (participants->rank - participants->root + participants->size) % participants->size;
}

/* The rank in the communicator of the member with this number, counted from the root. */
static int peer(const struct oc_participants *participants, int relative) {
    int rank = (relative + participants->root) % participants->size;
    if (!participants->members)
        return rank;
    return oc_group_rank(oc_peers_of(participants->comm),
                         oc_group_world_rank(participants->members, rank));
}

static void and_words(uint32_t *words, const uint32_t *others, int count) {
    for (int i = 0; i < count; i++)
        words[i] &= others[i];
}

int oc_participants_and(const struct oc_participants *participants, uint32_t *words, int count) {
    struct oc_communicator over = moved(participants->comm);
    struct oc_collective call = {&over, participants->tag, MPI_SUCCESS};
    uint32_t others[OC_PARTICIPANTS_WORDS];
    size_t bytes = (size_t)count * sizeof *words;
    int relative = relative_rank(participants), bit = 1;
    for (; bit < participants->size && !(relative & bit); bit *= 2)
        if (relative + bit < participants->size) {
            oc_coll_receive(&call, peer(participants, relative + bit), others, bytes);
            and_words(words, others, count);
        }
    if (relative) {
        oc_coll_send(&call, peer(participants, relative - bit), words, bytes);
    } else if (participants->bridge) {
        struct oc_communicator across = moved(participants->bridge);
        struct oc_collective trade = {&across, participants->bridge_tag, MPI_SUCCESS};
        oc_coll_exchange(&trade, participants->partner, words, participants->partner, others,
                         bytes);
        and_words(words, others, count);
    }
    int error = oc_participants_bcast(participants, words, bytes);
    return call.error ? call.error : error;
}

int oc_participants_bcast(const struct oc_participants *participants, void *data, size_t bytes) {
    struct oc_communicator over = moved(participants->comm);
    struct oc_collective call = {&over, participants->tag, MPI_SUCCESS};
    int relative = relative_rank(participants), bit = 1;
    while (bit < participants->size && !(relative & bit))
        bit *= 2;
    if (relative)
        oc_coll_receive(&call, peer(participants, relative - bit), data, bytes);
    while ((bit /= 2))
        if (relative + bit < participants->size)
            oc_coll_send(&call, peer(participants, relative + bit), data, bytes);
    return call.error;
}

int oc_participants_exchange(const struct oc_participants *participants, const void *mine,
                             void *theirs, size_t bytes) {
    if (!relative_rank(participants)) {
        struct oc_communicator across = moved(participants->bridge);
        struct oc_collective trade = {&across, participants->bridge_tag, MPI_SUCCESS};
        oc_coll_exchange(&trade, participants->partner, mine, participants->partner, theirs, bytes);
    }
    return oc_participants_bcast(participants, theirs, bytes);
}
