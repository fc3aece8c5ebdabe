/* Checks of the arguments of functions about attributes. Each check returns a value or raises an
 * error as the checks in error/check.h do. */
#ifndef MPI_ATTRIBUTE_CHECK_H
#define MPI_ATTRIBUTE_CHECK_H

#include "mpi/attribute/attribute.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

/* Finds the key value that has this kind and this number. A predefined one is an error, because
 * users may not change it. */
int oc_check_keyval(const struct oc_communicator *comm, enum oc_attributed kind, int number,
                    struct oc_keyval **keyval);

/* Raises the error that a number is not a key value. */
int oc_raise_keyval(const struct oc_communicator *comm, int number);

/* Raises an error that setting, copying or deleting an attribute has returned. */
int oc_raise_attribute(const struct oc_communicator *comm, int error);

#endif
