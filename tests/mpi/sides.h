/* Two groups of the world, and an intercommunicator between them. */
#ifndef SIDES_H
#define SIDES_H

#include "check.h"

#define MOST 64 /* ranks */

/* The two sides: even ranks in reverse order, odd ranks in their order. */
static int side; /* rank % 2 */
static int own_size, other_size;
static int own_world[MOST], other_world[MOST]; /* ranks in the world */

static inline MPI_Comm make_local(void) {
    MPI_Comm local;
    MPI_Comm_split(MPI_COMM_WORLD, side, side ? rank : -rank, &local);
    return local;
}

static inline void list_sides(void) {
    int odd[MOST], even[MOST], odds = 0, evens = 0;
    side = rank % 2;
    for (int i = 0; i < size; i++)
        if (i % 2)
            odd[odds++] = i;
    for (int i = size; i-- > 0;)
        if (i % 2 == 0)
            even[evens++] = i;
    own_size = side ? odds : evens;
    other_size = side ? evens : odds;
    memcpy(own_world, side ? odd : even, sizeof own_world);
    memcpy(other_world, side ? even : odd, sizeof other_world);
}

/* Makes the intercommunicator; the leaders are in the middle of their groups. */
static inline MPI_Comm make(void) {
    MPI_Comm local = make_local(), inter = MPI_COMM_NULL;
    CHECK_EQUAL(MPI_Intercomm_create(local, own_size / 2, MPI_COMM_WORLD,
                                     other_world[other_size / 2], 12, &inter),
                MPI_SUCCESS);
    MPI_Comm_free(&local);
    return inter;
}

#endif
