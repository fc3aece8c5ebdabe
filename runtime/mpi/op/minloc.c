#include "mpi/op/location.h"

#define FUNCTION(KIND, VALUE, INDEX) OC_LOCATION_FUNCTION(minloc, KIND, VALUE, INDEX, <)
#define ENTRY(KIND, VALUE, INDEX) [OC_##KIND] = minloc_##KIND,

OC_PAIRS(FUNCTION)

oc_reductions oc_minloc = {OC_PAIRS(ENTRY)};
