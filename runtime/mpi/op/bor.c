#include "mpi/op/kind.h"

#define FUNCTION(KIND, TYPE) OC_FUNCTION(bor, KIND, TYPE, a | b)

OC_UNSIGNED(FUNCTION)

oc_reductions oc_bor = {OC_WRAPPING_ENTRIES(bor), [OC_BYTES] = bor_U8};
