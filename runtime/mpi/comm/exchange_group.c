#include <stdlib.h>

#include "mpi/comm/participants.h"

struct oc_group *oc_participants_exchange_group(const struct oc_participants *participants,
                                                const struct oc_group *mine) {
    int size = mine->size, other_size = 0;
    oc_participants_exchange(participants, &size, &other_size, sizeof size);
    /* Both sides must exchange data of one length, so both use that of the larger group. */
    int room = size > other_size ? size : other_size;
    size_t bytes = (size_t)room * sizeof *mine->ranks;
    uint16_t *ranks = malloc(bytes + 1);
    struct oc_group *other = oc_group_new(room);
    if (!ranks || !other) {
        free(ranks);
        free(other);
        return NULL;
    }
    for (int rank = 0; rank < size; rank++)
        ranks[rank] = (uint16_t)oc_group_world_rank(mine, rank);
    oc_participants_exchange(participants, ranks, other->ranks, bytes);
    other->size = other_size;
    free(ranks);
    return oc_group_finish(other);
}
