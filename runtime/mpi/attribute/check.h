/* Checks of the arguments of functions about attributes. Each check returns a value or raises an
 * error, as the checks in error/check.h do. */
#ifndef MPI_ATTRIBUTE_CHECK_H
#define MPI_ATTRIBUTE_CHECK_H

#include "mpi/attribute/attribute.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

/* Finds the key value with this number, for this kind of object. A predefined key value is an
 * error, because users may not change its attribute. */
int oc_check_keyval(const struct oc_communicator *comm, enum oc_attributed kind, int number,
                    struct oc_keyval **keyval);

/* Raises an error: the number is not that of a key value. */
int oc_raise_keyval(const struct oc_communicator *comm, int number);

/* Raises an error with which setting, copying or deleting an attribute has failed. */
int oc_raise_attribute(const struct oc_communicator *comm, int error);

#endif
