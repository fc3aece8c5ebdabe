/* Groups: sequences of processes, stored as ranks in MPI_COMM_WORLD. Most groups, including that of
 * all processes, have regular ranks, and need no memory for each member. */
#ifndef MPI_GROUP_GROUP_H
#define MPI_GROUP_GROUP_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

struct oc_group {
    struct oc_group *next; /* next group in the list of groups for which the user has handles */
    unsigned handles;      /* number of the user's handles */
    unsigned references;   /* handles, and references by communicators */
    int size;
    int first; /* member r has rank first + r * stride in MPI_COMM_WORLD */
    int stride;
    bool listed;      /* if set, member r has rank ranks[r] instead */
    uint16_t ranks[]; /* wide enough for the number of any place */
};

/* The rank of a member in MPI_COMM_WORLD. */
int oc_group_world_rank(const struct oc_group *group, int rank);

/* The rank in the group of the process with rank `world` in MPI_COMM_WORLD, or MPI_UNDEFINED. */
int oc_group_rank(const struct oc_group *group, int world);

/* The groups of MPI_COMM_SELF and MPI_COMM_WORLD, and MPI_GROUP_EMPTY, which are never freed. */
extern struct oc_group oc_group_self;
extern struct oc_group oc_group_empty;
struct oc_group *oc_group_world(void);

/* ---- Making a group: new, append members, finish ----------------------------------------- */

/* Makes a group without members, with room for `room` members. Returns null if there is no
 * memory. */
struct oc_group *oc_group_new(int room);
void oc_group_append(struct oc_group *group, int world);
/* Completes a group. Returns it in its smallest form, which may be another object, with one
 * reference. */
struct oc_group *oc_group_finish(struct oc_group *group);

/* Add and drop a reference. The group is freed with its last reference. */
struct oc_group *oc_group_hold(struct oc_group *group);
void oc_group_release(struct oc_group *group);

/* ---- Handles ----------------------------------------------------------------------------- */

/* The group with this handle, or null. */
struct oc_group *oc_group_find(MPI_Group handle);

/* Gives the user a handle, which owns the caller's reference. */
MPI_Group oc_group_handle(struct oc_group *group);

/* Frees one of the user's handles of a group. */
void oc_group_handle_free(struct oc_group *group);

#endif
