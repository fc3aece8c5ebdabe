/* The handles of derived datatypes. */
#ifndef MPI_TYPE_SLOT_H
#define MPI_TYPE_SLOT_H

#include "mpi/type/type.h"

/* False: the handle is one of a predefined datatype, or of none. */
bool oc_slot_may_have(MPI_Datatype handle);

/* The type of such a handle; null if there is none. */
struct oc_type *oc_slot_find(MPI_Datatype handle);

/* Gives a type its handle. False: no memory, or too many types. */
bool oc_slot_take(struct oc_type *type);

/* The type of a handle has gone. */
void oc_slot_free(MPI_Datatype handle);

#endif
