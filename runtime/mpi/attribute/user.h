/* Code that the functions about attributes of communicators, datatypes and windows share. Errors
 * are raised on `comm`, or on MPI_COMM_SELF if `comm` is null. */
#ifndef MPI_ATTRIBUTE_USER_H
#define MPI_ATTRIBUTE_USER_H

#include "mpi/attribute/check.h"

int oc_user_attribute_set(const struct oc_communicator *comm, struct oc_attribute **list,
                          enum oc_attributed kind, union oc_owner owner, int number, void *value);
int oc_user_attribute_get(const struct oc_communicator *comm, struct oc_attribute *list,
                          enum oc_attributed kind, int number, void *value, int *flag);
int oc_user_attribute_delete(const struct oc_communicator *comm, struct oc_attribute **list,
                             enum oc_attributed kind, union oc_owner owner, int number);

/* Makes a key value without functions and stores its number. If this function returns null, it has
 * stored an error class in *error, which the MPI function must return. */
struct oc_keyval *oc_user_keyval_new(const char *call, enum oc_attributed kind, void *extra,
                                     int *number, int *error);

/* Frees a key value. It continues to exist until no attribute uses it. */
int oc_user_keyval_free(const char *call, enum oc_attributed kind, int *number);

#endif
