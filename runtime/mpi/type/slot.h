/* The handles of derived datatypes. */
#ifndef MPI_TYPE_SLOT_H
#define MPI_TYPE_SLOT_H

#include "mpi/type/type.h"

/* Returns false if the handle is that of a predefined datatype, or of none. */
bool oc_slot_may_have(MPI_Datatype handle);

/* The type of a handle for which oc_slot_may_have() returns true; null: there is none. */
struct oc_type *oc_slot_find(MPI_Datatype handle);

/* Gives a type its handle. Returns false if there is no memory or there are too many types. */
bool oc_slot_take(struct oc_type *type);

/* Frees the handle of a type that no longer exists. */
void oc_slot_free(MPI_Datatype handle);

#endif
