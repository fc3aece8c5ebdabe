/* Groups: an order of processes, by their ranks in the world. Most are regular, the world itself
 * among them, and take no memory per member. */
#ifndef MPI_GROUP_GROUP_H
#define MPI_GROUP_GROUP_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

struct oc_group {
    struct oc_group *next; /* among those that the user has a handle of */
    unsigned handles;      /* that the user has */
    unsigned references;   /* those, and communicators' */
    int size;
    int first; /* rank r is first + r * stride in the world */
    int stride;
    bool listed;      /* or ranks[r] */
    uint16_t ranks[]; /* of a place's number of bits (transport/shared_block.h) */
};

/* Rank in the world of a member. */
int oc_group_world_rank(const struct oc_group *group, int rank);

/* Rank in the group of a process of the world, or MPI_UNDEFINED. */
int oc_group_rank(const struct oc_group *group, int world);

/* The groups of MPI_COMM_SELF, of MPI_COMM_WORLD, and MPI_GROUP_EMPTY; they stay for ever. */
extern struct oc_group oc_group_self;
extern struct oc_group oc_group_empty;
struct oc_group *oc_group_world(void);

/* ---- Making one: new, append members, finish --------------------------------------------- */

/* A group without members and with room for `room`, or null if there is no memory. */
struct oc_group *oc_group_new(int room);
void oc_group_append(struct oc_group *group, int world);
/* Gives the group in its smallest form, which may be another object, with one reference. */
struct oc_group *oc_group_finish(struct oc_group *group);

/* One reference more, or less; the last one's end frees the group. */
struct oc_group *oc_group_hold(struct oc_group *group);
void oc_group_release(struct oc_group *group);

/* ---- Handles ----------------------------------------------------------------------------- */

/* The group with this handle, or null. */
struct oc_group *oc_group_find(MPI_Group handle);

/* A handle for the user; the caller's reference becomes the handle's. */
MPI_Group oc_group_handle(struct oc_group *group);

/* The end of one of the user's handles. */
void oc_group_handle_free(struct oc_group *group);

#endif
