#include "mpi/op/kind.h"

#define FUNCTION(KIND, TYPE) OC_FUNCTION(min, KIND, TYPE, a < b ? a : b)
#define ENTRY(KIND, TYPE) [OC_##KIND] = min_##KIND,

OC_SIGNED(FUNCTION)
OC_UNSIGNED(FUNCTION)
OC_REALS(FUNCTION)

oc_reductions oc_min = {OC_SIGNED(ENTRY) OC_UNSIGNED(ENTRY) OC_REALS(ENTRY)};
