/* Infos: lists of keys and values, in the order in which the keys were set (MPI 4.1, chapter 10).
 */
#ifndef MPI_INFO_INFO_H
#define MPI_INFO_INFO_H

#include <mpi.h>
#include <stdbool.h>

struct oc_pair {
    struct oc_pair *next;
    char *value;
    char key[];
};

struct oc_info {
    struct oc_info *next; /* among those that the user has a handle of */
    struct oc_pair *pairs;
    int annotation; /* of a communicator's hints: what they come to (annotation/annotation.h) */
};

/* An empty one; null: there is no memory. */
struct oc_info *oc_info_new(void);
void oc_info_free(struct oc_info *info);

/* A pair, or null. */
struct oc_pair *oc_info_pair(const struct oc_info *info, const char *key);

/* False: there is no memory, and nothing has changed. */
bool oc_info_set(struct oc_info *info, const char *key, const char *value);

/* Copies all pairs whose key `wanted` says yes to (null: all). False: there is no memory. */
bool oc_info_copy(struct oc_info *to, const struct oc_info *from, bool (*wanted)(const char *key));

void oc_info_delete(struct oc_info *info, struct oc_pair *pair);

/* ---- Handles ---- */

/* The info with this handle, or null. MPI_INFO_ENV is one. */
struct oc_info *oc_info_find(MPI_Info handle);
MPI_Info oc_info_handle(struct oc_info *info);
void oc_info_handle_free(struct oc_info *info); /* and of the info */

#endif
