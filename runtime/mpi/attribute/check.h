/* Checks of arguments of functions about attributes; outside, as in error/check.h. */
#ifndef MPI_ATTRIBUTE_CHECK_H
#define MPI_ATTRIBUTE_CHECK_H

#include "mpi/attribute/attribute.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

/* The key value of a kind that has a number; predefined ones are not for the user to change. */
int oc_check_keyval(const struct oc_communicator *comm, enum oc_attributed kind, int number,
                    struct oc_keyval **keyval);

/* Raises that a number is no key value. */
int oc_raise_keyval(const struct oc_communicator *comm, int number);

/* Raises what setting, copying or deleting an attribute gave. */
int oc_raise_attribute(const struct oc_communicator *comm, int error);

#endif
