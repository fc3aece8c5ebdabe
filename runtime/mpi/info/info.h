/* Infos: lists of pairs of a key and a value, in the order in which the keys were set (MPI 4.1,
 * chapter 10). */
#ifndef MPI_INFO_INFO_H
#define MPI_INFO_INFO_H

#include <mpi.h>
#include <stdbool.h>

struct oc_pair {
    struct oc_pair *next;
    const char *value; /* stored after the key, in this structure */
    char key[];
};

struct oc_info {
    struct oc_info *next; /* next info in the list of infos for which the user has handles */
    struct oc_pair *pairs;
    /* The annotation that these hints request for a communicator (annotation/annotation.h). */
    int annotation;
};

/* Makes an empty info. Returns null if there is no memory. */
struct oc_info *oc_info_new(void);
void oc_info_free(struct oc_info *info);

/* Returns the pointer in the list that points to the pair with this key. If there is none, returns
 * the null pointer at the end of the list. */
struct oc_pair **oc_info_at(struct oc_info *info, const char *key);

/* The pair with this key, or null. */
static inline const struct oc_pair *oc_info_pair(const struct oc_info *info, const char *key) {
    return *oc_info_at((struct oc_info *)info, key);
}

/* Replaces the pair to which *at points. If *at is null, appends a pair at the end of the list.
 * Returns false, without any change, if there is no memory. */
bool oc_info_put(struct oc_pair **at, const char *key, const char *value);

/* Sets the value of a key. Returns false, without any change, if there is no memory. */
bool oc_info_set(struct oc_info *info, const char *key, const char *value);

/* Copies those pairs for whose keys wanted() is true, or all pairs if `wanted` is null. Returns
 * false if there is no memory. */
bool oc_info_copy(struct oc_info *to, const struct oc_info *from, bool (*wanted)(const char *key));

/* Removes the pair to which *at points. */
void oc_info_delete(struct oc_pair **at);

/* ---- Handles ---- */

/* The info with this handle, including MPI_INFO_ENV, or null. */
struct oc_info *oc_info_find(MPI_Info handle);
MPI_Info oc_info_handle(struct oc_info *info);
void oc_info_handle_free(struct oc_info *info); /* frees the info, too */

#endif
