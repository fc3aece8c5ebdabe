#include "mpi/op/location.h"

#define FUNCTION(KIND, VALUE, INDEX) OC_LOCATION_FUNCTION(maxloc, KIND, VALUE, INDEX, >)
#define ENTRY(KIND, VALUE, INDEX) [OC_##KIND] = maxloc_##KIND,

OC_PAIRS(FUNCTION)

oc_reductions oc_maxloc = {OC_PAIRS(ENTRY)};
