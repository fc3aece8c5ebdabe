/* The handles of derived datatypes. */
#ifndef MPI_TYPE_SLOT_H
#define MPI_TYPE_SLOT_H

#include "mpi/type/type.h"

/* Returns false if the handle is that of a predefined datatype, or too small to be a handle. */
bool oc_slot_may_have(MPI_Datatype handle);

/* Returns the type of a handle, or null if there is none. oc_slot_may_have() must have returned
 * true for the handle. */
struct oc_type *oc_slot_find(MPI_Datatype handle);

/* Gives a type its handle. Returns false if there is no memory or there are too many types. */
bool oc_slot_take(struct oc_type *type);

/* Frees the handle of a type that no longer exists. */
void oc_slot_free(MPI_Datatype handle);

#endif
