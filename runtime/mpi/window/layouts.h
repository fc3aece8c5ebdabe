/* Derived datatypes at the target. Code that is called under `if (type)`, for the member `type` of
 * struct oc_target_data, is linked only into programs that have derived datatypes. */
#ifndef MPI_WINDOW_LAYOUTS_H
#define MPI_WINDOW_LAYOUTS_H

#include "link/variant.h"
#include "mpi/type/check.h"
#include "mpi/type/walk.h"

extern __typeof__(oc_type_find) oc_type_find OC_OPTIONAL;
extern __typeof__(oc_type_walk) oc_type_walk OC_OPTIONAL;
extern __typeof__(oc_check_committed) oc_check_committed OC_OPTIONAL;

#endif
