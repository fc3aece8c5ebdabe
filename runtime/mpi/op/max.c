#include "mpi/op/kind.h"

#define FUNCTION(KIND, TYPE) OC_FUNCTION(max, KIND, TYPE, a > b ? a : b)
#define ENTRY(KIND, TYPE) [OC_##KIND] = max_##KIND,

OC_SIGNED(FUNCTION)
OC_UNSIGNED(FUNCTION)
OC_REALS(FUNCTION)

oc_reductions oc_max = {OC_SIGNED(ENTRY) OC_UNSIGNED(ENTRY) OC_REALS(ENTRY)};
