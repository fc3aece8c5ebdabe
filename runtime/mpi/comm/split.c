#include "mpi/comm/split.h"

#include <stdlib.h>

#include "mpi/collective/collective.h"
#include "mpi/comm/groups.h"
#include "mpi/core/copy.h"
#include "mpi/core/sort.h"

/* The arguments of one process. */
struct wish {
    int color;
    int key;
};

struct member {
    int key;
    int rank;
};

static int compare(const void *one, const void *other) {
    const struct member *a = one, *b = other;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->rank < b->rank ? -1 : a->rank > b->rank;
}

/* Returns the group of those members of `from` that have this colour, sorted by their keys, or null
 * if there is no memory. */
static struct oc_group *pick(const struct oc_group *from, const struct wish *wishes, int color) {
    int count = 0;
    for (int rank = 0; rank < from->size; rank++)
        count += wishes[rank].color == color;
    struct oc_group *group = oc_group_new(count);
    struct member *members = malloc((size_t)count * sizeof *members + 1);
    if (!group || !members) {
        free(group);
        free(members);
        return NULL;
    }
    count = 0;
    for (int rank = 0; rank < from->size; rank++)
        if (wishes[rank].color == color)
            members[count++] = (struct member){wishes[rank].key, rank};
    oc_sort(members, (size_t)count, sizeof *members / sizeof(oc_word), compare);
    for (int i = 0; i < count; i++)
        oc_group_append(group, oc_group_world_rank(from, members[i].rank));
    free(members);
    return oc_group_finish(group);
}

/* Collects the colours and keys of all ranks: first those of this process' group and then, in an
 * intercommunicator, those of the other group. Each of the two parts has `room` entries, enough for
 * the larger group. */
static int collect(const struct oc_communicator *comm, struct wish *wishes, int room) {
    const struct oc_communicator *own = comm->local ? comm->local : comm;
    struct wish mine = wishes[comm->rank];
    int error = oc_gather_binomial(own, &mine, sizeof mine, wishes, 0);
    if (error == MPI_ERR_NO_MEM)
        return error;
    int told = oc_bcast_binomial(own, wishes, (size_t)own->size * sizeof *wishes, 0);
    if (comm->local) {
        struct oc_participants participants = oc_participants_of(comm);
        int traded = oc_participants_exchange(&participants, wishes, wishes + room,
                                              (size_t)room * sizeof *wishes);
        told = told ? told : traded;
    }
    return error ? error : told;
}

static int make(const struct oc_communicator *comm, const struct wish *wishes, int room, int color,
                struct oc_communicator **made) {
    struct oc_construction construction = {comm, oc_participants_of(comm)};
    struct oc_group *own = NULL, *other = NULL;
    bool no_memory = false;
    if (color != MPI_UNDEFINED)
        no_memory = !(own = pick(oc_own_group_of(comm), wishes, color));
    if (own && comm->local) {
        no_memory = !(other = pick(oc_peers_of(comm), wishes + room, color));
        if (!other || !other->size) {
            oc_group_release(own);
            own = NULL;
        }
    }
    int error = comm->local ? oc_make_inter(&construction, own, other, made)
                            : oc_make_intra(&construction, own, made);
    return no_memory ? MPI_ERR_NO_MEM : error;
}

int oc_split(const struct oc_communicator *comm, int color, int key,
             struct oc_communicator **made) {
    int room = comm->size > comm->peers ? comm->size : comm->peers;
    struct wish *wishes = calloc(comm->local ? 2 * (size_t)room : (size_t)room, sizeof *wishes);
    if (!wishes)
        return MPI_ERR_NO_MEM;
    wishes[comm->rank] = (struct wish){color, key};
    int error = collect(comm, wishes, room);
    if (!error)
        error = make(comm, wishes, room, color, made);
    free(wishes);
    return error;
}
