/* Derived datatypes at the target. Calls of these functions are in code under `if (type)`, where
 * `type` is a member of struct oc_target_data. The functions are linked only into programs with
 * derived datatypes. */
#ifndef MPI_WINDOW_LAYOUTS_H
#define MPI_WINDOW_LAYOUTS_H

#include "link/variant.h"
#include "mpi/type/check.h"
#include "mpi/type/walk.h"

extern __typeof__(oc_type_find) oc_type_find OC_OPTIONAL;
extern __typeof__(oc_type_walk) oc_type_walk OC_OPTIONAL;
extern __typeof__(oc_check_committed) oc_check_committed OC_OPTIONAL;

#endif
