/* Attributes: values that the user attaches to an object under a key (MPI 4.1, section 7.7). */
#ifndef MPI_ATTRIBUTE_ATTRIBUTE_H
#define MPI_ATTRIBUTE_ATTRIBUTE_H

#include "mpi/attribute/keyval.h"

/* One of an object's list, the latest first. */
struct oc_attribute {
    struct oc_attribute *next;
    struct oc_keyval *keyval;
    void *value;
};

/* The attribute under a key, or null. */
struct oc_attribute *oc_attribute_find(struct oc_attribute *list, const struct oc_keyval *keyval);

/* These give MPI_SUCCESS, MPI_ERR_NO_MEM, or the code that a function of the user's returned; then
 * nothing has changed, but attributes that were deleted before. */

/* Sets one; what was under the key is deleted. */
int oc_attribute_set(struct oc_attribute **list, union oc_owner owner, struct oc_keyval *keyval,
                     void *value);

/* Deletes one that is in the list. */
int oc_attribute_delete(struct oc_attribute **list, union oc_owner owner,
                        struct oc_attribute *attribute);

/* Deletes all, the latest first. */
int oc_attributes_delete(struct oc_attribute **list, union oc_owner owner);

/* Copies those whose functions say so to a new object, in the order in which they were set. */
int oc_attributes_copy(struct oc_attribute *from, union oc_owner owner, struct oc_attribute **to);

#endif
