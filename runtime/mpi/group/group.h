/* Groups: sequences of processes, stored as ranks in MPI_COMM_WORLD. Most groups, including the
 * group of all processes, are regular and need no memory for each member. */
#ifndef MPI_GROUP_GROUP_H
#define MPI_GROUP_GROUP_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

struct oc_group {
    struct oc_group *next; /* the next one in the list of groups for which the user has handles */
    unsigned handles;      /* number of the user's handles */
    unsigned references;   /* handles, and references by communicators */
    int size;
    int first; /* rank r is first + r * stride in the world */
    int stride;
    bool listed;      /* if set, rank r is ranks[r] instead */
    uint16_t ranks[]; /* as many bits as a place has (transport/shared_block.h) */
};

/* The rank in the world of a member. */
int oc_group_world_rank(const struct oc_group *group, int rank);

/* The rank that process `world` has in the group, or MPI_UNDEFINED. */
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
/* Returns the group in its smallest form, with one reference. This may be another object. */
struct oc_group *oc_group_finish(struct oc_group *group);

/* oc_group_hold() adds a reference; oc_group_release() drops one. The group is freed with its last
 * reference. */
struct oc_group *oc_group_hold(struct oc_group *group);
void oc_group_release(struct oc_group *group);

/* ---- Handles ----------------------------------------------------------------------------- */

/* The group with this handle, or null. */
struct oc_group *oc_group_find(MPI_Group handle);

/* Gives the user a handle, which takes over the caller's reference. */
MPI_Group oc_group_handle(struct oc_group *group);

/* Ends one of the user's handles. */
void oc_group_handle_free(struct oc_group *group);

#endif
