/* Attributes: values that the user attaches to an object under a key (MPI 4.1, section 7.7). */
#ifndef MPI_ATTRIBUTE_ATTRIBUTE_H
#define MPI_ATTRIBUTE_ATTRIBUTE_H

#include "mpi/attribute/keyval.h"

/* One attribute. The list of an object's attributes begins with the latest one. */
struct oc_attribute {
    struct oc_attribute *next;
    struct oc_keyval *keyval;
    void *value;
};

/* The attribute under a key, or null. */
struct oc_attribute *oc_attribute_find(struct oc_attribute *list, const struct oc_keyval *keyval);

/* The following functions return MPI_SUCCESS, MPI_ERR_NO_MEM, or the error code of a user's
 * function. After an error nothing has changed, except that some attributes may have been
 * deleted. */

/* Sets the attribute under a key. If there is one already, deletes it first. */
int oc_attribute_set(struct oc_attribute **list, union oc_owner owner, struct oc_keyval *keyval,
                     void *value);

/* Removes an attribute from an object's list and deletes it. */
int oc_attribute_delete(struct oc_attribute **list, union oc_owner owner,
                        struct oc_attribute *attribute);

/* Deletes all attributes of an object, the latest first. */
int oc_attributes_delete(struct oc_attribute **list, union oc_owner owner);

/* Copies attributes to a new object, in the order in which they were set. An attribute is not
 * copied if its copy function clears the flag. */
int oc_attributes_copy(struct oc_attribute *from, union oc_owner owner, struct oc_attribute **to);

#endif
